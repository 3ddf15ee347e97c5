use golemry_core::{Seat, Viewer};
use golemry_table::{Budget, Hint, HintOption, Level, Referee, Seated, WireError};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::app::Go;
use super::ask::{Ask, Asked};
use super::film::Film;
use super::menu::{Answer, Item, Menu};
use super::mind::Mind;
use super::save::{Saved, Store};
use super::sitter::{Names, Sitter};
use super::story::Stories;
use super::walk::{DO_IT, Walk};
use crate::engine::seed_or_random;
use crate::picture::Painter;
use crate::program::Program;

/// How long the bot that gives a hint may think.
const HINT: Budget = Budget::Milliseconds(1500);

/// A match that is being played at this terminal.
pub struct Session {
    program: Program,
    pub(super) table: Box<dyn Referee>,
    /// The title of the match: its game and variant.
    pub(super) title: String,
    pub(super) sitters: Vec<Sitter>,
    pub(super) names: Names,
    pub(super) painter: &'static dyn Painter,
    store: Store,
    /// Whose view is shown. If several persons play, it is a spectator's unless one of them has the keyboard.
    pub(super) eyes: Viewer,
    /// The player who must take the keyboard before their cards are shown.
    pub(super) curtain: Option<Seat>,
    /// The decision that the person at the keyboard is making.
    pub(super) walk: Option<Walk>,
    /// The bots that are thinking about their decisions.
    pub(super) minds: Vec<Mind>,
    /// The bot that is thinking about a hint.
    pub(super) adviser: Option<Mind<Hint>>,
    /// The hint for the decision at hand; the option to show next comes first.
    hint: Option<Hint>,
    pub(super) stories: Stories,
    /// A message about what just happened.
    pub(super) notice: Option<Notice>,
    pub(super) film: Option<Film>,
    pub(super) ask: Option<Ask>,
    /// What to do next, once the match is over.
    pub(super) end: Option<Menu>,
    /// Whether somebody has seen the end. Keys that were meant for the last move do not count.
    pub(super) end_seen: bool,
    /// How many decisions of a program a bot made for it, as far as that was told.
    stood_in: u64,
    /// The fewest ticks a bot takes, so that people can follow.
    pace: u32,
    pub(super) ticks: usize,
    /// How far the log is scrolled back, and where it was drawn.
    pub(super) log_back: usize,
    pub(super) log_area: Rect,
    /// How far the picture is scrolled down, if it is taller than its place.
    pub(super) picture_down: usize,
}

/// A message to the person at the keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// Whether something went wrong.
    pub alarm: bool,
}

const END: [&str; 5] =
    ["Play again at this table", "Save the record", "Back to the games", "Set the table up anew", "Leave"];

impl Session {
    /// Sits down at a table. `pace` is the fewest ticks a bot takes.
    pub fn new(
        program: Program,
        table: Box<dyn Referee>,
        sitters: Vec<Sitter>,
        store: Store,
        pace: u32,
    ) -> Session {
        let names = Names::new(&sitters);
        let persons: Vec<usize> =
            (0..sitters.len()).filter(|seat| sitters[*seat] == Sitter::Person).collect();
        let eyes = match persons[..] {
            [only] => Viewer::Seat(Seat::new(only as u8)),
            _ => Viewer::Spectator,
        };
        let mut session = Session {
            title: format!("{} · {}", table.about().name, table.record().variant),
            painter: program.painter(&*table),
            program,
            stories: Stories::new(table.event_count()),
            table,
            sitters,
            names,
            store,
            eyes,
            curtain: None,
            walk: None,
            minds: Vec::new(),
            adviser: None,
            hint: None,
            notice: None,
            film: None,
            ask: None,
            end: None,
            end_seen: false,
            stood_in: 0,
            pace,
            ticks: 0,
            log_back: 0,
            log_area: Rect::default(),
            picture_down: 0,
        };
        session.proceed();
        if let Some(fallback) = session.fallback() {
            session.notify(fallback);
        }
        session
    }

    /// Which bot plays as another level than its own, and why, if one does.
    fn fallback(&self) -> Option<String> {
        self.sitters.iter().find_map(|sitter| match sitter {
            Sitter::Bot(bot) => Some(self.table.fallback(bot.level()?)?.to_string()),
            Sitter::Person => None,
        })
    }

    /// The match.
    pub fn table(&self) -> &dyn Referee {
        &*self.table
    }

    /// Whether nothing happens until somebody presses a key.
    pub fn is_idle(&self) -> bool {
        self.film.is_some() || self.minds.is_empty() && self.adviser.is_none()
    }

    /// Waits until the bots have decided. For tests: a terminal goes on ticking instead.
    pub fn wait(&mut self) {
        self.minds.iter_mut().for_each(Mind::wait);
        self.adviser.iter_mut().for_each(Mind::wait);
    }

    fn sits(&self, seat: Seat, sitter: Sitter) -> bool {
        self.sitters[seat.index()] == sitter
    }

    fn persons(&self) -> usize {
        self.sitters.iter().filter(|sitter| **sitter == Sitter::Person).count()
    }

    /// Shows a message until the next one.
    pub(super) fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), alarm: false });
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), alarm: true });
    }

    /// Continues after an event: saves the match, lets bots think, asks persons.
    fn proceed(&mut self) {
        let (begun, adviser) = (self.walk.take(), self.adviser.take());
        self.hint = None;
        self.curtain = None;
        self.stories.catch_up(&*self.table, self.painter, &self.names, self.eyes);
        if let Err(error) = self.store.keep(&Saved::new(&*self.table, &self.sitters)) {
            self.complain(format!("this match cannot be saved: {error:#}"));
        }
        let status = self.table.status();
        if status.over {
            self.minds.clear();
            self.end = Some(Menu::new(END.map(Item::new).to_vec()));
            return;
        }
        for &seat in &status.to_act {
            if let Sitter::Bot(bot) = &self.sitters[seat.index()]
                && !self.minds.iter().any(|mind| mind.seat == seat)
            {
                match Mind::new(&*self.table, seat, bot) {
                    Ok(mind) => self.minds.push(mind),
                    Err(error) => self.complain(error.message),
                }
            }
        }
        let asked: Vec<Seat> =
            status.to_act.into_iter().filter(|seat| self.sits(*seat, Sitter::Person)).collect();
        let here = asked.iter().copied().find(|seat| self.eyes == Viewer::Seat(*seat));
        match (here, asked.first()) {
            // If all decide at once, another player's decision does not disturb the one being made here.
            (Some(seat), _) => {
                match begun.filter(|walk| walk.seat == seat && walk.still_fits(&*self.table)) {
                    Some(walk) => (self.walk, self.adviser) = (Some(walk), adviser),
                    None => self.begin(seat),
                }
            }
            (None, first) if self.persons() > 1 => {
                self.eyes = Viewer::Spectator;
                self.curtain = first.copied();
                self.stories.catch_up(&*self.table, self.painter, &self.names, self.eyes);
            }
            (None, _) => {}
        }
    }

    fn begin(&mut self, seat: Seat) {
        match Walk::new(&*self.table, self.painter, &self.names, seat) {
            Ok(walk) => self.walk = Some(walk),
            Err(error) => self.complain(error.message),
        }
    }

    /// Plays an action; a refusal that names a clause opens the rules there.
    fn play(&mut self, seat: Seat, action: &str) -> Option<Go> {
        let before = self.table.event_count();
        match self.table.apply(seat, action, &[]) {
            Ok(_) => {
                if self.sits(seat, Sitter::Person) {
                    self.notice = None;
                    self.stories.mark(Viewer::Seat(seat), before);
                }
                self.film = Film::new(self.painter.film(&*self.table, before));
                self.log_back = 0;
                self.proceed();
                None
            }
            Err(error) => self.refused(error),
        }
    }

    fn refused(&mut self, error: WireError) -> Option<Go> {
        let go = error.clause.map(|clause| Go::Rules(self.table.about(), Some(clause)));
        self.complain(match error.clause {
            Some(clause) => format!("{} ({clause})", error.message),
            None => error.message,
        });
        self.proceed();
        go
    }

    /// One tick of the clock: bots that have decided act.
    pub fn tick(&mut self) -> Option<Go> {
        self.ticks += 1;
        if let Some(film) = &mut self.film {
            // Spectators press no keys.
            if self.sitters.iter().all(|sitter| *sitter != Sitter::Person)
                && self.ticks.is_multiple_of(4)
                && !film.next()
            {
                self.film = None;
            }
            return None;
        }
        if self.adviser.as_mut().is_some_and(Mind::is_ready) {
            self.advise();
        }
        for mind in &mut self.minds {
            mind.ticks += 1;
        }
        let pace = self.pace;
        let ready = self.minds.iter_mut().position(|mind| mind.is_ready() && mind.ticks >= pace)?;
        let mind = self.minds.remove(ready);
        let seat = mind.seat;
        match mind.thought() {
            Some(thought) => {
                let go = self.play(seat, thought.action.get());
                self.tell_of_faults(seat);
                go
            }
            None => {
                self.complain(format!("{} failed and makes a random move", self.names.of(seat.index())));
                match Mind::new(&*self.table, seat, &Level::Random.into()) {
                    Ok(mind) => self.minds.push(mind),
                    Err(error) => self.complain(error.message),
                }
                None
            }
        }
    }

    /// Says that a program did not decide, if it is the one on that seat and has not been told of yet.
    fn tell_of_faults(&mut self, seat: Seat) {
        let Sitter::Bot(Seated::Guest(guest)) = &self.sitters[seat.index()] else { return };
        let faults = guest.faults();
        if let Some(fault) = faults.last.filter(|_| faults.stood_in > self.stood_in) {
            let (name, stand_in) = (self.names.of(seat.index()), guest.stand_in());
            let text = format!("{name}, {guest}: {fault}. A {stand_in} bot made its move.");
            self.stood_in = faults.stood_in;
            self.complain(text);
        }
    }

    /// Asks the best available bot what it would do, or shows the next option of the hint that is there.
    fn ask_for_advice(&mut self) {
        let Some(walk) = &self.walk else { return };
        if self.hint.is_some() {
            self.show_hint();
            return;
        }
        let adviser = |level| Mind::adviser(&*self.table, walk.seat, level, HINT).ok();
        // At most tables the master is the hard bot under another name.
        let mut levels = Level::ALL.into_iter().rev().filter(|level| *level != Level::Master);
        match levels.find_map(adviser) {
            Some(mind) => self.adviser = Some(mind),
            None => self.complain("no bot can give a hint at this table"),
        }
    }

    fn advise(&mut self) {
        let Some(hint) = self.adviser.take().and_then(Mind::thought) else { return };
        self.hint = Some(hint);
        self.show_hint();
    }

    /// Shows the first option of the hint, which then goes to the end of its list.
    fn show_hint(&mut self) {
        let Some(hint) = &mut self.hint else { return };
        let HintOption { action, text, .. } = &hint.options[0];
        let what = self.painter.action(&*self.table, self.eyes, action.get(), &self.names);
        let more = if hint.options.len() > 1 { " (t: another)" } else { "" };
        let text = format!("Hint: {what}: {}{more}", self.names.tell(text));
        hint.options.rotate_left(1);
        self.notify(text);
    }

    /// Handles a key; returns where it leads, if it leaves this screen.
    pub fn key(&mut self, key: KeyEvent) -> Option<Go> {
        if let Some(ask) = &mut self.ask {
            let asked = ask.key(key);
            return self.asked(asked);
        }
        if let Some(film) = &mut self.film {
            if !film.key(key) {
                self.film = None;
            }
            return None;
        }
        if self.walk.as_ref().is_some_and(|walk| walk.menu.is_filtering()) {
            let answer = self.walk.as_mut().map_or(Answer::Ignored, |walk| walk.menu.key(key));
            return self.answer(answer);
        }
        match key.code {
            KeyCode::Esc if self.walk.as_ref().is_some_and(|walk| walk.action.is_some()) => self.undo(),
            KeyCode::Esc | KeyCode::Char('q') => self.ask = Some(Ask::Leave { over: self.end.is_some() }),
            KeyCode::Char('s') => self.ask = Some(Ask::save(&self.store.free_file(self.table.about().id))),
            KeyCode::Char('h') => return Some(Go::Keys),
            KeyCode::Char('?') => return Some(Go::Rules(self.table.about(), self.clause())),
            KeyCode::Char('f') => {
                self.pace = if self.pace == 0 { super::app::PACE } else { 0 };
                self.notify(if self.pace == 0 { "bots play at once" } else { "bots take their time" });
            }
            KeyCode::Char('[') => self.scroll_log(1),
            KeyCode::Char(']') => self.scroll_log(-1),
            KeyCode::Char('.') => self.picture_down += 1,
            KeyCode::Char(',') => self.picture_down = self.picture_down.saturating_sub(1),
            KeyCode::Char('b') => self.show_last_film(),
            KeyCode::Enter if self.curtain.is_some() => self.lift_curtain(),
            _ if self.curtain.is_some() => {}
            KeyCode::Char('t') => self.ask_for_advice(),
            KeyCode::Backspace | KeyCode::Char('u') => self.undo(),
            KeyCode::Char(' ') if self.end.is_some() => self.end_seen = true,
            _ if self.end.is_some() && !self.end_seen => {}
            _ => {
                let menu = self.walk.as_mut().map(|walk| &mut walk.menu).or(self.end.as_mut());
                let answer = menu.map_or(Answer::Ignored, |menu| menu.key(key));
                return self.answer(answer);
            }
        }
        None
    }

    /// The player whose turn it is has the keyboard.
    fn lift_curtain(&mut self) {
        if let Some(seat) = self.curtain.take() {
            self.eyes = Viewer::Seat(seat);
            self.stories.catch_up(&*self.table, self.painter, &self.names, self.eyes);
            self.begin(seat);
        }
    }

    /// Handles the mouse; returns where it leads, if it leaves this screen.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Option<Go> {
        if self.ask.is_some() || self.film.is_some() || self.curtain.is_some() {
            return None;
        }
        if self.log_area.contains(Position::new(mouse.column, mouse.row)) {
            match mouse.kind {
                MouseEventKind::ScrollUp => self.scroll_log(1),
                MouseEventKind::ScrollDown => self.scroll_log(-1),
                _ => {}
            }
            return None;
        }
        if self.end.is_some() && !self.end_seen {
            self.end_seen = matches!(mouse.kind, MouseEventKind::Down(_));
            return None;
        }
        let menu = self.walk.as_mut().map(|walk| &mut walk.menu).or(self.end.as_mut());
        let answer = menu.map_or(Answer::Ignored, |menu| menu.mouse(mouse));
        self.answer(answer)
    }

    fn scroll_log(&mut self, by: isize) {
        self.log_back = self.log_back.saturating_add_signed(by);
    }

    fn answer(&mut self, answer: Answer) -> Option<Go> {
        let Answer::Chosen(number) = answer else { return None };
        if self.end.is_some() {
            return self.after_the_end(number);
        }
        let mut walk = self.walk.take()?;
        let (table, painter, names) = (&*self.table, self.painter, &self.names);
        if walk.action.is_some() {
            if number == DO_IT {
                return self.decide(walk);
            }
            self.walk = Some(walk);
            self.undo();
            return None;
        }
        match walk.choose(table, painter, names, number) {
            Err(error) => return self.refused(error),
            Ok(()) if walk.action.is_some() && !walk.asks_to_confirm() => return self.decide(walk),
            Ok(()) => self.walk = Some(walk),
        }
        None
    }

    /// Plays the action of a complete decision, or first asks whether it is worth what it costs.
    fn decide(&mut self, walk: Walk) -> Option<Go> {
        let action = walk.action.as_ref()?.to_string();
        match self.painter.warning(&*self.table, self.eyes, &action) {
            None => self.play(walk.seat, &action),
            Some(warning) => {
                self.walk = Some(walk);
                self.ask = Some(Ask::Costly { warning, action });
                None
            }
        }
    }

    /// Takes back the last choice, or a finished decision that nobody can have seen.
    fn undo(&mut self) {
        if let Some(walk) = &mut self.walk {
            match walk.undo(&*self.table, self.painter, &self.names) {
                Ok(true) => {}
                Ok(false) => self.notify("there is nothing to take back: what has been shown stays"),
                Err(error) => self.complain(error.message),
            }
        } else if let Some(before) = self.before_secret() {
            self.table = before;
            self.stories = Stories::new(self.table.event_count());
            self.notify("taken back: nobody has seen it");
            self.proceed();
        } else {
            self.notify("what has been shown stays");
        }
    }

    /// The match before one's own last decision, if the others are still making theirs at the same time: then nobody has seen it.
    fn before_secret(&self) -> Option<Box<dyn Referee>> {
        let Viewer::Seat(own) = self.eyes else { return None };
        let before = self.table.rewound(self.table.event_count().checked_sub(1)?);
        let mut then = before.status().to_act;
        let others = then.iter().position(|seat| *seat == own).map(|place| then.remove(place));
        let secret = others.is_some() && !then.is_empty() && then == self.table.status().to_act;
        secret.then_some(before)
    }

    fn asked(&mut self, asked: Asked) -> Option<Go> {
        if asked != Asked::Nothing {
            self.ask = None;
        }
        match asked {
            Asked::Nothing | Asked::No => None,
            Asked::Leave => Some(Go::Leave),
            Asked::Welcome => Some(Go::Welcome),
            Asked::Play(action) => {
                let seat = self.walk.take()?.seat;
                self.play(seat, &action)
            }
            Asked::Save(file) => {
                match Saved::new(&*self.table, &self.sitters).write(&file) {
                    Ok(()) => self.notify(format!("saved: golemry play --resume {}", file.display())),
                    Err(error) => self.complain(format!("{error:#}")),
                }
                None
            }
        }
    }

    fn after_the_end(&mut self, number: usize) -> Option<Go> {
        match number {
            0 => match self.another() {
                Ok(table) => return Some(Go::Play(table, self.sitters.clone())),
                Err(error) => self.complain(format!("{error:#}")),
            },
            1 => self.ask = Some(Ask::save(&self.store.free_file(self.table.about().id))),
            2 => return Some(Go::Welcome),
            3 => return self.program.games().find(self.table.about().id).ok().map(Go::Setup),
            _ => return Some(Go::Leave),
        }
        None
    }

    /// The same table with another seed.
    fn another(&self) -> anyhow::Result<Box<dyn Referee>> {
        let record = self.table.record();
        let entry = self.program.games().find(&record.game)?;
        let seed = seed_or_random(None);
        Ok(match &record.position {
            None => entry.open(&record.settings(), seed)?,
            Some(position) => entry.setup(&record.settings(), position, seed)?,
        })
    }

    /// Shows the last round again, in a game that has films.
    fn show_last_film(&mut self) {
        let film = (0..self.table.event_count())
            .rev()
            .find_map(|since| Film::new(self.painter.film(&*self.table, since)));
        match film {
            Some(film) => self.film = Some(film),
            None => self.notify("there is no round to show again"),
        }
    }

    /// The clause that says what is being decided.
    fn clause(&self) -> Option<&'static str> {
        let walk = self.walk.as_ref()?;
        let clause = self.painter.clause(&*self.table, self.eyes, walk);
        (!clause.is_empty()).then_some(clause)
    }
}
