use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::part::Part;
use crate::types::{NameError, Type, TypeName, Written};

/// A body part card of some [`Deck`](crate::Deck). Equal cards are interchangeable (BM-2).
///
/// Cards sort by part first, the order in which they are discarded (IA-4) and laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyCard {
    /// Its part, which its back shows.
    pub part: Part,
    /// Its golem type.
    pub kind: Type,
}

/// A body part card as people write it: `fire.head`. Sorts like the [`BodyCard`] it names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct CardName {
    /// Its part.
    pub part: Part,
    /// The name of its golem type.
    pub kind: TypeName,
}

impl FromStr for CardName {
    type Err = String;

    fn from_str(text: &str) -> Result<CardName, String> {
        let (kind, part) = text
            .split_once('.')
            .ok_or_else(|| format!("{text:?} is not a card: write one like \"fire.head\""))?;
        let kind = kind.parse().map_err(|error: NameError| error.to_string())?;
        Ok(CardName { part: part.parse()?, kind })
    }
}

impl fmt::Display for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.kind, self.part)
    }
}

impl fmt::Debug for CardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for CardName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CardName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardName, D::Error> {
        deserializer.deserialize_str(Written(CardName::from_str, "a card, such as \"fire.head\""))
    }
}
