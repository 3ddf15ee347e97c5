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
    /// The lowest price of this and all later kinds.
    lowest_from_here: u32,
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
                Kind { card, copies: decision.hand.count(card), price, lowest_from_here: price }
            })
            .filter(|kind| kind.price <= decision.budget)
            .collect();
        let mut lowest = u32::MAX;
        for kind in kinds.iter_mut().rev() {
            lowest = lowest.min(kind.price);
            kind.lowest_from_here = lowest;
        }
        Selections { kinds, least, budget: decision.budget }
    }

    /// Calls `visit` with each selection of `count` cards that can be played, ascending, and the values it can have.
    pub fn each(
        &self,
        count: u32,
        visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.extend(&self.kinds, count, 0, CardSet::EMPTY, Worth::NOTHING, visit)
    }

    fn extend(
        &self,
        kinds: &[Kind],
        missing: u32,
        price: u32,
        chosen: CardSet,
        worth: Worth,
        visit: &mut impl FnMut(CardSet, Values) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if missing == 0 {
            let values = worth.values(self.least, self.budget);
            return if values.is_empty() { ControlFlow::Continue(()) } else { visit(chosen, values) };
        }
        let Some((kind, rest)) = kinds.split_first() else { return ControlFlow::Continue(()) };
        // What is still missing costs at least this; a selection only gets dearer.
        if price + missing * kind.lowest_from_here > self.budget {
            return ControlFlow::Continue(());
        }
        let (mut chosen, mut worth) = (chosen, worth);
        let mut with_copies: ArrayVec<(CardSet, Worth), 3> = ArrayVec::new();
        with_copies.push((chosen, worth));
        for _ in 0..kind.copies.min(missing) {
            chosen.insert(kind.card);
            worth = worth.with(kind.card);
            if worth.values(self.least, self.budget).is_empty() {
                break;
            }
            with_copies.push((chosen, worth));
        }
        // Both copies come before one, and one before none: that is the order of lists.
        for (copies, &(chosen, worth)) in with_copies.iter().enumerate().rev() {
            let copies = copies as u32;
            self.extend(rest, missing - copies, price + copies * kind.price, chosen, worth, visit)?;
        }
        ControlFlow::Continue(())
    }
}
