use golemry_blood_moon::{Deck, Type, TypeName, TypeSet};
use golemry_core::{BySeat, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::by_part::ByPart;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::phase::{Phase, WrittenPhase};
use crate::pile::Pile;
use crate::state::State;
use crate::written::{WrittenGolem, shown_symbols, symbol_names};

/// What a viewer may know. Only other players' symbols and face-down cards are hidden (IA-2, IA-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all: whose turn it is.
    pub turn: Seat,
    /// Known to all: who began.
    pub first: Seat,
    /// Known to all.
    pub round: u16,
    /// Known to all: what the match is waiting for. Everyone sees a card that is being placed (IA-6).
    #[serde(flatten)]
    pub phase: WrittenPhase,
    /// What is known about each seat.
    pub players: BySeat<PlayerView>,
    /// Known to the viewer alone: the symbols in hand. A spectator has none.
    pub hand: Option<Vec<TypeName>>,
    /// The face-down piles.
    pub piles: ByPart<PileView>,
    /// The symbol deck.
    pub symbols: PileView,
}

/// What everyone knows about a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Known to all.
    pub golem: WrittenGolem,
    /// Known to all: how many symbols are held.
    pub symbols: usize,
    /// Known to all: the held symbols that everyone has seen.
    pub known: Vec<TypeName>,
}

/// What everyone knows about a pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PileView {
    /// Known to all: how many cards there are.
    pub count: usize,
    /// Known to all: the discarded types at its bottom, the lowest last.
    pub known: Vec<TypeName>,
}

impl PileView {
    fn of<const N: usize>(pile: &Pile<N>, deck: &Deck) -> PileView {
        let known = pile.seen().iter().rev().map(|kind| deck.name(*kind)).collect();
        PileView { count: pile.len(), known }
    }

    /// The known types, from the bottom up.
    pub(crate) fn upward<'a>(&'a self, deck: &'a Deck) -> impl ExactSizeIterator<Item = Type> + Clone + 'a {
        self.known.iter().rev().map(|name| deck.find(*name).expect("a view names types of its deck"))
    }
}

/// What `viewer` may know.
pub(crate) fn view(game: &ItsAlive, state: &State, viewer: Viewer) -> View {
    let deck = &game.deck;
    View {
        viewer,
        turn: state.turn,
        first: state.first,
        round: state.round,
        phase: state.phase.written(deck),
        players: state.golems.map(|seat, golem| PlayerView {
            golem: WrittenGolem::of(golem, deck),
            symbols: state.hands[seat].symbols.len(),
            known: symbol_names(state.hands[seat].known, deck),
        }),
        hand: viewer.seat().map(|seat| symbol_names(state.hands[seat].symbols, deck)),
        piles: ByPart::from_fn(|part| PileView::of(state.pile(part), deck)),
        symbols: PileView::of(&state.symbols, deck),
    }
}

impl View {
    /// What the match is waiting for.
    pub(crate) fn phase(&self, game: &ItsAlive) -> Phase {
        self.phase.read(&game.deck).expect("a view shows a phase of its deck")
    }

    /// The golems.
    pub(crate) fn golems(&self, game: &ItsAlive) -> BySeat<Golem> {
        self.players.map(|_, player| player.golem.read(&game.deck).expect("a view shows golems of its deck"))
    }

    /// The viewer's own symbols; none for a spectator.
    pub(crate) fn hand(&self, game: &ItsAlive) -> TypeSet {
        shown_symbols(self.hand.as_deref().unwrap_or_default(), &game.deck)
    }
}
