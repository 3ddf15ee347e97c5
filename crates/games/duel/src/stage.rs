use golemry_core::words;

use crate::field::Field;
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
        /// The cell in front, else on the right, on the left or behind: the first of them that has a barrel.
        Beside = "beside",
    }
}

impl TakeFrom {
    /// The directions to look for a barrel in, in order, as quarter turns from where the golem looks.
    #[inline]
    pub(crate) const fn quarter_turns(self) -> &'static [u8] {
        match self {
            TakeFrom::Front => &[0],
            TakeFrom::Beside => &[0, 1, 3, 2],
        }
    }
}

impl Stage {
    /// The plain duel on this board: both golems are out to destroy each other.
    pub fn new(terrain: Terrain) -> Stage {
        Stage { terrain, goals: [Goal::Destroy; 2], puzzle: false, take: TakeFrom::Front }
    }

    /// How the duel stands at the end of a beat, in the order of GD-15; `None` when it goes on.
    #[inline]
    pub fn outcome(&self, field: &Field) -> Option<Outcome> {
        let [red, blue] = &field.golems;
        let met = [0, 1].map(|seat| self.goals[seat].is_met(field, seat));
        if self.puzzle {
            return match (red.is_destroyed(), blue.is_destroyed()) {
                (true, _) => Some(Outcome::BLUE),
                // GD-21: a destroyed scripted golem ends it.
                (false, true) => {
                    let solved = met[0] || matches!(self.goals[0], Goal::Destroy | Goal::Survive);
                    Some(if solved { Outcome::RED } else { Outcome::BLUE })
                }
                (false, false) => met[0].then_some(Outcome::RED),
            };
        }
        match (red.is_destroyed(), blue.is_destroyed()) {
            (true, true) => Some(Outcome::Draw),
            (true, false) => Some(Outcome::BLUE),
            (false, true) => Some(Outcome::RED),
            (false, false) => match met {
                [true, true] => Some(Outcome::Draw),
                [true, false] => Some(Outcome::RED),
                [false, true] => Some(Outcome::BLUE),
                [false, false] => None,
            },
        }
    }
}
