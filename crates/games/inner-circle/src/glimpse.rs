use std::fmt;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Part, TypeName};
use golemry_core::{Event, Seat, Viewer};
use serde::Serialize;

use crate::action::{Action, Chance};
use crate::apply;
use crate::config::Config;
use crate::hand::HAND_LIMIT;
use crate::seen::SeenCard;
use crate::state::{Phase, State};

/// An event as one viewer sees it happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Glimpse {
    /// Chance picks who begins. Seen by all.
    First {
        /// Who begins.
        seat: Seat,
    },
    /// A game is dealt; each viewer sees their own cards and symbol.
    Deal {
        /// The viewer's cards.
        hand: ArrayVec<SeenCard, HAND_LIMIT>,
        /// The viewer's symbol.
        symbol: Option<TypeName>,
    },
    /// A card is taken; its front is seen by the players who get and lose it.
    Taken {
        /// Who gets it.
        seat: Seat,
        /// Who loses it.
        from: Seat,
        /// The card.
        card: SeenCard,
    },
    /// The pile is shuffled.
    Shuffle {},
    /// A card is played. Seen by all.
    Play {
        /// By whom.
        seat: Seat,
        /// The card.
        card: CardName,
        /// How far the pawn moves.
        steps: i8,
    },
    /// A card is drawn; the fronts are seen by the player who draws.
    Draw {
        /// By whom.
        seat: Seat,
        /// The card that goes under the pile.
        discard: Option<SeenCard>,
        /// The card that comes.
        card: SeenCard,
    },
    /// A card is asked for; the front of the card given is seen by giver and receiver.
    Take {
        /// By whom.
        seat: Seat,
        /// From whom.
        from: Seat,
        /// The back of the card asked for.
        part: Part,
        /// The card that is given.
        give: Option<SeenCard>,
    },
    /// No further card is played. Seen by all.
    Stop {
        /// By whom.
        seat: Seat,
    },
    /// A hand is refilled; the fronts are seen by its holder.
    Refill {
        /// By whom.
        seat: Seat,
        /// The cards that come, in no order.
        cards: ArrayVec<SeenCard, HAND_LIMIT>,
    },
    /// A pass. Seen by all.
    Pass {
        /// By whom.
        seat: Seat,
    },
}

/// What `viewer` sees of an event that is about to happen.
pub fn glimpse(config: &Config, before: &State, event: &Event<Action, Chance>, viewer: Viewer) -> Glimpse {
    match event {
        Event::Action { seat, action } => glimpse_action(config, before, *seat, *action, viewer),
        Event::Chance { chance } => glimpse_chance(config, before, chance, viewer),
    }
}

fn glimpse_action(config: &Config, before: &State, seat: Seat, action: Action, viewer: Viewer) -> Glimpse {
    let own = viewer.is(seat);
    let named = |card: CardName, knows: bool| {
        if knows { SeenCard::Front(card) } else { SeenCard::Back(card.part) }
    };
    let drawn = |card: &BodyCard| SeenCard::new(&config.deck, *card, own);
    match action {
        Action::Play { card, steps } => Glimpse::Play { seat, card, steps },
        Action::Draw { discard } => Glimpse::Draw {
            seat,
            discard: discard.map(|card| named(card, own)),
            card: drawn(before.pile.last().expect("nobody draws from nothing")),
        },
        Action::Take { from, part, give } => {
            let give = give.map(|card| named(card, own || viewer.is(from)));
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

fn glimpse_chance(config: &Config, before: &State, chance: &Chance, viewer: Viewer) -> Glimpse {
    match *chance {
        Chance::First { seat } => Glimpse::First { seat },
        Chance::Deal { .. } => {
            let mut after = before.clone();
            apply::apply(config, &mut after, &Event::Chance { chance: *chance });
            let own = viewer.seat().map(|seat| &after.players[seat]);
            let cards = own.into_iter().flat_map(|player| player.hand.iter());
            Glimpse::Deal {
                hand: cards.map(|card| SeenCard::new(&config.deck, card, true)).collect(),
                symbol: own.and_then(|player| player.symbol).map(|kind| config.deck.name(kind)),
            }
        }
        Chance::Taken { card } => {
            let Phase::Taking { from, part, .. } = before.phase else {
                unreachable!("a card is taken after it was asked for");
            };
            let knows = viewer.is(before.turn) || viewer.is(from);
            let card = if knows { SeenCard::Front(card) } else { SeenCard::Back(part) };
            Glimpse::Taken { seat: before.turn, from, card }
        }
        Chance::Shuffle { .. } => Glimpse::Shuffle {},
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
            Glimpse::Play { seat, card, steps } => write!(f, "{seat}: play {card} {steps}"),
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
