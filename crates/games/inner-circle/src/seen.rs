use std::fmt;

use golemry_blood_moon::{CardName, Part};
use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A card as one viewer sees it: `fire.arm`, or from the back `arm` (IC-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub enum SeenCard {
    /// Its front.
    Front(CardName),
    /// Its back.
    Back(Part),
}

impl SeenCard {
    /// The card: its front if the viewer `knows` it, else its back.
    pub fn new(card: CardName, knows: bool) -> SeenCard {
        if knows { SeenCard::Front(card) } else { SeenCard::Back(card.part) }
    }

    /// Its part, which everyone sees.
    pub fn part(self) -> Part {
        match self {
            SeenCard::Front(card) => card.part,
            SeenCard::Back(part) => part,
        }
    }

    /// The card, if the viewer knows it.
    pub fn card(self) -> Option<CardName> {
        match self {
            SeenCard::Front(card) => Some(card),
            SeenCard::Back(_) => None,
        }
    }
}

impl fmt::Display for SeenCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeenCard::Front(card) => card.fmt(f),
            SeenCard::Back(part) => part.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for SeenCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeenCard, D::Error> {
        let text = String::deserialize(deserializer)?;
        if let Ok(part) = text.parse() {
            return Ok(SeenCard::Back(part));
        }
        CardName::deserialize(text.into_deserializer()).map(SeenCard::Front)
    }
}

impl Serialize for SeenCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
