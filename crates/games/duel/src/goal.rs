use std::fmt;
use std::str::FromStr;

use golemry_core::Seat;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::cell::Cell;
use crate::field::Field;
use crate::text;

/// What a seat has to do to win (GD-20). To destroy the other golem always wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub enum Goal {
    /// `destroy`: nothing but destroying the other golem.
    Destroy,
    /// `reach c3`: get to that cell.
    Reach(Cell),
    /// `deliver 2`: bring that many barrels to one's own start.
    Deliver(u8),
    /// `survive`: be there when the energy is out.
    Survive,
}

impl Goal {
    /// The most barrels a goal can ask for: there are no more in the box (GD-23).
    pub const MOST_BARRELS: u8 = 10;

    /// Whether the golem of `seat` has met it, apart from what destroying and the energy decide.
    #[inline]
    pub fn is_met(self, field: &Field, seat: usize) -> bool {
        match self {
            Goal::Destroy | Goal::Survive => false,
            Goal::Reach(cell) => field.golems[seat].at == cell,
            Goal::Deliver(barrels) => field.golems[seat].delivered >= barrels,
        }
    }
}

/// How a duel or a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// This seat won; in a puzzle, seat 0 solved it and seat 1 stands for "not solved".
    Won(Seat),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Red, who is also who solves puzzles.
    pub const RED: Outcome = Outcome::Won(Seat::new(0));
    /// Blue.
    pub const BLUE: Outcome = Outcome::Won(Seat::new(1));

    /// Who is ahead in a comparison of red with blue.
    pub fn of(comparison: std::cmp::Ordering) -> Outcome {
        match comparison {
            std::cmp::Ordering::Less => Outcome::BLUE,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::RED,
        }
    }
}

/// A text that is no goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no goal: destroy, reach and a cell, deliver and a number from 1 to 10, or survive")]
pub struct NoGoal(String);

impl FromStr for Goal {
    type Err = NoGoal;

    fn from_str(text: &str) -> Result<Goal, NoGoal> {
        let goal = match text.split_once(' ') {
            None if text == "destroy" => Some(Goal::Destroy),
            None if text == "survive" => Some(Goal::Survive),
            Some(("reach", cell)) => cell.parse().ok().map(Goal::Reach),
            Some(("deliver", barrels)) => barrels
                .parse()
                .ok()
                .filter(|barrels| (1..=Goal::MOST_BARRELS).contains(barrels))
                .map(Goal::Deliver),
            _ => None,
        };
        goal.ok_or_else(|| NoGoal(text.chars().take(16).collect()))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Destroy => f.write_str("destroy"),
            Goal::Reach(cell) => write!(f, "reach {cell}"),
            Goal::Deliver(barrels) => write!(f, "deliver {barrels}"),
            Goal::Survive => f.write_str("survive"),
        }
    }
}

impl<'de> Deserialize<'de> for Goal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Goal, D::Error> {
        text::read(deserializer)
    }
}

impl From<Goal> for String {
    fn from(goal: Goal) -> String {
        goal.to_string()
    }
}

/// One goal for both sides, or one each (GD-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged, expecting = "a goal such as \"destroy\", or a list of two")]
pub enum Goals {
    /// The same for all.
    Shared(Goal),
    /// Red's and blue's.
    Each([Goal; 2]),
}

impl Goals {
    /// Red's and blue's.
    pub fn each(self) -> [Goal; 2] {
        match self {
            Goals::Shared(goal) => [goal; 2],
            Goals::Each(goals) => goals,
        }
    }
}

impl From<[Goal; 2]> for Goals {
    fn from(goals: [Goal; 2]) -> Goals {
        if goals[0] == goals[1] { Goals::Shared(goals[0]) } else { Goals::Each(goals) }
    }
}
