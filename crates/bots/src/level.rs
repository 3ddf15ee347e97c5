use std::fmt;

use golemry_core::words;
use thiserror::Error;

use crate::network::NetworkError;

words! {
    /// How well a bot plays, from below.
    pub enum Level {
        /// Plays any legal action.
        Random = "random",
        /// Knows the game and is often careless.
        Easy = "easy",
        /// Follows the game's own heuristic.
        Normal = "normal",
        /// Thinks ahead in imagined worlds.
        Hard = "hard",
        /// Thinks ahead and judges by a trained network.
        Master = "master",
        /// Cannot be beaten in the long run; only for solved games.
        Perfect = "perfect",
    }
}

/// A level that a game does not have at this table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {level} bot for {game} at this table: {why}")]
pub struct NoBot {
    /// The requested level.
    pub level: Level,
    /// The game's id.
    pub game: &'static str,
    /// What is missing.
    pub why: &'static str,
}

/// A level that plays in place of the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallback {
    /// The level that was asked for.
    pub wanted: Level,
    /// The level that plays.
    pub plays: Level,
    /// Why.
    pub why: NetworkError,
}

impl fmt::Display for Fallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} plays as {} at this table: {}", self.wanted, self.plays, self.why)
    }
}
