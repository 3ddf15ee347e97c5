//! Draws one legal action without listing them: a leader can have hundreds of thousands.
//!
//! [`sample`] makes every action equally likely. Plays are drawn by rejection. A play is a choice of purple cards, a choice of
//! mint cards and a value. What the mint cards alone could be worth is counted once for the whole hand, generously, by a
//! formula. Purple cards with the common step s leave at most every s-th of those values, so the items of a [`Batch`], all
//! plays with the same purple cards, take one division to count. One item is drawn from all batches and passes together; if it
//! is not a play, another one is drawn.
//!
//! What evenness costs: with three or four players a step takes about 1,700 instructions, most of them for counting batches.
//! [`sample_quickly`] is for playouts: it counts nothing, and some actions are more likely than others.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::action::Action;
use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::legal::{Decision, LARGEST_HAND};
use crate::selection::Selections;
use crate::worth::{PurpleKinds, Values, Worth};

/// How often a follower draws again before the plays are counted one by one: often there are very few, or none.
const TRIES: u32 = 16;

/// Up to this budget plays are counted. Measured: less or more is slower.
const FEW_POINTS: u32 = 3;

/// One more than the highest value that so few points allow: that of a purple 11 with all of them.
const VALUES: usize = 11 * (FEW_POINTS as usize + 1) + 1;

/// More batches than a hand has in practice. If one has more, its plays are counted one by one.
const MOST_BATCHES: usize = 2048;

/// Draws one legal action, every one equally likely.
pub(crate) fn sample(decision: &Decision, rng: &mut impl Draw) -> Action {
    let passes = decision.passes().count() as u32;
    match decision.to_beat {
        // Too few cards to play, or none.
        _ if decision.hand.len() < *decision.counts().start() => pass(decision, passes, rng),
        Some(to_beat) if to_beat.count == 1 => follow_with_one(decision, passes, rng),
        // Most items of a batch would not be plays.
        _ if decision.budget <= FEW_POINTS => with_few_points(decision, passes, rng),
        to_beat => {
            let hand = Hand::new(decision);
            let tries = if to_beat.is_some() { TRIES } else { u32::MAX };
            let mut batches = ArrayVec::new();
            let Some(items) = hand.fill(&mut batches) else {
                return count_and_find(decision, passes, rng);
            };
            for _ in 0..tries {
                let item = rng.below(passes + items);
                if item < passes {
                    return nth_pass(decision, item);
                }
                if let Some(action) = hand.try_item(&batches, item - passes, rng) {
                    return action;
                }
            }
            count_and_find(decision, passes, rng)
        }
    }
}

/// Draws one legal action for a playout.
///
/// One in eight who may pass does. Everyone else draws a card, then how many points it takes, few more likely than many, then
/// some of the other cards: each with a chance of one half, or three quarters for a follower. Those of them that can be worth
/// the same for the points left join it, the lowest first, as far as they are needed. A follower who does not get enough cards
/// together passes.
pub(crate) fn sample_quickly(decision: &Decision, rng: &mut impl Draw) -> Action {
    let passes = decision.passes().count() as u32;
    let may_play = decision.hand.len() >= *decision.counts().start();
    if !may_play || passes > 0 && rng.below(8) == 0 {
        return pass(decision, passes, rng);
    }
    play_quickly(decision, rng).unwrap_or_else(|| pass(decision, passes, rng))
}

fn play_quickly(decision: &Decision, rng: &mut impl Draw) -> Option<Action> {
    let (counts, follows) = (decision.counts(), decision.to_beat.is_some());
    let first = decision.hand.pick(rng);
    let fewest = first.points_to_reach(decision.least_value());
    let most = rng.below((decision.budget + 1).checked_sub(fewest).filter(|&choices| choices > 0)?);
    let points = fewest + rng.below(most + 1);
    let (value, mut left, mut count) = (first.worth(points), decision.budget - points, 1);
    let (mut cards, mut others) = (CardSet::EMPTY, decision.hand);
    cards.insert(first);
    others.remove(first);
    let mut coins = || rng.next_u64() | if follows { rng.next_u64() } else { 0 };
    for card in others.some(coins(), coins()).iter() {
        if count == *counts.end() {
            break;
        }
        if let Some(price) = card.points_for(value).filter(|&price| price <= left) {
            cards.insert(card);
            (count, left) = (count + 1, left - price);
        }
    }
    counts.contains(&count).then_some(Action::Play { value, cards })
}

fn pass(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    nth_pass(decision, rng.below(passes))
}

fn nth_pass(decision: &Decision, place: u32) -> Action {
    Action::Pass { r#return: decision.passes().start + place }
}

/// A single card: how many values each can have is known, so the draw is direct.
fn follow_with_one(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let (least, budget) = (decision.least_value(), decision.budget);
    // The points on a card run from the fewest that reach the value to the whole budget.
    let values = |card: Card| (budget + 1).saturating_sub(card.points_to_reach(least));
    let plays: u32 = decision.hand.kinds().map(values).sum();
    let mut place = rng.below(passes + plays);
    if place < passes {
        return nth_pass(decision, place);
    }
    place -= passes;
    for card in decision.hand.kinds() {
        if place < values(card) {
            let value = card.worth(card.points_to_reach(least) + place);
            return Action::Play { value, cards: [card].into_iter().collect() };
        }
        place -= values(card);
    }
    unreachable!("the place is among the plays counted")
}

/// With few points few cards can be made equal: the plays of each value are counted.
fn with_few_points(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let plays = if decision.to_beat.is_none() { lead_by_value(decision) } else { follow_by_value(decision) };
    let mut skip = rng.below(passes + plays.iter().sum::<u32>());
    if skip < passes {
        return nth_pass(decision, skip);
    }
    skip -= passes;
    let mut value = 0;
    while skip >= plays[value] {
        skip -= plays[value];
        value += 1;
    }
    let (value, mut found) = (value as u32, CardSet::EMPTY);
    let _ = decision.each_play_worth(value, &mut |cards| {
        found = cards;
        skip = skip.wrapping_sub(1);
        if skip == u32::MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Action::Play { value, cards: found }
}

/// How many plays of each value a leader with few points has.
///
/// A word for each value holds, in four lanes of 16 bits, how many selections take 0, 1, 2 and 3 points. At most eight kinds can
/// have the same value, so no lane holds more than 3⁸.
fn lead_by_value(decision: &Decision) -> [u32; VALUES] {
    let mut ways = [1u64; VALUES];
    for card in decision.hand.kinds() {
        let two = decision.hand.count(card) > 1;
        for points in 0..=decision.budget {
            let ways = &mut ways[card.worth(points) as usize];
            let with_one = *ways << (16 * points);
            *ways += with_one + if two { with_one << (16 * points) } else { 0 };
        }
    }
    // The multiplication adds up the lanes that the budget allows; the empty selection is not a play.
    let allowed = u64::MAX >> (16 * (FEW_POINTS - decision.budget));
    ways.map(|lanes| ((lanes & allowed).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32 - 1)
}

/// How many plays of each value a follower with few points has: mostly none, since too few cards can have it.
fn follow_by_value(decision: &Decision) -> [u32; VALUES] {
    let mut cards = [0; VALUES];
    for card in decision.hand.kinds() {
        for points in 0..=decision.budget {
            cards[card.worth(points) as usize] += decision.hand.count(card);
        }
    }
    let mut plays = [0; VALUES];
    for value in decision.least_value()..VALUES as u32 {
        if cards[value as usize] >= *decision.counts().start() {
            let _ = decision.each_play_worth(value, &mut |_| {
                plays[value as usize] += 1;
                ControlFlow::Continue(())
            });
        }
    }
    plays
}

/// Counts the plays, one selection after another, and finds the one drawn.
fn count_and_find(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let selections = Selections::new(decision);
    let mut plays = 0;
    let _ = selections.each(&mut |_, values| {
        plays += values.len();
        ControlFlow::Continue(())
    });
    let mut place = rng.below(passes + plays);
    if place < passes {
        return nth_pass(decision, place);
    }
    place -= passes;
    let mut found = None;
    let _ = selections.each(&mut |cards, values| {
        if place < values.len() {
            found = Some(Action::Play { value: values.nth(place), cards });
            return ControlFlow::Break(());
        }
        place -= values.len();
        ControlFlow::Continue(())
    });
    found.expect("the place is among the plays counted")
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
    /// The purple kinds, and those held twice.
    purples: PurpleKinds,
    purple_pairs: PurpleKinds,
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
    /// A leader's first items are those without mint cards, and then those that [`Hand::lead`] is sure of.
    alone: u32,
    sure: u32,
}

impl Hand<'_> {
    fn new(decision: &Decision) -> Hand<'_> {
        let mut mints = ArrayVec::new();
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
        choices[0].ways = ways;
        for (place, highest) in mints.iter().rev().enumerate() {
            let count = place as u32 + 1;
            ways = ways * (mints.len() - place) as u32 / count;
            top_sum += highest.number();
            let lowest = mints[place].number().max(decision.least_value());
            let values = ((decision.budget + top_sum) / count + 1).saturating_sub(lowest);
            choices[place + 1] = Choices { ways, top_sum, lowest, values };
        }
        let (purples, purple_pairs) = (decision.hand.purples(1), decision.hand.purples(2));
        Hand { decision, mints, choices, second_copies, purples, purple_pairs }
    }

    /// How many mint cards a follower adds to so many purple ones; `None` if that is impossible.
    fn missing(&self, purples: u32) -> Option<usize> {
        let missing = self.decision.counts().start().checked_sub(purples)? as usize;
        (missing <= self.mints.len()).then_some(missing)
    }

    /// The values of these purple cards with so many mint ones: those that any choice of them can have.
    fn values(&self, purples: &Worth, mints: usize) -> Values {
        let Choices { top_sum, lowest, .. } = self.choices[mints];
        let best = purples.with_mints(mints as u32, top_sum, lowest);
        best.values(self.decision.least_value(), self.decision.budget)
    }

    /// Finds every batch with an item and returns the number of items in all, or `None` if there are too many batches.
    fn fill(&self, batches: &mut ArrayVec<Batch, MOST_BATCHES>) -> Option<u32> {
        let leads = self.decision.to_beat.is_none();
        let (mut ways, mut valued) = (0, 0);
        for choices in &self.choices[1..] {
            (ways, valued) = (ways + choices.ways, valued + choices.ways * choices.values);
        }
        let mut before = 0;
        for kinds in self.purples.subsets().filter(|kinds| kinds.are_affordable(self.decision.budget)) {
            for pairs in kinds.and(self.purple_pairs).subsets() {
                let purples = Worth::of_purples(kinds, pairs);
                let step = purples.step();
                let (alone, sure, items) = if leads {
                    let alone = if purples.cards == 0 { 0 } else { self.values(&purples, 0).len() };
                    let sure = valued.div_ceil(step);
                    (alone, sure, alone + sure + if step == 1 { 0 } else { ways })
                } else {
                    let Some(mints) = self.missing(purples.cards) else { continue };
                    (0, 0, self.choices[mints].ways * self.values(&purples, mints).len())
                };
                if items > 0 {
                    batches.try_push(Batch { kinds, pairs, before, alone, sure }).ok()?;
                    before += items;
                }
            }
        }
        Some(before)
    }

    /// The play that is the item with that number, if it is one.
    fn try_item(&self, batches: &[Batch], item: u32, rng: &mut impl Draw) -> Option<Action> {
        let batch = &batches[batches.partition_point(|batch| batch.before <= item) - 1];
        let purples = Worth::of_purples(batch.kinds, batch.pairs);
        let (item, step) = (item - batch.before, purples.step());
        // How many mint cards there are, and how many steps the value is. Which mint cards these are is drawn anew, as finding
        // a choice by its number takes longer.
        let (mints, multiple) = if self.decision.to_beat.is_some() {
            let mints = self.missing(purples.cards)?;
            let values = self.values(&purples, mints);
            (mints, values.first + item % values.len())
        } else if item < batch.alone {
            (0, self.values(&purples, 0).first + item)
        } else {
            let (mints, place) = self.lead(step, item - batch.alone, batch.sure)?;
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
        let values = worth.values(self.decision.least_value(), self.decision.budget);
        cards.insert_all(batch.kinds.cards().chain(batch.pairs.cards()).collect());
        values.contains(multiple).then_some(Action::Play { value: step * multiple, cards })
    }

    /// How many mint cards a leader adds to purple cards with that step, and the place of the value.
    ///
    /// Any `values` numbers in a row have at least values ÷ step multiples of the step, rounded down, and perhaps one more. First
    /// come the sure ones: every step-th item among all choices with all their values. Then comes the one more of each choice.
    fn lead(&self, step: u32, item: u32, sure: u32) -> Option<(usize, u32)> {
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

/// `count` of the numbers below `size`, every choice equally likely, as bits (Floyd's method).
fn choose(size: u32, count: u32, rng: &mut impl Draw) -> u32 {
    let mut chosen = 0;
    for top in size - count..size {
        let bit = 1 << rng.below(top + 1);
        chosen |= if chosen & bit == 0 { bit } else { 1 << top };
    }
    chosen
}
