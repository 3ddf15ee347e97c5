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
        let [one, two, three] = self.0.map(|class| (cards & class).len());
        one + 2 * two + 3 * three
    }

    /// What a card is worth.
    fn of(&self, card: CardId) -> usize {
        1 + usize::from(self.0[1].contains(card)) + 2 * usize::from(self.0[2].contains(card))
    }

    /// The first of the cheapest cards, and its worth.
    fn cheapest(&self, cards: CardSet) -> Option<(usize, CardId)> {
        (1..).zip(self.0).find_map(|(worth, class)| Some((worth, (cards & class).first()?)))
    }
}

/// How cards may reach a goal together without one of them being superfluous: the one question behind payments (CK-9) and
/// sets (CK-12).
#[derive(Clone, Copy)]
pub(crate) struct Cover<'a> {
    pub(crate) worths: &'a Worths,
    /// The cards one may choose from.
    pub(crate) pool: CardSet,
    /// What they have to be worth.
    pub(crate) goal: u8,
}

/// Why cards do not reach a goal as they should.
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
    /// Whether there is any way.
    pub(crate) fn exists(self) -> bool {
        let mut missing = self.goal as usize;
        self.pool.iter().any(|card| {
            missing = missing.saturating_sub(self.worths.of(card));
            missing == 0
        })
    }

    /// Whether these cards of the pool are such a way.
    pub(crate) fn check(self, cards: CardSet) -> Result<(), Flaw> {
        let (goal, total) = (self.goal as usize, self.worths.total(cards));
        if total < goal {
            return Err(Flaw::TooLittle { total: total as u8 });
        }
        // If any card is superfluous, the cheapest is.
        match self.worths.cheapest(cards) {
            Some((worth, card)) if total - worth >= goal => Err(Flaw::Superfluous(card)),
            _ => Ok(()),
        }
    }

    /// Draws one way; each can come. Cards are drawn until the goal is reached, then those left out that can be.
    pub(crate) fn sample(self, rng: &mut impl Draw) -> CardSet {
        let (mut cards, mut total) = (CardSet::EMPTY, 0);
        while total < self.goal as usize {
            let card = (self.pool - cards).pick(rng);
            cards.insert(card);
            total += self.worths.of(card);
        }
        while let Some((worth, card)) = self.worths.cheapest(cards) {
            if total - worth < self.goal as usize {
                break;
            }
            cards.remove(card);
            total -= worth;
        }
        cards
    }

    /// Every way once, in the order of the names, given all cards in that order.
    pub(crate) fn each(
        self,
        by_name: impl Iterator<Item = CardId>,
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pool: Inline<CardId, MAX_CARDS> = by_name.filter(|&card| self.pool.contains(card)).collect();
        self.extend(CardSet::EMPTY, &pool, visit)
    }

    /// Every way that adds to `chosen` cards from `rest`.
    fn extend(
        self,
        chosen: CardSet,
        rest: &[CardId],
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (place, &card) in rest.iter().enumerate() {
            let cards = chosen | CardSet::only(card);
            match self.check(cards) {
                Ok(()) => visit(cards)?,
                Err(Flaw::TooLittle { .. }) => self.extend(cards, &rest[place + 1..], visit)?,
                Err(Flaw::Superfluous(_)) => {}
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether some way holds all of `chosen`.
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
