use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, Cards, MAX_PILE, MAX_TYPES, Part, Type};
use golemry_core::Draw;

use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::phase::Phase;
use crate::pile::Pile;
use crate::state::{Hand, State};
use crate::view::View;
use crate::written::shown_symbols;

/// A world that is consistent with the view, all of them equally likely. Only the places of the unseen cards are hidden, and
/// no place tells anything about the card in it.
pub(crate) fn determinize(game: &ItsAlive, view: &View, rng: &mut impl Draw) -> State {
    let phase = view.phase(game);
    let golems = view.golems(game);
    if matches!(phase, Phase::First | Phase::Shuffle) {
        return State { first: view.first, turn: view.turn, phase, ..game.before_setup() };
    }

    let mut unseen = game.deck.cards();
    for card in golems.values().flat_map(Golem::cards).chain(phase.drawn()).chain(phase.held()) {
        take(&mut unseen, card);
    }
    let piles = Part::ALL.map(|part| {
        let known = view.piles.of(part).upward(&game.deck);
        for kind in known.clone() {
            take(&mut unseen, BodyCard { part, kind });
        }
        let hidden = unseen.counts_of_part(part);
        let hidden = hidden.flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize));
        let mut hidden: ArrayVec<Type, MAX_PILE> = hidden.collect();
        rng.shuffle(&mut hidden);
        Pile::from_bottom(known.clone().chain(hidden), known.len())
    });

    let own = view.hand(game);
    let known_hands = view.players.map(|_, player| shown_symbols(&player.known, &game.deck));
    let known = view.symbols.upward(&game.deck);
    let seen = known_hands.values().fold(own.or(known.clone().collect()), |seen, hand| seen.or(*hand));
    let mut hidden: ArrayVec<Type, MAX_TYPES> =
        game.deck.types().filter(|kind| !seen.contains(*kind)).collect();
    rng.shuffle(&mut hidden);
    let hands = view.players.map(|seat, player| {
        let mut symbols = if view.viewer.is(seat) { own } else { known_hands[seat] };
        while symbols.len() < player.symbols {
            symbols.insert(hidden.pop().expect("unseen symbols are in hands or in the deck"));
        }
        Hand { symbols, known: known_hands[seat] }
    });
    let symbols = Pile::from_bottom(known.clone().chain(hidden), known.len());
    State { turn: view.turn, first: view.first, round: view.round, phase, golems, hands, piles, symbols }
}

fn take(cards: &mut Cards, card: BodyCard) {
    let there = cards.remove(card);
    debug_assert!(there, "a view shows each card once");
}
