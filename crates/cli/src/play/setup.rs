use std::collections::BTreeMap;

use golemry_core::{MaterialSource, OptionKind, OptionSpec, OptionValue, Seed, Settings, VariantSpec};
use golemry_table::{Entry, Guest, Level, Seated};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::text::{Line, Text};

use super::app::Go;
use super::lines::{fit, line, wrapped};
use super::menu::more;
use super::sitter::Sitter;
use super::theme::Theme;
use crate::engine::seed_or_random;

/// The screen where a table is set up. It begins with the defaults, so that Enter alone is enough.
pub struct Setup {
    entry: &'static dyn Entry,
    variant: &'static VariantSpec,
    seats: u8,
    /// The options that were set; the others have their defaults.
    options: BTreeMap<String, OptionValue>,
    material: Option<MaterialSource>,
    seed: Option<Seed>,
    /// Who sits where; seats that the table does not have now keep their sitter in case it gets them back.
    sitters: Vec<Sitter>,
    /// The program that was named, which may sit on any seat.
    guest: Option<Guest>,
    /// The bots there are at this table.
    levels: Vec<Level>,
    /// Why the table cannot be opened, if it cannot.
    problem: Option<String>,
    at: usize,
    top: usize,
    /// Digits typed for the current row.
    typed: String,
    area: Rect,
}

/// What a line of the screen sets.
#[derive(Clone, Copy)]
enum Row {
    Start,
    Variant,
    Seats,
    Sitter(usize),
    Option(&'static OptionSpec),
    Seed,
}

/// What was asked for on the command line.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The game that the settings are for.
    pub game: Option<&'static str>,
    /// Seats, variant, options, deck or board.
    pub settings: Settings,
    /// The bot on the seats without a person.
    pub bots: Option<Seated>,
    /// Whether a person sits on every seat.
    pub hot_seat: bool,
    /// The seed.
    pub seed: Option<Seed>,
}

impl Wishes {
    /// The wishes for a game: all of them for the game that was named, else only who plays, if the game has such bots.
    pub fn for_game(&self, entry: &'static dyn Entry) -> Wishes {
        if self.game == Some(entry.about().id) {
            return self.clone();
        }
        let bots = self
            .bots
            .clone()
            .filter(|bot| entry.contest(&Settings::default(), std::slice::from_ref(bot)).is_ok());
        Wishes { hot_seat: self.hot_seat, bots, ..Wishes::default() }
    }

    /// A person on the first seat and the wished-for sitters on the others; a bot that the table does not have is refused.
    pub fn sitters(&self, entry: &dyn Entry, settings: &Settings, seats: u8) -> anyhow::Result<Vec<Sitter>> {
        let levels = entry.levels(settings)?;
        let usual = [Level::Normal, Level::Easy].into_iter().find(|level| levels.contains(level));
        let other = match &self.bots {
            _ if self.hot_seat => Sitter::Person,
            Some(bot) => {
                entry.contest(settings, std::slice::from_ref(bot))?;
                Sitter::Bot(bot.clone())
            }
            None => Sitter::bot(usual.unwrap_or(Level::Random)),
        };
        let mut sitters = vec![other; usize::from(seats)];
        sitters[0] = Sitter::Person;
        Ok(sitters)
    }
}

impl Setup {
    /// The table with these wishes and defaults for the rest. Impossible wishes are refused.
    pub fn new(entry: &'static dyn Entry, wishes: &Wishes) -> anyhow::Result<Setup> {
        let about = entry.about();
        let settings = &wishes.settings;
        let options = settings.resolve(about)?;
        entry.open(settings, Seed(0))?;
        let levels = entry.levels(settings)?;
        let sitters = wishes.sitters(entry, settings, about.seats().1)?;
        let mut setup = Setup {
            entry,
            variant: about.variant(options.variant).unwrap_or(&about.variants[0]),
            seats: options.seats,
            options: settings.options.clone(),
            material: settings.material.clone(),
            seed: wishes.seed,
            sitters,
            guest: wishes.bots.as_ref().and_then(Seated::guest).cloned(),
            levels,
            problem: None,
            at: 0,
            top: 0,
            typed: String::new(),
            area: Rect::default(),
        };
        setup.look();
        Ok(setup)
    }

    fn settings(&self) -> Settings {
        Settings {
            seats: Some(self.seats),
            variant: Some(self.variant.id.to_owned()),
            options: self.options.clone(),
            material: self.material.clone(),
        }
    }

    /// Checks whether the table can be opened, and which bots it has.
    fn look(&mut self) {
        let settings = self.settings();
        let opened = self.entry.open(&settings, Seed(0)).and_then(|_| self.entry.levels(&settings));
        match opened {
            Ok(levels) => (self.levels, self.problem) = (levels, None),
            Err(error) => self.problem = Some(error.message),
        }
        for sitter in &mut self.sitters {
            if let Sitter::Bot(Seated::Bot { level: wanted, .. }) = sitter
                && !self.levels.contains(wanted)
            {
                let weaker = self.levels.iter().rev().find(|level| *level < wanted);
                *sitter = Sitter::bot(weaker.copied().unwrap_or(Level::Random));
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Start];
        let about = self.entry.about();
        if about.variants.len() > 1 {
            rows.push(Row::Variant);
        }
        if self.variant.seats.0 < self.variant.seats.1 {
            rows.push(Row::Seats);
        }
        rows.extend((0..usize::from(self.seats)).map(Row::Sitter));
        rows.extend(about.options.iter().filter(|spec| spec.is_in(self.variant.id)).map(Row::Option));
        rows.push(Row::Seed);
        rows
    }

    /// The value of an option that is not set.
    fn usual(&self, spec: &'static OptionSpec) -> Option<&'static OptionValue> {
        spec.default_in(self.variant.id)
    }

    fn value(&self, spec: &'static OptionSpec) -> Option<OptionValue> {
        self.options.get(spec.name).or_else(|| self.usual(spec)).cloned()
    }

    /// The values that the arrow keys cycle through; empty for a range of numbers, which are counted up and down.
    fn values(&self, spec: &'static OptionSpec) -> Vec<Option<OptionValue>> {
        let mut values: Vec<_> = match spec.kind {
            OptionKind::Whole { .. } => Vec::new(),
            OptionKind::Name { .. } => {
                spec.names_in(self.variant.id).map(|name| Some(OptionValue::word(name))).collect()
            }
            _ => spec.kind.probes(self.seats).into_iter().map(Some).collect(),
        };
        if self.usual(spec).is_none() && !values.is_empty() {
            values.insert(0, None);
        }
        values
    }

    fn set(&mut self, spec: &'static OptionSpec, value: Option<OptionValue>) {
        match value {
            Some(value) if Some(&value) != self.usual(spec) => {
                self.options.insert(spec.name.to_owned(), value);
            }
            _ => drop(self.options.remove(spec.name)),
        }
    }

    /// One value on or back.
    fn change(&mut self, row: Row, forward: bool) {
        let step = |at: usize, count: usize| (at + if forward { 1 } else { count - 1 }) % count;
        match row {
            Row::Start | Row::Seed => {}
            Row::Variant => {
                let variants = self.entry.about().variants;
                let at =
                    variants.iter().position(|variant| variant.id == self.variant.id).unwrap_or_default();
                self.variant = &variants[step(at, variants.len())];
                self.seats = self.seats.clamp(self.variant.seats.0, self.variant.seats.1);
                let specs = self.entry.about().options;
                let variant = self.variant.id;
                // Options that the new variant lacks cannot stay set, and a named board belongs to one variant.
                self.options.retain(|name, _| {
                    let spec = specs.iter().find(|spec| spec.name == name);
                    spec.is_some_and(|spec| {
                        !matches!(spec.kind, OptionKind::Name { .. }) && spec.is_in(variant)
                    })
                });
            }
            Row::Seats => {
                let (fewest, most) = self.variant.seats;
                let count = usize::from(most - fewest) + 1;
                self.seats = fewest + step(usize::from(self.seats - fewest), count) as u8;
            }
            Row::Sitter(seat) => {
                let mut possible = vec![Sitter::Person];
                possible.extend(self.levels.iter().map(|level| Sitter::bot(*level)));
                possible.extend(self.guest.iter().map(|guest| Sitter::Bot(guest.clone().into())));
                let now = match &self.sitters[seat] {
                    Sitter::Bot(Seated::Bot { level, .. }) => Sitter::bot(*level),
                    other => other.clone(),
                };
                let at = possible.iter().position(|sitter| *sitter == now).unwrap_or_default();
                self.sitters[seat] = possible.swap_remove(step(at, possible.len()));
            }
            Row::Option(spec) => {
                let value = self.value(spec);
                if let OptionKind::Whole { min, max } = spec.kind {
                    let next = match value {
                        Some(OptionValue::Whole(number)) if forward => number + 1,
                        Some(OptionValue::Whole(number)) => number - 1,
                        _ => min,
                    };
                    let next = match self.usual(spec) {
                        // A default below the range stands for no limit.
                        Some(OptionValue::Whole(usual)) if !forward && next < min && *usual < min => *usual,
                        _ => next.clamp(min, max),
                    };
                    self.set(spec, Some(OptionValue::Whole(next)));
                } else {
                    let values = self.values(spec);
                    if !values.is_empty() {
                        let at = values.iter().position(|other| *other == value).unwrap_or_default();
                        self.set(spec, values[step(at, values.len())].clone());
                    }
                }
            }
        }
        self.look();
    }

    /// A digit typed for the number of the current row.
    fn type_digit(&mut self, row: Row, digit: char) {
        self.typed.push(digit);
        match row {
            Row::Seed => self.seed = self.typed.parse().ok().map(Seed).or(self.seed),
            Row::Seats => {
                if let Ok(seats) = self.typed.parse::<u8>()
                    && (self.variant.seats.0..=self.variant.seats.1).contains(&seats)
                {
                    self.seats = seats;
                }
                self.typed.clear();
            }
            Row::Option(spec) => {
                let number = self.typed.parse().map(OptionValue::Whole);
                let read = |number| spec.read(&number, self.variant.id, self.seats);
                if let Some(number) = number.ok().and_then(read) {
                    self.set(spec, Some(number));
                }
            }
            _ => self.typed.clear(),
        }
        self.look();
    }

    fn go(&mut self, row: usize) {
        self.at = row;
        self.typed.clear();
    }

    /// Handles a key; returns where it leads, if it leaves this screen.
    pub fn key(&mut self, key: KeyEvent) -> Option<Go> {
        let rows = self.rows();
        self.at = self.at.min(rows.len() - 1);
        let row = rows[self.at];
        match key.code {
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.go((self.at + 1) % rows.len()),
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.go((self.at + rows.len() - 1) % rows.len());
            }
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(rows.len() - 1),
            KeyCode::Enter if matches!(row, Row::Start) => return self.start(),
            KeyCode::Right | KeyCode::Char('l' | ' ') | KeyCode::Enter => self.change(row, true),
            KeyCode::Left => self.change(row, false),
            KeyCode::Backspace | KeyCode::Delete => {
                self.typed.clear();
                match row {
                    Row::Seed => self.seed = None,
                    Row::Option(spec) => self.set(spec, None),
                    _ => {}
                }
                self.look();
            }
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(row, digit),
            KeyCode::Char('?') => return Some(Go::Rules(self.entry.about(), None)),
            KeyCode::Char('h') => return Some(Go::Keys),
            KeyCode::Esc | KeyCode::Char('q') => return Some(Go::Welcome),
            _ => {}
        }
        None
    }

    /// The mouse: a click moves to a line, and changes it or starts when one is there.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Option<Go> {
        let rows = self.rows();
        match mouse.kind {
            MouseEventKind::ScrollDown => self.go((self.at + 1).min(rows.len() - 1)),
            MouseEventKind::ScrollUp => self.go(self.at.saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left)
                if self.area.contains(Position::new(mouse.column, mouse.row)) =>
            {
                let row = self.top + usize::from(mouse.row - self.area.y);
                match rows.get(row) {
                    Some(Row::Start) => return self.start(),
                    Some(found) if row == self.at => self.change(*found, true),
                    Some(_) => self.go(row),
                    None => {}
                }
            }
            _ => {}
        }
        None
    }

    fn start(&mut self) -> Option<Go> {
        let sitters = self.sitters[..usize::from(self.seats)].to_vec();
        match self.entry.open(&self.settings(), seed_or_random(self.seed)) {
            Ok(table) => Some(Go::Play(table, sitters)),
            Err(error) => {
                self.problem = Some(error.message);
                None
            }
        }
    }

    fn words(&self, row: Row) -> (String, String) {
        match row {
            Row::Start => ("▶ Start the game".to_owned(), String::new()),
            Row::Variant => ("variant".to_owned(), self.variant.id.to_owned()),
            Row::Seats => ("players".to_owned(), self.seats.to_string()),
            Row::Sitter(seat) => {
                let first = self.sitters.iter().position(|sitter| *sitter == Sitter::Person);
                let value = match &self.sitters[seat] {
                    Sitter::Person if first == Some(seat) => "you".to_owned(),
                    Sitter::Person => "another person at this keyboard".to_owned(),
                    Sitter::Bot(Seated::Guest(guest)) => format!("program: {guest}"),
                    Sitter::Bot(bot) => format!("bot: {bot}"),
                };
                (format!("seat {seat}"), value)
            }
            Row::Option(spec) => {
                let value = self.value(spec).map_or("as it comes".to_owned(), |value| match value {
                    OptionValue::Flag(true) => "yes".to_owned(),
                    OptionValue::Flag(false) => "no".to_owned(),
                    other => other.to_string(),
                });
                let usual = if self.options.contains_key(spec.name) { " (changed)" } else { "" };
                (spec.name.replace('_', " "), format!("{value}{usual}"))
            }
            Row::Seed => (
                "seed".to_owned(),
                self.seed.map_or("another every time".to_owned(), |seed| seed.to_string()),
            ),
        }
    }

    /// What a line means.
    fn meaning(&self, row: Row) -> String {
        match row {
            Row::Start => "Enter begins. Everything below may stay as it is.".to_owned(),
            Row::Variant => format!("{}: {}", self.variant.id, self.variant.summary),
            Row::Seats => format!("How many play, {} to {}.", self.variant.seats.0, self.variant.seats.1),
            Row::Sitter(_) => match row {
                Row::Sitter(seat) if self.sitters[seat] == Sitter::Person => {
                    "A person. Where several sit at this keyboard, hands are hidden while it is passed on."
                }
                _ => "Bots, weakest first: random plays anything, easy is often careless, normal knows the game, hard thinks ahead, master also judges by a trained network; perfect, if there is one, cannot be beaten in the long run.",
            }
            .to_owned(),
            Row::Option(spec) => {
                let usual = self.usual(spec).map_or(String::new(), |value| format!(" Usually {value}."));
                format!("{} It is {}.{usual}", spec.meaning, spec.allowed(self.variant.id, self.seats))
            }
            Row::Seed => "The same seed shuffles and rolls the same way again: type a number, Backspace forgets it.".to_owned(),
        }
    }

    /// Draws the screen.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: Theme) {
        let about = self.entry.about();
        let rows = self.rows();
        self.at = self.at.min(rows.len() - 1);
        let [title, tagline, _, list, _, told, footer] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Length(1),
            Constraint::Max(rows.len() as u16),
            Constraint::Length(1),
            Constraint::Min(4),
            Constraint::Length(1),
        ])
        .areas(area.centered_horizontally(Constraint::Max(76)));
        frame.render_widget(line(about.name, theme.title()), title);
        let width = usize::from(title.width);
        let quiet: Vec<Line<'_>> =
            wrapped(about.tagline, width).into_iter().map(|row| line(row, theme.quiet())).collect();
        frame.render_widget(Text::from(quiet), tagline);

        self.area = list;
        let height = usize::from(list.height);
        self.top = self.top.min(self.at).max((self.at + 1).saturating_sub(height));
        self.top = self.top.min(rows.len().saturating_sub(height));
        let draw = |(place, row): (usize, &Row)| {
            let (name, value) = self.words(*row);
            let text = match (value.is_empty(), place == self.at) {
                (true, _) => format!(" {name}"),
                (false, true) => format!(" {name:<22} ◂ {value} ▸"),
                (false, false) => format!(" {name:<22}   {value}"),
            };
            let style = if place == self.at { theme.selected() } else { ratatui::style::Style::new() };
            fit(&line(text, style), width)
        };
        let drawn: Vec<Line<'_>> = rows.iter().enumerate().skip(self.top).take(height).map(draw).collect();
        frame.render_widget(Text::from(drawn), list);
        more(frame, list, self.top > 0, self.top + height < rows.len(), theme);

        let mut lines: Vec<Line<'_>> =
            wrapped(&self.meaning(rows[self.at]), width).into_iter().map(Line::from).collect();
        if let Some(problem) = &self.problem {
            let rows = wrapped(&format!("This table is not possible: {problem}"), width);
            lines.extend(rows.into_iter().map(|row| line(row, theme.alarm())));
        }
        frame.render_widget(Text::from(lines), told);
        let keys = "↑ ↓ line · ← → change · Backspace as usual · ? rules · Esc back";
        frame.render_widget(line(keys, theme.quiet()), footer);
    }
}
