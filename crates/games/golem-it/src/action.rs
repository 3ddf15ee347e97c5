use std::fmt;
use std::str::FromStr;

use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::card::{Card, NoSuchCard};
use crate::card_set::CardSet;

/// A decision. Passes are listed before plays, plays by value, then count, then cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// `pass 2`: points go back to the pool (GI-9).
    Pass {
        /// How many.
        r#return: u32,
    },
    /// `play 12: m11 m12`: cards, each worth the value with the points it takes (GI-7).
    Play {
        /// What each card is worth.
        value: u32,
        /// The cards.
        cards: CardSet,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass { r#return } => write!(f, "pass {return}"),
            Action::Play { value, cards } => write!(f, "play {value}: {cards}"),
        }
    }
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAction {
    /// Neither form fits.
    #[error("{0:?} is not an action: write \"pass 2\" or \"play 12: m11 m12\"")]
    Form(String),
    /// There is no such card.
    #[error(transparent)]
    Card(#[from] NoSuchCard),
}

impl FromStr for Action {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Action, NoAction> {
        let form = || NoAction::Form(text.to_owned());
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
pub enum Chance {
    /// Who leads the first game.
    First {
        /// The seat.
        seat: Seat,
    },
    /// A shuffle and a deal. The deck is shuffled by [`MatchRng::for_shuffle`](golemry_core::MatchRng::for_shuffle).
    Deal {
        /// What the shuffle unrolls from.
        seed: Seed,
    },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First { seat } => write!(f, "{seat} leads first"),
            Chance::Deal { seed } => write!(f, "deal from {seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_stay_small() {
        assert!(size_of::<Action>() <= 16);
    }

    #[test]
    fn cards_are_read_in_any_order() {
        let action = Action::from_str("play 12: m12 m11").unwrap();
        assert_eq!(action.to_string(), "play 12: m11 m12");
        let json = r#"{"type":"play","value":12,"cards":["m12","m11"]}"#;
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
        assert_eq!("play 12 m12".parse::<Action>(), Err(NoAction::Form("play 12 m12".to_owned())));
        assert!("play 12: m22".parse::<Action>().unwrap_err().to_string().contains("m2 to m21"));
    }
}
