use std::fmt;

use golemry_blood_moon::{CardName, Part};
use golemry_core::Seat;
use serde::{Deserialize, Serialize};

/// One short choice on the way to an action: a card and its steps; an opponent, a back and the card given for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Choice {
    /// Play this card …
    Play { card: CardName },
    /// … and move the pawn so far.
    Steps { steps: i8 },
    /// Draw a card …
    Draw {},
    /// … after putting this one away.
    Discard { card: CardName },
    /// Take a card from this opponent …
    From { from: Seat },
    /// … with this back …
    Part { part: Part },
    /// … for this one.
    Give { card: CardName },
    /// Play no further card.
    Stop {},
    /// Draw this many.
    Refill { count: u8 },
    /// Neither play nor fetch a card.
    Pass {},
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Play { card } => write!(f, "play {card}"),
            Choice::Steps { steps: 0 } => f.write_str("stay"),
            Choice::Steps { steps } if *steps < 0 => write!(f, "{} counter-clockwise", -steps),
            Choice::Steps { steps } => write!(f, "{steps} clockwise"),
            Choice::Draw {} => f.write_str("draw"),
            Choice::Discard { card } => write!(f, "put {card} away"),
            Choice::From { from } => write!(f, "take from {from}"),
            Choice::Part { part } => part.fmt(f),
            Choice::Give { card } => write!(f, "give {card}"),
            Choice::Stop {} => f.write_str("stop"),
            Choice::Refill { count } => write!(f, "draw {count}"),
            Choice::Pass {} => f.write_str("pass"),
        }
    }
}
