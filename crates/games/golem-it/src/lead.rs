use golemry_core::Draw;

use crate::action::Action;
use crate::card::Colour;
use crate::equal::Equal;
use crate::legal::Decision;

/// Up to this budget a leader's combinations are counted by [`Lead`]. Measured: less or more is slower.
pub(crate) const FEW_POINTS: u32 = 9;

/// One more than the highest value that two cards can have for so few points: that of two purple 11.
const VALUES: usize = 11 * (FEW_POINTS as usize / 2 + 1) + 1;

/// How many selections take 0, 1, … 9 points, in 12 bits each: the coefficients of a polynomial, which multiplies with that of
/// other cards. With all cards of the deck no value has more than 1,647 selections.
type Ways = u128;

const BITS: u32 = 12;

/// The selections of one kind that takes so many points, of which there are so many cards.
const fn ways_of(points: u32, cards: u32) -> Ways {
    let (mut ways, mut card) = (1, 1);
    while card <= cards && card * points <= FEW_POINTS {
        ways += 1 << (BITS * card * points);
        card += 1;
    }
    ways
}

/// The product, or its lower half.
#[inline]
fn multiply<const WIDE: bool>(one: Ways, other: Ways) -> Ways {
    if WIDE { one.wrapping_mul(other) } else { Ways::from((one as u64).wrapping_mul(other as u64)) }
}

/// A leader's combinations with few points, counted.
pub(crate) struct Lead<'a> {
    decision: &'a Decision,
    /// For each value, the plays of any number of cards.
    plays: [u32; VALUES],
    /// How many plays of two or more cards there are.
    pub(crate) combinations: u32,
}

impl Lead<'_> {
    /// Counts them. The budget is at most [`FEW_POINTS`].
    pub(crate) fn count(decision: &Decision) -> Lead<'_> {
        // The lower half of the polynomials has the coefficients up to 4.
        if decision.budget <= 4 {
            Lead::count_wide::<false>(decision)
        } else {
            Lead::count_wide::<true>(decision)
        }
    }

    fn count_wide<const WIDE: bool>(decision: &Decision) -> Lead<'_> {
        let Decision { hand, budget, .. } = *decision;
        // Of two purple cards the cheaper one takes half of the points at most; no mint card can be worth more than 21 and the budget.
        let values = (11 * (budget / 2 + 1)).max(21 + budget) as usize + 1;
        // The selections for the whole budget or less are wanted: one coefficient after multiplying with 1 + x + x² + ….
        let mut ways = [UP_TO; VALUES];
        let ways = &mut ways[..values];
        let mints = hand.of(Colour::Mint);
        let mut singles = mints.kind_count() * (budget + 1);
        for card in hand.of(Colour::Purple).kinds() {
            let factors = &FACTORS[hand.count(card) as usize - 1];
            for points in 0..=budget {
                let Some(ways) = ways.get_mut(card.worth(points) as usize) else { break };
                *ways = multiply::<WIDE>(*ways, factors[points as usize]);
                singles += 1;
            }
        }
        let mut plays = [0; VALUES];
        let mut all = 0;
        for (value, ways) in ways.iter().enumerate().skip(2) {
            let mut ways = *ways;
            if value < 22 + budget as usize {
                let by_price = mints.by_price(value as u32) as usize;
                for (place, mint_ways) in MINT_WAYS.iter().enumerate().take(budget as usize / 4 + 1) {
                    ways = multiply::<WIDE>(ways, mint_ways[by_price >> (8 * place) & 0xff]);
                }
            }
            let up_to =
                if WIDE { ways >> (BITS * budget) } else { Ways::from(ways as u64 >> (BITS * budget)) };
            plays[value] = (up_to as u32 & 0xfff) - 1;
            all += plays[value];
        }
        Lead { decision, plays, combinations: all - singles }
    }

    /// Draws one of the combinations with the value that has this place, counted by value.
    pub(crate) fn draw(&self, place: u32, rng: &mut impl Draw) -> Action {
        let Decision { hand, budget, .. } = *self.decision;
        let (mut value, mut place) = (2, place);
        loop {
            let combinations = self.plays[value as usize] - hand.worth(value, budget).kind_count();
            if place < combinations {
                break;
            }
            (place, value) = (place - combinations, value + 1);
        }
        let equal = Equal::new(hand.worth(value, budget), value);
        let size = equal.playable(2, budget).len();
        loop {
            let chosen = rng.next_u64() as u32 & ((1 << size) - 1);
            if !chosen.is_power_of_two()
                && let Some(cards) = equal.choose(chosen, budget).filter(|cards| !cards.is_empty())
            {
                return Action::Play { value, cards };
            }
        }
    }
}

/// 1 + x + x² + ….
const UP_TO: Ways = {
    let (mut ways, mut points) = (0, 0);
    while points <= FEW_POINTS {
        ways |= 1 << (BITS * points);
        points += 1;
    }
    ways
};

/// For one card of a kind, and for two: the selections if each takes so many points.
static FACTORS: [[Ways; FEW_POINTS as usize + 1]; 2] = {
    let mut table = [[0; FEW_POINTS as usize + 1]; 2];
    let mut points = 0;
    while points <= FEW_POINTS {
        table[0][points as usize] = ways_of(points, 1);
        table[1][points as usize] = ways_of(points, 2);
        points += 1;
    }
    table
};

/// The selections from four kinds of mint cards that take 0 to 3, 4 to 7 or 8 to 11 points, by how many of each there are.
static MINT_WAYS: [[Ways; 256]; 3] = {
    let mut table = [[1; 256]; 3];
    let mut place = 0;
    while place < 3 * 1024 {
        let (which, counts, kind) = (place / 1024, place / 4 % 256, place % 4);
        let ways = ways_of((4 * which + kind) as u32, (counts >> (2 * kind) & 3) as u32);
        table[which][counts] = ways.wrapping_mul(table[which][counts]);
        place += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Card;
    use crate::card_set::CardSet;
    use crate::config::{LeaderPass, Magic};

    /// The plays of all values against adding card after card, for hands and for the whole deck, whose counts are the largest.
    #[test]
    fn plays_are_counted_as_card_by_card() {
        let hand: CardSet = "m2 m3 m3 m9 m12 m20 m21 p2 p2 p4 p6 p6 p10 p11 p11"
            .split(' ')
            .map(|card| card.parse().unwrap())
            .collect();
        for (hand, budget) in [hand, CardSet::DECK]
            .into_iter()
            .flat_map(|hand| (0..=FEW_POINTS).map(move |budget| (hand, budget)))
        {
            let decision = Decision {
                hand,
                points: 0,
                budget,
                to_beat: None,
                magic: Magic::Pool,
                leader_pass: LeaderPass::Costs,
            };
            let lead = Lead::count(&decision);
            let mut combinations = 0;
            for value in 2..=crate::card::HIGHEST_VALUE {
                let mut ways = vec![0; budget as usize + 1];
                ways[0] = 1;
                let worth = |card: &Card| card.points_for(value).is_some_and(|points| points <= budget);
                for card in hand.iter_down().filter(worth).collect::<std::collections::BTreeSet<_>>() {
                    let points = card.points_for(value).unwrap() as usize;
                    let before = ways.clone();
                    for copies in 1..=hand.count(card) as usize {
                        for price in copies * points..ways.len() {
                            ways[price] += before[price - copies * points];
                        }
                    }
                }
                let plays = ways.iter().sum::<u32>() - 1;
                combinations += plays - hand.kinds().filter(worth).count() as u32;
                if let Some(counted) = lead.plays.get(value as usize).filter(|counted| **counted > 0) {
                    assert_eq!(*counted, plays, "{value} for {budget}");
                }
            }
            assert_eq!(lead.combinations, combinations, "{budget} points");
        }
    }
}
