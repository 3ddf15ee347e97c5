use serde::{Deserialize, Serialize};

use crate::error::GatherError;
use crate::points::Points;

/// The number of a player, from 0 in the order of entry. It is their seed, too: whoever enters first is seeded first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u16);

impl PlayerId {
    /// The number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Who entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A person.
    Person,
    /// A bot or a program.
    Bot,
}

/// Whether a player is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Paired in every round.
    Playing,
    /// Not paired until they come back.
    Paused,
    /// Never paired again.
    Left,
}

/// Who really sits on a player's chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant<'a> {
    /// The person who entered.
    Person,
    /// The bot that entered.
    Bot,
    /// A bot, in place of the person who entered.
    StandIn(&'a str),
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Their name; no two players have the same.
    pub name: String,
    /// Who entered.
    pub kind: Kind,
    /// Whether they are paired.
    pub status: Status,
    /// The bot that sits in for them while they are absent. It plays on their account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// How many rounds had begun when they entered.
    pub missed: u8,
    /// The points they were given for those.
    pub given: Points,
}

/// The longest name of a player or bot, in characters.
pub const LONGEST_NAME: usize = 60;

impl Player {
    /// Who really sits on their chair.
    pub fn occupant(&self) -> Occupant<'_> {
        match (&self.stand_in, self.kind) {
            (Some(bot), _) => Occupant::StandIn(bot),
            (None, Kind::Person) => Occupant::Person,
            (None, Kind::Bot) => Occupant::Bot,
        }
    }
}

/// Refuses a name that does not fit into a line.
pub(crate) fn check_name(name: &str) -> Result<(), GatherError> {
    let length = name.chars().count();
    // Direction marks would turn the rest of a sentence round.
    let unfit = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if length == 0 || length > LONGEST_NAME || name.trim() != name || name.chars().any(unfit) {
        return Err(GatherError::Name);
    }
    Ok(())
}
