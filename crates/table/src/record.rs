use std::collections::BTreeMap;

use golemry_bots::Level;
use golemry_core::{About, MaterialSource, OptionValue, Seat, Seed, Settings};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::Code;
use crate::error::WireError;
use crate::shuffle::Shuffle;

/// The version of the record format.
pub const FORMAT: u32 = 1;

/// The complete log of a match: settings, seed and events lead to the same state on every machine.
///
/// Chance outcomes are among the events, so a replay draws nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format, [`FORMAT`].
    pub format: u32,
    /// The game's id.
    pub game: String,
    /// The edition of the game's rules it was played under. Only a program with the same edition can replay it.
    pub rules: u32,
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: String,
    /// Every option that has a value, defaults included: a default may change, a record must not.
    pub options: BTreeMap<String, OptionValue>,
    /// A custom deck or board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Value>,
    /// The seed of the streams of chance.
    pub seed: Seed,
    /// The position the match began from, if it was not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// Everything that happened: `{"seat":0,"action":{…}}` and `{"chance":{…}}`.
    pub events: Vec<Value>,
    /// The scores, once the match is over.
    #[serde(default)]
    pub scores: Option<Vec<i32>>,
    /// The salt hashed with the seed, if a [`commitment`](crate::commitment) was published at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
    /// The hash of seed and salt that was published at the start, or that of the shuffle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// How players drew the seed together, if they did. The commitment is then [that of the shuffle](Shuffle::commitment), and there
    /// is no salt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Shuffle>,
    /// Who decided for which seat from which event on, if a server recorded it. A replay does not need it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seating: Option<Vec<Seating>>,
    /// Who resigned, oldest first. The events are those of the rules alone, and a replay does not need this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resignations: Vec<Resignation>,
    /// Whether it was the game's [`Tutorial`](crate::Tutorial), in which the opponents follow a script.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tutorial: bool,
    /// How many events had happened when it was brought to the server or the page that it went on at. Whoever brought it knew its seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brought: Option<usize>,
}

/// A player who resigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resignation {
    /// Their seat.
    pub seat: Seat,
    /// How many events there were before.
    pub after: usize,
}

/// The occupant who decides for a seat from some event on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seating {
    /// The seat.
    pub seat: Seat,
    /// How many events there were before.
    pub from: usize,
    /// Who decides.
    pub by: Occupant,
    /// The bot's level as text: another program may have levels that this one does not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// The program that decides, as its host calls it, unless it fails: then a bot of this level does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The name of the person, if they have chosen one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// The seat is free.
    Nobody,
    /// A person.
    Person,
    /// A bot, including one that stands in for a person.
    Bot,
}

impl Record {
    /// Reads a record from JSON.
    pub fn from_json(json: &str) -> Result<Record, WireError> {
        let value = serde_json::from_str(json).map_err(|error| malformed(&error))?;
        Record::from_value(value)
    }

    /// Reads a record from a JSON value.
    pub fn from_value(value: Value) -> Result<Record, WireError> {
        // A later format may have other fields. Its version is checked first, so that the error names the cause.
        if let Some(format) =
            value.get("format").and_then(Value::as_u64).filter(|&it| it != u64::from(FORMAT))
        {
            let message = format!("the record has format {format}, and this program reads format {FORMAT}");
            return Err(WireError::new(Code::RecordFormat, message));
        }
        serde_json::from_value(value).map_err(|error| malformed(&error))
    }

    /// Fails if the match is of another game, or was played under an edition of the rules that this program does not have.
    pub fn check_edition(&self, about: &About) -> Result<(), WireError> {
        let Record { game, rules, .. } = self;
        let About { id, rules_version: edition, .. } = about;
        if game != id {
            return Err(WireError::new(Code::SetupGame, format!("the record is of {game:?}, not of {id}")));
        }
        if rules == edition {
            return Ok(());
        }
        let message = format!(
            "the match was played under edition {rules} of the rules of {game}, and this program has edition {edition}: \
             it cannot be replayed or continued here"
        );
        Err(WireError::new(Code::RecordRules, message))
    }

    /// Whether the match ended by a resignation and not by its rules.
    pub fn ended_by_resignation(&self) -> bool {
        let last = self.resignations.last();
        self.scores.is_none() && last.is_some_and(|last| last.after == self.events.len())
    }

    /// Warnings that do not prevent a replay: bots of levels that this program does not have.
    pub fn notes(&self) -> Vec<String> {
        let note = |entry: &Seating| {
            let level = entry.level.as_ref().filter(|level| level.parse::<Level>().is_err())?;
            let Seating { seat, from, .. } = entry;
            Some(format!(
                "from event {from} on {seat} was played by a bot {level:?}, which this program does not have: it has {}",
                Level::WORDS.join(", ")
            ))
        };
        self.seating.iter().flatten().filter_map(note).collect()
    }

    /// Fails if a resignation names an unknown seat or event, or if a seat resigned twice.
    pub(crate) fn check_resignations(&self) -> Result<(), WireError> {
        for (index, Resignation { seat, after }) in self.resignations.iter().enumerate() {
            let events = self.events.len();
            let problem = if u8::from(*seat) >= self.seats {
                format!("there is no {seat}: the match has {} seats", self.seats)
            } else if *after > events {
                format!("{seat} resigns after {after} events, and there are {events}")
            } else if self.resignations[..index].iter().any(|earlier| earlier.seat == *seat) {
                format!("{seat} has resigned already")
            } else {
                continue;
            };
            return Err(WireError::new(Code::RecordResignation, format!("resignations[{index}]: {problem}")));
        }
        Ok(())
    }

    /// The settings the match was set up with.
    pub fn settings(&self) -> Settings {
        Settings {
            seats: Some(self.seats),
            variant: Some(self.variant.clone()),
            options: self.options.clone(),
            material: self.material.as_ref().map(|value| MaterialSource::Json(value.to_string())),
        }
    }
}

fn malformed(error: &serde_json::Error) -> WireError {
    WireError::new(Code::RecordMalformed, format!("this is not a record: {error}"))
}
