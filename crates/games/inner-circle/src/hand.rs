use golemry_blood_moon::{BodyCard, Part, Type};

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

/// A number from 1 to 64, in the order of the cards.
fn byte(card: BodyCard) -> u64 {
    (card.part.index() << 4 | card.kind.index()) as u64 + 1
}

fn card(byte: u64) -> BodyCard {
    let number = byte - 1;
    BodyCard { part: Part::ALL[(number >> 4) as usize], kind: Type::new((number & 15) as u8) }
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
        self.find(card) != 0
    }

    /// The highest bit of the first byte that is `card`, and perhaps of later ones.
    fn find(&self, card: BodyCard) -> u64 {
        let differences = self.cards ^ (byte(card) * ONES);
        differences.wrapping_sub(ONES) & !differences & TOPS
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
        let found = self.find(card);
        if found == 0 {
            return false;
        }
        let before = (1 << (found.trailing_zeros() - 7)) - 1;
        self.cards = self.cards & before | self.cards >> 8 & !before;
        self.backs.0[card.part.index()] -= 1;
        true
    }

    /// Every card, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = BodyCard> + Clone + use<> {
        let cards = self.cards;
        (0..self.len()).map(move |place| card(cards >> (8 * place) & 0xff))
    }

    /// Every different card once, ascending.
    pub fn distinct(&self) -> impl Iterator<Item = BodyCard> + Clone + use<> {
        // Equal cards are neighbours.
        let mut last = None;
        self.iter().filter(move |&card| last.replace(card) != Some(card))
    }

    /// The cards of one part, ascending.
    pub fn of_part(&self, part: Part) -> impl Iterator<Item = BodyCard> + Clone + use<> {
        self.iter().filter(move |card| card.part == part)
    }

    /// What everyone sees of the hand.
    pub fn backs(&self) -> Backs {
        self.backs
    }
}

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
        assert_eq!((hand.backs().of_part(Part::Arm), hand.backs().len()), (2, 4));
        assert!(hand.backs().parts().eq([Part::Head, Part::Arm, Part::Leg]));
        assert!(hand.remove(arm) && hand.contains(arm) && hand.remove(arm) && !hand.remove(arm));
        assert_eq!(hand, [leg, head].into_iter().collect());
    }
}
