use golemry_blood_moon::{MAX_PILE, MAX_TYPES, Part, TypeSet};
use golemry_core::{BySeat, Seat};

use crate::golem::Golem;
use crate::phase::Phase;
use crate::pile::Pile;

/// Everything there is to know at one moment of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Whose turn it is.
    pub turn: Seat,
    /// Who began; a round ends when the turn comes back here.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// What the table waits for.
    pub phase: Phase,
    /// What everyone has built.
    pub golems: BySeat<Golem>,
    /// The symbols everyone holds.
    pub hands: BySeat<Hand>,
    /// The body cards face down, by part.
    pub piles: [Pile<MAX_PILE>; 4],
    /// The symbol deck.
    pub symbols: Pile<MAX_TYPES>,
}

/// The symbols somebody holds. There is one of each type, so they are a set (BM-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Those held.
    pub symbols: TypeSet,
    /// Those all know of: they were seen on their way. Invariant: among those held.
    pub known: TypeSet,
}

impl State {
    /// The golem of the seat whose turn it is.
    pub fn golem(&self) -> &Golem {
        &self.golems[self.turn]
    }

    /// The hand of the seat whose turn it is.
    pub fn hand(&self) -> &Hand {
        &self.hands[self.turn]
    }

    /// The pile of a part.
    pub fn pile(&self, part: Part) -> &Pile<MAX_PILE> {
        &self.piles[part.index()]
    }
}
