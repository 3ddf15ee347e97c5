use std::fmt;

use golemry_core::{Event, EventOf, Seat, Viewer};
use serde::Serialize;

use crate::action::Action;
use crate::apply;
use crate::chance::Chance;
use crate::config::Capek;
use crate::deck::BodyId;
use crate::name::Name;
use crate::state::State;

/// An event as everyone sees it. Only the order of a shuffled pile is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// A card is bought, and used or kept. If it is used, it adds a line to the buyer's journal.
    Purchase {
        seat: Seat,
        action: Action,
        card: Name,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        journal: Option<String>,
        effect: Effect,
    },
    /// Another decision.
    Action { seat: Seat, action: Action, effect: Effect },
    /// Chance has chosen who begins.
    First { first: Seat },
    /// So many cards of the discard become the draw pile. A decision that waited for it is carried out then.
    Shuffle { shuffled: usize, effect: Effect },
}

/// What an event changes for the golem whose turn it is, and for the town.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Effect {
    /// The outrage afterwards, if it moves.
    pub outrage: Option<u8>,
    /// The body cards that become active (CK-15).
    pub active: Vec<Name>,
}

impl Effect {
    fn of(game: &Capek, before: &State, event: &EventOf<Capek>) -> Effect {
        let mut after = *before;
        apply::apply(game, &mut after, event);
        let [old, new] = [before, &after].map(|state| &state.players[before.turn.index()].golem);
        let active = |body: BodyId| {
            let whole = game.deck.golem.body(body);
            new.body(body) == whole && old.body(body) != whole
        };
        Effect {
            outrage: Some(after.outrage).filter(|outrage| *outrage != before.outrage),
            active: game
                .deck
                .body_ids()
                .filter(|body| active(*body))
                .map(|body| game.deck.body(body).id)
                .collect(),
        }
    }
}

impl golemry_core::Glimpse<Capek> for Glimpse {
    fn of(game: &Capek, before: &State, event: &EventOf<Capek>, _: Viewer) -> Glimpse {
        let deck = &game.deck;
        let effect = || Effect::of(game, before, event);
        match event {
            Event::Action { seat, action: action @ Action::Buy { price, used, .. } } => {
                let card = before.market.at(*price).expect("what is bought is for sale");
                let journal = used.as_ref().map(|_| deck.card(card).journal.to_string());
                let card = deck.card(card).id;
                Glimpse::Purchase { seat: *seat, action: action.clone(), card, journal, effect: effect() }
            }
            Event::Action { seat, action } => {
                Glimpse::Action { seat: *seat, action: action.clone(), effect: effect() }
            }
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { first: *seat },
            Event::Chance { chance: Chance::Shuffle { .. } } => {
                Glimpse::Shuffle { shuffled: before.discard.len(), effect: effect() }
            }
        }
    }

    fn is_public(_: &Capek, _: &State, _: &EventOf<Capek>) -> bool {
        true
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::Purchase { seat, action, card, journal, .. } => {
                write!(f, "{seat}: {action} ({card})")?;
                journal.iter().try_for_each(|line| write!(f, ", and writes: {line}"))
            }
            Glimpse::Action { seat, action, .. } => write!(f, "{seat}: {action}"),
            Glimpse::First { first } => write!(f, "{first} begins"),
            Glimpse::Shuffle { shuffled, .. } => {
                write!(f, "{shuffled} cards are shuffled into a new draw pile")
            }
        }
    }
}
