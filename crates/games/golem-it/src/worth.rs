use crate::card::Card;

/// What some cards can be worth together: GI-7 solved for all values at once.
///
/// A card with the number b that gains g from each point takes (v − b) ÷ g points to be worth v. Its number is a multiple of its
/// gain, so a common value v is a multiple of every gain: v = `step` × j. All cards together then take `rate` × j −
/// `head_start` points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// How many cards these are.
    pub cards: u32,
    /// The highest number among them, below which no common value lies.
    highest: u32,
    /// The least common multiple of the gains. At most 27,720, of 2 to 11.
    step: u32,
    /// The points that one step more takes: the sum of step ÷ g.
    rate: u32,
    /// The points that the numbers on the cards save: the sum of b ÷ g.
    head_start: u32,
}

/// Values `step` × j with j from `first` to `last`; none if `last` is below `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    step: u32,
    pub(crate) first: u32,
    last: u32,
}

impl Worth {
    /// The worth of no cards.
    pub const NOTHING: Worth = Worth { cards: 0, highest: 0, step: 1, rate: 0, head_start: 0 };

    /// The worth of these cards.
    pub fn of(cards: impl Iterator<Item = Card>) -> Worth {
        cards.fold(Worth::NOTHING, Worth::with)
    }

    /// Adds a card.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Worth {
        let (number, gain) = (card.number(), card.gain());
        // Most cards are mint, for which there is nothing to divide.
        if gain == 1 {
            return self.with_mints(1, number, number);
        }
        let factor = gain / greatest_common_divisor(self.step, gain);
        let step = self.step * factor;
        Worth {
            cards: self.cards + 1,
            highest: if number > self.highest { number } else { self.highest },
            step,
            rate: self.rate * factor + step / gain,
            head_start: self.head_start + number / gain,
        }
    }

    /// The worth of purple cards: one of each of these kinds, and a second one of the `pairs` among them.
    #[inline]
    pub fn of_purples(kinds: PurpleKinds, pairs: PurpleKinds) -> Worth {
        let (alone, doubled) = (PURPLE[kinds.0 as usize], PURPLE[pairs.0 as usize]);
        if doubled.cards == 0 {
            return alone;
        }
        Worth {
            cards: alone.cards + doubled.cards,
            // The step of some of the kinds divides the step of all of them.
            rate: alone.rate + doubled.rate * (alone.step / doubled.step),
            head_start: alone.head_start + doubled.head_start,
            ..alone
        }
    }

    /// Adds mint cards, which gain 1 from each point, given their count, sum and maximum.
    #[inline]
    #[must_use]
    pub const fn with_mints(self, count: u32, sum: u32, highest: u32) -> Worth {
        Worth {
            cards: self.cards + count,
            highest: if highest > self.highest { highest } else { self.highest },
            rate: self.rate + count * self.step,
            head_start: self.head_start + sum,
            ..self
        }
    }

    /// All values are multiples of this number.
    #[inline]
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The values of `least` or more that take at most `budget` points.
    #[inline]
    pub fn values(&self, least: u32, budget: u32) -> Values {
        let least = least.max(self.highest);
        let first = if least <= self.step { 1 } else { least.div_ceil(self.step) };
        let points = budget + self.head_start;
        // Most steps are too large for any multiple: a comparison saves the division.
        let last = if self.rate > points { 0 } else { points / self.rate };
        Values { step: self.step, first, last }
    }

    /// The points it takes to be worth `value`, which must be one of the [`values`](Worth::values).
    pub fn price(&self, value: u32) -> u32 {
        self.rate * (value / self.step) - self.head_start
    }
}

impl Values {
    /// How many.
    #[inline]
    pub fn len(self) -> u32 {
        (self.last + 1).saturating_sub(self.first)
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.last < self.first
    }

    /// Whether so many steps are one of them.
    #[inline]
    pub fn contains(self, multiple: u32) -> bool {
        self.first <= multiple && multiple <= self.last
    }

    /// The one with that place, counted from the lowest.
    pub fn nth(self, place: u32) -> u32 {
        debug_assert!(place < self.len());
        self.step * (self.first + place)
    }

    /// All, ascending.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (self.first..=self.last).map(move |multiple| self.step * multiple)
    }
}

/// A set of purple kinds: bit b − 2 for the number b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PurpleKinds(pub(crate) u16);

impl PurpleKinds {
    /// Those in both sets.
    pub fn and(self, other: PurpleKinds) -> PurpleKinds {
        PurpleKinds(self.0 & other.0)
    }

    /// Whether so many points make one card of each worth the same. Any cards with these among them take at least as many.
    #[inline]
    pub fn are_affordable(self, budget: u32) -> bool {
        let cards = &PURPLE[self.0 as usize];
        cards.rate <= budget + cards.head_start
    }

    /// Every set of kinds in this one, the empty one first.
    pub fn subsets(self) -> impl Iterator<Item = PurpleKinds> {
        // Counting up in the bits of the set alone: the borrow runs through the bits that are not in it.
        let mut next = Some(0u16);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(PurpleKinds(subset))
        })
    }

    /// One card of each kind, ascending.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        (0..10).filter(move |bit| self.0 >> bit & 1 == 1).map(Card::purple)
    }
}

/// One purple card of each kind, for every set of the ten kinds.
static PURPLE: [Worth; 1 << 10] = {
    let mut table = [Worth::NOTHING; 1 << 10];
    let mut set = 1;
    while set < table.len() {
        let lowest = Card::purple(set.trailing_zeros() as u8);
        table[set] = table[set & (set - 1)].with(lowest);
        set += 1;
    }
    table
};

const fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_set::CardSet;

    #[test]
    fn the_table_of_purple_sets_agrees_with_adding_card_by_card() {
        let all = PurpleKinds((1 << 10) - 1);
        assert_eq!(all.subsets().count(), 1 << 10);
        for kinds in all.subsets().step_by(7) {
            for pairs in kinds.subsets().step_by(3) {
                let one_by_one = Worth::of(kinds.cards().chain(pairs.cards()));
                assert_eq!(Worth::of_purples(kinds, pairs), one_by_one);
            }
        }
    }

    /// The closed form against the clause itself, value by value.
    #[test]
    fn values_and_prices_agree_with_each_card() {
        let texts =
            ["m2", "p11", "m11 m12", "m15 p5", "p11 m19", "p6 p4 m9", "p2 p3 p5 p7 p11", "p7 p7 m21 m21"];
        for text in texts {
            let cards: CardSet = text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect();
            for (least, budget) in [(0, 0), (0, 20), (13, 87), (40, 99)] {
                let price = |value| cards.iter().map(|card| card.points_for(value)).sum::<Option<u32>>();
                let expected: Vec<u32> =
                    (least.max(1)..1200).filter(|&value| price(value).is_some_and(|p| p <= budget)).collect();
                let worth = Worth::of(cards.iter());
                let values = worth.values(least, budget);
                assert_eq!(values.iter().collect::<Vec<_>>(), expected, "{text} from {least} for {budget}");
                assert_eq!((values.len() as usize, values.is_empty()), (expected.len(), expected.is_empty()));
                for (place, value) in expected.into_iter().enumerate() {
                    assert_eq!(values.nth(place as u32), value);
                    assert_eq!(Some(worth.price(value)), price(value));
                }
            }
        }
    }
}
