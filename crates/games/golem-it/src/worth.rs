use crate::card::{Card, Colour};

/// What some cards can be worth together: the arithmetic of GI-7, solved once for all values.
///
/// A common value is a multiple of every purple number, so v = `step` × j; the points on the cards are then linear in j:
/// mint cards take v − b each, purple ones v ÷ b − 1.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// The least common multiple of the purple numbers. At most 27,720, of 2 to 11.
    step: u32,
    mints: u32,
    mint_sum: u32,
    highest_mint: u32,
    purples: u32,
    /// The points that all purple cards take for one more step: the sum of step ÷ b.
    purple_rate: u32,
}

/// Values `step` × j with j from `first` to `last`; none where `last` is below `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    step: u32,
    first: u32,
    last: u32,
}

impl Worth {
    /// Of no cards.
    pub const NOTHING: Worth =
        Worth { step: 1, mints: 0, mint_sum: 0, highest_mint: 0, purples: 0, purple_rate: 0 };

    /// Of these cards.
    pub fn of(cards: impl Iterator<Item = Card>) -> Worth {
        cards.fold(Worth::NOTHING, Worth::with)
    }

    /// Of one card more.
    #[inline]
    #[must_use]
    pub fn with(mut self, card: Card) -> Worth {
        let number = card.number();
        match card.colour() {
            Colour::Mint => {
                self.mints += 1;
                self.mint_sum += number;
                self.highest_mint = self.highest_mint.max(number);
            }
            Colour::Purple => {
                self.purples += 1;
                let factor = number / greatest_common_divisor(self.step, number);
                self.step *= factor;
                self.purple_rate = self.purple_rate * factor + self.step / number;
            }
        }
        self
    }

    /// Of purple cards: one of each of these kinds, and a second one of the `pairs` among them.
    pub fn of_purples(kinds: PurpleKinds, pairs: PurpleKinds) -> Worth {
        let (alone, doubled) = (PURPLE[kinds.0 as usize], PURPLE[pairs.0 as usize]);
        // The step of some of the kinds divides the step of all of them.
        let second = if pairs.0 == 0 { 0 } else { doubled.rate * (alone.step / doubled.step) };
        Worth {
            step: alone.step,
            purples: kinds.0.count_ones() + pairs.0.count_ones(),
            purple_rate: alone.rate + second,
            ..Worth::NOTHING
        }
    }

    /// Of these cards and some mint ones, known by their number, sum and highest.
    #[inline]
    pub fn with_mints(self, mints: u32, mint_sum: u32, highest_mint: u32) -> Worth {
        Worth { mints, mint_sum, highest_mint, ..self }
    }

    /// Whether no purple card is among them.
    pub fn is_mint_only(&self) -> bool {
        self.purples == 0
    }

    /// How many cards these are.
    pub fn cards(&self) -> u32 {
        self.mints + self.purples
    }

    /// A bound on how many values the cards can have: each one more takes at least this many points more.
    #[inline]
    pub fn most_values(&self, budget: u32) -> u32 {
        budget / (self.mints * self.step + self.purple_rate) + 1
    }

    /// The values of `least` or more that take at most `budget` points.
    #[inline]
    pub fn values(&self, least: u32, budget: u32) -> Values {
        let least = least.max(self.highest_mint);
        let first = if least <= self.step { 1 } else { least.div_ceil(self.step) };
        // mints × step × j − mint_sum + purple_rate × j − purples ≤ budget
        let points = budget + self.mint_sum + self.purples;
        let rate = self.mints * self.step + self.purple_rate;
        // Most steps are too large for any multiple: a comparison spares the division.
        let last = if rate > points { 0 } else { points / rate };
        Values { step: self.step, first, last }
    }

    /// The points it takes to be worth `value`, which must be one of the [`values`](Worth::values).
    pub fn price(&self, value: u32) -> u32 {
        self.mints * value + self.purple_rate * (value / self.step) - self.mint_sum - self.purples
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

    /// Whether so many points make one card of each worth the same: the least that any cards with these among them take.
    #[inline]
    pub fn are_affordable(self, budget: u32) -> bool {
        PURPLE[self.0 as usize].rate <= budget + self.0.count_ones()
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

/// What one purple card of each kind in a set take together.
#[derive(Clone, Copy)]
struct Purple {
    /// The least common multiple of their numbers.
    step: u32,
    /// The sum of step ÷ b.
    rate: u32,
}

/// For every set of the ten purple kinds.
static PURPLE: [Purple; 1 << 10] = {
    let mut table = [Purple { step: 1, rate: 0 }; 1 << 10];
    let mut set = 1;
    while set < table.len() {
        let lowest = set.trailing_zeros();
        let rest = table[set & (set - 1)];
        let number = lowest + 2;
        let factor = number / greatest_common_divisor(rest.step, number);
        let step = rest.step * factor;
        table[set] = Purple { step, rate: rest.rate * factor + step / number };
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
                assert_eq!(format!("{:?}", Worth::of_purples(kinds, pairs)), format!("{one_by_one:?}"));
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
