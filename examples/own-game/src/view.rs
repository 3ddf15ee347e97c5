use std::fmt;

use golemry_core::{BySeat, Event, EventOf, Seat, Viewer};
use serde::Serialize;
use ts_rs::TS;

use crate::action::Action;
use crate::card::{Card, CardSet};
use crate::config::OwnGame;
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

/// An event as a viewer sees it. Only the deal hides something, and it hides the same from all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// The cards are dealt.
    Deal {},
    /// A card is played.
    Action { seat: Seat, action: Action },
}

/// What anyone sees of an event.
pub(crate) fn glimpse(event: &EventOf<OwnGame>) -> Glimpse {
    match *event {
        Event::Chance { .. } => Glimpse::Deal {},
        Event::Action { seat, action } => Glimpse::Action { seat, action },
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::Deal {} => f.write_str("the cards are dealt"),
            Glimpse::Action { seat, action } => write!(f, "{seat}: {action}"),
        }
    }
}
