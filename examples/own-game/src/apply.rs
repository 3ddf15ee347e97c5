use golemry_core::{Draw as _, Event, EventOf, MatchRng, Seat, Seed};

use crate::action::{Action, Chance};
use crate::card::{Card, CardSet};
use crate::config::OwnGame;
use crate::state::{Phase, State};

/// Carries out an event that is possible.
pub(crate) fn apply(game: &OwnGame, state: &mut State, event: &EventOf<OwnGame>) {
    match *event {
        Event::Chance { chance: Chance::Deal { seed } } => deal(game, state, seed),
        Event::Action { seat, action: Action::Play { card } } => play(state, seat, card),
    }
}

/// OG-1: as many cards each as the option says; the others stay unseen.
fn deal(game: &OwnGame, state: &mut State, seed: Seed) {
    let mut deck = [Card::LOWEST; Card::COUNT];
    deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card);
    MatchRng::for_shuffle(seed).shuffle(&mut deck);
    let mut deck = deck.into_iter();
    state.hands.values_mut().for_each(|hand| *hand = deck.by_ref().take(game.table.cards.into()).collect());
    state.phase = Phase::Turn;
}

/// OG-2: the card lies open, and the next seat plays, until all have.
fn play(state: &mut State, seat: Seat, card: Card) {
    state.hands[seat].remove(card);
    state.trick[seat] = Some(card);
    state.turn = seat.next(state.hands.seats());
    if state.trick[state.turn].is_some() {
        take_trick(state);
    }
}

/// OG-3: the highest card takes the trick, and its player leads the next one. OG-4: without cards the match is over.
fn take_trick(state: &mut State) {
    let (winner, _) = state.trick.iter().max_by_key(|(_, card)| **card).expect("all have played");
    state.taken[winner] += 1;
    state.turn = winner;
    for card in state.trick.values_mut() {
        state.played.insert(card.take().expect("all have played"));
    }
    if state.hands.values().all(|hand| *hand == CardSet::default()) {
        state.phase = Phase::Over;
    }
}
