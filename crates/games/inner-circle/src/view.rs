use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use golemry_blood_moon::{CardName, Part, Type, TypeName};
use golemry_core::{BySeat, Seat, SeatSet, Viewer, words};
use serde::{Deserialize, Serialize};

use crate::config::{Config, Variant};
use crate::golems::Golems;
use crate::hand::{HAND_LIMIT, Hand};
use crate::seen::SeenCard;
use crate::state::{Phase, Pot, State};

/// What one viewer may know: what lies on the table now, without any history (IC-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// Whose eyes.
    pub viewer: Viewer,
    /// Known to all.
    pub variant: Variant,
    /// Known to all.
    pub turn: Seat,
    /// Known to all.
    pub round: u16,
    /// Known to all.
    pub phase: PhaseName,
    /// Known to all: cards played in this turn.
    pub played: u8,
    /// The card just taken. Its front is known to the player whose turn it is.
    pub taken: Option<SeenCard>,
    /// The card being taken, before chance has picked it. Known to all, except for the front of the card given.
    pub taking: Option<Taking>,
    /// Each seat's things.
    pub players: BySeat<PlayerView>,
    /// Known to all: what lies at the descriptors.
    pub golems: BTreeMap<TypeName, Vec<CardName>>,
    /// Known to all: how many cards the pile has. Nobody knows which.
    pub deck: usize,
    /// Known to all.
    pub winners: Option<SeatSet>,
    /// Known to all.
    pub pot: Pot,
    /// Known to all.
    pub r#match: MatchStatus,
}

words! {
    /// What the match waits for, as people write it. While it plays, cards are played, drawn or taken.
    pub enum PhaseName {
        First = "first",
        Deal = "deal",
        Play = "play",
        Taking = "taking",
        Shuffle = "shuffle",
        Refill = "refill",
        Over = "over",
    }
}

/// A card that is being taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Taking {
    /// From whom.
    pub from: Seat,
    /// Its back.
    pub part: Part,
    /// The card given for it. Its front is known to giver and receiver.
    pub give: Option<SeenCard>,
}

/// What one viewer may know of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlayerView {
    /// The fronts are known to the holder only, the backs to all.
    pub hand: ArrayVec<SeenCard, HAND_LIMIT>,
    /// Known to the holder only, and to all once it has won the game.
    pub symbol: Option<TypeName>,
    /// Known to all.
    pub pawn: Option<TypeName>,
    /// Known to all.
    pub coins: u16,
    /// Known to all.
    pub r#in: bool,
}

/// The match around a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchStatus {
    /// The game that is going on or just ended, from 1; 0 before the first deal.
    pub game: u8,
    /// Who began it.
    pub first: Seat,
}

impl Phase {
    /// The phase as people write it.
    pub fn name(self) -> PhaseName {
        match self {
            Phase::First => PhaseName::First,
            Phase::Deal => PhaseName::Deal,
            Phase::Begin | Phase::Taken { .. } | Phase::Chain => PhaseName::Play,
            Phase::Taking { .. } => PhaseName::Taking,
            Phase::Shuffle => PhaseName::Shuffle,
            Phase::Refill => PhaseName::Refill,
            Phase::Over { .. } => PhaseName::Over,
        }
    }
}

/// What `viewer` may know of `state`.
pub fn view(config: &Config, state: &State, viewer: Viewer) -> View {
    let deck = &config.deck;
    let (taken, taking, winners) = match state.phase {
        Phase::Taken { card } => {
            (Some(SeenCard::new(deck.card_name(card), viewer.is(state.turn))), None, None)
        }
        Phase::Taking { from, part, give } => {
            let knows = viewer.is(state.turn) || viewer.is(from);
            let give = give.map(|card| SeenCard::new(deck.card_name(card), knows));
            (None, Some(Taking { from, part, give }), None)
        }
        Phase::Over { winners } => (None, None, Some(winners)),
        _ => (None, None, None),
    };
    View {
        viewer,
        variant: config.variant,
        turn: state.turn,
        round: state.round,
        phase: state.phase.name(),
        played: state.played,
        taken,
        taking,
        players: state.players.map(|seat, player| {
            let knows = viewer.is(seat);
            let shown =
                state.is_decided() && player.symbol.is_some_and(|kind| state.golems.is_complete(kind));
            PlayerView {
                hand: player.hand.iter().map(|card| SeenCard::new(deck.card_name(card), knows)).collect(),
                symbol: player.symbol.filter(|_| knows || shown).map(|kind| deck.name(kind)),
                pawn: player.pawn.map(|kind| deck.name(kind)),
                coins: player.coins,
                r#in: state.in_game.contains(seat),
            }
        }),
        golems: state.golems.names(deck),
        deck: state.pile.len(),
        winners,
        pot: state.pot,
        r#match: MatchStatus { game: state.game, first: state.first },
    }
}

impl View {
    /// Who takes part in the game.
    pub fn in_game(&self) -> SeatSet {
        self.players.iter().filter(|(_, player)| player.r#in).map(|(seat, _)| seat).collect()
    }

    /// What lies at the descriptors.
    pub(crate) fn golems(&self, config: &Config) -> Golems {
        self.golems.values().flatten().map(|&card| config.find(card)).collect()
    }

    /// What the match waits for; `None` if that includes a card the viewer does not know.
    pub(crate) fn known_phase(&self, config: &Config) -> Option<Phase> {
        Some(match self.phase {
            PhaseName::First => Phase::First,
            PhaseName::Deal => Phase::Deal,
            PhaseName::Shuffle => Phase::Shuffle,
            PhaseName::Refill => Phase::Refill,
            PhaseName::Over => Phase::Over { winners: self.winners? },
            PhaseName::Taking => {
                let Taking { from, part, give } = self.taking?;
                let give = match give {
                    Some(card) => Some(config.find(card.card()?)),
                    None => None,
                };
                Phase::Taking { from, part, give }
            }
            PhaseName::Play => match self.taken {
                Some(taken) => Phase::Taken { card: config.find(taken.card()?) },
                None if self.played == 0 => Phase::Begin,
                None => Phase::Chain,
            },
        })
    }
}

impl PlayerView {
    /// The cards of the hand that the viewer knows: all or none.
    pub(crate) fn known_hand(&self, config: &Config) -> Hand {
        self.hand.iter().filter_map(|seen| seen.card()).map(|card| config.find(card)).collect()
    }

    /// The symbol, if the viewer knows it.
    pub(crate) fn known_symbol(&self, config: &Config) -> Option<Type> {
        self.symbol.map(|name| config.find_type(name))
    }

    /// Where the pawn stands.
    pub(crate) fn pawn(&self, config: &Config) -> Option<Type> {
        self.pawn.map(|name| config.find_type(name))
    }
}
