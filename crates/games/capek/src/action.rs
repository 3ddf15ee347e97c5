use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smallvec::SmallVec;

use crate::card::MAX_CARDS;
use crate::deck::MAX_BODIES;
use crate::name::Name;
use crate::state::Price;

/// A decision. Cards, body cards and sciences are given by name: see [`Name`].
///
/// Listings are ordered by kind, then price, then names. A list of cards is written in deck order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Action {
    /// `buy 3 for steam-3 brain-1 use head:1 torso:1`, `buy 3 for steam-5 keep`
    Buy {
        price: Price,
        pay: Cards,
        /// Where the markers go if the card is used; `None` if it is kept.
        // Serde would take a missing `Option` for `None`, and a purchase should say what becomes of the card.
        #[serde(rename = "use", deserialize_with = "Option::deserialize")]
        used: Option<Markers>,
    },
    /// `research left-arm steam with steam-3 engineer-1`
    Research { body: Name, science: Name, cards: Cards },
    /// `exchange brain-1`
    Exchange { card: Name },
    /// `end`
    End {},
}

/// How many cards and body cards an action keeps inline: all that random play with the standard deck ever names. Only longer lists
/// allocate (CK-9 allows to pay with a whole hand).
const INLINE_CARDS: usize = 8;
const INLINE_BODIES: usize = 3;

/// The cards of a payment or a set. They keep the order in which they were given, but it does not matter: lists of the same
/// cards are equal.
#[derive(Clone, Default, Deserialize)]
#[serde(try_from = "Vec<Name>")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Name>"))]
pub struct Cards(SmallVec<[Name; INLINE_CARDS]>); // Invariant: at most MAX_CARDS.

/// How many markers go on which body card, ordered by name.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "std::collections::BTreeMap<Name, u8>"))]
pub struct Markers(SmallVec<[(Name, u8); INLINE_BODIES]>); // Invariant: ascending, no name twice, at most MAX_BODIES.

impl Cards {
    /// The cards in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = Name> {
        self.0.iter().copied()
    }

    fn sorted(&self) -> SmallVec<[Name; INLINE_CARDS]> {
        let mut names = SmallVec::from_slice(&self.0);
        names.sort_unstable();
        names
    }
}

impl Markers {
    /// Puts `count` markers on a body card, unless it is there already or the list is full.
    pub fn try_insert(&mut self, body: Name, count: u8) -> Result<(), ListError> {
        let Err(place) = self.0.binary_search_by_key(&body, |(name, _)| *name) else {
            return Err(ListError::Twice { body });
        };
        if self.0.len() == MAX_BODIES {
            return Err(ListError::TooLong { most: MAX_BODIES, of: "body cards" });
        }
        self.0.insert(place, (body, count));
        Ok(())
    }

    /// Collects markers that are already ordered by name.
    pub(crate) fn from_ascending(markers: impl Iterator<Item = (Name, u8)>) -> Markers {
        let markers = Markers(markers.collect());
        debug_assert!(markers.0.is_sorted_by(|one, next| one.0 < next.0));
        markers
    }

    /// The body cards and how many markers each gets.
    pub fn iter(&self) -> impl Iterator<Item = (Name, u8)> {
        self.0.iter().copied()
    }
}

/// A list that no action can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the texts say it")]
pub enum ListError {
    #[error("at most {most} {of} can be named")]
    TooLong { most: usize, of: &'static str },
    #[error("{body} is named twice")]
    Twice { body: Name },
}

impl TryFrom<Vec<Name>> for Cards {
    type Error = ListError;

    fn try_from(cards: Vec<Name>) -> Result<Cards, ListError> {
        let too_long = ListError::TooLong { most: MAX_CARDS, of: "cards" };
        if cards.len() > MAX_CARDS { Err(too_long) } else { Ok(Cards(cards.into())) }
    }
}

impl PartialEq for Cards {
    fn eq(&self, other: &Cards) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Cards {}

impl PartialOrd for Cards {
    fn partial_cmp(&self, other: &Cards) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cards {
    fn cmp(&self, other: &Cards) -> Ordering {
        // Search compares lists all the time. Mostly the smallest name decides, or the lists are the same.
        match self.iter().min().cmp(&other.iter().min()) {
            Ordering::Equal if self.0[..] == other.0[..] => Ordering::Equal,
            Ordering::Equal => self.sorted().cmp(&other.sorted()),
            decided => decided,
        }
    }
}

/// # Panics
/// If there are more than [`MAX_CARDS`].
impl FromIterator<Name> for Cards {
    fn from_iter<I: IntoIterator<Item = Name>>(cards: I) -> Cards {
        let cards = Cards(cards.into_iter().collect());
        assert!(cards.0.len() <= MAX_CARDS, "a list of {} cards", cards.0.len());
        cards
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Markers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Serialize for Markers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Markers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Markers, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Markers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of markers for each body card")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut entries: A) -> Result<Markers, A::Error> {
                let mut markers = Markers::default();
                while let Some((body, count)) = entries.next_entry()? {
                    markers.try_insert(body, count).map_err(de::Error::custom)?;
                }
                Ok(markers)
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}
