use std::fmt;
use std::str::FromStr;

use golemry_core::Seed;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card::Card;

/// What a seat does. It is one short choice already, so it is its own [`Choice`](golemry_core::Game::Choice).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Action {
    /// `play 7`: a card from the hand (OG-2).
    Play { card: Card },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Action::Play { card } = self;
        write!(f, "play {card}")
    }
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Action, String> {
        let card = text.strip_prefix("play ");
        let card = card.ok_or_else(|| format!("{text:?} is not an action: write \"play 7\""))?;
        Ok(Action::Play { card: card.parse()? })
    }
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Chance {
    /// A shuffle and a deal. The cards are shuffled by [`MatchRng::for_shuffle`](golemry_core::MatchRng::for_shuffle) of the seed.
    Deal { seed: Seed },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chance::Deal { seed } = self;
        write!(f, "deal from {seed}")
    }
}
