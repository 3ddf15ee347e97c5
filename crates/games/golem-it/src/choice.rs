use std::fmt;

use serde::{Deserialize, Serialize};

use crate::card::Card;

/// One short choice on the way to an action: cards one after another, then what they are worth; or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Choice {
    /// `{"pass":2}`: pass and return so many points.
    Pass(u32),
    /// `{"card":"m11"}`: one card more.
    Card(Card),
    /// `{"value":12}`: the cards chosen are worth this.
    Value(u32),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pass(0) => f.write_str("pass"),
            Choice::Pass(1) => f.write_str("pass and return 1 point"),
            Choice::Pass(points) => write!(f, "pass and return {points} points"),
            Choice::Card(card) => card.fmt(f),
            Choice::Value(value) => write!(f, "worth {value}"),
        }
    }
}
