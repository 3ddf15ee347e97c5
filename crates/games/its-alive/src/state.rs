use golemry_blood_moon::{MAX_PILE, MAX_TYPES, Part, TypeSet};
use golemry_core::{BySeat, Seat};

use crate::golem::Golem;
use crate::phase::Phase;
use crate::pile::Pile;

/// The complete state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Whose turn it is.
    pub turn: Seat,
    /// Who began; a round ends when the turn comes back to this seat.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// What the match is waiting for.
    pub phase: Phase,
    /// Each player's golem.
    pub golems: BySeat<Golem>,
    /// Each player's symbols.
    pub hands: BySeat<Hand>,
    /// The face-down body cards, by part.
    pub piles: [Pile<MAX_PILE>; 4],
    /// The symbol deck.
    pub symbols: Pile<MAX_TYPES>,
}

/// The symbols a player holds. There is one of each type, so they form a set (BM-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// All symbols in the hand.
    pub symbols: TypeSet,
    /// The ones everyone knows, because they were drawn from the known part of the deck. Invariant: a subset of `symbols`.
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
