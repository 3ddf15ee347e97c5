//! The JSON of requests and replies.

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

use super::daily::Daily;
use super::types::{PuzzleSummary, Run};

/// The puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Puzzles {
    /// In the order to solve them in.
    pub puzzles: Vec<WithBest<PuzzleSummary>>,
    /// The puzzle of the day.
    pub daily: Daily,
}

/// How a program for a puzzle of the shelf went, and how well the requester has solved it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleRun {
    /// The program's run.
    #[serde(flatten)]
    pub run: Run,
    /// The fewest slots the player ever took.
    pub best: Option<u32>,
    /// How the player stands, if this is the puzzle of the day.
    pub daily: Option<Daily>,
}

/// A puzzle, and how well the requester has solved it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WithBest<T> {
    /// The puzzle.
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

/// Where a board was stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardId {
    /// The name used in addresses.
    pub id: String,
}

/// A page of the gallery.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Gallery {
    /// Whether this server has a gallery.
    pub open: bool,
    /// The newest first.
    pub boards: Vec<Shown>,
    /// What the next page begins before; null if this is the last one.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub next: Option<i64>,
}

/// A board in the gallery.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shown {
    /// The name used in addresses.
    pub id: String,
    /// What its player called it.
    pub title: String,
    /// Its board file, as an object.
    #[cfg_attr(test, ts(as = "golemry_duel::Board"))]
    pub board: Value,
    /// When it was published, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub published: i64,
}

/// Which page of the gallery.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GalleryPage {
    /// What was published before that time.
    pub before: Option<i64>,
}

/// A title for the gallery.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// 1 to 40 characters that can be seen.
    pub title: String,
}
