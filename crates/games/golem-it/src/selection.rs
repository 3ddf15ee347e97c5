use std::ops::{ControlFlow, RangeInclusive};

use arrayvec::ArrayVec;

use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::legal::{Decision, LARGEST_HAND};
use crate::worth::{Values, Worth};

/// The selections of cards a decision could play, each with the values it could have: the way to go through plays when the
/// cards matter more than the order of listings.
pub struct Selections {
    /// Purple kinds first, since they narrow the values most, then mint ones, ascending.
    kinds: ArrayVec<(Card, u32), LARGEST_HAND>,
    counts: RangeInclusive<u32>,
    least: u32,
    budget: u32,
}

impl Selections {
    /// The selections from the cards in hand.
    pub fn new(decision: &Decision) -> Selections {
        let least = decision.least_value();
        // A card that the whole budget does not make worth enough has no part in any play.
        let affordable = |card: &Card| card.worth(decision.budget) >= least;
        let mut kinds: ArrayVec<(Card, u32), LARGEST_HAND> = ArrayVec::new();
        let mut mints = 0;
        for card in decision.hand.kinds().filter(affordable) {
            kinds.push((card, decision.hand.count(card)));
            mints += usize::from(card.colour() == Colour::Mint);
        }
        kinds.rotate_left(mints);
        Selections { kinds, counts: decision.counts(), least, budget: decision.budget }
    }

    /// Calls `visit` with each selection that can be played, in no particular order, and the values it can have.
    pub fn each(&self, visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.kinds.iter().map(|(_, copies)| copies).sum::<u32>() < *self.counts.start() {
            return ControlFlow::Continue(());
        }
        self.extend(&self.kinds, 0, CardSet::EMPTY, Worth::NOTHING, visit)
    }

    /// Adds cards of these kinds to the `count` cards chosen.
    fn extend(
        &self,
        kinds: &[(Card, u32)],
        count: u32,
        chosen: CardSet,
        worth: Worth,
        visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (place, &(card, copies)) in kinds.iter().enumerate() {
            let (mut count, mut chosen, mut worth) = (count, chosen, worth);
            for copy in 1..=copies.min(self.counts.end() - count) {
                worth = worth.with(card);
                // More cards only narrow the values: once none is left, none comes back.
                let values = worth.values(self.least, self.budget);
                if values.is_empty() {
                    // Without purple cards the highest mint card sets the value, and a higher one only makes all dearer.
                    if copy == 1 && worth.is_mint_only() && card.number() >= self.least {
                        return ControlFlow::Continue(());
                    }
                    break;
                }
                count += 1;
                chosen.insert(card);
                if self.counts.contains(&count) {
                    visit(chosen, values)?;
                }
                if count < *self.counts.end() {
                    self.extend(&kinds[place + 1..], count, chosen, worth, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
