use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// What a generator starts from.
///
/// In JSON a number, or a text of digits where a number would lose bits in JavaScript (2⁵³ and above); both are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

/// The first number a JavaScript reader could not hold exactly.
const TOO_LARGE_FOR_JS: u64 = 1 << 53;

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < TOO_LARGE_FOR_JS {
            serializer.serialize_u64(self.0)
        } else {
            serializer.collect_str(self)
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a seed: a whole number from 0 to {}, or the same as a text", u64::MAX)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Seed, E> {
                u64::try_from(number)
                    .map(Seed)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(number), &self))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
                text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Seed, Self::Err> {
        text.parse().map(Seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_seed_travels_as_text() {
        for (seed, json) in [(7, "7"), (TOO_LARGE_FOR_JS, "\"9007199254740992\"")] {
            assert_eq!(serde_json::to_string(&Seed(seed)).unwrap(), json);
            assert_eq!(serde_json::from_str::<Seed>(json).unwrap(), Seed(seed));
        }
        assert_eq!(serde_json::from_str::<Seed>("\"7\"").unwrap(), Seed(7));
        let error = serde_json::from_str::<Seed>("-1").unwrap_err().to_string();
        assert!(error.contains("a whole number from 0"), "{error}");
    }
}
