use golemry_blood_moon::TypeSet;
use golemry_core::BySeat;

use crate::config::ItsAlive;
use crate::state::State;
use crate::view::View;
use crate::written::shown_symbols;

/// Where a player takes the symbols to be.
pub(super) struct Symbols {
    pub hands: BySeat<Held>,
    /// The symbols that everyone knows to be in a hand.
    pub known: TypeSet,
    /// The symbols that everyone knows to be in the deck.
    pub in_deck: TypeSet,
}

/// How many symbols a seat holds, and which ones, as far as they are known or guessed.
pub(super) struct Held {
    pub count: usize,
    pub symbols: TypeSet,
}

impl Symbols {
    /// In an imagined world: all hands are guessed.
    pub fn imagined(state: &State) -> Symbols {
        Symbols {
            hands: state.hands.map(|_, hand| Held { count: hand.symbols.len(), symbols: hand.symbols }),
            known: state.hands.values().fold(TypeSet::EMPTY, |known, hand| known.or(hand.known)),
            in_deck: state.symbols.seen().iter().copied().collect(),
        }
    }

    /// By what a seat may know.
    pub fn seen(game: &ItsAlive, view: &View) -> Symbols {
        let known = view.players.map(|_, player| shown_symbols(&player.known, &game.deck));
        Symbols {
            hands: view.players.map(|seat, player| {
                let symbols = if view.viewer.is(seat) { view.hand(game) } else { known[seat] };
                Held { count: player.symbols, symbols }
            }),
            known: known.values().fold(TypeSet::EMPTY, |all, known| all.or(*known)),
            in_deck: shown_symbols(&view.symbols.known, &game.deck),
        }
    }
}
