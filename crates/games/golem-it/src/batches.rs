//! Draws a leader's play without listing them: there can be hundreds of thousands.
//!
//! Plays are drawn by rejection. A play is a choice of purple cards, a choice of mint cards and a value. What the mint cards
//! alone could be worth is counted once for the whole hand, generously, by a formula. Purple cards with the common step s leave
//! at most every s-th of those values, so the items of a [`Batch`], all plays with the same purple cards, take one division to
//! count. One item is drawn from all batches and passes together; if it is not a play, another one is drawn.

use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::action::Action;
use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::equal::choose;
use crate::legal::{Decision, LARGEST_HAND};
use crate::sampler::nth_pass;
use crate::worth::{PurpleKinds, Values, Worth};

/// The most batches a hand can have: that of fifteen purple cards and 99 points. (Every hand of purple cards was tried.)
const MOST_BATCHES: usize = 1566;

/// Draws one legal action of a leader, every one equally likely.
pub(crate) fn sample(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let mut batches = ArrayVec::new();
    let hand = Hand::new(decision);
    let items = hand.fill(&mut batches);
    loop {
        let item = rng.below(passes + items);
        if item < passes {
            return nth_pass(decision, item);
        }
        if let Some(action) = hand.try_item(&batches, item - passes, rng) {
            return action;
        }
    }
}

/// A hand laid out for drawing from it.
struct Hand<'a> {
    decision: &'a Decision,
    /// Ascending, equal ones beside each other.
    mints: ArrayVec<Card, LARGEST_HAND>,
    /// By how many mint cards are chosen.
    choices: [Choices; LARGEST_HAND + 1],
    /// Mint cards whose equal stands before them, as bits.
    second_copies: u32,
    /// How many choices of mint cards there are, and how many items with their values.
    all_ways: u32,
    all_values: u32,
}

/// All choices of so many mint cards.
#[derive(Clone, Copy, Default)]
struct Choices {
    /// How many choices there are.
    ways: u32,
    /// The most their numbers can sum to.
    top_sum: u32,
    /// The least value that any of them can have: the highest of j cards is at least the j-th lowest of all.
    lowest: u32,
    /// How many values, from that one on, any of them can have.
    values: u32,
}

/// All plays with the same purple cards.
struct Batch {
    /// The purple kinds, and those taken twice.
    kinds: PurpleKinds,
    pairs: PurpleKinds,
    /// How many items come before this batch's: in all, at most 2¹⁵ choices of a hand's cards times 121 values.
    before: u32,
    /// The first items are those without mint cards, and then those that [`Hand::place`] is sure of.
    alone: u32,
    sure: u32,
}

impl Hand<'_> {
    fn new(decision: &Decision) -> Hand<'_> {
        let mut mints = ArrayVec::<Card, LARGEST_HAND>::new();
        let mut second_copies = 0;
        for card in decision.hand.kinds().take_while(|card| card.colour() == Colour::Mint) {
            mints.push(card);
            if decision.hand.count(card) > 1 {
                second_copies |= 1 << mints.len();
                mints.push(card);
            }
        }
        let mut choices = [Choices::default(); LARGEST_HAND + 1];
        let (mut ways, mut top_sum) = (1, 0);
        let (mut all_ways, mut all_values) = (0, 0);
        for (place, highest) in mints.iter().rev().enumerate() {
            let count = place as u32 + 1;
            ways = ways * (mints.len() - place) as u32 / count;
            top_sum += highest.number();
            let lowest = mints[place].number();
            let values = ((decision.budget + top_sum) / count + 1).saturating_sub(lowest);
            choices[place + 1] = Choices { ways, top_sum, lowest, values };
            (all_ways, all_values) = (all_ways + ways, all_values + ways * values);
        }
        Hand { decision, mints, choices, second_copies, all_ways, all_values }
    }

    /// Finds every batch with an item and returns the number of items in all.
    fn fill(&self, batches: &mut ArrayVec<Batch, MOST_BATCHES>) -> u32 {
        let Decision { hand, budget, .. } = *self.decision;
        let (purples, purple_pairs) = (hand.purples(1), hand.purples(2));
        let mut before = 0;
        for kinds in purples.subsets().filter(|kinds| kinds.are_affordable(budget)) {
            for pairs in kinds.and(purple_pairs).subsets() {
                let cards = Worth::of_purples(kinds, pairs);
                let step = cards.step();
                let alone = if cards.cards == 0 { 0 } else { self.values(&cards, 0).len() };
                let sure = self.all_values.div_ceil(step);
                let items = alone + sure + if step == 1 { 0 } else { self.all_ways };
                if items > 0 {
                    batches.push(Batch { kinds, pairs, before, alone, sure });
                    before += items;
                }
            }
        }
        before
    }

    /// The values of these purple cards with so many mint ones: those that any choice of them can have.
    fn values(&self, purples: &Worth, mints: usize) -> Values {
        let Choices { top_sum, lowest, .. } = self.choices[mints];
        purples.with_mints(mints as u32, top_sum, lowest).values(1, self.decision.budget)
    }

    /// The play that is the item with that number, if it is one.
    fn try_item(&self, batches: &[Batch], item: u32, rng: &mut impl Draw) -> Option<Action> {
        let batch = &batches[batches.partition_point(|batch| batch.before <= item) - 1];
        let purples = Worth::of_purples(batch.kinds, batch.pairs);
        let (item, step) = (item - batch.before, purples.step());
        // How many mint cards there are, and how many steps the value is. Which mint cards these are is drawn anew, as finding
        // a choice by its number takes longer.
        let (mints, multiple) = if item < batch.alone {
            (0, self.values(&purples, 0).first + item)
        } else {
            let (mints, place) = self.place(step, item - batch.alone, batch.sure)?;
            (mints, self.choices[mints].lowest.div_ceil(step) + place)
        };
        // Most items that are not plays are beyond even the highest cards.
        if !self.values(&purples, mints).contains(multiple) {
            return None;
        }
        let chosen = choose(self.mints.len() as u32, mints as u32, rng);
        // Of two equal cards the first is taken first: the same cards are not drawn twice as often.
        if chosen & self.second_copies & !(chosen << 1) != 0 {
            return None;
        }
        let (mut worth, mut cards) = (purples, CardSet::EMPTY);
        for place in (0..self.mints.len()).filter(|place| chosen >> place & 1 == 1) {
            worth = worth.with(self.mints[place]);
            cards.insert(self.mints[place]);
        }
        let values = worth.values(1, self.decision.budget);
        cards.insert_all(batch.kinds.cards().chain(batch.pairs.cards()).collect());
        values.contains(multiple).then_some(Action::Play { value: step * multiple, cards })
    }

    /// How many mint cards are added to purple cards with that step, and the place of the value.
    ///
    /// Any `values` numbers in a row have at least values ÷ step multiples of the step, rounded down, and perhaps one more. First
    /// come the sure ones: every step-th item among all choices with all their values. Then comes the one more of each choice.
    fn place(&self, step: u32, item: u32, sure: u32) -> Option<(usize, u32)> {
        let is_sure = item < sure;
        let mut item = if is_sure { item * step } else { item - sure };
        let mut mints = 1;
        loop {
            let Choices { ways, values, .. } = self.choices[mints];
            let items = if is_sure { ways * values } else { ways };
            if item < items {
                let place = if is_sure { item % values / step } else { values / step };
                let is_item = if is_sure { place < values / step } else { !values.is_multiple_of(step) };
                return is_item.then_some((mints, place));
            }
            (item, mints) = (item - items, mints + 1);
        }
    }
}
