use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, Part};

/// The most cards a hand holds, and how many are dealt (IC-1).
pub const HAND_LIMIT: usize = 7;

/// The body part cards one player holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    // Invariant: ascending, so that equal hands are equal values.
    cards: ArrayVec<BodyCard, HAND_LIMIT>,
    // Invariant: those of the cards. Kept up to date, since every take looks at all hands.
    backs: Backs,
}

impl Hand {
    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// Whether there is no room for another card.
    pub fn is_full(&self) -> bool {
        self.cards.is_full()
    }

    /// Whether `card` is among them.
    pub fn contains(&self, card: BodyCard) -> bool {
        self.cards.contains(&card)
    }

    /// Puts `card` in.
    ///
    /// # Panics
    /// If the hand is full.
    pub fn insert(&mut self, card: BodyCard) {
        let place = self.cards.iter().position(|&other| other > card).unwrap_or(self.cards.len());
        self.cards.insert(place, card);
        self.backs.0[card.part.index()] += 1;
    }

    /// Takes one `card` out; says whether there was one.
    pub fn remove(&mut self, card: BodyCard) -> bool {
        let Some(place) = self.cards.iter().position(|&other| other == card) else { return false };
        self.cards.remove(place);
        self.backs.0[card.part.index()] -= 1;
        true
    }

    /// Every card, ascending.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = BodyCard> + Clone {
        self.cards.iter().copied()
    }

    /// Every different card once, ascending.
    pub fn distinct(&self) -> impl Iterator<Item = BodyCard> + Clone {
        let cards = &self.cards;
        (0..cards.len())
            .filter(|&place| place == 0 || cards[place] != cards[place - 1])
            .map(|place| cards[place])
    }

    /// The cards of one part, ascending.
    pub fn of_part(&self, part: Part) -> impl Iterator<Item = BodyCard> + Clone {
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
        let mut cards: ArrayVec<BodyCard, HAND_LIMIT> = cards.into_iter().collect();
        cards.sort_unstable();
        Hand { backs: cards.iter().map(|card| card.part).collect(), cards }
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
    use golemry_blood_moon::Type;

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
