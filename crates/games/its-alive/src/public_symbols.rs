use golemry_blood_moon::{Deck, MAX_TYPES, TypeSet};
use golemry_core::{BySeat, Seat};

use crate::pile::Pile;
use crate::state::Hand;
use crate::view::View;
use crate::written::shown_symbols;

/// What everyone knows about the symbols. A decision made from a state reads them through this, so it cannot see more.
pub(crate) struct PublicSymbols<'a>(Source<'a>);

enum Source<'a> {
    Played { hands: &'a BySeat<Hand>, deck: &'a Pile<MAX_TYPES> },
    Seen { view: &'a View, deck: &'a Deck },
}

impl<'a> PublicSymbols<'a> {
    /// In a state.
    pub(crate) fn new(hands: &'a BySeat<Hand>, deck: &'a Pile<MAX_TYPES>) -> PublicSymbols<'a> {
        PublicSymbols(Source::Played { hands, deck })
    }

    /// In a view.
    pub(crate) fn seen(view: &'a View, deck: &'a Deck) -> PublicSymbols<'a> {
        PublicSymbols(Source::Seen { view, deck })
    }

    /// How many symbols a seat holds.
    pub(crate) fn held(&self, seat: Seat) -> usize {
        match self.0 {
            Source::Played { hands, .. } => hands[seat].symbols.len(),
            Source::Seen { view, .. } => view.players[seat].symbols,
        }
    }

    /// The symbols that a seat is known to hold.
    pub(crate) fn known(&self, seat: Seat) -> TypeSet {
        match self.0 {
            Source::Played { hands, .. } => hands[seat].known,
            Source::Seen { view, deck } => shown_symbols(&view.players[seat].known, deck),
        }
    }

    /// The symbols that are known to be in the symbol deck.
    pub(crate) fn known_in_deck(&self) -> TypeSet {
        match self.0 {
            Source::Played { deck, .. } => deck.seen().iter().copied().collect(),
            Source::Seen { view, deck } => shown_symbols(&view.symbols.known, deck),
        }
    }

    /// Whether the symbol deck is empty.
    pub(crate) fn run_out(&self) -> bool {
        match self.0 {
            Source::Played { deck, .. } => deck.is_empty(),
            Source::Seen { view, .. } => view.symbols.count == 0,
        }
    }
}
