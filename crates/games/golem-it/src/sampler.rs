use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::legal::{Decision, LARGEST_HAND};
use crate::selection::Selections;
use crate::worth::Worth;

/// Draws one legal action, every one equally likely, without listing them.
pub fn sample(decision: &Decision, rng: &mut impl Draw) -> Action {
    let passes = decision.passes().count() as u64;
    if decision.hand.is_empty() {
        return pass(decision, rng.below_u64(passes));
    }
    match decision.to_beat {
        None => lead(decision, passes, rng),
        Some(to_beat) if to_beat.count > decision.hand.len() => pass(decision, rng.below_u64(passes)),
        Some(to_beat) if to_beat.count == 1 => follow_with_one(decision, passes, rng),
        Some(to_beat) => follow(decision, to_beat.count, passes, rng),
    }
}

fn pass(decision: &Decision, place: u64) -> Action {
    let r#return = decision.passes().nth(place as usize).expect("a pass was counted");
    Action::Pass { r#return }
}

/// A single card: how many values each can have is known, so the draw is direct.
fn follow_with_one(decision: &Decision, passes: u64, rng: &mut impl Draw) -> Action {
    let values = |card| Worth::NOTHING.with(card).values(decision.least_value(), decision.budget);
    let plays: u64 = decision.hand.kinds().map(|card| u64::from(values(card).len())).sum();
    let mut place = rng.below_u64(passes + plays);
    if place < passes {
        return pass(decision, place);
    }
    place -= passes;
    for card in decision.hand.kinds() {
        let values = values(card);
        if place < u64::from(values.len()) {
            return Action::Play { value: values.nth(place as u32), cards: [card].into_iter().collect() };
        }
        place -= u64::from(values.len());
    }
    unreachable!("the place is among the plays counted")
}

/// Several cards, as many as lie there: few selections can beat it, often none, so they are counted and then found.
fn follow(decision: &Decision, count: u32, passes: u64, rng: &mut impl Draw) -> Action {
    let selections = Selections::new(decision);
    let mut plays = 0;
    let _ = selections.each(count, &mut |_, values| {
        plays += u64::from(values.len());
        ControlFlow::Continue(())
    });
    let mut place = rng.below_u64(passes + plays);
    if place < passes {
        return pass(decision, place);
    }
    place -= passes;
    let mut drawn = None;
    let _ = selections.each(count, &mut |cards, values| {
        if place < u64::from(values.len()) {
            drawn = Some(Action::Play { value: values.nth(place as u32), cards });
            return ControlFlow::Break(());
        }
        place -= u64::from(values.len());
        ControlFlow::Continue(())
    });
    drawn.expect("the place is among the plays counted")
}

/// A leader has up to hundreds of thousands of plays: a selection and the place of a value are drawn from a larger box that
/// is easy to count, and drawn again until they exist.
///
/// The box: k of the n cards, equal ones told apart, with ⌊budget ÷ k⌋ + 1 places for values, since each further value
/// takes at least one point more for each card.
fn lead(decision: &Decision, passes: u64, rng: &mut impl Draw) -> Action {
    let cards: ArrayVec<Card, LARGEST_HAND> = decision.hand.iter().collect();
    let size = cards.len();
    let places = |count: usize| u64::from(decision.budget) / count as u64 + 1;
    let boxes_of = |count: usize| u64::from(CHOOSE[size][count]) * places(count);
    let boxes = passes + (1..=size).map(boxes_of).sum::<u64>();
    // A card whose equal stands before it: only selections that take the first of two equal cards first are real.
    let mut second_copies = 0u32;
    for place in 1..size {
        second_copies |= u32::from(cards[place] == cards[place - 1]) << place;
    }
    loop {
        let mut drawn = rng.below_u64(boxes);
        if drawn < passes {
            return pass(decision, drawn);
        }
        drawn -= passes;
        let mut count = 1;
        while drawn >= boxes_of(count) {
            drawn -= boxes_of(count);
            count += 1;
        }
        let chosen = choose(size as u32, count as u32, rng);
        if chosen & second_copies & !(chosen << 1) != 0 {
            continue;
        }
        let mut set = CardSet::EMPTY;
        let mut worth = Worth::NOTHING;
        let mut rest = chosen;
        while rest != 0 {
            let card = cards[rest.trailing_zeros() as usize];
            set.insert(card);
            worth = worth.with(card);
            rest &= rest - 1;
        }
        let values = worth.values(1, decision.budget);
        let place = (drawn % places(count)) as u32;
        if place < values.len() {
            return Action::Play { value: values.nth(place), cards: set };
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

/// `CHOOSE[n][k]`: in how many ways k of n cards can be chosen.
const CHOOSE: [[u32; LARGEST_HAND + 1]; LARGEST_HAND + 1] = {
    let mut table = [[0; LARGEST_HAND + 1]; LARGEST_HAND + 1];
    let mut n = 0;
    while n <= LARGEST_HAND {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};
