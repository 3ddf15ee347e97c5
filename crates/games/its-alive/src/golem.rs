use std::fmt;

use golemry_blood_moon::{BodyCard, Part, Type, TypeSet};

/// A golem in the making: six places, each empty or filled (IA-2).
///
/// One byte a place, in one word: what is asked or done takes a few instructions and no branch, since nobody can foresee which parts a
/// golem has.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Golem(u64); // Invariant: head, torso, two arms, two legs as in [`Type::byte`], the first of two places filled first.

/// 1 in the byte of each place.
const ONES: u64 = 0x0101_0101_0101;
/// The highest bit of each place, which no type needs.
const TOPS: u64 = ONES << 7;
/// By place: the part that goes there.
const PARTS: [Part; 6] = [Part::Head, Part::Torso, Part::Arm, Part::Arm, Part::Leg, Part::Leg];

/// Where the first place of a part begins, in bits.
const fn first(part: Part) -> u32 {
    [0, 8, 16, 32][part.index()]
}

/// Where its last place begins, in bits.
const fn last(part: Part) -> u32 {
    [0, 8, 24, 40][part.index()]
}

/// The bits of its places.
const fn places(part: Part) -> u64 {
    [0xff, 0xff00, 0xffff_0000, 0xffff_0000_0000][part.index()]
}

impl Golem {
    /// A golem without any parts.
    pub const EMPTY: Golem = Golem(0);

    /// How many places are filled.
    pub fn len(&self) -> usize {
        ((self.0 + 127 * ONES) & TOPS).count_ones() as usize
    }

    /// Whether every place is filled (IA-2).
    pub fn is_complete(&self) -> bool {
        (self.0 + 127 * ONES) & TOPS == TOPS
    }

    /// Whether no place is filled. Without a torso there is nothing else either (IA-12).
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The type in the place that begins at this bit.
    fn at(&self, place: u32) -> Option<Type> {
        Type::from_byte((self.0 >> place) as u8)
    }

    /// The type of the torso, if there is one.
    pub fn torso(&self) -> Option<Type> {
        self.at(first(Part::Torso))
    }

    /// Whether cards of a part can be drawn, placed or stolen: without a torso only torsos can (IA-6, IA-7, IA-11).
    pub fn takes(&self, part: Part) -> bool {
        // Counts a torso as if it were already there. One test without a branch: nobody can foresee which part is rolled.
        (self.0 | places(part)) & places(Part::Torso) != 0
    }

    /// The torso that a card of this part touches, if there is one. A torso touches none.
    pub fn touched_by(&self, part: Part) -> Option<Type> {
        Golem(self.0 & !places(part)).torso()
    }

    /// The types in the places of a part.
    pub fn of(&self, part: Part) -> impl DoubleEndedIterator<Item = Type> + Clone + use<> {
        // A head or torso has only one place: don't count it twice.
        self.at(first(part)).into_iter().chain(self.at(last(part)).filter(|_| part.places() == 2))
    }

    /// The same as a set.
    pub fn types_of(&self, part: Part) -> TypeSet {
        TypeSet::from_options([first(part), last(part)].map(|place| self.at(place)))
    }

    /// Whether no place of the part is filled.
    pub fn lacks(&self, part: Part) -> bool {
        self.at(first(part)).is_none()
    }

    /// Whether a place of the part is empty.
    pub fn has_room(&self, part: Part) -> bool {
        self.at(last(part)).is_none()
    }

    /// The highest bit of each place that is filled with this type.
    fn of_type(&self, kind: Type) -> u64 {
        let differences = self.0 ^ (u64::from(kind.byte()) * ONES);
        !(differences + 127 * ONES) & TOPS
    }

    /// The places that are filled with this type, one bit each.
    pub fn places_of(&self, kind: Type) -> u64 {
        // The product gathers the highest bits of all bytes in its highest byte.
        self.of_type(kind).wrapping_mul(0x0002_0408_1020_4081) >> 56
    }

    /// The torso's place among [`places_of`](Golem::places_of).
    pub const TORSO: u64 = 0b00_0010;

    /// The first places of two, likewise.
    pub const FIRSTS: u64 = 0b01_0100;

    /// The part of a place that is a bit of [`places_of`](Golem::places_of).
    pub fn part_at(bit: u32) -> Part {
        PARTS[bit as usize]
    }

    /// Whether the card is in the golem.
    pub fn contains(&self, card: BodyCard) -> bool {
        self.of_type(card.kind) & places(card.part) != 0
    }

    /// The cards of the golem: head, torso, arms, legs.
    pub fn cards(&self) -> impl Iterator<Item = BodyCard> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let place = rest.0.trailing_zeros() / 8;
            let kind = rest.at(8 * place)?;
            rest.0 &= !(0xff << (8 * place));
            Some(BodyCard { part: PARTS[place as usize], kind })
        })
    }

    /// Puts a card into an empty place of its part; returns whether there was one.
    #[must_use]
    pub fn put(&mut self, card: BodyCard) -> bool {
        let place = if self.lacks(card.part) { first(card.part) } else { last(card.part) };
        let room = self.has_room(card.part);
        if room {
            self.0 |= u64::from(card.kind.byte()) << place;
        }
        room
    }

    /// Replaces a card of type `old` of the same part; returns whether there was one.
    #[must_use]
    pub fn swap(&mut self, old: Type, card: BodyCard) -> bool {
        let found = self.of_type(old) & places(card.part);
        if found == 0 {
            return false;
        }
        let place = found.trailing_zeros() - 7;
        self.0 ^= u64::from(old.byte() ^ card.kind.byte()) << place;
        true
    }

    /// Takes a card out; returns whether it was there.
    #[must_use]
    pub fn remove(&mut self, card: BodyCard) -> bool {
        let places = places(card.part);
        let found = self.of_type(card.kind) & places;
        if found == 0 {
            return false;
        }
        // The second of a pair moves up.
        let before = (1 << (found.trailing_zeros() - 7)) - 1;
        let rest = self.0 & places;
        self.0 = self.0 & !places | rest & before | rest >> 8 & places & !before;
        true
    }
}

impl fmt::Debug for Golem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(part: Part, kind: u8) -> BodyCard {
        BodyCard { part, kind: Type::new(kind) }
    }

    #[test]
    fn places_fill_and_empty() {
        let mut golem = Golem::EMPTY;
        assert!(golem.takes(Part::Torso) && !golem.takes(Part::Arm));
        for (part, kind) in [(Part::Torso, 1), (Part::Arm, 2), (Part::Arm, 3)] {
            assert!(golem.has_room(part) && golem.put(card(part, kind)));
        }
        assert!(!golem.has_room(Part::Arm) && !golem.put(card(Part::Arm, 4)));
        assert!(golem.lacks(Part::Leg) && !golem.lacks(Part::Arm) && !golem.is_complete());
        assert!(golem.types_of(Part::Arm).iter().eq([2, 3].map(Type::new)));
        assert!(golem.takes(Part::Leg) && golem.types_of(Part::Leg).is_empty());
        assert_eq!([Part::Torso, Part::Leg].map(|part| golem.touched_by(part)), [None, Some(Type::new(1))]);
        // The rest of a pair moves up, so that golems with the same cards are equal.
        assert!(golem.remove(card(Part::Arm, 2)) && !golem.remove(card(Part::Arm, 2)));
        assert_eq!(golem.of(Part::Arm).collect::<Vec<_>>(), [Type::new(3)]);
        assert!(
            golem.swap(Type::new(3), card(Part::Arm, 5)) && !golem.swap(Type::new(3), card(Part::Arm, 5))
        );
        assert!(golem.cards().eq([card(Part::Torso, 1), card(Part::Arm, 5)]));
        assert_eq!(golem.torso(), Some(Type::new(1)));
        assert_eq!([5, 3].map(|kind| golem.places_of(Type::new(kind))), [0b000100, 0]);
        assert!(
            golem.put(card(Part::Arm, 5)) && golem.put(card(Part::Head, 5)) && golem.put(card(Part::Leg, 15))
        );
        assert_eq!(golem.places_of(Type::new(5)), 0b001101);
        assert!(golem.len() == 5 && golem.put(card(Part::Leg, 5)) && golem.is_complete());
    }
}
