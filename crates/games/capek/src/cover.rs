use std::ops::ControlFlow;

use golemry_core::Draw;

use crate::card::{CardId, CardSet, MAX_CARDS};
use crate::inline::Inline;

/// Which cards are worth 1, 2 and 3: in gold when they pay, in cards when they make a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worths([CardSet; 3]);

impl Worths {
    pub(crate) fn new(mut worth: impl FnMut(u8) -> CardSet) -> Worths {
        Worths([worth(1), worth(2), worth(3)])
    }

    /// What the cards are worth together.
    pub(crate) fn total(&self, cards: CardSet) -> usize {
        // As a sum of powers of two, so that there are only two counts.
        let [one, two, three] = self.0;
        (cards & (one | three)).len() + 2 * (cards & (two | three)).len()
    }

    /// The first of the cheapest cards, and its worth.
    fn cheapest(&self, cards: CardSet) -> Option<(usize, CardId)> {
        (1..).zip(self.0).find_map(|(worth, class)| Some((worth, (cards & class).first()?)))
    }
}

/// The sets of cards that reach a goal together: the one question behind payments (CK-9) and sets (CK-12).
///
/// A hand of twenty cards has about a million payments, so nothing here but [`each`](Cover::each) ever lists them.
#[derive(Clone, Copy)]
pub(crate) struct Cover<'a> {
    pub(crate) worths: &'a Worths,
    /// The cards to choose from.
    pub(crate) pool: CardSet,
    /// What they have to be worth.
    pub(crate) goal: usize,
    /// Whether cards that could be left out are allowed too. If not, every card must be needed to reach the goal.
    pub(crate) surplus: bool,
}

/// Why cards are not a cover.
pub(crate) enum Flaw {
    /// They are worth too little.
    TooLittle {
        /// What they are worth.
        total: u8,
    },
    /// This one could be left out.
    Superfluous(CardId),
}

impl Cover<'_> {
    /// Whether the pool has any cover.
    pub(crate) fn exists(self) -> bool {
        self.worths.total(self.pool) >= self.goal
    }

    /// Whether these cards of the pool are a cover.
    pub(crate) fn check(self, cards: CardSet) -> Result<(), Flaw> {
        let total = self.worths.total(cards);
        if total < self.goal {
            return Err(Flaw::TooLittle { total: total as u8 });
        }
        match self.first_superfluous(cards) {
            Some(card) if !self.surplus => Err(Flaw::Superfluous(card)),
            _ => Ok(()),
        }
    }

    /// A card without which the others still reach the goal: if any card is superfluous, the cheapest is.
    fn first_superfluous(self, cards: CardSet) -> Option<CardId> {
        let (worth, card) = self.worths.cheapest(cards)?;
        (self.worths.total(cards) - worth >= self.goal).then_some(card)
    }

    /// The most cards that can be left out together with the goal still reached: the cheapest first.
    pub(crate) fn superfluous(self, mut cards: CardSet) -> usize {
        let mut count = 0;
        while let Some(card) = self.first_superfluous(cards) {
            cards.remove(card);
            count += 1;
        }
        count
    }

    /// Draws a cover of a pool that has one, every cover equally likely.
    pub(crate) fn sample(self, rng: &mut impl Draw) -> CardSet {
        if !self.surplus {
            return self.sample_tight(rng);
        }
        // Any subset of the pool until one reaches the goal. A payment needs at most four cards (prices go up to 4), and all
        // four of them are drawn in one attempt out of 16: that is the worst case.
        loop {
            let cards = self.pool.random_subset(rng);
            if self.check(cards).is_ok() {
                return cards;
            }
        }
    }

    /// Draws a cover without a superfluous card: first how many cards of each worth it has, in proportion to the number of
    /// covers like that, then those cards.
    fn sample_tight(self, rng: &mut impl Draw) -> CardSet {
        let classes = self.worths.0.map(|class| class & self.pool);
        let mut covers = 0;
        let mut chosen = [0; 3];
        self.each_mix(|mix| {
            let ways: u64 = (0..3).map(|class| choose(classes[class].len(), mix[class])).product();
            covers += ways;
            // Reservoir sampling: the newest mix replaces the choice with its share of all covers so far.
            if ways > 0 && rng.below_u64(covers) < ways {
                chosen = mix;
            }
        });
        let mut cards = CardSet::EMPTY;
        for (class, count) in classes.into_iter().zip(chosen) {
            for _ in 0..count {
                cards.insert((class - cards).pick(rng));
            }
        }
        cards
    }

    /// Every way to reach the goal with so many cards of worth 1, 2 and 3 and none of them superfluous.
    fn each_mix(self, mut visit: impl FnMut([usize; 3])) {
        let goal = self.goal;
        for threes in 0..=goal.div_ceil(3) {
            for twos in 0..=goal.saturating_sub(3 * threes).div_ceil(2) {
                let worth = 3 * threes + 2 * twos;
                // Ones fill the gap exactly. Beyond the goal, the cheapest card must still be needed.
                let cheapest = if twos > 0 { 2 } else { 3 };
                if worth <= goal || worth - cheapest < goal {
                    visit([goal.saturating_sub(worth), twos, threes]);
                }
            }
        }
    }

    /// Every cover once, ordered by name, given all cards in that order.
    pub(crate) fn each(
        self,
        by_name: impl Iterator<Item = CardId>,
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pool: Inline<CardId, MAX_CARDS> = by_name.filter(|&card| self.pool.contains(card)).collect();
        self.extend(CardSet::EMPTY, &pool, visit)
    }

    /// Every cover that adds cards from `rest` to `chosen`.
    fn extend(
        self,
        chosen: CardSet,
        rest: &[CardId],
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (place, &card) in rest.iter().enumerate() {
            let cards = chosen | CardSet::only(card);
            let rest = &rest[place + 1..];
            match self.check(cards) {
                Ok(()) => {
                    visit(cards)?;
                    if self.surplus {
                        self.extend(cards, rest, visit)?;
                    }
                }
                Err(Flaw::TooLittle { .. }) => self.extend(cards, rest, visit)?,
                Err(Flaw::Superfluous(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether some cover includes all of `chosen`.
    pub(crate) fn can_hold(self, chosen: CardSet) -> bool {
        match self.check(chosen) {
            Ok(()) => true,
            Err(Flaw::Superfluous(_)) => false,
            // Cards of the same worth lead to the same answer: one of each is tried.
            Err(Flaw::TooLittle { .. }) => self.worths.0.iter().any(|&class| {
                let next = (class & (self.pool - chosen)).first();
                next.is_some_and(|card| self.can_hold(chosen | CardSet::only(card)))
            }),
        }
    }
}

/// How many ways there are to choose `count` of `all` cards. At most nine are chosen of 64, so it fits.
fn choose(all: usize, count: usize) -> u64 {
    if count > all {
        return 0;
    }
    (0..count).fold(1, |ways, chosen| ways * (all - chosen) as u64 / (chosen as u64 + 1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use golemry_core::{PlayoutRng, Seed};

    use super::*;

    /// Five cards worth 1, 1, 2, 2 and 3.
    fn worths() -> Worths {
        let class = |cards: &[usize]| cards.iter().map(|&index| CardId::new(index)).collect();
        Worths([class(&[0, 1]), class(&[2, 3]), class(&[4])])
    }

    #[test]
    fn covers_are_drawn_evenly() {
        let worths = worths();
        let pool: CardSet = (0..5).map(CardId::new).collect();
        for goal in 1..=9 {
            for surplus in [false, true] {
                let cover = Cover { worths: &worths, pool, goal, surplus };
                let mut drawn: BTreeMap<Vec<usize>, i32> = BTreeMap::new();
                let key = |cards: CardSet| cards.iter().map(CardId::index).collect::<Vec<_>>();
                let _ = cover.each(pool.iter(), &mut |cards| {
                    assert_eq!(drawn.insert(key(cards), 0), None, "listed twice");
                    ControlFlow::Continue(())
                });
                let mut rng = PlayoutRng::new(Seed(goal as u64));
                for _ in 0..500 * drawn.len() {
                    *drawn.get_mut(&key(cover.sample(&mut rng))).expect("what is drawn is listed") += 1;
                }
                // 500 each, with a deviation of at most 22.4: six of them come about once in 10⁹ counts.
                assert!(drawn.values().all(|count| (count - 500).abs() < 135), "{goal} {surplus}: {drawn:?}");
            }
        }
    }

    #[test]
    fn covers_of_a_large_pool_are_counted_not_listed() {
        // Of 60 cards worth 1, nine reach 9 in 14,783,142,660 ways, and no listing ends in time.
        let pool: CardSet = (0..60).map(CardId::new).collect();
        let worths = Worths([pool, CardSet::EMPTY, CardSet::EMPTY]);
        assert_eq!(choose(60, 9), 14_783_142_660);
        let mut rng = PlayoutRng::new(Seed(1));
        let tight = Cover { worths: &worths, pool, goal: 9, surplus: false };
        assert_eq!(tight.sample(&mut rng).len(), 9);
        assert!(tight.can_hold(CardSet::only(CardId::new(59))));
        let lavish = Cover { goal: 4, surplus: true, ..tight };
        assert!(lavish.check(pool).is_ok() && lavish.sample(&mut rng).len() > 9);
        assert_eq!(lavish.superfluous(pool), 56);
    }
}
