use golemry_core::About;
use golemry_table::{Again, Entry, Level, Referee, Seated};
use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Constraint;
use ratatui::text::{Line, Text};

use super::page::Page;
use super::save::{Saved, Store};
use super::session::Session;
use super::setup::{Setup, Wishes};
use super::sitter::Sitter;
use super::theme::Theme;
use super::welcome::Welcome;
use crate::engine::seed_or_random;
use crate::program::Program;

/// The fewest ticks a bot takes, so that people can follow.
pub const PACE: u32 = 3;

/// The smallest window that a table fits into.
const LEAST: (u16, u16) = (80, 24);

/// The whole interface: what it shows, what keys do to it, and how it is drawn. It knows no terminal, so tests need none.
pub struct App {
    program: Program,
    screen: Screen,
    /// A text that is read over the screen.
    page: Option<Page>,
    store: Store,
    theme: Theme,
    pace: u32,
    over: bool,
    wishes: Wishes,
}

enum Screen {
    Welcome(Box<Welcome>),
    Setup(Box<Setup>),
    Play(Box<Session>),
}

/// Something that happens to the interface.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key, the mouse, another size.
    Event(Event),
    /// Some time has passed.
    Tick,
}

/// Where a screen leads.
pub enum Go {
    /// To the list of games.
    Welcome,
    /// To the table that is to be set up.
    Setup(&'static dyn Entry),
    /// To a new match.
    Play(Box<dyn Referee>, Vec<Sitter>),
    /// To a match that was left.
    Resume(Box<Saved>),
    /// To the rules, at a clause.
    Rules(&'static About, Option<&'static str>),
    /// To the keys.
    Keys,
    /// Out of the program.
    Leave,
}

const KEYS: &str = "## Choosing
↑ ↓ or j k      move the cursor
Enter           take what it points at
1 to 9          take that one at once
/               type to find something in a long list; Esc shows all
Backspace, u    take back the last step of a decision nobody has seen
the mouse       a click points, a second one takes; the wheel scrolls

## Looking
?               the rules, at what you are deciding
t               what would a hard bot do?
b               the last round again, step by step, if the game can show it
[ ]             back and forth in the log
, .             up and down in a picture taller than the window
f               bots play at once, or take their time

## Leaving
s               save the match into a file
q, Esc          leave; the match is saved, golemry play continues it
Enter, Esc      in a question: yes, no
Space           at the end of a match: on to what comes next
Ctrl-C          leave at once; the match is saved as well
";

impl App {
    /// The interface with its first screen.
    pub fn new(program: Program, store: Store, theme: Theme, pace: u32) -> App {
        let screen = Screen::Welcome(Box::new(Welcome::new(program.games(), store.last())));
        App { program, screen, page: None, store, theme, pace, over: false, wishes: Wishes::default() }
    }

    /// The same interface; these wishes apply to whatever game is chosen.
    pub fn wishing(self, wishes: Wishes) -> App {
        App { wishes, ..self }
    }

    /// The interface with a table to be set up.
    pub fn set_up(mut self, entry: &'static dyn Entry, wishes: Wishes) -> anyhow::Result<App> {
        self.screen = Screen::Setup(Box::new(Setup::new(entry, &wishes)?));
        self.wishes = wishes;
        Ok(self)
    }

    /// The interface with a match that goes on. If it was saved without sitters, the wishes decide who sits where.
    pub fn resume(mut self, saved: &Saved, wishes: &Wishes) -> anyhow::Result<App> {
        self.go_on(saved, wishes)?;
        Ok(self)
    }

    /// A new match from the position of a decision in a saved one, against those who sat there.
    pub fn again(mut self, saved: &Saved, event: usize) -> anyhow::Result<App> {
        let Again { table, seat, bots } =
            Again::new(self.program.games(), &saved.record, event, seed_or_random(None))?;
        let named = saved.seating(None)?;
        let sitter = |(number, bot): (usize, Option<Level>)| match &named {
            _ if number == seat.index() => Sitter::Person,
            Some(sitters) if sitters[number] != Sitter::Person => sitters[number].clone(),
            _ => bot.map_or(Sitter::Person, Sitter::bot),
        };
        let sitters = bots.into_iter().enumerate().map(sitter).collect();
        self.sit_down(table, sitters);
        Ok(self)
    }

    fn go_on(&mut self, saved: &Saved, wishes: &Wishes) -> anyhow::Result<()> {
        let table = saved.open(self.program.games())?;
        let guest = wishes.bots.as_ref().and_then(Seated::guest);
        let sitters = match saved.seating(guest)? {
            Some(sitters) => sitters,
            None => {
                let entry = self.program.games().find(table.about().id)?;
                wishes.sitters(entry, &saved.record.settings(), table.seats())?
            }
        };
        self.sit_down(table, sitters);
        let notes = saved.notes(guest);
        if let Some(session) = self.session().filter(|_| !notes.is_empty()) {
            session.notify(notes.join("; "));
        }
        Ok(())
    }

    fn sit_down(&mut self, table: Box<dyn Referee>, sitters: Vec<Sitter>) {
        self.screen = Screen::Play(Box::new(Session::new(
            self.program.clone(),
            table,
            sitters,
            self.store.clone(),
            self.pace,
        )));
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The match that is being played, if one is.
    pub fn session(&mut self) -> Option<&mut Session> {
        match &mut self.screen {
            Screen::Play(session) => Some(session),
            _ => None,
        }
    }

    /// Handles an input.
    pub fn update(&mut self, input: &Input) {
        let go = match *input {
            Input::Tick => self.session().and_then(Session::tick),
            Input::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => self.key(key),
            Input::Event(Event::Mouse(mouse)) => self.mouse(mouse),
            Input::Event(_) => None,
        };
        if let Some(go) = go {
            self.go(go);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Go> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Go::Leave);
        }
        if let Some(page) = &mut self.page {
            if !page.key(key) {
                self.page = None;
            }
            return None;
        }
        match &mut self.screen {
            Screen::Setup(setup) => setup.key(key),
            Screen::Play(session) => session.key(key),
            Screen::Welcome(welcome) => {
                if !welcome.menu().is_filtering() {
                    match key.code {
                        KeyCode::Char('q') | KeyCode::Esc => return Some(Go::Leave),
                        KeyCode::Char('h') => return Some(Go::Keys),
                        _ => {}
                    }
                }
                let answer = welcome.menu().key(key);
                welcome.answer(answer)
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Go> {
        if let Some(page) = &mut self.page {
            page.mouse(mouse);
            return None;
        }
        match &mut self.screen {
            Screen::Setup(setup) => setup.mouse(mouse),
            Screen::Play(session) => session.mouse(mouse),
            Screen::Welcome(welcome) => {
                let answer = welcome.menu().mouse(mouse);
                welcome.answer(answer)
            }
        }
    }

    fn go(&mut self, go: Go) {
        match go {
            Go::Leave => self.over = true,
            Go::Welcome => self.welcome(None),
            Go::Rules(about, clause) => self.page = Some(Page::rules(about.name, about.rules, clause)),
            Go::Keys => self.page = Some(Page::text("Keys", KEYS)),
            Go::Play(table, sitters) => self.sit_down(table, sitters),
            Go::Setup(entry) => match Setup::new(entry, &self.wishes.for_game(entry)) {
                Ok(setup) => self.screen = Screen::Setup(Box::new(setup)),
                Err(error) => self.welcome(Some(error.to_string())),
            },
            Go::Resume(saved) => {
                if let Err(error) = self.go_on(&saved, &Wishes::default()) {
                    self.welcome(Some(format!("the match cannot go on: {error:#}")));
                }
            }
        }
    }

    fn welcome(&mut self, problem: Option<String>) {
        let mut welcome = Welcome::new(self.program.games(), self.store.last());
        welcome.problem = problem;
        self.screen = Screen::Welcome(Box::new(welcome));
    }

    /// Draws the screen.
    pub fn view(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text = format!(
                "This window has {}×{} characters.\nA table needs {}×{}: please make it larger,\nor its letters smaller.\n\nNothing is lost meanwhile. Ctrl-C leaves.",
                area.width, area.height, LEAST.0, LEAST.1
            );
            let lines: Vec<Line<'_>> =
                text.lines().map(|line| Line::from(line.to_owned()).centered()).collect();
            let height = lines.len() as u16;
            frame.render_widget(Text::from(lines), area.centered_vertically(Constraint::Length(height)));
            return;
        }
        match &mut self.screen {
            Screen::Welcome(welcome) => welcome.draw(frame, area, self.theme),
            Screen::Setup(setup) => setup.draw(frame, area, self.theme),
            Screen::Play(session) => session.draw(frame, area, session.theme(self.theme)),
        }
        if let Some(page) = &mut self.page {
            let theme = match &self.screen {
                Screen::Play(session) => session.theme(self.theme),
                Screen::Welcome(_) | Screen::Setup(_) => self.theme,
            };
            page.draw(frame, theme);
        }
    }
}
