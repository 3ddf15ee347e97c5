use golemry_core::{BySeat, PositionError, Seat};
use serde::{Deserialize, Serialize};

use crate::card::{Card, CardSet};
use crate::config::OwnGame;
use crate::state::{Phase, State};

/// The whole state after the deal, written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The seat to act; at the end, the one that took the last trick.
    pub turn: Seat,
    /// The cards in hand, by seat.
    pub hands: Vec<CardSet>,
    /// The cards of the trick that is going on, by seat.
    pub trick: Vec<Option<Card>>,
    /// Tricks taken, by seat.
    pub taken: Vec<u8>,
    /// The cards of earlier tricks.
    pub played: CardSet,
}

/// Writes a state down.
pub(crate) fn position(state: &State) -> Position {
    Position {
        turn: state.turn,
        hands: state.hands.as_slice().to_vec(),
        trick: state.trick.as_slice().to_vec(),
        taken: state.taken.as_slice().to_vec(),
        played: state.played,
    }
}

/// Reads a state.
pub(crate) fn load(game: &OwnGame, position: &Position) -> Result<State, PositionError> {
    let seats = usize::from(game.options.seats);
    let for_each_seat = format!("one entry for each of {seats} seats");
    PositionError::unless(position.hands.len() == seats, "OG-1", "hands", &for_each_seat)?;
    PositionError::unless(position.trick.len() == seats, "OG-2", "trick", &for_each_seat)?;
    PositionError::unless(position.taken.len() == seats, "OG-3", "taken", &for_each_seat)?;
    PositionError::unless(position.turn.index() < seats, "OG-2", "turn", "a seat at this table")?;
    let is_over =
        position.hands.iter().all(|hand| hand.is_empty()) && position.trick.iter().all(Option::is_none);
    let state = State {
        phase: if is_over { Phase::Over } else { Phase::Turn },
        turn: position.turn,
        hands: position.hands.iter().copied().collect(),
        trick: position.trick.iter().copied().collect(),
        taken: position.taken.iter().copied().collect(),
        played: position.played,
    };
    validate(game, &state).map(|()| state)
}

/// Checks the invariants.
pub(crate) fn validate(game: &OwnGame, state: &State) -> Result<(), PositionError> {
    if state.phase == Phase::Deal {
        return Ok(());
    }
    let seats = state.hands.seats();
    let tricks: u32 = state.taken.values().map(|taken| u32::from(*taken)).sum();
    let in_trick: BySeat<u8> = state.trick.map(|_, card| u8::from(card.is_some()));

    // OG-1: every card is in one place, and every seat was dealt the same number.
    let places = state
        .hands
        .values()
        .copied()
        .chain([state.played, state.trick.values().flatten().copied().collect()]);
    let mut seen = CardSet::default();
    for card in places.flat_map(CardSet::iter) {
        PositionError::unless(!seen.contains(card), "OG-1", "hands", "every card in one place only")?;
        seen.insert(card);
    }
    for (seat, hand) in state.hands.iter() {
        let dealt = u32::from(hand.len() + in_trick[seat]) + tricks;
        let as_dealt = dealt == u32::from(game.table.cards);
        PositionError::unless(as_dealt, "OG-1", "hands", "as many cards as were dealt and not yet played")?;
    }
    // OG-2: those who have played sit just before the seat whose turn it is.
    let playing: u8 = in_trick.values().sum();
    let before = |steps: u8| Seat::new((state.turn.index() as u8 + seats - steps) % seats);
    let in_turn = playing < seats && (1..=playing).all(|steps| state.trick[before(steps)].is_some());
    PositionError::unless(in_turn, "OG-2", "trick", "cards of the seats just before the one to act")?;
    // OG-3: a trick has a card of every seat.
    let whole = u32::from(state.played.len()) == tricks * u32::from(seats);
    PositionError::unless(whole, "OG-3", "played", "the cards of the tricks that were taken")
}
