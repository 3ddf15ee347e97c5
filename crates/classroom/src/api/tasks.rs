//! Assignments, and attempts at their puzzles.

use std::collections::BTreeMap;

use golemry_puzzles::{Puzzle, Run};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// A puzzle for an assignment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Source {
    /// One of ours, by its id.
    Puzzle(String),
    /// A board of one's own that was stored (`POST /api/boards`), by its id. The class keeps a copy.
    Board(String),
    /// A task of this class.
    Task(String),
}

/// A list of puzzles for the class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewAssignment {
    /// 1 to 40 characters.
    pub title: String,
    /// 1 to 40 puzzles, in their order.
    pub tasks: Vec<Source>,
    /// When it should be done. Later attempts count, and the grid shows when they were made.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub hints: bool,
    /// Whether a puzzle can be tried only when those before it are solved.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub in_order: bool,
    /// Whether pupils can see it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub open: bool,
}

/// Where an assignment was stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AssignmentId {
    /// The name used in addresses.
    pub assignment: u16,
}

/// Changes an assignment. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangeAssignment {
    /// 1 to 40 characters.
    pub title: Option<String>,
    /// All its puzzles; those of this class already may be named by their `task`.
    pub tasks: Option<Vec<Source>>,
    /// 0 if there is to be none.
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    pub hints: Option<bool>,
    /// Whether a puzzle can be tried only when those before it are solved.
    pub in_order: Option<bool>,
    /// Whether pupils can see it.
    pub open: Option<bool>,
    /// Its place among the assignments, from 0.
    pub place: Option<u16>,
}

/// A puzzle of the class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Task {
    /// Its name here.
    pub task: String,
    /// The puzzle; its `hint` is empty if pupils get none.
    #[cfg_attr(test, ts(type = "Puzzle"))]
    pub puzzle: Puzzle,
}

/// A program for a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Slots, or slots for each round, as for `POST /api/puzzles/{id}/run`.
    #[cfg_attr(test, ts(type = "string[] | string[][]"))]
    pub program: Value,
    /// Whether the reply is to bring every beat: not needed by a page that has carried the program out itself.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub beats: bool,
}

/// What the server says of an attempt. It has run the program itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Checked {
    /// Its number in the class; that of the last one if the same program was sent again.
    pub attempt: u32,
    /// How it went.
    pub outcome: Outcome,
    /// The pupil's result, now.
    pub result: PuzzleResult,
    /// Every beat, if asked for.
    #[cfg_attr(test, ts(optional, type = "Run"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
}

/// How an attempt went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Outcome {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// How many slots it used.
    pub cards: u8,
    /// What went wrong, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub failed: Option<Failed>,
}

/// Why a program does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Failed {
    /// `unfinished`, `spoilt`, `idle` or `over`, as in `Failure` of `/api/puzzles`.
    pub reason: String,
    /// The round, from 1; 0 if it is only unfinished.
    pub round: u32,
    /// The slot, from 1.
    pub slot: u32,
    /// The beat of the round, from 1.
    pub beat: u32,
    /// What happened in that beat, as notes that the page has words for.
    #[cfg_attr(test, ts(type = "ExplainedNote[]"))]
    pub notes: Value,
    /// The same in English.
    pub why: String,
}

/// How a pupil stands with a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleResult {
    /// How many different attempts in a row there were.
    pub tries: u32,
    /// The fewest slots that solved it, once it is solved.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u8>,
    /// When it was first solved.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<i64>,
    /// When it was last tried.
    pub at: i64,
    /// The number of the last attempt.
    pub attempt: u32,
    /// The number of the best one.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_attempt: Option<u32>,
    /// The program of the last one.
    pub program: String,
}

/// A pupil's attempts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Attempts {
    /// The last first, 200 at most.
    pub attempts: Vec<AttemptRow>,
}

/// An attempt in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AttemptRow {
    /// Its number in the class.
    pub attempt: u32,
    /// The puzzle.
    pub task: String,
    /// The program.
    pub program: String,
    /// When.
    pub at: i64,
    /// How it went.
    pub outcome: Outcome,
}

/// An attempt to be stepped through.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AttemptRun {
    /// The attempt.
    #[serde(flatten)]
    pub row: AttemptRow,
    /// The pupil.
    pub seat: u16,
    /// Every beat.
    #[cfg_attr(test, ts(type = "Run"))]
    pub run: Run,
}

/// An assignment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Assignment {
    /// Its place among the others, from 0.
    pub place: u16,
    /// Its title.
    pub title: String,
    /// Its puzzles; for pupils none while it is closed.
    pub tasks: Vec<String>,
    /// When it should be done.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    pub hints: bool,
    /// Whether a puzzle can be tried only when those before it are solved.
    pub in_order: bool,
    /// Whether pupils can see its puzzles.
    pub open: bool,
}

/// A puzzle of the class in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskBrief {
    /// Its title.
    pub name: String,
    /// The slots of the shortest solution.
    pub par: u8,
    /// The id of the puzzle, if it is one of ours.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
}

/// A puzzle of the class, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskRow {
    /// Title and par.
    #[serde(flatten)]
    pub brief: TaskBrief,
    /// The commonest wrong programs, at most eight. The most frequent first is by `pupils`, then by `count`.
    pub wrong: BTreeMap<String, WrongProgram>,
}

/// A program that did not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WrongProgram {
    /// How often it was tried.
    pub count: u32,
    /// By how many pupils.
    pub pupils: u32,
    /// One of these attempts.
    pub attempt: u32,
    /// Where and why it fails.
    pub failed: Failed,
}
