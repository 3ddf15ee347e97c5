use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::config::Magic;
use crate::illegal::Illegal;

/// The most cards a hand holds (GI-3).
pub const LARGEST_HAND: usize = 15;

/// Everything that decides what the seat to act may do. It is made from a state or from a view, so the rules of a turn stand
/// here alone.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The cards in hand.
    pub hand: CardSet,
    /// The player's points.
    pub points: u32,
    /// The points a play may take: the pool's, or the player's own (GI-15).
    pub budget: u32,
    /// What is to be beaten; `None` when leading.
    pub to_beat: Option<ToBeat>,
    /// Where the points come from.
    pub magic: Magic,
}

/// The measure of a combination to beat.
#[derive(Clone, Copy, Debug)]
pub struct ToBeat {
    /// How many cards.
    pub count: u32,
    /// What each is worth.
    pub value: u32,
}

impl Decision {
    /// Whether an action is allowed, and if not, why not.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Pass { r#return } => self.check_pass(r#return),
            Action::Play { cards, value } => {
                self.check_cards(cards, value)?;
                self.check_beats(cards.len(), value)?;
                self.check_payment(cards, value)
            }
        }
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
        match self.to_beat {
            Some(to_beat) if played != to_beat.count => {
                Err(Illegal::WrongCount { played, needed: to_beat.count })
            }
            Some(to_beat) if value <= to_beat.value => Err(Illegal::TooLow { value, to_beat: to_beat.value }),
            _ => Ok(()),
        }
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
        // GI-15: a pass returns nothing, except that of a leader without cards.
        if out_after_pass && self.to_beat.is_some() {
            return if points == 0 { Ok(()) } else { Err(Illegal::PassReturnsNothing) };
        }
        if out_after_pass && !self.hand.is_empty() {
            return Err(Illegal::LeaderMustPlay);
        }
        // GI-9
        if points > 2 {
            return Err(Illegal::ReturnsTooMuch { points });
        }
        if points > self.points {
            return Err(Illegal::ReturnsMoreThanHeld { points, own: self.points });
        }
        // GI-10
        match (self.to_beat, points) {
            (None, 0) if out_after_pass => Err(Illegal::EmptyLeaderReturns),
            (None, 0) => Err(Illegal::LeaderReturnsNothing),
            _ => Ok(()),
        }
    }

    /// The points a pass may return, ascending.
    pub fn passes(&self) -> impl Iterator<Item = u32> {
        (0..=2).filter(|&points| self.check_pass(points).is_ok())
    }

    /// The least value that may be played.
    pub fn least_value(&self) -> u32 {
        self.to_beat.map_or(1, |to_beat| to_beat.value + 1)
    }

    /// How many cards may be played.
    pub fn counts(&self) -> std::ops::RangeInclusive<u32> {
        self.to_beat.map_or(1..=self.hand.len(), |to_beat| to_beat.count..=to_beat.count)
    }

    /// The greatest value the budget allows any card in hand.
    pub fn greatest_value(&self) -> u32 {
        self.hand.kinds().map(|card| card.worth(self.budget)).max().unwrap_or(0)
    }

    /// Calls `visit` with each legal action, ascending, until it breaks off.
    pub fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        for points in self.passes() {
            visit(Action::Pass { r#return: points })?;
        }
        for value in self.least_value()..=self.greatest_value() {
            self.each_play_worth(value, &mut |cards| visit(Action::Play { value, cards }))?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with each selection of cards that can be played for `value`, by count, then as ascending lists are
    /// ordered.
    pub fn each_play_worth(
        &self,
        value: u32,
        visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let choices: ArrayVec<Choice, LARGEST_HAND> = self
            .hand
            .kinds()
            .filter_map(|card| {
                Some(Choice { card, copies: self.hand.count(card), price: card.points_for(value)? })
            })
            .filter(|choice| choice.price <= self.budget)
            .collect();
        let available = choices.iter().map(|choice| choice.copies).sum::<u32>();
        self.counts()
            .take_while(|&count| count <= available)
            .try_for_each(|count| each_selection(&choices, count, self.budget, CardSet::EMPTY, visit))
    }
}

/// A card that could be played at some value.
struct Choice {
    card: Card,
    copies: u32,
    price: u32,
}

/// Calls `visit` with `chosen` and each selection of `count` more cards that `budget` pays for, as ascending lists are
/// ordered.
fn each_selection(
    choices: &[Choice],
    count: u32,
    budget: u32,
    chosen: CardSet,
    visit: &mut impl FnMut(CardSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if count == 0 {
        return visit(chosen);
    }
    let Some((choice, rest)) = choices.split_first() else {
        return ControlFlow::Continue(());
    };
    // Both copies come before one, and one before none: that is the order of lists.
    for copies in (0..=choice.copies.min(count)).rev() {
        let price = copies * choice.price;
        if price <= budget {
            let mut chosen = chosen;
            (0..copies).for_each(|_| chosen.insert(choice.card));
            each_selection(rest, count - copies, budget - price, chosen, visit)?;
        }
    }
    ControlFlow::Continue(())
}
