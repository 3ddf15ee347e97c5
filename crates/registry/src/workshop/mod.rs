//! Puzzles and boards of one's own, in JSON: what a page offers beside matches, without knowing whose they are.

mod duel;

use golemry_core::MaterialSource;
use serde_json::Value;

use crate::error::WireError;

/// A shelf of puzzles, and a judge for boards of one's own.
pub trait Workshop: Sync {
    /// Every puzzle in the order to solve them in: `id`, `name`, `chapter`, `par` and a `summary`.
    fn puzzles(&self) -> Vec<Value>;

    /// One puzzle: the same, and what is needed to draw it and to solve it.
    fn puzzle(&self, id: &str) -> Result<Value, WireError>;

    /// Runs a program for a puzzle: whether it solves it, how many cards it takes, and every beat to look at.
    ///
    /// This can be long work: it is given up with `puzzle/too-large` when it grows too large, or when `stop`, which is polled all the time,
    /// returns true.
    fn run(&self, id: &str, program: &Value, stop: &mut dyn FnMut() -> bool) -> Result<Run, WireError>;

    /// What is to be said about a board file: that it is fine, and for a puzzle whether and how it can be solved. It is given up like
    /// [`Workshop::run`].
    fn check(&self, board: &MaterialSource, stop: &mut dyn FnMut() -> bool) -> Result<Value, WireError>;
}

/// How a program for a puzzle went.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// How many slots it used.
    pub cards: u32,
    /// The fewest there can be.
    pub par: u32,
    /// Everything that happened, beat by beat.
    pub beats: Vec<Value>,
    /// What went wrong, where something did.
    pub why: Option<String>,
    /// The same for pages, which have words of their own: `reason` is one of [`FAILURES`], and the rest says where.
    pub failure: Option<Value>,
}

/// How a program that breaks no rule can fail.
///
/// `unfinished`: the goal is not met, and still can be. `spoilt`: what happened in `beat` of `slot` in `round`, told by its `notes`,
/// put the goal out of reach. `idle`: so did time, with nothing to tell of that beat. `over`: so did the end of the round, while
/// nothing failed in its last slot.
pub const FAILURES: [&str; 4] = ["unfinished", "spoilt", "idle", "over"];

/// The workshop.
pub fn workshop() -> &'static dyn Workshop {
    &duel::DuelWorkshop
}
