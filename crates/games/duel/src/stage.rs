use std::borrow::Cow;

use golemry_core::words;
use serde::{Deserialize, Deserializer, de};

use crate::field::{Field, Golem};
use crate::goal::{Goal, Outcome};
use crate::terrain::Terrain;

/// What stays the same while rounds are played: the board, what is asked, and how far golems reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The board.
    pub terrain: Terrain,
    /// The goals of red and blue.
    pub goals: [Goal; 2],
    /// Whether only red's success counts (GD-21).
    pub puzzle: bool,
    /// Where a golem can take a barrel from.
    pub take: TakeFrom,
}

words! {
    /// Where a golem can take a barrel from (GD-13).
    pub enum TakeFrom {
        /// The cell in front.
        Front = "front",
        /// The cell on the right, else the one on the left.
        Sides = "sides",
        /// The cell in front, else on the right, on the left or behind: the first of them that has a barrel.
        Beside = "beside",
    }
}

/// GD-13: the rulebook is silent but for one scenario.
impl Default for TakeFrom {
    fn default() -> TakeFrom {
        TakeFrom::Front
    }
}

impl TakeFrom {
    /// Reads the key `take` of a board file or a position, and names the clause if it is none of the words.
    pub(crate) fn read_key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TakeFrom>, D::Error> {
        let word = Option::<Cow<'de, str>>::deserialize(deserializer)?;
        let read = |word: Cow<'de, str>| word.parse().map_err(|why: String| format!("take: {why} (GD-13)"));
        word.map(read).transpose().map_err(de::Error::custom)
    }

    /// The directions to look for a barrel in, in order, as quarter turns from where the golem looks.
    #[inline]
    pub(crate) const fn quarter_turns(self) -> &'static [u8] {
        match self {
            TakeFrom::Front => &[0],
            TakeFrom::Sides => &[1, 3],
            TakeFrom::Beside => &[0, 1, 3, 2],
        }
    }
}

impl Stage {
    /// The plain duel on this board: both golems are out to destroy each other.
    pub fn new(terrain: Terrain) -> Stage {
        Stage { terrain, goals: [Goal::Destroy; 2], puzzle: false, take: TakeFrom::default() }
    }

    /// GD-15: whether a move has met a goal, which cuts the beat short. Destroyed golems meet nothing, and in a puzzle only red has a
    /// goal. [`outcome`](Stage::outcome) says who has won then.
    #[inline]
    pub(crate) fn is_cut_short(&self, field: &Field) -> bool {
        let arrived =
            |seat: usize| self.goals[seat].is_met(field, seat) && !field.golems[seat].is_destroyed();
        arrived(0) || (!self.puzzle && arrived(1))
    }

    /// How the duel stands at the end of a beat, in the order of GD-15; `None` when it goes on.
    #[inline]
    pub fn outcome(&self, field: &Field) -> Option<Outcome> {
        let [red, blue] = &field.golems;
        let met = |seat: usize| self.goals[seat].is_met(field, seat);
        // GD-21: a destroyed scripted golem ends a puzzle; it is solved if that was asked, or if the goal is met as well.
        let solved = || met(0) || matches!(self.goals[0], Goal::Destroy | Goal::Survive);
        match [red, blue].map(Golem::is_destroyed) {
            // GD-21: in a puzzle only red has a goal.
            [false, false] => match [met(0), !self.puzzle && met(1)] {
                [false, false] => None,
                [true, true] => Some(Outcome::Draw),
                [true, false] => Some(Outcome::RED),
                [false, true] => Some(Outcome::BLUE),
            },
            [true, true] if !self.puzzle => Some(Outcome::Draw),
            [true, _] => Some(Outcome::BLUE),
            [false, true] if self.puzzle && !solved() => Some(Outcome::BLUE),
            [false, true] => Some(Outcome::RED),
        }
    }
}
