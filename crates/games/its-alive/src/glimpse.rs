use std::fmt;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Face, Part, TypeName};
use golemry_core::{Event, EventOf, Seat, Viewer, words};
use serde::Serialize;

use crate::action::Action;
use crate::apply;
use crate::chance::Chance;
use crate::config::ItsAlive;
use crate::phase::{Phase, Stage, Theft};
use crate::state::State;

/// The cards that leave a golem with an event: at most a whole one.
type Lost = ArrayVec<CardName, 6>;

/// An event as a viewer sees it happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// Who begins.
    First { seat: Seat },
    /// The piles are shuffled face down; nobody sees the order.
    Shuffle {},
    /// A die, seen by all: who rolled it, what came of it, the theft that it decides, the card that is taken by itself in animation
    /// (IA-15), and the cards that a golem loses: the victim's in a theft, else the roller's.
    Roll {
        seat: Seat,
        face: Face,
        outcome: Outcome,
        theft: Option<Theft>,
        card: Option<CardName>,
        lost: Lost,
    },
    /// A decision and the card drawn with it (IA-6) or taken after it in animation (IA-15), seen by all, as are the card that it
    /// places or discards and the cards that the golem loses. A drawn symbol is seen by the player who draws it, and by everyone if
    /// it was already known.
    Action {
        seat: Seat,
        action: Action,
        card: Option<CardName>,
        symbol: Option<TypeName>,
        drawn: Option<CardName>,
        lost: Lost,
    },
}

words! {
    /// What a roll leads to.
    pub enum Outcome {
        /// A card or a symbol may be drawn (IA-6, IA-9).
        Offers = "offers",
        /// Nothing, for want of a torso (IA-5).
        NoTorso = "no-torso",
        /// Nothing, because there is no card left to draw (IA-5, IA-15).
        NoCard = "no-card",
        /// A complete golem takes a new card (IA-15).
        Changes = "changes",
        /// A golem comes to life (IA-14).
        Alive = "alive",
        /// A theft succeeds (IA-11).
        Stolen = "stolen",
        /// A theft fails and costs a card (IA-11).
        Failed = "failed",
        /// A theft fails, and the thief has no card to lose (IA-11).
        Harmless = "harmless",
    }
}

impl golemry_core::Glimpse<ItsAlive> for Glimpse {
    fn of(game: &ItsAlive, before: &State, event: &EventOf<ItsAlive>, viewer: Viewer) -> Glimpse {
        let top = |part: Part| {
            let (kind, _) = before.pile(part).top()?;
            Some(game.deck.card_name(BodyCard { part, kind }))
        };
        let after = || {
            let mut after = before.clone();
            apply::apply(game, &mut after, event);
            after
        };
        match *event {
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { seat },
            Event::Chance { chance: Chance::Shuffle { .. } } => Glimpse::Shuffle {},
            Event::Chance { chance: Chance::Roll { face } } => {
                let (after, card) = (after(), taken_in_animation(game, before, event).and_then(top));
                let theft = match before.phase {
                    Phase::Stealing { from, card, .. } => {
                        Some(Theft { from, card: game.deck.card_name(card) })
                    }
                    _ => None,
                };
                let loser = theft.filter(|_| matches!(after.phase, Phase::Stolen { .. }));
                let lost = lost(game, before, &after, loser.map_or(before.turn, |theft| theft.from));
                let outcome = outcome(game, before, &after, face);
                Glimpse::Roll { seat: before.turn, face, outcome, theft, card, lost }
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
                drawn: match (action, before.phase) {
                    (
                        Action::Place { .. } | Action::Discard {},
                        Phase::Open(Stage::Place { card, .. })
                        | Phase::Stolen { card, .. }
                        | Phase::Replace { card, .. },
                    ) => Some(game.deck.card_name(card)),
                    _ => None,
                },
                lost: lost(game, before, &after(), seat),
            },
        }
    }
}

/// What a roll leads to, from the states around it.
fn outcome(game: &ItsAlive, before: &State, after: &State, face: Face) -> Outcome {
    let part = game.deck.part_at(face);
    match (before.phase, after.phase) {
        (Phase::Stealing { .. }, Phase::Stolen { .. }) => Outcome::Stolen,
        (Phase::Stealing { .. }, Phase::Lose { .. }) => Outcome::Failed,
        (Phase::Stealing { .. }, _) => Outcome::Harmless,
        (_, Phase::Over { winner: Some(_) }) => Outcome::Alive,
        _ if part.is_some_and(|part| before.pile(part).is_empty()) => Outcome::NoCard,
        _ if before.golem().is_complete() => Outcome::Changes,
        (_, Phase::Open(Stage::Act { .. })) => Outcome::Offers,
        _ if before.golem().is_empty() => Outcome::NoTorso,
        _ => Outcome::NoCard,
    }
}

/// The cards that the golem of a seat loses, in the order of IA-4.
fn lost(game: &ItsAlive, before: &State, after: &State, seat: Seat) -> Lost {
    let mut lost = Lost::new();
    for part in Part::ALL {
        let mut kept: ArrayVec<_, 2> = after.golems[seat].of(part).collect();
        for kind in before.golems[seat].of(part) {
            match kept.iter().position(|other| *other == kind) {
                Some(place) => drop(kept.remove(place)),
                None => lost.push(game.deck.card_name(BodyCard { part, kind })),
            }
        }
    }
    lost
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
            Glimpse::Roll { face, card: None, .. } => write!(f, "roll {face}"),
            Glimpse::Roll { face, card: Some(card), .. } => write!(f, "roll {face}: {card}"),
            Glimpse::Action { seat, action, card, symbol, .. } => {
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
