use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserializer, de};

/// Reads a value from its text, for `#[serde(deserialize_with)]` and hand-written `Deserialize`.
///
/// What is wrong is said while the text is being visited, so that a reader of files knows the line.
pub(crate) fn read<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Visitor<T>(PhantomData<T>);

    impl<T: FromStr<Err: Display>> de::Visitor<'_> for Visitor<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Visitor(PhantomData))
}
