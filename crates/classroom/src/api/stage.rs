//! What is on the wall.

use golemry_puzzles::{Puzzle, Run};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{Bout, InterestingBout, PublicGolem, PublicStanding};

/// The wall, and all screens. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangeStage {
    /// What is shown.
    pub show: Option<ToShow>,
    /// The beat of it, from 0: which of the beats in [`OnStage`].
    pub beat: Option<u16>,
    /// Whether pupils see the same on their screens.
    pub published: Option<bool>,
    /// Whether pupils' screens stand still: nothing can be sent meanwhile.
    pub frozen: Option<bool>,
}

/// What the teacher puts on the wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum ToShow {
    /// Nothing.
    Nothing {},
    /// How to join.
    Code {},
    /// How many have solved each puzzle of an assignment.
    Progress {
        /// Which.
        assignment: u16,
    },
    /// A program, or two for the same puzzle side by side.
    Attempts {
        /// Their numbers.
        attempts: Vec<u32>,
    },
    /// The table of a round.
    Standings {
        /// Which.
        round: u16,
    },
    /// A duel of a round.
    Bout {
        /// Which round.
        round: u16,
        /// The entrant on the red seat, as in `Round::entrants`.
        red: u16,
        /// The entrant on the blue seat.
        blue: u16,
    },
}

/// What is on the wall. It names nobody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Shown {
    /// Nothing.
    Nothing {},
    /// How to join.
    Code {},
    /// How many have solved each puzzle of an assignment.
    Progress {
        /// Its title.
        title: String,
        /// Its puzzles.
        tasks: Vec<TaskProgress>,
    },
    /// A program, or two for the same puzzle side by side.
    Programs {
        /// The puzzle.
        task: String,
        /// Its title.
        name: String,
        /// The programs.
        programs: Vec<String>,
    },
    /// The table of a round.
    Standings {
        /// Which.
        round: u16,
        /// The first first.
        table: Vec<PublicStanding>,
        /// The most interesting duels.
        interesting: Vec<InterestingBout>,
    },
    /// A duel of a round.
    Bout {
        /// Which round.
        round: u16,
        /// The golem on the red seat.
        red: PublicGolem,
        /// The golem on the blue seat.
        blue: PublicGolem,
    },
}

/// How far the class is with a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskProgress {
    /// The puzzle.
    pub task: String,
    /// Its title.
    pub name: String,
    /// How many pupils have solved it.
    pub solved: u32,
    /// How many have tried it, those who solved it included.
    pub tried: u32,
}

/// The projector's stage, for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stage {
    /// Goes up whenever something else is shown: then ask for [`OnStage`].
    pub version: u32,
    /// What.
    pub show: Shown,
    /// The beat of it, from 0.
    pub beat: u16,
    /// Whether pupils see the same on their screens.
    pub published: bool,
    /// Whether pupils' screens stand still.
    pub frozen: bool,
}

/// What is needed to draw the stage.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OnStage {
    /// As in [`Stage`].
    pub version: u32,
    /// The puzzle of the programs.
    #[cfg_attr(test, ts(optional, type = "Puzzle"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzle>,
    /// The programs, carried out.
    #[cfg_attr(test, ts(type = "Run[]"))]
    pub runs: Vec<Run>,
    /// The duel.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bout: Option<Bout>,
}
