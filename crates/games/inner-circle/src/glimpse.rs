use std::fmt;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Part, TypeName};
use golemry_core::{Event, EventOf, Seat, Viewer};
use serde::Serialize;

use crate::action::{Action, Chance};
use crate::apply;
use crate::config::Config;
use crate::game::InnerCircle;
use crate::hand::HAND_LIMIT;
use crate::score::{self, Victory};
use crate::seen::SeenCard;
use crate::state::{Phase, State};

/// An event as one viewer sees it happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Glimpse {
    /// Chance picks who begins. Seen by all.
    First { seat: Seat },
    /// A game is dealt; each viewer sees their own cards and symbol.
    Deal { hand: ArrayVec<SeenCard, HAND_LIMIT>, symbol: Option<TypeName> },
    /// `seat` gets a card from another player; its front is seen by both.
    Taken { seat: Seat, from: Seat, card: SeenCard },
    /// The pile is shuffled.
    Shuffle {},
    /// A card is played. Seen by all, as are where the pawn arrives, whether the card completes its golem, and how it wins the game.
    Play {
        seat: Seat,
        card: CardName,
        steps: i8,
        to: Option<TypeName>,
        completes: bool,
        victory: Option<Victory>,
    },
    /// A card is drawn, after one was put under the pile by a full hand; the fronts are seen by the player who draws.
    Draw { seat: Seat, discard: Option<SeenCard>, card: SeenCard },
    /// A card is asked for; the front of the card given is seen by giver and receiver.
    Take { seat: Seat, from: Seat, part: Part, give: Option<SeenCard> },
    /// No further card is played. Seen by all.
    Stop { seat: Seat },
    /// A hand is refilled with these cards, in no order; the fronts are seen by its holder.
    Refill { seat: Seat, cards: ArrayVec<SeenCard, HAND_LIMIT> },
    /// A pass. Seen by all.
    Pass { seat: Seat },
}

impl golemry_core::Glimpse<InnerCircle> for Glimpse {
    fn of(game: &InnerCircle, before: &State, event: &EventOf<InnerCircle>, viewer: Viewer) -> Glimpse {
        let config = game.config();
        let after = || {
            let mut after = before.clone();
            apply::apply(config, &mut after, event);
            after
        };
        match *event {
            Event::Action { seat, action: Action::Play { card, steps } } => {
                let after = after();
                Glimpse::Play {
                    seat,
                    card,
                    steps,
                    to: after.players[seat].pawn.map(|kind| config.deck.name(kind)),
                    completes: after.golems.is_complete(config.find(card).kind),
                    victory: score::victory(&after).filter(|_| after.is_decided()),
                }
            }
            Event::Action { seat, action } => glimpse_action(config, before, seat, action, viewer),
            Event::Chance { chance: Chance::First { seat } } => Glimpse::First { seat },
            Event::Chance { chance: Chance::Deal { .. } } => {
                let after = after();
                let own = viewer.seat().map(|seat| &after.players[seat]);
                let cards = own.into_iter().flat_map(|player| player.hand.iter());
                Glimpse::Deal {
                    hand: cards.map(|card| SeenCard::Front(config.deck.card_name(card))).collect(),
                    symbol: own.and_then(|player| player.symbol).map(|kind| config.deck.name(kind)),
                }
            }
            Event::Chance { chance: Chance::Taken { card } } => {
                let Phase::Taking { from, .. } = before.phase else {
                    unreachable!("a card is taken after it was asked for");
                };
                let knows = viewer.is(before.turn) || viewer.is(from);
                Glimpse::Taken { seat: before.turn, from, card: SeenCard::new(card, knows) }
            }
            Event::Chance { chance: Chance::Shuffle { .. } } => Glimpse::Shuffle {},
        }
    }
}

fn glimpse_action(config: &Config, before: &State, seat: Seat, action: Action, viewer: Viewer) -> Glimpse {
    let own = viewer.is(seat);
    let drawn = |card: &BodyCard| SeenCard::new(config.deck.card_name(*card), own);
    match action {
        Action::Play { .. } => unreachable!("a play is seen alike by all"),
        Action::Draw { discard } => Glimpse::Draw {
            seat,
            discard: discard.map(|card| SeenCard::new(card, own)),
            card: drawn(before.pile.last().expect("nobody draws from nothing")),
        },
        Action::Take { from, part, give } => {
            let give = give.map(|card| SeenCard::new(card, own || viewer.is(from)));
            Glimpse::Take { seat, from, part, give }
        }
        Action::Stop {} => Glimpse::Stop { seat },
        Action::Refill { count } => {
            let mut cards: ArrayVec<SeenCard, HAND_LIMIT> =
                before.pile.iter().rev().take(usize::from(count)).map(drawn).collect();
            cards.sort_unstable();
            Glimpse::Refill { seat, cards }
        }
        Action::Pass {} => Glimpse::Pass { seat },
    }
}

impl fmt::Display for Glimpse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glimpse::First { seat } => write!(f, "{seat} begins"),
            Glimpse::Deal { hand, symbol } => {
                f.write_str("deal")?;
                write_cards(f, hand)?;
                symbol.map_or(Ok(()), |symbol| write!(f, " and the symbol {symbol}"))
            }
            Glimpse::Taken { seat, from, card } => write!(f, "{seat} gets {card} from {from}"),
            Glimpse::Shuffle {} => f.write_str("the pile is shuffled"),
            Glimpse::Play { seat, card, steps, .. } => write!(f, "{seat}: play {card} {steps}"),
            Glimpse::Draw { seat, discard: None, card } => write!(f, "{seat}: draw, it is {card}"),
            Glimpse::Draw { seat, discard: Some(discard), card } => {
                write!(f, "{seat}: draw, with {discard} put away, it is {card}")
            }
            Glimpse::Take { seat, from, part, give: None } => {
                write!(f, "{seat}: take {} {part}", from.index())
            }
            Glimpse::Take { seat, from, part, give: Some(give) } => {
                write!(f, "{seat}: take {} {part}, giving {give}", from.index())
            }
            Glimpse::Stop { seat } => write!(f, "{seat}: stop"),
            Glimpse::Refill { seat, cards } => {
                write!(f, "{seat}: refill {}", cards.len())?;
                write_cards(f, cards)
            }
            Glimpse::Pass { seat } => write!(f, "{seat}: pass"),
        }
    }
}

/// `: fire.arm ice.leg`; nothing if there are none.
fn write_cards(f: &mut fmt::Formatter<'_>, cards: &[SeenCard]) -> fmt::Result {
    for (index, card) in cards.iter().enumerate() {
        write!(f, "{}{card}", if index == 0 { ": " } else { " " })?;
    }
    Ok(())
}
