//! Draws one legal action.
//!
//! [`sample`] makes every action equally likely. Passes and single cards are counted by formulas. Plays of more cards are counted by
//! [`Lead`] for a leader with few points, exactly; by [`batches`] for one with many, who has up to hundreds of thousands of plays; and
//! by [`follow`] for everyone else. The latter two count too many, and draw again if the item drawn is not a play. `docs/compare.md`
//! says what each part costs.
//!
//! [`sample_quickly`] is for playouts: it counts nothing, and some actions are more likely than others.

use golemry_core::Draw;

use crate::action::Action;
use crate::batches;
use crate::card_set::CardSet;
use crate::follow::follow;
use crate::lead::{FEW_POINTS, Lead};
use crate::legal::Decision;

/// Draws one legal action, every one equally likely.
pub(crate) fn sample(decision: &Decision, rng: &mut impl Draw) -> Action {
    let passes = decision.passes().len() as u32;
    if decision.hand.len() < *decision.counts().start() {
        return nth_pass(decision, rng.below(passes));
    }
    let (least, points) = (decision.least_value(), decision.budget + 1);
    let combinations = match decision.to_beat {
        Some(to_beat) if to_beat.count > 1 => return follow(decision, u32::from(to_beat.count), passes, rng),
        None if decision.budget > FEW_POINTS => return batches::sample(decision, passes, rng),
        None if decision.hand.len() > 1 => Some(Lead::count(decision)),
        _ => None,
    };
    // Each of the cards with each number of points, though for a follower some of them are worth too little.
    let playable = decision.hand.reaching(least, decision.budget);
    let singles = passes + playable.kind_count() * points;
    loop {
        let item = rng.below(singles + combinations.as_ref().map_or(0, |lead| lead.combinations));
        if item < passes {
            return nth_pass(decision, item);
        }
        if let Some(lead) = combinations.as_ref().filter(|_| item >= singles) {
            return lead.draw(item - singles, rng);
        }
        let card = playable.nth_kind((item - passes) / points);
        let value = card.worth((item - passes) % points);
        if value >= least {
            return Action::Play { value, cards: CardSet::only(card) };
        }
    }
}

/// Draws one legal action for a playout.
///
/// One in eight who may pass does. Everyone else draws a card that can be high enough, then how many points it takes, few more likely
/// than many. A leader plays it alone half of the time. Otherwise some of the other cards are drawn: each with a chance of one half, or
/// three quarters for a follower. Those of them that can be worth the same for the points left join it, as far as they are needed. A
/// follower who does not get enough cards together passes.
pub(crate) fn sample_quickly(decision: &Decision, rng: &mut impl Draw) -> Action {
    // One number serves for everything but the other cards: its parts are large enough for every choice to be possible.
    let random = rng.next_u64();
    let below = |part: u32, bound: u32| ((random >> (16 * part) & 0xffff) as u32 * bound) >> 16;
    let (least, budget, counts) = (decision.least_value(), decision.budget, decision.counts());
    let passes = decision.passes().len() as u32;
    let playable = decision.hand.reaching(least, budget);
    let can_play = !playable.is_empty() && (*counts.start() == 1 || playable.len() >= *counts.start());
    if can_play && (passes == 0 || below(3, 8) > 0) {
        let first = playable.nth_kind(below(0, playable.kind_count()));
        let fewest = first.points_to_reach(least);
        let points = fewest + below(1, 1 + below(2, budget + 1 - fewest));
        let (value, mut cards, mut left) = (first.worth(points), CardSet::only(first), budget - points);
        let mut missing = counts.end() - 1;
        let alone = missing == 0 || decision.to_beat.is_none() && random & 1 == 0;
        if !alone {
            let mut others = decision.hand;
            others.remove(first);
            let follows = decision.to_beat.is_some();
            let mut coins = || rng.next_u64() | if follows { rng.next_u64() } else { 0 };
            for card in others.worth(value, left).some(coins(), coins()).iter_down() {
                let price = card.points_to_reach(value);
                if missing > 0 && price <= left {
                    cards.insert_all(CardSet::only(card));
                    (missing, left) = (missing - 1, left - price);
                }
            }
        }
        if alone || missing == 0 || decision.to_beat.is_none() {
            return Action::Play { value, cards };
        }
    }
    nth_pass(decision, below(0, passes))
}

pub(crate) fn nth_pass(decision: &Decision, place: u32) -> Action {
    Action::Pass { r#return: decision.passes().start + place }
}
