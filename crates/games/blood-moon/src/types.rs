use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// The most types a deck can have: a ring of 12, and four aside.
pub const MAX_TYPES: usize = 16;

/// How many slots a deck has for finding names. Far more than types, so that few names share one.
pub(crate) const NAME_SLOTS: usize = 64;

/// The longest name of a type, in letters.
const NAME_LENGTH: usize = 16;

/// A golem type of some [`Deck`](crate::Deck), as a number.
///
/// Types are numbered in the order of their names, so that numbers, names and listings all sort the same way. The deck knows
/// their order in the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(NonZeroU8); // Invariant: its number + 1, from 1 to MAX_TYPES, so that an `Option<Type>` is one byte.

impl Type {
    /// The type with this number.
    ///
    /// # Panics
    /// If `number` is [`MAX_TYPES`] or more.
    pub const fn new(number: u8) -> Type {
        assert!((number as usize) < MAX_TYPES);
        Type(NonZeroU8::MIN.saturating_add(number))
    }

    /// Its number, for use as an index.
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }

    /// Its number + 1, for those who pack types with 0 for none.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0.get()
    }

    /// The type that is packed as this byte, if any.
    ///
    /// # Panics
    /// If `byte` is above [`MAX_TYPES`].
    #[inline]
    pub const fn from_byte(byte: u8) -> Option<Type> {
        assert!(byte as usize <= MAX_TYPES);
        match NonZeroU8::new(byte) {
            Some(byte) => Some(Type(byte)),
            None => None,
        }
    }
}

/// A set of types, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSet(u16);

impl TypeSet {
    /// No type.
    pub const EMPTY: TypeSet = TypeSet(0);

    /// The types among `kinds`.
    pub fn from_options<const N: usize>(kinds: [Option<Type>; N]) -> TypeSet {
        // Without a branch: bit 0 stands for none.
        let bits = kinds.iter().fold(0_u32, |bits, kind| bits | 1 << kind.map_or(0, Type::byte));
        TypeSet((bits >> 1) as u16)
    }

    /// Whether `kind` is in the set.
    pub const fn contains(self, kind: Type) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// Puts `kind` into the set.
    pub fn insert(&mut self, kind: Type) {
        self.0 |= 1 << kind.index();
    }

    /// Takes `kind` out of the set.
    pub fn remove(&mut self, kind: Type) {
        self.0 &= !(1 << kind.index());
    }

    /// The types in both sets.
    #[must_use]
    pub const fn and(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }

    /// The types in either set.
    #[must_use]
    pub const fn or(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }

    /// The types that are not in `other`.
    #[must_use]
    pub const fn without(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & !other.0)
    }

    /// How many types are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no type is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Type> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Type::new(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

impl FromIterator<Type> for TypeSet {
    fn from_iter<I: IntoIterator<Item = Type>>(types: I) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        for kind in types {
            set.insert(kind);
        }
        set
    }
}

/// The name of a golem type as people write it: `fire`.
///
/// Stored inline and independent of a deck, so that actions are small plain values. [`Deck::find`](crate::Deck::find) looks the
/// type up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct TypeName([u8; NAME_LENGTH]); // Invariant: a valid name, then zeros, so that bytes sort as names do.

/// A text that cannot be the name of a type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given:?} is not a type name: use 1 to 16 of a-z, 0-9 and -, beginning with a letter")]
pub struct NameError {
    /// The text.
    pub given: String,
}

impl TypeName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(NAME_LENGTH);
        std::str::from_utf8(&self.0[..length]).expect("names are ASCII")
    }

    /// Where a table of [`NAME_SLOTS`] looks for the name first. The factor gives each name of the standard deck a slot of its own.
    pub(crate) fn slot(&self) -> usize {
        let name = u128::from_le_bytes(self.0);
        let mixed = ((name >> 64) as u64 ^ name as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> (u64::BITS - NAME_SLOTS.ilog2())) as usize
    }
}

impl FromStr for TypeName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<TypeName, NameError> {
        let letters = text.as_bytes();
        let valid = (1..=NAME_LENGTH).contains(&letters.len())
            && letters[0].is_ascii_lowercase()
            && letters.iter().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if !valid {
            return Err(NameError { given: text.to_owned() });
        }
        let mut name = [0; NAME_LENGTH];
        name[..letters.len()].copy_from_slice(letters);
        Ok(TypeName(name))
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for TypeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TypeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TypeName, D::Error> {
        deserializer.deserialize_str(Written(TypeName::from_str, "the name of a type, such as \"fire\""))
    }
}

/// Reads a value from its notation, without a copy of the text.
pub(crate) struct Written<T, E>(pub fn(&str) -> Result<T, E>, pub &'static str);

impl<T, E: fmt::Display> de::Visitor<'_> for Written<T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<F: de::Error>(self, text: &str) -> Result<T, F> {
        (self.0)(text).map_err(F::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_small_and_sort_like_their_text() {
        assert_eq!((size_of::<TypeName>(), size_of::<Option<Type>>()), (16, 1));
        let mut names: Vec<TypeName> =
            ["wood", "air", "ice-2", "ice", "airy"].map(|name| name.parse().unwrap()).into();
        names.sort();
        assert_eq!(
            names.iter().map(TypeName::as_str).collect::<Vec<_>>(),
            ["air", "airy", "ice", "ice-2", "wood"]
        );
        assert_eq!(serde_json::to_string(&names[0]).unwrap(), "\"air\"");
        assert_eq!(serde_json::from_str::<TypeName>("\"air\"").unwrap(), names[0]);
    }

    #[test]
    fn invalid_names_are_refused() {
        for text in ["", "Fire", "2nd", "a.b", "fire ", "seventeen-letters", "für"] {
            assert_eq!(text.parse::<TypeName>().unwrap_err(), NameError { given: text.to_owned() });
        }
        assert!("sixteen--letters".parse::<TypeName>().is_ok());
    }

    #[test]
    fn a_set_keeps_its_types_ascending() {
        let set: TypeSet = [Type::new(9), Type::new(2), Type::new(15)].into_iter().collect();
        assert_eq!(set.iter().map(Type::index).collect::<Vec<_>>(), [2, 9, 15]);
        let mut less = set;
        less.remove(Type::new(9));
        assert_eq!((less.len(), less.contains(Type::new(9)), less.is_empty()), (2, false, false));
        assert_eq!(set.without(less).iter().collect::<Vec<_>>(), [Type::new(9)]);
        assert_eq!((set.and(less), set.or(less)), (less, set));
    }
}
