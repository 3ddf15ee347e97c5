//! The JSON of requests and replies.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

use super::types::{Beat, Failure, PuzzleSummary};

/// The puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Puzzles {
    /// In the order to solve them in.
    pub puzzles: Vec<WithBest<PuzzleSummary>>,
}

/// A puzzle, and how well the requester has solved it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WithBest<T> {
    /// The puzzle.
    #[serde(flatten)]
    pub puzzle: T,
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

/// How a program for a puzzle went.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleRun {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// The slots it took.
    pub cards: u32,
    /// The fewest there can be.
    pub par: u32,
    /// The fewest this player ever took.
    pub best: Option<u32>,
    /// Everything that happened, beat by beat.
    pub beats: Vec<Beat>,
    /// What went wrong, where something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub why: Option<String>,
    /// The same for pages: `reason` is `unfinished`, `spoilt`, `idle` or `over`; all but the first have `round`, `slot`,
    /// `beat` and its `notes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub failure: Option<Failure>,
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
