use std::fmt;
use std::str::FromStr;

use golemry_blood_moon::{CardName, Part};
use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Action {
    /// `play fire.arm 2`: play a card to its golem and move the pawn; negative steps are counter-clockwise (IC-5 to IC-7).
    Play { card: CardName, steps: i8 },
    /// `draw`, `draw ice.leg`: take the top card of the pile; with a full hand, put one under it first (IC-8 A).
    Draw { discard: Option<CardName> },
    /// `take 1 arm`, `take 1 arm ice.leg`: take an opponent's card; with a full hand, give one first (IC-8 B).
    Take { from: Seat, part: Part, give: Option<CardName> },
    /// `stop`: play no further card (IC-8).
    Stop {},
    /// `refill 3`: draw this many cards (IC-9).
    Refill { count: u8 },
    /// `pass`: neither play nor fetch a card (IC-8).
    Pass {},
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play { card, steps } => write!(f, "play {card} {steps}"),
            Action::Draw { discard: None } => f.write_str("draw"),
            Action::Draw { discard: Some(card) } => write!(f, "draw {card}"),
            Action::Take { from, part, give: None } => write!(f, "take {} {part}", from.index()),
            Action::Take { from, part, give: Some(card) } => {
                write!(f, "take {} {part} {card}", from.index())
            }
            Action::Stop {} => f.write_str("stop"),
            Action::Refill { count } => write!(f, "refill {count}"),
            Action::Pass {} => f.write_str("pass"),
        }
    }
}

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not an action: write \"play fire.arm 2\", \"draw\", \"draw ice.leg\", \"take 1 arm\", \"take 1 arm ice.leg\", \
     \"stop\", \"refill 3\" or \"pass\""
)]
pub struct NoAction(String);

impl FromStr for Action {
    type Err = NoAction;

    fn from_str(text: &str) -> Result<Action, NoAction> {
        read(text).ok_or_else(|| NoAction(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Action> {
    fn optional(word: Option<&str>) -> Option<Option<CardName>> {
        word.map_or(Some(None), |word| word.parse().ok().map(Some))
    }
    let mut words = text.split_whitespace();
    let action = match words.next()? {
        "play" => Action::Play { card: words.next()?.parse().ok()?, steps: words.next()?.parse().ok()? },
        "draw" => Action::Draw { discard: optional(words.next())? },
        "take" => {
            let from = Seat::try_from(words.next()?.parse::<u8>().ok()?).ok()?;
            Action::Take { from, part: words.next()?.parse().ok()?, give: optional(words.next())? }
        }
        "stop" => Action::Stop {},
        "refill" => Action::Refill { count: words.next()?.parse().ok()? },
        "pass" => Action::Pass {},
        _ => return None,
    };
    words.next().is_none().then_some(action)
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Chance {
    /// Who begins the first game.
    First { seat: Seat },
    /// A shuffle of cards and symbols, and a deal, unrolled from a seed by
    /// [`MatchRng::for_shuffle`](golemry_core::MatchRng::for_shuffle).
    Deal { seed: Seed },
    /// Which of the cards with the back that was chosen is taken.
    Taken { card: CardName },
    /// A shuffle of the pile, unrolled by [`MatchRng::for_shuffle`](golemry_core::MatchRng::for_shuffle).
    Shuffle { seed: Seed },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First { seat } => write!(f, "{seat} begins"),
            Chance::Deal { seed } => write!(f, "deal from {seed}"),
            Chance::Taken { card } => write!(f, "{card} is taken"),
            Chance::Shuffle { seed } => write!(f, "shuffle the pile from {seed}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_stay_small() {
        assert!(size_of::<Action>() <= 24, "{}", size_of::<Action>());
    }

    #[test]
    fn each_form_is_read_back() {
        let notations = [
            "play fire.arm 2",
            "play cake.torso -4",
            "draw",
            "draw ice.leg",
            "take 1 arm",
            "take 5 head cake.leg",
            "stop",
            "refill 0",
            "pass",
        ];
        for notation in notations {
            assert_eq!(notation.parse::<Action>().unwrap().to_string(), notation);
        }
        for wrong in ["", "play fire.arm", "draw fire", "take 6 arm", "stop now", "refill -1", "fold"] {
            assert_eq!(wrong.parse::<Action>(), Err(NoAction(wrong.to_owned())));
        }
    }

    #[test]
    fn json_is_that_of_the_rules() {
        for json in [
            r#"{"type":"play","card":"fire.arm","steps":2}"#,
            r#"{"type":"draw","discard":null}"#,
            r#"{"type":"draw","discard":"ice.leg"}"#,
            r#"{"type":"take","from":1,"part":"arm","give":null}"#,
            r#"{"type":"stop"}"#,
            r#"{"type":"refill","count":3}"#,
            r#"{"type":"pass"}"#,
        ] {
            let action: Action = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&action).unwrap(), json);
        }
    }
}
