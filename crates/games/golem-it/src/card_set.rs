use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, Colour, HIGHEST_VALUE, KINDS, divide_up};
use crate::worth::PurpleKinds;

/// Cards in no order, equal ones counted: two bits for each kind, the lowest card in the highest bits.
///
/// In JSON and in text the cards stand ascending; they are read in any order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Card>"))]
pub struct CardSet(u64);

/// The low bit of each kind's two.
const LOW_BITS: u64 = 0x0555_5555_5555_5555;
/// A count that two bits can hold. There are only two of each card, so a third is already one too many.
const MOST: u64 = 3;
/// The lowest bit of each byte.
const BYTES: u64 = 0x0101_0101_0101_0101;
/// The bits of mint cards and of purple ones.
const MINTS: u64 = 0x0fff_ffff_fff0_0000;
const PURPLES: u64 = 0x000f_ffff;

/// The bits of mint cards with this number or a higher one.
const fn mints_from(number: u32) -> u64 {
    // m21 has bits 20 and 21; from 22 on only bits below are left.
    MINTS & u64::MAX >> (2 * if number < 22 { number } else { 22 })
}

/// The bits of purple cards with this number or a higher one.
const fn purples_from(number: u32) -> u64 {
    PURPLES & 0x00ff_ffff >> (2 * if number < 12 { number } else { 12 })
}

const fn shift(card: Card) -> usize {
    2 * (KINDS - 1 - card.index())
}

impl CardSet {
    /// No cards.
    pub const EMPTY: CardSet = CardSet(0);

    /// The whole deck (GI-1): two of each.
    pub const DECK: CardSet = CardSet(LOW_BITS << 1);

    /// One card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << shift(card))
    }

    /// Cards of one deck, so that there are not too many of any.
    pub(crate) fn of_deck(cards: impl Iterator<Item = Card>) -> CardSet {
        CardSet(cards.map(|card| 1 << shift(card)).sum())
    }

    /// How many of this card there are.
    pub const fn count(self, card: Card) -> u32 {
        (self.0 >> shift(card) & MOST) as u32
    }

    /// How many cards there are.
    pub const fn len(self) -> u32 {
        (self.up_to_each_byte() >> 56) as u32
    }

    /// How many cards there are in each byte and all lower ones.
    const fn up_to_each_byte(self) -> u64 {
        // The counts are added up in pairs, then in fours, then by a multiplication. Counting bits takes longer where the processor
        // has no instruction for it.
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let pairs = (self.0 & PAIRS) + (self.0 >> 2 & PAIRS);
        ((pairs + (pairs >> 4)) & FOURS).wrapping_mul(BYTES)
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

    /// Those of this colour.
    pub(crate) const fn of(self, colour: Colour) -> CardSet {
        match colour {
            Colour::Mint => CardSet(self.0 & MINTS),
            Colour::Purple => CardSet(self.0 & PURPLES),
        }
    }

    /// What the cheapest of the cards, all of which can be worth `value`, takes to be worth it.
    pub(crate) fn fewest_points(self, value: u32) -> u32 {
        let points =
            |cards: CardSet| cards.iter_down().next().map_or(u32::MAX, |card| card.points_to_reach(value));
        points(self.of(Colour::Mint)).min(points(self.of(Colour::Purple)))
    }

    /// How many mint cards take 0, 1, 2, … points to be worth `value`, at most 31: two bits each, from the lowest. There must be no
    /// purple cards.
    pub(crate) const fn by_price(self, value: u32) -> u64 {
        self.0 >> (62 - 2 * value)
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

    /// Each card as often as it is there, descending.
    pub(crate) fn iter_down(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card =
                Card::from_index(KINDS - 1 - (rest.0 != 0).then(|| rest.0.trailing_zeros())? as usize / 2);
            rest.0 -= 1 << shift(card);
            Some(card)
        })
    }

    /// How many different cards there are.
    pub(crate) const fn kind_count(self) -> u32 {
        self.once().len()
    }

    /// One of the different cards by its place, counted from the highest.
    ///
    /// Bytes are counted all at once, then the byte is found by one comparison: a loop ends at another place each time, which costs
    /// the processor more.
    pub(crate) fn nth_kind(self, place: u32) -> Card {
        debug_assert!(place < self.kind_count());
        let (once, up_to) = (self.once().0, self.once().up_to_each_byte());
        let beyond = (up_to | BYTES << 7) - (u64::from(place) + 1) * BYTES;
        let byte = (beyond & BYTES << 7).trailing_zeros() & !7;
        let before = (up_to << 8 >> byte) as u32 & 0xff;
        let mut rest = once >> byte;
        // A byte has four kinds.
        for skipped in 1..4 {
            rest &= if place - before >= skipped { rest - 1 } else { u64::MAX };
        }
        Card::from_index(KINDS - 1 - (byte + rest.trailing_zeros()) as usize / 2)
    }

    /// Those that so many points make worth `value` or more.
    #[inline]
    pub(crate) fn reaching(self, value: u32, points: u32) -> CardSet {
        let number = divide_up(value, points + 1);
        CardSet(self.0 & (mints_from(value.saturating_sub(points)) | purples_from(number)))
    }

    /// The values from `least` on, ascending, that so few points, at most 3, make two of the cards worth.
    pub(crate) fn pair_values(self, least: u32, points: u32) -> impl Iterator<Item = u32> {
        debug_assert!(points <= 3, "two p11 for 4 points are worth 33, which has no bit");
        // A value has the bit of the mint card with that number; there is room up to 31. For each number of points, the values that
        // one card can have, and two cards.
        let bit = |value: u32| 1u64 << (62 - 2 * value);
        let mints = self.of(Colour::Mint);
        let mut one: [u64; 4] = std::array::from_fn(|points| mints.once().0 >> (2 * points));
        let mut two: [u64; 4] = std::array::from_fn(|points| (mints.0 >> 1 & LOW_BITS) >> (2 * points));
        for card in self.of(Colour::Purple).kinds() {
            for points in (0..=points).take_while(|&points| card.worth(points) < 32) {
                let (value, place) = (bit(card.worth(points)), points as usize);
                two[place] |= if self.count(card) > 1 { value } else { one[place] & value };
                one[place] |= value;
            }
        }
        let mut values = 0;
        for cheap in 0..=points as usize / 2 {
            values |= two[cheap];
            for dear in cheap + 1..=points as usize - cheap {
                values |= one[cheap] & one[dear];
            }
        }
        values &= u64::MAX >> (2 * least.min(31));
        std::iter::from_fn(move || {
            let value = 31 - values.checked_ilog2()? / 2;
            values &= !bit(value);
            Some(value)
        })
    }

    /// How many purple cards can be worth `value`.
    #[inline]
    pub(crate) fn purples_worth(self, value: u32) -> usize {
        CardSet(self.0 & DIVISORS[value as usize]).len() as usize
    }

    /// Those that at most so many points make worth exactly `value`.
    #[inline]
    pub(crate) fn worth(self, value: u32, points: u32) -> CardSet {
        let mints = MINTS & u64::MAX << (62 - 2 * value.min(21));
        CardSet(self.reaching(value, points).0 & (mints | DIVISORS[value as usize]))
    }

    /// Those of the cards for which a random bit says so, the bits for the second copies apart: of each card there are at most
    /// two.
    pub(crate) fn some(self, first: u64, second: u64) -> CardSet {
        CardSet((self.once().0 & first) + (self.0 >> 1 & LOW_BITS & second))
    }
}

/// For each value the bits of the purple cards that can be worth it.
static DIVISORS: [u64; HIGHEST_VALUE as usize + 1] = {
    let mut table = [0; HIGHEST_VALUE as usize + 1];
    let mut value = 1;
    while value < table.len() {
        let mut number = 2;
        while number <= 11 {
            if value.is_multiple_of(number) {
                table[value] |= purples_from(number as u32) - purples_from(number as u32 + 1);
            }
            number += 1;
        }
        value += 1;
    }
    table
};

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
