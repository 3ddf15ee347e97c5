use golemry_core::{BySeat, Seat};
use serde::Serialize;
use ts_rs::TS;

use crate::card::{Card, CardSet};

/// Everything there is to know at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What the match waits for.
    pub phase: Phase,
    /// Who is to act; at the end, who took the last trick.
    pub turn: Seat,
    /// The cards in hand, secret.
    pub hands: BySeat<CardSet>,
    /// The cards of the trick that is going on.
    // Invariant: those who have played sit just before the seat whose turn it is (OG-2).
    pub trick: BySeat<Option<Card>>,
    /// Tricks taken.
    pub taken: BySeat<u8>,
    /// The cards of earlier tricks, all seen.
    pub played: CardSet,
}

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Chance deals.
    Deal,
    /// The seat whose turn it is acts.
    Turn,
    /// Nothing more.
    Over,
}
