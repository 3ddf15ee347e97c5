//! The JSON of requests and replies.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

use super::types::PuzzleSummary;

/// The puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Puzzles {
    /// In the order to solve them in.
    pub puzzles: Vec<WithBest<PuzzleSummary>>,
}

/// A puzzle, or how a program for it went, and how well the requester has solved it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WithBest<T> {
    /// The puzzle, or the program's run.
    #[serde(flatten)]
    pub of: T,
    /// The fewest slots the player ever took.
    pub best: Option<u32>,
}

/// A program for a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleProgram {
    /// Slots, or slots for each round.
    #[cfg_attr(test, ts(type = "string[] | string[][]"))]
    pub program: Value,
}

/// A board of one's own: as an object or as the text of a file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BoardToCheck {
    /// As an object.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<golemry_duel::Board>"))]
    pub board: Option<Value>,
    /// As the text of a file.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub toml: Option<String>,
}
