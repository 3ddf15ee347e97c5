use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_core::{Draw, NotOffered, Step};

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::config::{GolemIt, LeaderPass, Magic};
use crate::illegal::Illegal;
use crate::state::Combination;
use crate::{build, candidates, sampler};

/// The most cards a hand holds (GI-3).
pub(crate) const LARGEST_HAND: usize = 15;

/// Everything that decides what the seat to act may do. It is made from a state or from a view, so the rules of a turn stand
/// here alone.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The cards in hand.
    pub(crate) hand: CardSet,
    /// The player's points.
    pub(crate) points: u32,
    /// The points a play may take: the pool's, or the player's own (GI-15).
    pub(crate) budget: u32,
    /// What is to be beaten; `None` when leading.
    pub(crate) to_beat: Option<Combination>,
    /// Where the points come from.
    pub(crate) magic: Magic,
    /// What it takes a leader with cards to pass.
    pub(crate) leader_pass: LeaderPass,
}

impl golemry_core::Decision<GolemIt> for Decision {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        for points in self.passes() {
            visit(Action::Pass { r#return: points })?;
        }
        for value in self.least_value()..=self.greatest_value() {
            self.each_play_worth(value, &mut |cards| visit(Action::Play { value, cards }))?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Pass { r#return } => self.check_pass(r#return),
            Action::Play { cards, value } => {
                self.check_cards(cards, value)?;
                self.check_beats(cards.len(), value)?;
                self.check_payment(cards, value)
            }
        }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Choice> {
        let (cards, last) = match *action {
            Action::Pass { r#return } => (CardSet::EMPTY, Choice::Pass(r#return)),
            Action::Play { value, cards } => (cards, Choice::Value(value)),
        };
        cards.iter().map(Choice::Card).chain([last])
    }

    /// Every legal action is equally likely.
    fn sample(&self, rng: &mut impl Draw) -> Action {
        sampler::sample(self, rng)
    }

    /// Every legal action can be drawn, but not evenly: `sampler.rs` says how. Few points and single cards are likelier than many, and
    /// one in eight who may pass does.
    fn sample_quickly(&self, rng: &mut impl Draw) -> Action {
        sampler::sample_quickly(self, rng)
    }

    /// Leaves out smaller returns, dearer cards for the same value, raises beyond need and values above 44; `candidates.rs` says
    /// what that loses.
    fn each_candidate(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        candidates::each_priced(self, &mut |action, _| visit(action))
    }

    fn build(&self, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        build::build(self, so_far)
    }
}

impl Decision {
    /// The decision of a player with this hand and these points.
    pub(crate) fn new(
        game: &GolemIt,
        hand: CardSet,
        points: u8,
        pool: u8,
        to_beat: Option<Combination>,
    ) -> Decision {
        let magic = game.table.magic;
        let budget = u32::from(if magic.is_own() { points } else { pool });
        let leader_pass = game.table.leader_pass;
        Decision { hand, points: u32::from(points), budget, to_beat, magic, leader_pass }
    }

    /// GI-7: cards from the hand, each of which can be worth the value.
    fn check_cards(&self, cards: CardSet, value: u32) -> Result<(), Illegal> {
        if cards.is_empty() {
            return Err(Illegal::NoCards);
        }
        if let Some(card) = cards.first_beyond(self.hand) {
            return Err(Illegal::NotInHand { card });
        }
        match cards.kinds().find(|card| card.points_for(value).is_none()) {
            Some(card) => Err(Illegal::CannotBeWorth { card, value }),
            None => Ok(()),
        }
    }

    /// GI-8: leading, anything will do; otherwise as many cards, and worth more.
    fn check_beats(&self, played: u32, value: u32) -> Result<(), Illegal> {
        let Some(Combination { count, value: to_beat, .. }) = self.to_beat else { return Ok(()) };
        let (needed, to_beat) = (u32::from(count), u32::from(to_beat));
        if played != needed {
            return Err(Illegal::WrongCount { played, needed });
        }
        if value > to_beat { Ok(()) } else { Err(Illegal::TooLow { value, to_beat }) }
    }

    /// GI-7: the pool holds the points; GI-15: the player does.
    fn check_payment(&self, cards: CardSet, value: u32) -> Result<(), Illegal> {
        // A value from outside can be so large that the sum would overflow.
        let points = cards.iter().filter_map(|card| card.points_for(value)).fold(0, u32::saturating_add);
        if points <= self.budget {
            Ok(())
        } else if self.magic.is_own() {
            Err(Illegal::OwnPointsTooFew { points, own: self.budget })
        } else {
            Err(Illegal::PoolTooSmall { points, pool: self.budget })
        }
    }

    fn check_pass(&self, points: u32) -> Result<(), Illegal> {
        let out_after_pass = self.magic == Magic::OwnOut;
        Err(match self.to_beat {
            _ if self.passes().contains(&points) => return Ok(()),
            Some(_) if out_after_pass => Illegal::PassReturnsNothing,
            None if out_after_pass && !self.hand.is_empty() => Illegal::LeaderMustPlay,
            _ if points > 2 => Illegal::ReturnsTooMuch { points },
            _ if points > self.points => Illegal::ReturnsMoreThanHeld { points, own: self.points },
            _ if out_after_pass => Illegal::EmptyLeaderReturns,
            _ if self.leader_pass == LeaderPass::Free => Illegal::EmptyLeaderReturnsNothing,
            _ => Illegal::LeaderReturnsNothing,
        })
    }

    /// The points a pass may return; an empty range if passing is not allowed.
    pub(crate) fn passes(&self) -> std::ops::Range<u32> {
        match self.to_beat {
            // GI-15: a pass returns nothing, except that of a leader without cards.
            Some(_) if self.magic == Magic::OwnOut => 0..1,
            None if self.magic == Magic::OwnOut && !self.hand.is_empty() => 0..0,
            // GI-9
            Some(_) => 0..self.points.min(2) + 1,
            // GI-10
            None if self.leader_pass == LeaderPass::Free && !self.hand.is_empty() => {
                0..self.points.min(2) + 1
            }
            None => 1..self.points.min(2) + 1,
        }
    }

    /// The least value that may be played.
    pub(crate) fn least_value(&self) -> u32 {
        self.to_beat.map_or(1, |to_beat| u32::from(to_beat.value) + 1)
    }

    /// How many cards may be played.
    pub(crate) fn counts(&self) -> std::ops::RangeInclusive<u32> {
        let needed = self.to_beat.map(|to_beat| u32::from(to_beat.count));
        needed.map_or(1..=self.hand.len(), |count| count..=count)
    }

    /// The greatest value the budget allows any card in hand.
    pub(crate) fn greatest_value(&self) -> u32 {
        self.hand.kinds().map(|card| card.worth(self.budget)).max().unwrap_or(0)
    }

    /// Calls `visit` with each selection of cards that can be played for `value`, by count, then as ascending lists are
    /// ordered.
    pub(crate) fn each_play_worth(
        &self,
        value: u32,
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The cards that the budget makes worth the value, with what each takes.
        let price = |card: Card| Some((card, card.points_for(value).filter(|price| *price <= self.budget)?));
        let playable: ArrayVec<(Card, u32), LARGEST_HAND> = self.hand.kinds().filter_map(price).collect();
        let available = playable.iter().map(|(card, _)| self.hand.count(*card)).sum::<u32>();
        self.counts()
            .take_while(|&count| count <= available)
            .try_for_each(|count| self.each_selection(&playable, count, self.budget, CardSet::EMPTY, visit))
    }

    /// Calls `visit` with `chosen` and each selection of `count` more of the `playable` cards that `budget` pays for, as
    /// ascending lists are ordered.
    fn each_selection(
        &self,
        playable: &[(Card, u32)],
        count: u32,
        budget: u32,
        chosen: CardSet,
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if count == 0 {
            return visit(chosen);
        }
        let Some((&(card, price), rest)) = playable.split_first() else { return ControlFlow::Continue(()) };
        // Both copies come before one, and one before none: that is the order of lists.
        for copies in (0..=self.hand.count(card).min(count)).rev().filter(|copies| copies * price <= budget) {
            let mut chosen = chosen;
            (0..copies).for_each(|_| chosen.insert(card));
            self.each_selection(rest, count - copies, budget - copies * price, chosen, visit)?;
        }
        ControlFlow::Continue(())
    }
}
