//! What the three sockets show.

use std::collections::BTreeMap;

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

use super::{
    Assignment, EnteredGolem, Language, PuzzleResult, RoundBrief, Stage, Standing, TaskBrief, TaskRow,
};

/// What the teacher sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TeacherView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What pupils type.
    pub code: String,
    /// For names and words.
    pub language: Language,
    /// Nobody new can join.
    pub locked: bool,
    /// When the class ends by itself.
    pub ends: i64,
    /// From when on the page should say that it ends.
    pub notice: i64,
    /// When nothing is left of it, if it was deleted.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<i64>,
    /// The pupils by their number.
    pub pupils: BTreeMap<u16, PupilRow>,
    /// The assignments by their number.
    pub assignments: BTreeMap<u16, Assignment>,
    /// All puzzles that are or were assigned.
    pub tasks: BTreeMap<String, TaskRow>,
    /// The grid: by pupil, then by task. A pupil who has tried nothing is missing.
    pub results: BTreeMap<u16, BTreeMap<String, PuzzleResult>>,
    /// The league.
    pub league: TeacherLeague,
    /// The wall.
    pub stage: Stage,
}

/// A pupil, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilRow {
    /// The nickname.
    pub name: String,
    /// The two words.
    pub words: String,
    /// When the pupil joined.
    pub joined: i64,
    /// Whether the teacher has removed them.
    pub removed: bool,
    /// When the pupil last did something.
    pub active: i64,
    /// The puzzle last tried.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Whether the pupil needs help, or will if nothing happens.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<Stuck>,
}

/// A pupil who needs help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stuck {
    /// From when on; not yet while this lies ahead.
    pub since: i64,
    /// Why.
    pub why: StuckWhy,
}

/// Why somebody counts as stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum StuckWhy {
    /// Four attempts at one puzzle have failed in a row, and nothing was solved for five minutes.
    Failing,
    /// Nothing was tried for five minutes, while there is something to solve.
    Idle,
}

/// The league, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TeacherLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// Whether the sample golems play along.
    pub samples: bool,
    /// The golems entered, by pupil.
    pub golems: BTreeMap<u16, EnteredGolem>,
    /// The rounds played, by number: fetch one for its table.
    pub rounds: BTreeMap<u16, RoundBrief>,
}

/// What a pupil sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What others type to join.
    pub code: String,
    /// For names and words.
    pub language: Language,
    /// When the class ends by itself.
    pub ends: i64,
    /// The pupil's number, which stands for their golem on the wall.
    pub seat: u16,
    /// The pupil's nickname.
    pub name: String,
    /// Their two words.
    pub words: String,
    /// Whether screens stand still.
    pub frozen: bool,
    /// The assignments by their number; of closed ones nothing but title and place.
    pub assignments: BTreeMap<u16, Assignment>,
    /// The puzzles of open assignments.
    pub tasks: BTreeMap<String, TaskBrief>,
    /// The pupil's results.
    pub results: BTreeMap<String, PuzzleResult>,
    /// The league.
    pub league: PupilLeague,
    /// The wall, if the teacher shows it on all screens.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
}

/// The league, for a pupil.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// The pupil's golem.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub golem: Option<EnteredGolem>,
    /// How it did in the last round.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<OwnStanding>,
}

/// How a pupil's golem did in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnStanding {
    /// Which round.
    pub round: u16,
    /// The place, from 1.
    pub place: u16,
    /// How many took part.
    pub golems: u16,
    /// The program that played.
    pub program: String,
    /// The line of the table.
    #[serde(flatten)]
    pub standing: Standing,
}

/// What the wall shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProjectorView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What pupils type, unless nobody new can join.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// For the page's words.
    pub language: Language,
    /// How many pupils there are.
    pub pupils: u16,
    /// Whether the league takes programs, and how many were entered.
    pub league: ProjectorLeague,
    /// What is shown.
    pub stage: Stage,
}

/// The league, for the wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProjectorLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// How many golems were entered.
    pub golems: u16,
    /// The last round, 0 before the first.
    pub round: u16,
}
