use std::fmt;

use golemry_blood_moon::{BodyCard, CardName, Face, Part, TypeName};
use golemry_core::{Event, EventOf, Seat, Viewer};
use serde::Serialize;

use crate::action::Action;
use crate::chance::Chance;
use crate::config::ItsAlive;
use crate::phase::{Phase, Stage};
use crate::state::State;

/// An event as a viewer sees it happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// Who begins.
    First { seat: Seat },
    /// The piles are shuffled face down; nobody sees the order.
    Shuffle {},
    /// A die, seen by all, and the card that is taken by itself in animation (IA-15).
    Roll { face: Face, card: Option<CardName> },
    /// A decision and the card drawn with it (IA-6) or taken after it in animation (IA-15), seen by all. A drawn symbol is seen by
    /// the player who draws it, and by everyone if it was already known.
    Action { seat: Seat, action: Action, card: Option<CardName>, symbol: Option<TypeName> },
}

impl golemry_core::Glimpse<ItsAlive> for Glimpse {
    fn of(game: &ItsAlive, before: &State, event: &EventOf<ItsAlive>, viewer: Viewer) -> Glimpse {
        let top = |part: Part| {
            let (kind, _) = before.pile(part).top()?;
            Some(game.deck.card_name(BodyCard { part, kind }))
        };
        match *event {
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { seat },
            Event::Chance { chance: Chance::Shuffle { .. } } => Glimpse::Shuffle {},
            Event::Chance { chance: Chance::Roll { face } } => {
                Glimpse::Roll { face, card: taken_in_animation(game, before, event).and_then(top) }
            }
            Event::Action { seat, action } => Glimpse::Action {
                seat,
                action,
                card: match (action, before.phase) {
                    (Action::Draw { part }, Phase::Open(Stage::Act { rolled, .. })) => {
                        part.or(game.deck.part_at(rolled))
                    }
                    _ => taken_in_animation(game, before, event),
                }
                .and_then(top),
                symbol: match (action, before.symbols.top()) {
                    (Action::DrawSymbol {}, Some((symbol, seen))) if seen || viewer.is(seat) => {
                        Some(game.deck.name(symbol))
                    }
                    _ => None,
                },
            },
        }
    }
}

/// The part of the card that an event takes in animation (IA-15): with a decision to take it, or by itself when no symbol is left.
pub(crate) fn taken_in_animation(game: &ItsAlive, before: &State, event: &EventOf<ItsAlive>) -> Option<Part> {
    let by_itself = before.hand().symbols.is_empty();
    let rolled = match (event, before.phase) {
        (Event::Chance { chance: Chance::Roll { face } }, Phase::Rolling) => {
            (by_itself && before.golem().is_complete()).then_some(*face)
        }
        // A failed theft goes on at once if there is nothing to lose.
        (
            Event::Chance { chance: Chance::Roll { face } },
            Phase::Stealing { back: Stage::Take { rolled }, .. },
        ) => {
            let failed = face.number() < game.table.steal_from;
            (by_itself && failed && before.golem().is_empty()).then_some(rolled)
        }
        (Event::Action { action: Action::Take {}, .. }, Phase::Open(Stage::Take { rolled })) => Some(rolled),
        (
            Event::Action { .. },
            Phase::Stolen { back: Stage::Take { rolled }, .. } | Phase::Lose { back: Stage::Take { rolled } },
        ) => by_itself.then_some(rolled),
        _ => None,
    };
    game.deck.part_at(rolled?)
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::First { seat } => write!(f, "{seat} begins"),
            Glimpse::Shuffle {} => f.write_str("shuffle"),
            Glimpse::Roll { face, card: None } => write!(f, "roll {face}"),
            Glimpse::Roll { face, card: Some(card) } => write!(f, "roll {face}: {card}"),
            Glimpse::Action { seat, action, card, symbol } => {
                write!(f, "{seat}: {action}")?;
                if let Some(card) = card {
                    write!(f, ": {card}")?;
                }
                if let Some(symbol) = symbol {
                    write!(f, ": {symbol}")?;
                }
                Ok(())
            }
        }
    }
}
