use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How well a bot plays, from below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Any legal action.
    Random,
    /// Knows the game and is often careless.
    Easy,
    /// The game's own heuristic.
    Normal,
    /// Thinks ahead in imagined worlds.
    Hard,
    /// Cannot be beaten in the long run; only where a game is solved.
    Perfect,
}

impl Level {
    /// Every level, from below.
    pub const ALL: [Level; 5] = [Level::Random, Level::Easy, Level::Normal, Level::Hard, Level::Perfect];

    /// The word for it in commands and requests.
    pub fn word(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Perfect => "perfect",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.word() == text);
        found.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// A word that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no bot {0:?}: the bots are random, easy, normal, hard and perfect")]
pub struct UnknownLevel(pub String);

/// A level that a game does not have at this table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {level} bot for {game} at this table: {why}")]
pub struct NoBot {
    /// The level asked for.
    pub level: Level,
    /// The game's id.
    pub game: &'static str,
    /// What is missing.
    pub why: &'static str,
}
