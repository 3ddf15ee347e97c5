use golemry_core::{About, MaterialSource, Seat, Seed, Settings};
use golemry_table::{
    Again, Chair, Code, Entry, Games, Level, Record, Referee, Shuffle, Sitter, Status, WireError,
};
use serde_json::Value;

use crate::api::{OpenMatch, WantedChair};
use crate::names::checked;
use crate::sitting::substitute;
use crate::{MatchRow, no_bot};

/// How a match begins: its table, and what is to be kept of it.
pub struct Opening {
    /// The table.
    pub table: Box<dyn Referee>,
    /// The record without events.
    pub record: Record,
    /// The events before the first decision.
    pub events: Vec<String>,
}

/// What a new match has besides its opening.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Its id.
    pub id: String,
    /// The player who opens it.
    pub host: String,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// Seconds after which a bot takes over for an absent player; `None` for never.
    pub takeover: Option<u32>,
    /// When, in milliseconds since 1970.
    pub created: i64,
}

impl Opening {
    /// A match from the usual start.
    pub fn new(game: &dyn Entry, settings: &Settings, seed: Seed) -> Result<Opening, WireError> {
        Ok(Opening::of(game.open(settings, seed)?, false))
    }

    /// The game's tutorial.
    pub fn tutorial(game: &dyn Entry) -> Result<Opening, WireError> {
        Ok(Opening::of(game.tutorial()?.open(game)?, true))
    }

    /// A match that was begun elsewhere. Its seed is known to whoever has the record.
    pub fn continued(games: &Games, record: &Record) -> Result<Opening, WireError> {
        let game = games.find(&record.game)?;
        record.check_edition(game.about())?;
        let table = game.replay(record)?;
        if table.event_count() >= game.about().most_events {
            let message =
                format!("the match has {} events, more than anyone needs to win", table.event_count());
            return Err(WireError::new(Code::ActionOver, message));
        }
        let brought = Some(table.event_count());
        let opening = Opening::of(table, record.tutorial);
        Ok(Opening { record: Record { brought, ..opening.record }, ..opening })
    }

    /// A match from the position in which an event of another one was decided, and its chairs: the player at the seat that decided,
    /// and the bots of the others. Chance draws from the new seed.
    pub fn again(
        games: &Games,
        record: &Record,
        event: usize,
        seed: Seed,
        player: &str,
        mut secret: impl FnMut() -> String,
    ) -> Result<(Opening, Vec<Chair>), WireError> {
        let again = Again::new(games, record, event, seed)?;
        let chair = |bot: Option<Level>| bot.map_or_else(|| human(Some(player), None, secret()), Chair::bot);
        let chairs = again.bots.into_iter().map(chair).collect();
        Ok((Opening::of(again.table, false), chairs))
    }

    fn of(table: Box<dyn Referee>, tutorial: bool) -> Opening {
        let record = table.record();
        let events = record.events.iter().map(Value::to_string).collect();
        Opening { table, record: Record { events: Vec::new(), scores: None, tutorial, ..record }, events }
    }

    /// Where the match stands.
    pub fn status(&self) -> Status {
        self.table.status()
    }

    /// A match whose seed is drawn, with what is hashed together with it.
    pub fn dealt(&self, new: NewMatch, salt: String) -> MatchRow {
        let commitment = golemry_table::commitment(self.record.seed, &salt);
        MatchRow { salt, commitment, ..self.row(self.record.clone(), new) }
    }

    /// The same before its players have drawn a seed, with the server's secret.
    pub fn undealt(&self, new: NewMatch, secret: String) -> MatchRow {
        let row = self.row(Record { seed: Seed(0), ..self.record.clone() }, new);
        let shuffle = Shuffle::new(&row.id, secret);
        MatchRow { shuffle: Some(shuffle), ..row }
    }

    fn row(
        &self,
        opening: Record,
        NewMatch { id, host, mut chairs, takeover, created }: NewMatch,
    ) -> MatchRow {
        chairs.iter_mut().for_each(|chair| chair.note_occupant(opening.brought.unwrap_or_default()));
        MatchRow {
            id,
            opening,
            shuffle: None,
            salt: String::new(),
            commitment: String::new(),
            host,
            chairs,
            takeover,
            created,
            next: None,
            epoch: 0,
            sealed: false,
        }
    }
}

impl OpenMatch {
    /// Fails if there are settings: those of a record are its own.
    pub fn brings_no_settings(&self) -> Result<(), WireError> {
        let OpenMatch { game, seats, variant, options, deck, board, .. } = self;
        let none = game.is_empty() && seats.is_none() && variant.is_none() && options.is_empty();
        if none && deck.is_none() && board.is_none() {
            return Ok(());
        }
        let message = "a match that goes on has the settings of its record: give record and chairs alone";
        Err(WireError::new(Code::RequestMalformed, message))
    }

    /// The settings that are asked for.
    pub fn settings(&self, about: &About) -> Result<Settings, WireError> {
        let given = golemry_table::own_material(about, self.deck.as_ref(), self.board.as_ref())?;
        let material = given.map(|given| match given {
            // The text of the file, so that errors can name its lines.
            Value::String(toml) => MaterialSource::Toml(toml.clone()),
            inline => MaterialSource::Json(inline.to_string()),
        });
        Ok(Settings {
            seats: self.seats,
            variant: self.variant.clone(),
            options: self.options.clone(),
            material,
        })
    }

    /// The chairs that are asked for. `programs` are those that the host offers, and `secret` makes the secret of a seat's link.
    pub fn chairs(
        &self,
        entry: &dyn Entry,
        opening: &Record,
        player: &str,
        programs: &[&str],
        mut secret: impl FnMut() -> String,
    ) -> Result<Vec<Chair>, WireError> {
        let wanted = &self.chairs;
        if wanted.len() != usize::from(opening.seats) {
            let message =
                format!("there are {} seats and {} chairs: each seat needs one", opening.seats, wanted.len());
            return Err(WireError::new(Code::RequestChairs, message));
        }
        if wanted.iter().all(|chair| matches!(chair, WantedChair::Bot { .. } | WantedChair::Program { .. })) {
            return Err(WireError::new(
                Code::RequestBots,
                "at least one seat is for a person: you, or a friend",
            ));
        }
        let settings = opening.settings();
        let levels = entry.levels(&settings)?;
        // A master without a fitting network plays as another level, and the page shows it.
        let table = entry.open(&settings, opening.seed)?;
        let chair = |wanted: &WantedChair| match wanted {
            WantedChair::You {} => Ok(human(Some(player), None, secret())),
            WantedChair::Friend { name } => {
                Ok(human(None, name.as_deref().map(checked).transpose()?, secret()))
            }
            WantedChair::Bot { level } if levels.contains(level) || table.fallback(*level).is_some() => {
                Ok(Chair::bot(*level))
            }
            WantedChair::Bot { level } => Err(no_bot(*level, &levels)),
            WantedChair::Program { name } if programs.contains(&name.as_str()) => {
                Ok(Chair::of_program(name.clone(), substitute(&levels)))
            }
            WantedChair::Program { name } => Err(no_program(name, programs)),
        };
        wanted.iter().map(chair).collect()
    }
}

/// The chairs of a tutorial: the learner, and bots that follow its script.
pub fn tutorial_chairs(seats: u8, player: &str, secret: String) -> Vec<Chair> {
    let opponents = (1..seats).map(|_| Chair::bot(Level::Easy));
    std::iter::once(human(Some(player), None, secret)).chain(opponents).collect()
}

/// The chairs of a match that is taken in: bots where bots decided last, and the player wherever a person did.
pub fn chairs_of(record: &Record, player: &str, mut secret: impl FnMut() -> String) -> Vec<Chair> {
    let seats = Seat::all(record.seats);
    let chair = |seat: Seat| {
        let last = record.seating.iter().flatten().rfind(|entry| entry.seat == seat);
        let level = last.and_then(|entry| entry.level.as_deref()).and_then(|level| level.parse().ok());
        let resigned = record.resignations.iter().find(|resignation| resignation.seat == seat);
        let chair = match level {
            Some(level) if resigned.is_none() => Chair::bot(level),
            _ => human(Some(player), None, secret()),
        };
        Chair {
            resigned: resigned.map(|it| it.after),
            stand_in: level.filter(|_| resigned.is_some()),
            ..chair
        }
    };
    seats.map(chair).collect()
}

fn no_program(name: &str, programs: &[&str]) -> WireError {
    let has = if programs.is_empty() { "none".to_owned() } else { programs.join(", ") };
    let message = format!("there is no program {name:?} here: the host offers {has}");
    WireError::new(Code::BotUnknown, message)
}

fn human(player: Option<&str>, name: Option<String>, secret: String) -> Chair {
    Chair::new(Sitter::Human { player: player.map(str::to_owned), name, secret })
}
