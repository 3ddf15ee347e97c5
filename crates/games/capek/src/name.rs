use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// The longest an id may be, in characters.
const LONGEST: usize = 16;

/// The id of a card, a body card or a science: 1 to 16 lowercase letters, digits and hyphens, such as `steam-3`.
///
/// Ids are part of the deck, and an action must be readable without one. So an action carries names, stored inline, and the
/// rules look them up. Names are ordered alphabetically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Name([u8; LONGEST]); // Invariant: the characters, then zeros.

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not an id: an id is 1 to {LONGEST} lowercase letters, digits and hyphens")]
pub struct NoName {
    /// The text.
    pub text: String,
}

impl Name {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(LONGEST);
        str::from_utf8(&self.0[..length]).expect("ids are ASCII")
    }

    /// A hash of the name.
    pub(crate) fn scatter(self) -> u8 {
        let whole = u128::from_le_bytes(self.0);
        let folded = (whole as u64) ^ (whole >> 64) as u64;
        // Fibonacci hashing: 2⁶⁴ divided by the golden ratio, and the upper bits, which depend on all of them.
        (folded.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
    }
}

impl FromStr for Name {
    type Err = NoName;

    fn from_str(text: &str) -> Result<Name, NoName> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > LONGEST || !text.bytes().all(allowed) {
            return Err(NoName { text: text.chars().take(40).collect() });
        }
        let mut name = [0; LONGEST];
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Name(name))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_text() {
        let name: Name = "ventilation-6".parse().unwrap();
        assert_eq!((name.as_str(), name.to_string()), ("ventilation-6", "ventilation-6".to_owned()));
        assert_eq!("abcdefghijklmnop".parse::<Name>().unwrap().as_str(), "abcdefghijklmnop");
        assert!("steam".parse::<Name>().unwrap() < "steam-1".parse().unwrap());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "Steam", "steam 3", "abcdefghijklmnopq", "tête"] {
            assert_eq!(text.parse::<Name>(), Err(NoName { text: text.to_owned() }));
        }
    }
}
