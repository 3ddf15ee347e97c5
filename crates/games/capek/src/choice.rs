use std::fmt;

use serde::{Deserialize, Serialize};

use crate::name::Name;
use crate::state::Price;

/// One short choice on the way to an action.
///
/// - A purchase is `Buy`, `Keep` or `Use`, a `Card` at a time until the price is met, more cards or `Enough` (with `overpay`,
///   while there are cards left), then a `Marker` at a time.
/// - Research is `Research`, `Science`, and a `Card` at a time.
/// - An exchange is `Exchange` and a `Card`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Choice {
    /// Buy the card at this price.
    Buy { price: Price, card: Name },
    /// Keep the bought card.
    Keep {},
    /// Use the bought card.
    Use {},
    /// Discard a set for a body card.
    Research { body: Name },
    /// Make the set of this science.
    Science { science: Name },
    /// Discard a card for two new ones.
    Exchange {},
    /// Part with this card: pay with it, put it into the set, or exchange it.
    Card { card: Name },
    /// The price is met: pay no more.
    Enough {},
    /// Put a marker on this body card.
    Marker { body: Name },
    /// End the turn.
    End {},
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Buy { price, card } => write!(f, "buy {card} for {}", price.0),
            Choice::Keep {} => f.write_str("keep it"),
            Choice::Use {} => f.write_str("use it"),
            Choice::Research { body } => write!(f, "research {body}"),
            Choice::Science { science } => science.fmt(f),
            Choice::Exchange {} => f.write_str("exchange a card for two"),
            Choice::Card { card } => card.fmt(f),
            Choice::Enough {} => f.write_str("that is enough"),
            Choice::Marker { body } => body.fmt(f),
            Choice::End {} => f.write_str("end the turn"),
        }
    }
}
