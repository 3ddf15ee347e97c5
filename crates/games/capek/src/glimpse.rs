use std::fmt;

use golemry_core::{Event, EventOf, Seat, Viewer};
use serde::Serialize;

use crate::action::Action;
use crate::chance::Chance;
use crate::config::Capek;
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
    },
    /// Another decision.
    Action { seat: Seat, action: Action },
    /// Chance has chosen who begins.
    First { first: Seat },
    /// So many cards of the discard become the draw pile.
    Shuffle { shuffled: usize },
}

impl golemry_core::Glimpse<Capek> for Glimpse {
    fn of(game: &Capek, before: &State, event: &EventOf<Capek>, _: Viewer) -> Glimpse {
        let deck = &game.deck;
        match event {
            Event::Action { seat, action: action @ Action::Buy { price, used, .. } } => {
                let card = before.market.at(*price).expect("what is bought is for sale");
                let journal = used.as_ref().map(|_| deck.card(card).journal.to_string());
                Glimpse::Purchase { seat: *seat, action: action.clone(), card: deck.card(card).id, journal }
            }
            Event::Action { seat, action } => Glimpse::Action { seat: *seat, action: action.clone() },
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { first: *seat },
            Event::Chance { chance: Chance::Shuffle { .. } } => {
                Glimpse::Shuffle { shuffled: before.discard.len() }
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
            Glimpse::Purchase { seat, action, card, journal } => {
                write!(f, "{seat}: {action} ({card})")?;
                journal.iter().try_for_each(|line| write!(f, ", and writes: {line}"))
            }
            Glimpse::Action { seat, action } => write!(f, "{seat}: {action}"),
            Glimpse::First { first } => write!(f, "{first} begins"),
            Glimpse::Shuffle { shuffled } => write!(f, "{shuffled} cards are shuffled into a new draw pile"),
        }
    }
}
