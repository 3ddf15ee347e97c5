//! Draws one legal action, every one equally likely, without listing them: a leader can have hundreds of thousands.
//!
//! Plays are drawn by rejection. A play is a choice of purple cards, a choice of mint cards and a value. For each choice of
//! purple cards and each number of mint cards, a [`Batch`] holds all choices of so many mint cards, each with as many places
//! for values as any of them can have: easy to count, and not much larger than the plays in it. One item is drawn from all
//! batches and passes together; if it is not a play, another one is drawn.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::action::Action;
use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::legal::{Decision, LARGEST_HAND};
use crate::selection::Selections;
use crate::worth::{PurpleKinds, Worth};

/// How often a follower draws again before the plays are counted one by one: often there are very few, or none.
const TRIES: u32 = 16;

/// Up to this budget plays are counted. Measured: less or more is slower.
const FEW_POINTS: u32 = 3;

/// The most values that so few points allow: a mint 21 with all of them, or a purple 11.
const MOST_VALUES: usize = 11 * (FEW_POINTS as usize + 1) + 21;

/// More batches than a hand has in practice. If one has more, its plays are counted one by one.
const MOST_BATCHES: usize = 2048;

/// Draws one legal action, every one equally likely.
pub(crate) fn sample(decision: &Decision, rng: &mut impl Draw) -> Action {
    let passes = decision.passes().count() as u32;
    match decision.to_beat {
        // Too few cards to play, or none.
        _ if decision.hand.len() < *decision.counts().start() => pass(decision, rng.below(passes)),
        Some(to_beat) if to_beat.count == 1 => follow_with_one(decision, passes, rng),
        // With few points few cards can be made equal, and most items of a batch are not plays.
        Some(_) if decision.budget <= FEW_POINTS => count_and_find(decision, passes, rng),
        None if decision.budget <= FEW_POINTS => lead_with_few_points(decision, passes, rng),
        to_beat => {
            let hand = Hand::new(decision.hand);
            let tries = if to_beat.is_some() { TRIES } else { u32::MAX };
            let mut batches = ArrayVec::new();
            let Some(items) = fill(&mut batches, decision, &hand) else {
                return count_and_find(decision, passes, rng);
            };
            for _ in 0..tries {
                let item = rng.below(passes + items);
                if item < passes {
                    return pass(decision, item);
                }
                if let Some(action) = try_item(decision, &hand, &batches, item - passes, rng) {
                    return action;
                }
            }
            count_and_find(decision, passes, rng)
        }
    }
}

fn pass(decision: &Decision, place: u32) -> Action {
    let r#return = decision.passes().nth(place as usize).expect("a pass was counted");
    Action::Pass { r#return }
}

/// A single card: how many values each can have is known, so the draw is direct.
fn follow_with_one(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let (least, budget) = (decision.least_value(), decision.budget);
    // The points on a card run from the fewest that reach the value to the whole budget.
    let values = |card: Card| (budget + 1).saturating_sub(card.points_to_reach(least));
    let plays: u32 = decision.hand.kinds().map(values).sum();
    let mut place = rng.below(passes + plays);
    if place < passes {
        return pass(decision, place);
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

/// The plays of each value are counted by what they take in points: with few points that is a short table.
fn lead_with_few_points(decision: &Decision, passes: u32, rng: &mut impl Draw) -> Action {
    let mut counted: ArrayVec<u32, MOST_VALUES> = ArrayVec::new();
    let values = 1..=decision.greatest_value();
    let mut plays = 0;
    for value in values.clone() {
        plays += plays_worth(decision, value);
        counted.push(plays);
    }
    let place = rng.below(passes + plays);
    if place < passes {
        return pass(decision, place);
    }
    let place = place - passes;
    let index = counted.partition_point(|&up_to_here| up_to_here <= place);
    let before = if index == 0 { 0 } else { counted[index - 1] };
    let (value, mut skip) = (values.start() + index as u32, place - before);
    let mut found = CardSet::EMPTY;
    let _ = decision.each_play_worth(value, &mut |cards| {
        found = cards;
        skip = skip.wrapping_sub(1);
        if skip == u32::MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Action::Play { value, cards: found }
}

/// How many selections of any size can be played for `value`.
fn plays_worth(decision: &Decision, value: u32) -> u32 {
    // How many selections take so many points, beginning with the empty one.
    let mut ways = [0; FEW_POINTS as usize + 1];
    ways[0] = 1;
    let mut may_add = |card: Card, price: u32| {
        let (copies, price) = (decision.hand.count(card), price as usize);
        if copies == 0 {
            return;
        }
        for points in (price..=decision.budget as usize).rev() {
            let with_one = ways[points - price];
            let with_two = if copies > 1 && points >= 2 * price { ways[points - 2 * price] } else { 0 };
            ways[points] += with_one + with_two;
        }
    };
    for points in 0..=decision.budget {
        let [mint, purple] = Card::worth_with(value, points);
        mint.into_iter().for_each(|card| may_add(card, points));
        purple.into_iter().for_each(|card| may_add(card, points));
    }
    ways.iter().sum::<u32>() - 1
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
        return pass(decision, place);
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
struct Hand {
    /// Ascending, equal ones beside each other.
    mints: ArrayVec<Card, LARGEST_HAND>,
    /// `top_sums[j]`: the sum of the j highest mint numbers.
    top_sums: [u32; LARGEST_HAND + 1],
    /// `ways[j]`: in how many ways j mint cards can be chosen.
    ways: [u32; LARGEST_HAND + 1],
    /// Mint cards whose equal stands before them, as bits.
    second_copies: u32,
    /// The purple kinds, and those held twice.
    purples: PurpleKinds,
    purple_pairs: PurpleKinds,
}

impl Hand {
    fn new(cards: CardSet) -> Hand {
        let mints: ArrayVec<Card, LARGEST_HAND> =
            cards.iter().take_while(|card| card.colour() == Colour::Mint).collect();
        let (mut top_sums, mut ways) = ([0; LARGEST_HAND + 1], [1; LARGEST_HAND + 1]);
        for (j, card) in mints.iter().rev().enumerate() {
            top_sums[j + 1] = top_sums[j] + card.number();
            ways[j + 1] = ways[j] * (mints.len() - j) as u32 / (j as u32 + 1);
        }
        let mut second_copies = 0;
        for place in 1..mints.len() {
            second_copies |= u32::from(mints[place] == mints[place - 1]) << place;
        }
        let (purples, purple_pairs) = (cards.purples(1), cards.purples(2));
        Hand { mints, top_sums, ways, second_copies, purples, purple_pairs }
    }
}

/// All plays with the same purple cards and as many mint ones.
struct Batch {
    /// The purple kinds, and those taken twice.
    kinds: PurpleKinds,
    pairs: PurpleKinds,
    /// How many mint cards.
    mints: u8,
    /// As many values as any choice of them can have, at most 100.
    places: u8,
    /// How many items come before this batch's: in all, at most 2¹⁵ choices of a hand's cards times 100.
    before: u32,
}

/// Finds every batch with a play in it and returns the number of items in all, or `None` if there are too many batches.
fn fill(batches: &mut ArrayVec<Batch, MOST_BATCHES>, decision: &Decision, hand: &Hand) -> Option<u32> {
    let (least, budget, counts) = (decision.least_value(), decision.budget, decision.counts());
    let mut items = 0;
    for kinds in hand.purples.subsets().filter(|kinds| kinds.are_affordable(budget)) {
        for pairs in kinds.and(hand.purple_pairs).subsets() {
            let purples = Worth::of_purples(kinds, pairs);
            // How many mint cards may join these.
            let least_mints = counts.start().saturating_sub(purples.cards) as usize;
            let beyond = (counts.end() + 1).saturating_sub(purples.cards) as usize;
            for mints in least_mints..beyond.min(hand.mints.len() + 1) {
                // No choice sums to more than the highest cards, and the highest of any j is at least the j-th lowest.
                let highest = if mints == 0 { 0 } else { hand.mints[mints - 1].number() };
                let best = purples.with_mints(mints as u32, hand.top_sums[mints], highest);
                let places = best.values(least, budget).len().min(best.most_values(budget));
                // If no choice of j mint cards is a play, no choice of more is: cards only narrow the values.
                if places == 0 {
                    break;
                }
                let batch = Batch { kinds, pairs, mints: mints as u8, places: places as u8, before: items };
                batches.try_push(batch).ok()?;
                items += hand.ways[mints] * places;
            }
        }
    }
    Some(items)
}

/// The play that is the item with that number, if it is one.
fn try_item(
    decision: &Decision,
    hand: &Hand,
    batches: &[Batch],
    item: u32,
    rng: &mut impl Draw,
) -> Option<Action> {
    let batch = &batches[batches.partition_point(|batch| batch.before <= item) - 1];
    // The item's number picks the place; which mint cards is drawn anew, as unranking a choice takes longer.
    let place = (item - batch.before) % u32::from(batch.places);
    let chosen = choose(hand.mints.len() as u32, u32::from(batch.mints), rng);
    // Of two equal cards the first is taken first: the same cards are not drawn twice as often.
    if chosen & hand.second_copies & !(chosen << 1) != 0 {
        return None;
    }
    let (mut sum, mut highest) = (0, 0);
    let mut rest = chosen;
    while rest != 0 {
        highest = hand.mints[rest.trailing_zeros() as usize].number();
        sum += highest;
        rest &= rest - 1;
    }
    let worth = Worth::of_purples(batch.kinds, batch.pairs).with_mints(u32::from(batch.mints), sum, highest);
    let values = worth.values(decision.least_value(), decision.budget);
    if place >= values.len() {
        return None;
    }
    let mints = (0..hand.mints.len()).filter(|place| chosen >> place & 1 == 1).map(|place| hand.mints[place]);
    let cards = mints.chain(batch.kinds.cards()).chain(batch.pairs.cards()).collect();
    Some(Action::Play { value: values.nth(place), cards })
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
