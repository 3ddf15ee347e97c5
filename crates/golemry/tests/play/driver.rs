use std::path::PathBuf;

use golemry::play::{App, Input, Session, Sitter, Store, Theme, Wishes};
use golemry_core::{OptionValue, Seed, Settings};
use golemry_table::Level;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// Somebody at a keyboard, with a screen of a given size.
pub struct Driver {
    pub app: App,
    terminal: Terminal<TestBackend>,
    folder: PathBuf,
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Driver {
    /// The first screen, with an empty folder of its own for what is saved.
    pub fn new(name: &str) -> Driver {
        Driver::with(name, (80, 24), true)
    }

    pub fn with(name: &str, (width, height): (u16, u16), colour: bool) -> Driver {
        let folder = std::env::temp_dir().join(format!("golemry-play-{}-{name}", std::process::id()));
        let app = App::new(golemry::games(), Store::at(folder.clone()), Theme::new(colour), 0);
        Driver { app, terminal: Terminal::new(TestBackend::new(width, height)).unwrap(), folder }
    }

    /// The table of a game is set up and the match begun.
    pub fn start(mut self, game: &str, wishes: Wishes) -> Driver {
        let app = App::new(golemry::games(), self.store(), Theme::new(true), 0);
        self.app = app.set_up(golemry_registry::games().find(game).unwrap(), wishes).unwrap();
        self.press(KeyCode::Enter);
        self.settle();
        self
    }

    pub fn store(&self) -> Store {
        Store::at(self.folder.clone())
    }

    pub fn folder(&self) -> &PathBuf {
        &self.folder
    }

    pub fn session(&mut self) -> &mut Session {
        self.app.session().expect("a match is being played")
    }

    pub fn press(&mut self, code: KeyCode) {
        self.input(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(KeyCode::Char(key));
        }
    }

    pub fn input(&mut self, event: Event) {
        self.app.update(&Input::Event(event));
        self.draw();
    }

    /// Lets the bots play until somebody is asked.
    pub fn settle(&mut self) {
        while let Some(session) = self.app.session() {
            if session.is_idle() {
                break;
            }
            session.wait();
            self.app.update(&Input::Tick);
        }
        self.draw();
    }

    pub fn draw(&mut self) -> Buffer {
        self.terminal.draw(|frame| self.app.view(frame)).unwrap();
        self.terminal.backend().buffer().clone()
    }

    /// The screen as text.
    pub fn screen(&mut self) -> String {
        let buffer = self.draw();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| {
            let text: String = row.iter().map(Cell::symbol).collect();
            text.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    pub fn shows(&mut self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is missing in\n{screen}");
    }
}

/// Wishes for a table with a seed, bots of any kind and these options.
pub fn wishes(game: &'static str, settings: Settings) -> Wishes {
    Wishes {
        game: Some(game),
        settings,
        bots: Some(Level::Random.into()),
        hot_seat: false,
        seed: Some(Seed(7)),
    }
}

pub fn whole(number: i64) -> OptionValue {
    OptionValue::Whole(number)
}

/// Bots of any kind, but for a person on the first seat.
pub fn one_person(seats: usize) -> Vec<String> {
    let mut sitters = vec![Sitter::bot(Level::Random).to_string(); seats];
    sitters[0] = Sitter::Person.to_string();
    sitters
}
