use golemry_blood_moon::{BodyCard, Part, Type, TypeSet};

/// The most cards a hand holds, and how many are dealt (IC-1).
pub const HAND_LIMIT: usize = 7;

/// The body part cards one player holds.
///
/// One byte a card, so that cards come and go without a branch: nobody can foresee which card it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    // Invariant: ascending from the lowest byte, none of them 0, then zeros, so that equal hands are equal values.
    cards: u64,
    // Invariant: those of the cards. Kept up to date, since every take looks at all hands.
    backs: Backs,
}

/// 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte. No card needs it.
const TOPS: u64 = ONES << 7;

/// A number from 64 to 127, in the order of the cards: two bits for the part, four for the type.
fn byte(card: BodyCard) -> u64 {
    (64 | card.part.index() << 4 | card.kind.index()) as u64
}

fn card(byte: u64) -> BodyCard {
    BodyCard { part: Part::ALL[(byte >> 4 & 3) as usize], kind: Type::new((byte & 15) as u8) }
}

/// The highest bit of each byte that is 0. Bytes have at most seven bits.
fn zeros(bytes: u64) -> u64 {
    !(bytes + 127 * ONES) & TOPS
}

impl Hand {
    /// How many cards there are.
    pub fn len(&self) -> usize {
        (u64::BITS - self.cards.leading_zeros()).div_ceil(8) as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards == 0
    }

    /// Whether there is no room for another card.
    pub fn is_full(&self) -> bool {
        self.len() == HAND_LIMIT
    }

    /// Whether `card` is among them.
    pub fn contains(&self, card: BodyCard) -> bool {
        self.iter().equal_to(card).marks != 0
    }

    /// Puts `card` in.
    ///
    /// # Panics
    /// If the hand is full.
    pub fn insert(&mut self, card: BodyCard) {
        assert!(!self.is_full(), "a hand has at most {HAND_LIMIT} cards");
        let higher = (self.cards + (127 - byte(card)) * ONES) & TOPS;
        let end = 0x80 << (8 * self.len());
        let place = (higher | end).trailing_zeros() - 7;
        let before = (1 << place) - 1;
        self.cards = self.cards & before | byte(card) << place | (self.cards & !before) << 8;
        self.backs.0[card.part.index()] += 1;
    }

    /// Takes one `card` out; says whether there was one.
    pub fn remove(&mut self, card: BodyCard) -> bool {
        let found = self.iter().equal_to(card).marks;
        if found == 0 {
            return false;
        }
        let before = (1 << (found.trailing_zeros() - 7)) - 1;
        self.cards = self.cards & before | self.cards >> 8 & !before;
        self.backs.0[card.part.index()] -= 1;
        true
    }

    /// Every card, ascending.
    pub fn iter(&self) -> Marked {
        Marked { cards: self.cards, marks: self.cards << 1 & TOPS }
    }

    /// Every different card once, ascending.
    pub fn distinct(&self) -> Marked {
        self.iter().distinct()
    }

    /// The cards of one part, ascending.
    pub fn of_part(&self, part: Part) -> Marked {
        self.iter().only(zeros((self.cards >> 4 & (3 * ONES)) ^ (part.index() as u64 * ONES)))
    }

    /// Every different card of one of these types once, ascending.
    pub fn of_types(&self, types: TypeSet) -> Marked {
        let kinds = self.cards & (15 * ONES);
        self.distinct()
            .only(types.iter().fold(0, |of, kind| of | zeros(kinds ^ (kind.index() as u64 * ONES))))
    }

    /// What everyone sees of the hand.
    pub fn backs(&self) -> Backs {
        self.backs
    }
}

/// Some of the cards of a hand, ascending.
#[derive(Clone, Copy)]
pub struct Marked {
    cards: u64,
    marks: u64, // the highest bit of the byte of each card that is meant
}

impl Marked {
    /// Every different one of them once.
    pub fn distinct(self) -> Marked {
        // Equal cards are neighbours.
        self.only(!zeros(self.cards ^ self.cards << 8))
    }

    fn only(self, marks: u64) -> Marked {
        Marked { marks: self.marks & marks, ..self }
    }

    /// Those of them that are `card`.
    pub fn equal_to(self, card: BodyCard) -> Marked {
        self.only(zeros(self.cards ^ (byte(card) * ONES)))
    }

    /// The card at this place, from 0.
    pub fn get(&self, place: u32) -> Option<BodyCard> {
        // In each byte, how many marks there are up to it.
        let counts = (self.marks >> 7).wrapping_mul(ONES);
        let there = zeros(counts ^ (u64::from(place + 1) * ONES)) & self.marks;
        (there != 0).then(|| card(self.cards >> (there.trailing_zeros() - 7) & 0xff))
    }
}

impl Iterator for Marked {
    type Item = BodyCard;

    fn next(&mut self) -> Option<BodyCard> {
        let next = self.get(0);
        self.marks &= self.marks.wrapping_sub(1);
        next
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = ((self.marks >> 7).wrapping_mul(ONES) >> 56) as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Marked {}

/// Collects cards in any order.
///
/// # Panics
/// If there are more than [`HAND_LIMIT`].
impl FromIterator<BodyCard> for Hand {
    fn from_iter<I: IntoIterator<Item = BodyCard>>(cards: I) -> Hand {
        let mut hand = Hand::default();
        hand.extend(cards);
        hand
    }
}

impl Extend<BodyCard> for Hand {
    fn extend<I: IntoIterator<Item = BodyCard>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}

/// How many cards of each part a hand has: what everyone sees of it (IC-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backs([u8; Part::ALL.len()]);

impl Backs {
    /// How many cards of a part there are.
    pub fn of_part(self, part: Part) -> u8 {
        self.0[part.index()]
    }

    /// How many cards there are.
    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The parts of which there is a card, ascending.
    pub fn parts(self) -> impl Iterator<Item = Part> + Clone {
        Part::ALL.into_iter().filter(move |&part| self.of_part(part) > 0)
    }
}

impl FromIterator<Part> for Backs {
    fn from_iter<I: IntoIterator<Item = Part>>(parts: I) -> Backs {
        let mut backs = Backs::default();
        for part in parts {
            backs.0[part.index()] += 1;
        }
        backs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(part: Part, kind: u8) -> BodyCard {
        BodyCard { part, kind: Type::new(kind) }
    }

    #[test]
    fn a_hand_is_sorted_and_counts_its_backs() {
        let (head, arm, leg) = (card(Part::Head, 3), card(Part::Arm, 0), card(Part::Leg, 1));
        let mut hand: Hand = [leg, arm, arm].into_iter().collect();
        hand.insert(head);
        assert!(hand.iter().eq([head, arm, arm, leg]));
        assert!(hand.distinct().eq([head, arm, leg]));
        assert!(hand.of_part(Part::Arm).eq([arm, arm]) && hand.distinct().equal_to(leg).eq([leg]));
        assert!(hand.of_types([head, leg].map(|card| card.kind).into_iter().collect()).eq([head, leg]));
        assert_eq!([0, 2, 3].map(|place| hand.distinct().get(place)), [Some(head), Some(leg), None]);
        assert_eq!((hand.backs().of_part(Part::Arm), hand.backs().len()), (2, 4));
        assert!(hand.backs().parts().eq([Part::Head, Part::Arm, Part::Leg]));
        assert!(hand.remove(arm) && hand.contains(arm) && hand.remove(arm) && !hand.remove(arm));
        assert_eq!(hand, [leg, head].into_iter().collect());
    }
}
