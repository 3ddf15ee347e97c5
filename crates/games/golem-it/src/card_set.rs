use std::cmp::Ordering;
use std::fmt;

use golemry_core::Draw;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use crate::card::{Card, Colour, KINDS};
use crate::worth::PurpleKinds;

/// Cards in no order, equal ones counted: two bits for each kind, the lowest card in the highest bits.
///
/// In JSON and in text the cards stand ascending; they are read in any order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, TS)]
#[ts(as = "Vec<Card>")]
pub struct CardSet(u64);

/// The low bit of each kind's two.
const LOW_BITS: u64 = 0x0555_5555_5555_5555;
/// A count that two bits can hold. There are only two of each card, so a third is already one too many.
const MOST: u64 = 3;

const fn shift(card: Card) -> usize {
    2 * (KINDS - 1 - card.index())
}

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// The whole deck (GI-1): two of each.
    pub const DECK: CardSet = CardSet(LOW_BITS << 1);

    /// How many of this card there are.
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> shift(card) & MOST) as u32
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        // The counts are added up in pairs, then in fours, then by a multiplication. Counting bits takes longer where the processor
        // has no instruction for it.
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let pairs = (self.0 & FOURS) + (self.0 >> 2 & FOURS);
        let fours = (pairs & BYTES) + (pairs >> 4 & BYTES);
        (fours.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one card. Beyond three of a kind the count stays: no deck holds so many, so the set is wrong anyway.
    pub fn insert(&mut self, card: Card) {
        if u64::from(self.count(card)) < MOST {
            self.0 += 1 << shift(card);
        }
    }

    /// Takes away one card that is there.
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.count(card) > 0);
        self.0 -= 1 << shift(card);
    }

    /// Adds cards, of which there must be room for all.
    pub fn insert_all(&mut self, cards: CardSet) {
        debug_assert!(Card::all().all(|card| u64::from(self.count(card) + cards.count(card)) <= MOST));
        self.0 += cards.0;
    }

    /// Takes away cards that are all there.
    pub fn remove_all(&mut self, cards: CardSet) {
        debug_assert!(cards.first_beyond(*self).is_none());
        self.0 -= cards.0;
    }

    /// The lowest card of which there are more here than in `other`.
    pub fn first_beyond(self, other: CardSet) -> Option<Card> {
        self.kinds().find(|&card| self.count(card) > other.count(card))
    }

    /// The purple kinds of which there are at least so many.
    pub fn purples(self, copies: u32) -> PurpleKinds {
        let held = self.kinds().filter(|card| card.colour() == Colour::Purple && self.count(*card) >= copies);
        PurpleKinds(held.map(|card| 1 << (card.number() - 2)).sum())
    }

    /// The lowest card.
    fn first(self) -> Option<Card> {
        // Kind 0 has bits 58 and 59, below four unused ones.
        Some(Card::from_index(KINDS - 1 - self.0.checked_ilog2()? as usize / 2))
    }

    /// Each different card once.
    const fn once(self) -> CardSet {
        CardSet((self.0 | self.0 >> 1) & LOW_BITS)
    }

    /// Each different card once, ascending.
    pub fn kinds(self) -> impl Iterator<Item = Card> {
        self.once().iter()
    }

    /// Each card as often as it is there, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.0 -= 1 << shift(card);
            Some(card)
        })
    }

    /// One of the different cards, all equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn pick(self, rng: &mut impl Draw) -> Card {
        let mut rest = self.once().0;
        for _ in 0..rng.below(rest.count_ones()) {
            rest &= rest - 1;
        }
        Card::from_index(KINDS - 1 - rest.trailing_zeros() as usize / 2)
    }

    /// Those of the cards for which a random bit says so, the bits for the second copies apart: of each card there are at most
    /// two.
    pub(crate) fn some(self, first: u64, second: u64) -> CardSet {
        CardSet((self.once().0 & first) + (self.0 >> 1 & LOW_BITS & second))
    }
}

/// The order of listings: by count, then as ascending lists are compared.
impl Ord for CardSet {
    fn cmp(&self, other: &CardSet) -> Ordering {
        // Where two lists of one length first differ, the one with more of the lower card comes first, and its bits are the
        // greater number.
        self.len().cmp(&other.len()).then(other.0.cmp(&self.0))
    }
}

impl PartialOrd for CardSet {
    fn partial_cmp(&self, other: &CardSet) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CardSet, D::Error> {
        Vec::<Card>::deserialize(deserializer).map(CardSet::from_iter)
    }
}
