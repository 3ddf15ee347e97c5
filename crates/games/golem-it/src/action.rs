use std::fmt;
use std::str::FromStr;

use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::card_set::CardSet;

/// A decision. Passes are listed before plays, plays by value, then count, then cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Action {
    /// `pass 2`: so many points go back to the pool (GI-9).
    Pass { r#return: u32 },
    /// `play 12: m11 m12`: cards, each worth the value with the points it takes (GI-7).
    Play { value: u32, cards: CardSet },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass { r#return } => write!(f, "pass {return}"),
            Action::Play { value, cards } => write!(f, "play {value}: {cards}"),
        }
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        let form = || format!("{text:?} is not an action: write \"pass 2\" or \"play 12: m11 m12\"");
        if let Some(points) = text.strip_prefix("pass ") {
            return Ok(Action::Pass { r#return: points.parse().map_err(|_| form())? });
        }
        let (value, cards) =
            text.strip_prefix("play ").and_then(|play| play.split_once(':')).ok_or_else(form)?;
        let cards = cards.split_whitespace().map(str::parse::<Card>).collect::<Result<CardSet, _>>()?;
        Ok(Action::Play { value: value.parse().map_err(|_| form())?, cards })
    }
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Chance {
    /// Who leads the first game.
    First { seat: Seat },
    /// A shuffle and a deal. The deck is shuffled by [`MatchRng::for_shuffle`](golemry_core::MatchRng::for_shuffle) of the seed.
    Deal { seed: Seed },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First { seat } => write!(f, "{seat} leads first"),
            Chance::Deal { seed } => write!(f, "deal from {seed}"),
        }
    }
}
