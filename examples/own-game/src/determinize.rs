use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::card::{Card, CardSet};
use crate::state::State;
use crate::view::View;

/// A state that looks like this: the cards nobody has seen are dealt anew, every deal equally likely.
pub(crate) fn determinize(view: &View, rng: &mut impl Draw) -> State {
    let own = view.hand.unwrap_or_default();
    let in_trick: CardSet = view.trick.values().flatten().copied().collect();
    let is_seen = |card: &Card| [own, in_trick, view.played].iter().any(|seen| seen.contains(*card));
    let mut unseen: ArrayVec<Card, { Card::COUNT }> = Card::all().filter(|card| !is_seen(card)).collect();
    rng.shuffle(&mut unseen);
    let mut unseen = unseen.into_iter();
    State {
        phase: view.phase,
        turn: view.turn,
        hands: view.cards.map(|seat, cards| {
            if view.viewer.is(seat) { own } else { unseen.by_ref().take(usize::from(*cards)).collect() }
        }),
        trick: view.trick.clone(),
        taken: view.taken.clone(),
        played: view.played,
    }
}
