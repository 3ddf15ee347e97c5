use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::legal::{Decision, LARGEST_HAND};
use crate::worth::{Values, Worth};

/// The selections of cards a decision could play, each with the values it could have: the way to go through plays when the
/// cards matter more than the order of listings.
pub struct Selections {
    kinds: ArrayVec<Kind, LARGEST_HAND>,
    least: u32,
    budget: u32,
}

#[derive(Clone, Copy)]
struct Kind {
    card: Card,
    copies: u32,
    /// The points this card takes at the least value that may be played, or the next it can have.
    price: u32,
}

impl Selections {
    /// Of the cards in hand that the budget can pay for.
    pub fn new(decision: &Decision) -> Selections {
        let least = decision.least_value();
        let mut kinds: ArrayVec<Kind, LARGEST_HAND> = decision
            .hand
            .kinds()
            .map(|card| {
                let price = match card.colour() {
                    Colour::Mint => least.saturating_sub(card.number()),
                    Colour::Purple => least.div_ceil(card.number()) - 1,
                };
                Kind { card, copies: decision.hand.count(card), price }
            })
            .filter(|kind| kind.price <= decision.budget)
            .collect();
        // The cheapest first: as soon as one does not fit, no later one does.
        kinds.sort_unstable_by_key(|kind| kind.price);
        Selections { kinds, least, budget: decision.budget }
    }

    /// Calls `visit` with each selection of `count` cards that can be played, in no particular order, and the values it can
    /// have.
    pub fn each(
        &self,
        count: u32,
        visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.extend(&self.kinds, count, self.budget, CardSet::EMPTY, Worth::NOTHING, visit)
    }

    /// Adds `missing` cards of these kinds, for at most `left` points.
    fn extend(
        &self,
        kinds: &[Kind],
        missing: u32,
        left: u32,
        chosen: CardSet,
        worth: Worth,
        visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (place, kind) in kinds.iter().enumerate() {
            // Later kinds cost no less.
            if missing * kind.price > left {
                break;
            }
            let (mut chosen, mut worth) = (chosen, worth);
            for copies in 1..=kind.copies.min(missing) {
                chosen.insert(kind.card);
                worth = worth.with(kind.card);
                let values = worth.values(self.least, self.budget);
                if values.is_empty() {
                    break;
                }
                if copies == missing {
                    visit(chosen, values)?;
                } else {
                    let rest = &kinds[place + 1..];
                    self.extend(rest, missing - copies, left - copies * kind.price, chosen, worth, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
