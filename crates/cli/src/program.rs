use std::sync::Arc;

use golemry_core::Viewer;
use golemry_lab::Task;
use golemry_server::{Engine, Mount};
use golemry_table::{Games, Playable, Referee};
use ratatui::layout::Size;

use crate::picture::{Canvas, OUTLINE, Painter, Picture, painter};
use crate::play::sitter::{Names, Sitter};
use crate::play::theme::Theme;
use crate::workshop::Workshop;

/// A command such as `lab run`, empty for the program itself, and a line that its help shows.
type Example = (&'static str, &'static str);

/// How many lines a picture outside a terminal may have. It may be taller, as anywhere.
const HEIGHT: u16 = 40;

/// What a program offers: its games, how the terminal draws them, and the workshops around them.
///
/// Copies are cheap: they share everything.
#[derive(Clone)]
pub struct Program {
    games: Games,
    painters: Arc<Vec<&'static dyn Painter>>,
    workshops: Arc<Vec<Arc<dyn Workshop>>>,
    tasks: &'static [Task],
    examples: Vec<Example>,
    engine: Engine,
    engine_games: Games,
}

impl Default for Program {
    fn default() -> Program {
        Program {
            games: Games::default(),
            painters: Arc::default(),
            workshops: Arc::default(),
            tasks: &[],
            examples: Vec::new(),
            engine: Engine::NONE,
            engine_games: Games::default(),
        }
    }
}

impl Program {
    /// A program with these games, each drawn as an outline of its view.
    pub fn new(games: Games) -> Program {
        Program { games, ..Program::default() }
    }

    /// The program with one more game, which takes the place of one with the same id.
    #[must_use]
    pub fn with<G: Playable>(self) -> Program {
        Program { games: self.games.with::<G>(), ..self }
    }

    /// The program with a picture for the terminal. The picture names its game.
    #[must_use]
    pub fn with_picture<P: Picture>(mut self) -> Program {
        // The last one counts.
        Arc::make_mut(&mut self.painters).insert(0, painter::<P>());
        self
    }

    /// The program with a workshop: its commands, and its part of the server.
    #[must_use]
    pub fn mount(mut self, workshop: impl Workshop + 'static) -> Program {
        Arc::make_mut(&mut self.workshops).push(Arc::new(workshop));
        self
    }

    /// What is mounted on the server: tournaments, which are for every game, and what the workshops add.
    pub fn mounts(&self) -> Vec<Mount> {
        let workshops = self.workshops.iter().map(|workshop| workshop.mount());
        std::iter::once(golemry_tournaments::mount()).chain(workshops).collect()
    }

    /// The commands of each workshop.
    pub(crate) fn workshops(&self) -> impl Iterator<Item = (&dyn Workshop, Vec<clap::Command>)> {
        self.workshops.iter().map(|workshop| (&**workshop, workshop.commands()))
    }

    /// The program with a benchmark of these tasks.
    #[must_use]
    pub fn with_tasks(self, tasks: &'static [Task]) -> Program {
        Program { tasks, ..self }
    }

    /// The tasks of its benchmark.
    pub fn tasks(&self) -> &'static [Task] {
        self.tasks
    }

    /// The program with more examples in the help of its commands, each after a command such as `lab run`; empty for the program itself.
    #[must_use]
    pub fn with_examples(mut self, examples: &[Example]) -> Program {
        self.examples.extend(examples);
        self
    }

    /// The examples for a command.
    pub(crate) fn examples(&self, command: &str) -> impl Iterator<Item = &'static str> {
        self.examples.iter().filter(move |(of, _)| *of == command).map(|(_, example)| *example)
    }

    /// The program with an engine that has these games, so that its page can play without a server.
    #[must_use]
    pub fn with_engine(self, engine: Engine, games: Games) -> Program {
        Program { engine, engine_games: games, ..self }
    }

    /// What its page plays with when it needs no server.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The games that its page can play without a server.
    pub(crate) fn engine_games(&self) -> &Games {
        &self.engine_games
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The table as a viewer sees it, drawn as plain text for so many columns.
    pub fn drawn(&self, table: &dyn Referee, eyes: Viewer, columns: u16) -> String {
        let names = Names::new(&vec![Sitter::Person; table.seats().into()]);
        let size = Size::new(columns, HEIGHT);
        let canvas = Canvas { names: &names, theme: Theme::new(false), size };
        let lines = self.painter(table).draw(table, eyes, &[], canvas);
        lines.iter().map(|line| format!("{}\n", line.to_string().trim_end())).collect()
    }

    /// The painter that can draw this table.
    pub(crate) fn painter(&self, table: &dyn Referee) -> &'static dyn Painter {
        self.painters.iter().copied().find(|painter| painter.knows(table)).unwrap_or(OUTLINE)
    }
}
