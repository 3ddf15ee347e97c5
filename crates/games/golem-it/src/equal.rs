use arrayvec::ArrayVec;
use golemry_core::Draw;

use crate::card::{Card, Colour};
use crate::card_set::CardSet;
use crate::legal::LARGEST_HAND;

/// Cards that can be worth the same, with the points that each takes, ascending. Equal cards stand beside each other.
pub(crate) struct Equal(ArrayVec<(Card, u32), LARGEST_HAND>);

impl Equal {
    /// These cards, all of which can be worth `value`.
    pub(crate) fn new(cards: CardSet, value: u32) -> Equal {
        let price = |card: Card| (card, card.points_to_reach(value));
        // Of each colour the highest card takes the fewest points.
        let mut purples = cards.of(Colour::Purple).iter_down().map(price).peekable();
        let mut priced = ArrayVec::new();
        for mint in cards.of(Colour::Mint).iter_down().map(price) {
            while let Some(purple) = purples.next_if(|purple| purple.1 < mint.1) {
                priced.push(purple);
            }
            priced.push(mint);
        }
        priced.extend(purples);
        Equal(priced)
    }

    /// The cards that can be among `count` cards, at least one, for which the budget pays: those it pays for together with the
    /// cheapest others.
    pub(crate) fn playable(&self, count: u32, budget: u32) -> &[(Card, u32)] {
        let others = count as usize - 1;
        let Some((cheapest, dearer)) =
            self.0.split_at_checked(others).filter(|(_, dearer)| !dearer.is_empty())
        else {
            return &[];
        };
        let price = cheapest.iter().map(|(_, price)| price).sum::<u32>();
        if price + dearer[0].1 > budget {
            return &[];
        }
        &self.0[..self.0.partition_point(|(_, last)| price + last <= budget)]
    }

    /// The cards whose bits are set, if the budget pays for them; `None` for a second copy without the first, so that the same cards
    /// are not chosen in two ways.
    pub(crate) fn choose(&self, chosen: u32, budget: u32) -> Option<CardSet> {
        let (mut cards, mut left, mut rest) = (CardSet::EMPTY, budget, chosen);
        while rest != 0 {
            let place = rest.trailing_zeros() as usize;
            let (card, price) = self.0[place];
            left = left.checked_sub(price)?;
            if place > 0 && self.0[place - 1].0 == card && cards.count(card) == 0 {
                return None;
            }
            cards.insert_all(CardSet::only(card));
            rest &= rest - 1;
        }
        Some(cards)
    }
}

/// `count` of the numbers below `size`, every choice equally likely, as bits (Floyd's method).
pub(crate) fn choose(size: u32, count: u32, rng: &mut impl Draw) -> u32 {
    let mut chosen = 0;
    for top in size - count..size {
        let bit = 1 << rng.below(top + 1);
        chosen |= if chosen & bit == 0 { bit } else { 1 << top };
    }
    chosen
}
