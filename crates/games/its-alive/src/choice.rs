use std::fmt;

use golemry_blood_moon::{CardName, TypeName};
use golemry_core::Seat;
use serde::{Deserialize, Serialize};

use crate::action::Action;

/// One short choice. A theft takes three: symbol, victim, card. Every other action takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// `{"do":{"type":"roll"}}`: an action that needs no further choice.
    Do(Action),
    /// `{"steal":"ice"}`: a theft with this symbol.
    Steal(TypeName),
    /// `{"from":2}`: from whom.
    From(Seat),
    /// `{"card":"ice.torso"}`: what.
    Card(CardName),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Do(action) => action.fmt(f),
            Choice::Steal(symbol) => write!(f, "steal with {symbol}"),
            Choice::From(from) => write!(f, "from {from}"),
            Choice::Card(card) => card.fmt(f),
        }
    }
}
