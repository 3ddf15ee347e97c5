use golemry_core::{BySeat, Seat, Viewer};
use serde::Serialize;
use ts_rs::TS;

use crate::card::{Card, CardSet};
use crate::state::{Phase, State};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all.
    pub phase: Phase,
    /// Known to all.
    pub turn: Seat,
    /// Known to the seat that holds it; spectators know none.
    pub hand: Option<CardSet>,
    /// Known to all: how many cards each seat holds.
    pub cards: BySeat<u8>,
    /// Known to all.
    pub trick: BySeat<Option<Card>>,
    /// Known to all.
    pub taken: BySeat<u8>,
    /// Known to all: each card was seen when it was played.
    pub played: CardSet,
}

/// Builds the view of one viewer.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    View {
        viewer,
        phase: state.phase,
        turn: state.turn,
        hand: viewer.seat().map(|seat| state.hands[seat]),
        cards: state.hands.map(|_, hand| hand.len()),
        trick: state.trick.clone(),
        taken: state.taken.clone(),
        played: state.played,
    }
}
