use std::fmt;

use crate::card::BodyCard;
use crate::part::Part;
use crate::types::{MAX_TYPES, Type, TypeSet};

/// A multiset of body part cards: how many of each there are, up to 15.
///
/// One word per part and four bits per type: small enough to copy, and counting a part takes a few instructions.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cards([u64; 4]);

/// The lowest bit of each type's four.
const ONES: u64 = 0x1111_1111_1111_1111;

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards([0; 4]);

    /// The most of one card that fits.
    pub const MOST: u32 = 15;

    /// How many of `card` there are.
    pub const fn count(&self, card: BodyCard) -> u32 {
        (self.0[card.part.index()] >> (4 * card.kind.index()) & 0xf) as u32
    }

    /// Whether `card` is among them.
    pub const fn contains(&self, card: BodyCard) -> bool {
        self.count(card) > 0
    }

    /// Puts one `card` in.
    ///
    /// # Panics
    /// If there are already [`Cards::MOST`] of it.
    pub fn insert(&mut self, card: BodyCard) {
        assert!(self.count(card) < Cards::MOST, "no more of {card:?} fit");
        self.0[card.part.index()] += 1 << (4 * card.kind.index());
    }

    /// Takes one `card` out; returns whether there was one.
    pub fn remove(&mut self, card: BodyCard) -> bool {
        let there = self.contains(card);
        if there {
            self.0[card.part.index()] -= 1 << (4 * card.kind.index());
        }
        there
    }

    /// How many cards there are.
    pub fn len(&self) -> u32 {
        Part::ALL.into_iter().map(|part| self.of_part(part)).sum()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// How many cards of a part there are.
    pub const fn of_part(&self, part: Part) -> u32 {
        let word = self.0[part.index()];
        // Adds pairs of counts in fields of eight bits, then all eight fields by one multiplication. The sum is at most
        // 16 types × 15 = 240, which fits in eight bits.
        const EVEN: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let pairs = (word & EVEN) + (word >> 4 & EVEN);
        (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The types with a card of this part.
    pub fn types_of_part(&self, part: Part) -> TypeSet {
        let word = self.0[part.index()];
        let some = (word | word >> 1 | word >> 2 | word >> 3) & ONES;
        (0..MAX_TYPES as u8).filter(|kind| some >> (4 * kind) & 1 == 1).map(Type::new).collect()
    }

    /// The different types of a part with their counts, ascending.
    pub fn counts_of_part(&self, part: Part) -> impl Iterator<Item = (Type, u32)> + use<> {
        let mut rest = self.0[part.index()];
        std::iter::from_fn(move || {
            let field = (rest != 0).then(|| rest.trailing_zeros() / 4)?;
            let count = (rest >> (4 * field) & 0xf) as u32;
            rest &= !(0xf << (4 * field));
            Some((Type::new(field as u8), count))
        })
    }

    /// The different cards with their counts, ascending.
    pub fn counts(&self) -> impl Iterator<Item = (BodyCard, u32)> + '_ {
        let of_part =
            move |part| self.counts_of_part(part).map(move |(kind, count)| (BodyCard { part, kind }, count));
        Part::ALL.into_iter().flat_map(of_part)
    }

    /// Every card, repeated as often as it occurs, ascending.
    pub fn iter(&self) -> impl Iterator<Item = BodyCard> + '_ {
        self.counts().flat_map(|(card, count)| std::iter::repeat_n(card, count as usize))
    }
}

impl FromIterator<BodyCard> for Cards {
    fn from_iter<I: IntoIterator<Item = BodyCard>>(list: I) -> Cards {
        let mut cards = Cards::EMPTY;
        for card in list {
            cards.insert(card);
        }
        cards
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(part: Part, kind: u8) -> BodyCard {
        BodyCard { part, kind: Type::new(kind) }
    }

    #[test]
    fn cards_are_counted_and_come_out_sorted() {
        let list = [card(Part::Leg, 15), card(Part::Arm, 0), card(Part::Leg, 15), card(Part::Head, 3)];
        let mut cards: Cards = list.into_iter().collect();
        let sorted = [card(Part::Head, 3), card(Part::Arm, 0), card(Part::Leg, 15), card(Part::Leg, 15)];
        assert!(cards.iter().eq(sorted));
        assert_eq!((cards.len(), cards.of_part(Part::Leg), cards.of_part(Part::Torso)), (4, 2, 0));
        assert_eq!(cards.types_of_part(Part::Leg).iter().collect::<Vec<_>>(), [Type::new(15)]);
        assert!(cards.remove(card(Part::Leg, 15)) && cards.remove(card(Part::Leg, 15)));
        assert!(!cards.remove(card(Part::Leg, 15)));
        assert_eq!(cards.len(), 2);
    }

    #[test]
    fn the_fullest_pile_is_counted_right() {
        let every = (0..MAX_TYPES as u8).flat_map(|kind| Part::ALL.map(|part| card(part, kind)));
        let full: Cards = every.flat_map(|card| [card; Cards::MOST as usize]).collect();
        assert_eq!((full.of_part(Part::Arm), full.len()), (240, 960));
    }
}
