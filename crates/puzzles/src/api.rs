//! The JSON of requests and replies.

use std::collections::BTreeMap;

use golemry_core::MaterialSource;
use golemry_table::{Code, WireError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::daily::Daily;
use crate::posed::puzzles;
use crate::types::{PuzzleSummary, Run};

/// The puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Puzzles {
    /// In the order to solve them in.
    pub puzzles: Vec<WithBest<PuzzleSummary>>,
    /// The puzzle of the day.
    pub daily: Daily,
}

impl Puzzles {
    /// Every puzzle of the shelf, with the fewest slots that the requester ever took.
    pub fn new(best: &BTreeMap<String, u32>, daily: Daily) -> Puzzles {
        let with_best = |of: PuzzleSummary| WithBest { best: best.get(&of.id).copied(), of };
        Puzzles { puzzles: puzzles().into_iter().map(with_best).collect(), daily }
    }
}

/// How a program for a puzzle of the shelf went, and how well the requester has solved it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
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
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WithBest<T> {
    /// The puzzle.
    #[serde(flatten)]
    pub of: T,
    /// The fewest slots the player ever took.
    pub best: Option<u32>,
}

/// A program for a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PuzzleProgram {
    /// Slots, or slots for each round.
    #[cfg_attr(feature = "typescript", ts(type = "string[] | string[][]"))]
    pub program: Value,
}

/// A board of one's own: as an object or as the text of a file.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BoardToCheck {
    /// As an object.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<golemry_duel::Board>"))]
    pub board: Option<Value>,
    /// As the text of a file.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub toml: Option<String>,
}

impl BoardToCheck {
    /// The same as settings take it.
    pub fn source(self) -> Result<MaterialSource, WireError> {
        match (self.board, self.toml) {
            (Some(board), None) => Ok(MaterialSource::Json(board.to_string())),
            (None, Some(toml)) => Ok(MaterialSource::Toml(toml)),
            _ => Err(WireError::new(Code::RequestMalformed, "a board comes as \"board\" or as \"toml\"")),
        }
    }
}

/// Where a board was stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct BoardId {
    /// The name used in addresses.
    pub id: String,
}

/// A page of the gallery.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Gallery {
    /// Whether this server has a gallery.
    pub open: bool,
    /// The newest first.
    pub boards: Vec<Shown>,
    /// What the next page begins before; null if this is the last one.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub next: Option<i64>,
}

impl Gallery {
    /// What is shown where there is no gallery.
    pub fn closed() -> Gallery {
        Gallery { open: false, boards: vec![], next: None }
    }
}

/// A board in the gallery.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Shown {
    /// The name used in addresses.
    pub id: String,
    /// What its player called it.
    pub title: String,
    /// Its board file, as an object.
    #[cfg_attr(feature = "typescript", ts(as = "golemry_duel::Board"))]
    pub board: Value,
    /// When it was published, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
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
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// 1 to 40 characters that can be seen.
    pub title: String,
}
