use golemry_core::words;
use thiserror::Error;

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
