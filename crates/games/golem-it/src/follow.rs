use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::action::Action;
use crate::card::{Colour, HIGHEST_VALUE};
use crate::card_set::CardSet;
use crate::equal::{Equal, choose};
use crate::legal::{Decision, LARGEST_HAND};
use crate::sampler::nth_pass;

/// Draws a play of as many cards as the combination to beat, two or more, or one of so many passes, all equally likely.
///
/// For each value the choices among the cards that can take part are counted, generously: some of them take too many points. Of
/// these one is drawn until it is a play.
pub(crate) fn follow(decision: &Decision, count: u32, passes: u32, rng: &mut impl Draw) -> Action {
    let Decision { hand, budget, .. } = *decision;
    // Values with the number of choices up to and with each.
    let mut values = ArrayVec::<(u32, u32), { HIGHEST_VALUE as usize }>::new();
    let mut choices = 0;
    let mut consider = |value: u32| {
        let playable = playable(hand, value, count, budget);
        if playable > 0 {
            choices += BINOMIALS[playable][count as usize];
            values.push((value, choices));
        }
    };
    if budget <= 3 {
        // The two cheapest cards take at most their share of the points.
        hand.pair_values(decision.least_value(), 2 * budget / count).for_each(&mut consider);
    } else {
        // So does the cheapest.
        let highest = hand.kinds().map(|card| card.worth(budget / count)).max().unwrap_or(0);
        let sums = sums_of_highest(hand);
        // All cards but the purple ones that can be worth the value are mint, and take at least what their numbers lack.
        let mints = |value: u32| (count as usize).saturating_sub(hand.purples_worth(value));
        let is_affordable =
            |value: &u32| (mints(*value) as u32 * value) as i32 <= budget as i32 + sums[mints(*value)];
        (decision.least_value()..=highest).filter(is_affordable).for_each(&mut consider);
    }
    loop {
        let item = rng.below(passes + choices);
        if item < passes {
            return nth_pass(decision, item);
        }
        let (value, _) = values[values.partition_point(|(_, choices)| *choices <= item - passes)];
        let equal = Equal::new(hand.worth(value, budget), value);
        let cards = equal.playable(count, budget).len() as u32;
        if let Some(cards) = equal.choose(choose(cards, count, rng), budget) {
            return Action::Play { value, cards };
        }
    }
}

/// How many of the cards can be among `count` cards worth this value.
fn playable(hand: CardSet, value: u32, count: u32, budget: u32) -> usize {
    let cards = hand.worth(value, budget);
    if cards.len() < count {
        return 0;
    }
    // The others take as much as the cheapest at least.
    let left = budget.saturating_sub((count - 1) * cards.fewest_points(value));
    let cards = cards.worth(value, left);
    match cards.len() {
        len if len < count => 0,
        len if count == 2 => len as usize,
        _ => Equal::new(cards, value).playable(count, budget).len(),
    }
}

/// The most that the numbers of so many mint cards sum to; too little for anything if there are not so many.
fn sums_of_highest(hand: CardSet) -> [i32; LARGEST_HAND + 1] {
    let mut sums = [i32::MIN / 2; LARGEST_HAND + 1];
    sums[0] = 0;
    for (place, card) in hand.of(Colour::Mint).iter_down().enumerate() {
        sums[place + 1] = sums[place] + card.number() as i32;
    }
    sums
}

/// How many choices of so many out of so many there are.
static BINOMIALS: [[u32; LARGEST_HAND + 1]; LARGEST_HAND + 1] = {
    let mut table = [[0; LARGEST_HAND + 1]; LARGEST_HAND + 1];
    let mut size = 0;
    while size <= LARGEST_HAND {
        table[size][0] = 1;
        let mut count = 1;
        while count <= size {
            table[size][count] = table[size - 1][count - 1] + table[size - 1][count];
            count += 1;
        }
        size += 1;
    }
    table
};
