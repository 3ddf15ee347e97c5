use std::fmt;
use std::str::FromStr;

use golemry_blood_moon::{CardName, NameError, Part, TypeName};
use golemry_core::Seat;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// A decision. Cards and symbols are names, which the deck in play may or may not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Action {
    /// `roll`
    Roll {},
    /// `stop`: give up an earned roll (IA-10).
    Stop {},
    /// `draw`: a card of the rolled part (IA-6); `draw leg`: of any part, after a 6 (IA-9 A).
    Draw {
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        part: Option<Part>,
    },
    /// `draw-symbol` (IA-9 B)
    DrawSymbol {},
    /// `decline`: draw nothing.
    Decline {},
    /// `place`: into an empty place; `place fire.arm`: in place of that card (IA-7, IA-15).
    Place {
        #[serde(deserialize_with = "present")]
        replaces: Option<CardName>,
    },
    /// `take`: the card that an animation roll brings (IA-15).
    Take {},
    /// `discard`: the drawn or stolen card.
    Discard {},
    /// `discard-symbol ice`: with one symbol above the limit (IA-9).
    DiscardSymbol { symbol: TypeName },
    /// `steal ice.torso from 2` (IA-11)
    Steal { symbol: TypeName, from: Seat, card: CardName },
    /// `lose fire.arm`, after a failed theft (IA-11).
    Lose { card: CardName },
    /// `end`: the turn (IA-13).
    End {},
}

/// Reads a required key whose value may be `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Reads an optional key whose value must not be `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Draw { part: Some(part) } => write!(f, "draw {part}"),
            Action::Place { replaces: Some(card) } => write!(f, "place {card}"),
            Action::DiscardSymbol { symbol } => write!(f, "discard-symbol {symbol}"),
            Action::Steal { symbol, from, card } => {
                write!(f, "steal {card} from {}", from.index())?;
                // In every legal theft the symbol is of the card's type.
                if *symbol == card.kind { Ok(()) } else { write!(f, " with {symbol}") }
            }
            Action::Lose { card } => write!(f, "lose {card}"),
            plain => f.write_str(plain.word()),
        }
    }
}

impl Action {
    /// The first word of its notation, which is also its `type` in JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Action::Roll {} => "roll",
            Action::Stop {} => "stop",
            Action::Draw { .. } => "draw",
            Action::DrawSymbol {} => "draw-symbol",
            Action::Decline {} => "decline",
            Action::Place { .. } => "place",
            Action::Take {} => "take",
            Action::Discard {} => "discard",
            Action::DiscardSymbol { .. } => "discard-symbol",
            Action::Steal { .. } => "steal",
            Action::Lose { .. } => "lose",
            Action::End {} => "end",
        }
    }
}

/// Why a text is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// No action is written like this.
    #[error(
        "{0:?} is not an action: write \"roll\", \"draw leg\", \"place fire.arm\", \"steal ice.torso from 2\" or the like"
    )]
    Unknown(String),
    /// A type is misspelt.
    #[error(transparent)]
    Type(#[from] NameError),
    /// A card, part or seat is misspelt.
    #[error("{0}")]
    Word(String),
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let words: Vec<&str> = text.split(' ').collect();
        let card = |word: &str| word.parse::<CardName>().map_err(NotationError::Word);
        Ok(match words.as_slice() {
            ["roll"] => Action::Roll {},
            ["stop"] => Action::Stop {},
            ["draw"] => Action::Draw { part: None },
            ["draw", part] => Action::Draw { part: Some(part.parse().map_err(NotationError::Word)?) },
            ["draw-symbol"] => Action::DrawSymbol {},
            ["decline"] => Action::Decline {},
            ["place"] => Action::Place { replaces: None },
            ["place", replaced] => Action::Place { replaces: Some(card(replaced)?) },
            ["take"] => Action::Take {},
            ["discard"] => Action::Discard {},
            ["discard-symbol", symbol] => Action::DiscardSymbol { symbol: symbol.parse()? },
            ["steal", stolen, "from", from] => {
                let card = card(stolen)?;
                Action::Steal { symbol: card.kind, from: seat(from)?, card }
            }
            ["steal", stolen, "from", from, "with", symbol] => {
                Action::Steal { symbol: symbol.parse()?, from: seat(from)?, card: card(stolen)? }
            }
            ["lose", lost] => Action::Lose { card: card(lost)? },
            ["end"] => Action::End {},
            _ => return Err(NotationError::Unknown(text.to_owned())),
        })
    }
}

fn seat(word: &str) -> Result<Seat, NotationError> {
    let number: u8 =
        word.parse().map_err(|_| NotationError::Word(format!("{word:?} is not a seat number")))?;
    Seat::try_from(number).map_err(NotationError::Word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_small() {
        // Two names of 16 letters, a part, a seat, and which action it is.
        assert!(size_of::<Action>() <= 36);
    }

    #[test]
    fn json_is_as_the_rules_write_it() {
        for (notation, json) in [
            ("roll", r#"{"type":"roll"}"#),
            ("draw", r#"{"type":"draw"}"#),
            ("draw leg", r#"{"type":"draw","part":"leg"}"#),
            ("draw-symbol", r#"{"type":"draw-symbol"}"#),
            ("place", r#"{"type":"place","replaces":null}"#),
            ("place fire.arm", r#"{"type":"place","replaces":"fire.arm"}"#),
            ("take", r#"{"type":"take"}"#),
            ("discard-symbol ice", r#"{"type":"discard-symbol","symbol":"ice"}"#),
            ("steal ice.torso from 2", r#"{"type":"steal","symbol":"ice","from":2,"card":"ice.torso"}"#),
            ("lose fire.arm", r#"{"type":"lose","card":"fire.arm"}"#),
        ] {
            let action: Action = notation.parse().unwrap();
            assert_eq!(serde_json::to_string(&action).unwrap(), json);
            assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
        }
        for wrong in [
            r#"{"type":"place"}"#,
            r#"{"type":"draw","part":null}"#,
            r#"{"type":"draw","part":"tail"}"#,
            r#"{"type":"roll","face":6}"#,
            r#"{"type":"lose","card":"Fire.arm"}"#,
            r#"{"type":"steal","symbol":"ice","from":6,"card":"ice.torso"}"#,
        ] {
            assert!(serde_json::from_str::<Action>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_error_shows_how_actions_are_written() {
        let error = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert!(error("jump").starts_with("\"jump\" is not an action: write \"roll\""));
        assert_eq!(error("steal ice.torso from 9"), "there is no seat 9: seats are numbered 0 to 5");
        assert_eq!(error("draw tail"), "\"tail\" is not a body part: write head, torso, arm or leg");
    }
}
