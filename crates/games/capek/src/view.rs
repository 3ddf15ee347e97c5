use std::collections::BTreeMap;

use golemry_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::deck::Deck;
use crate::name::Name;
use crate::position::{MarketPosition, golem_position};
use crate::state::{Agenda, Body, Done, State};

/// What a viewer knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all: whose turn it is.
    pub turn: Seat,
    /// Known to all: how many turns are finished.
    pub turns: u16,
    /// Known to all: what was done in this turn.
    pub done: Done,
    /// Known to all.
    pub outrage: u8,
    /// Known to all: what is for sale.
    pub market: MarketPosition,
    /// What is known of each player.
    pub players: [PlayerView; 2],
    /// Known to all: how many cards the draw pile has. Their order is known to nobody.
    pub deck: usize,
    /// Known to all: the cards in the discard.
    pub discard: Vec<Name>,
    /// Known to all: what is carried out after the next chance event. Nobody can act until it is empty, so it is not part of
    /// the JSON.
    #[serde(skip)]
    pub agenda: Agenda,
}

/// What is known of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Known to all: the number of cards in hand.
    pub cards: usize,
    /// Known to the player alone: the hand, in deck order.
    pub hand: Option<Vec<Name>>,
    /// Known to all: the cards of the hand that everybody saw bought.
    pub known: Vec<Name>,
    /// Known to all: the golem.
    pub body: BTreeMap<Name, Body>,
}

/// What `viewer` may know.
pub(crate) fn view(deck: &Deck, state: &State, viewer: Viewer) -> View {
    View {
        viewer,
        turn: state.turn,
        turns: state.turns,
        done: state.done,
        outrage: state.outrage,
        market: MarketPosition::new(deck, &state.market),
        players: [Seat::new(0), Seat::new(1)].map(|seat| {
            let player = &state.players[seat.index()];
            PlayerView {
                cards: player.hand.len(),
                hand: viewer.is(seat).then(|| deck.names(player.hand).collect()),
                known: deck.names(player.known).collect(),
                body: golem_position(deck, &player.golem),
            }
        }),
        deck: state.deck.len(),
        discard: deck.names(state.discard).collect(),
        agenda: state.agenda,
    }
}
