use std::ops::ControlFlow;

use golemry_core::{Candidates, Seat};

use crate::action::Action;
use crate::card::{CardId, CardKind, CardSet};
use crate::config::Capek;
use crate::deck::Deck;
use crate::legal::Placings;
use crate::moves::Move;
use crate::state::State;

/// Leaves out what is dominated:
///
/// - payments, sets and exchanges that part with a card where a *spare* one would do: one of the same science with less gold,
///   or as much and earlier in deck order, or an Engineer with the same values and earlier in deck order. In the hand, only
///   science and gold count, so the better card is kept. Lost by that: which of two cards lies in the discard (it may come
///   back to the market), and which of them the opponent knows of;
/// - all ways to place markers but one, which fills the body cards in the order of the deck. Nothing is lost: a single body
///   card has no effect, a golem wakes when every circle is full, and for that only their number counts.
impl Candidates for Capek {
    fn candidates(&self, state: &State, _: Seat, list: &mut Vec<Action>) {
        let decision = self.decision(state);
        let _ = decision.each(Placings::First, &mut |chosen| {
            if !self.deck.is_wasteful(decision.hand, &chosen) {
                list.push(self.deck.action(&chosen));
            }
            ControlFlow::Continue(())
        });
    }
}

impl Deck {
    /// Whether a spare card of the hand could take the place of one the move parts with.
    fn is_wasteful(&self, hand: CardSet, chosen: &Move) -> bool {
        // A payment may fall by what it has too much; sets and exchanges do not look at gold.
        let (given, surplus) = match *chosen {
            Move::Buy { price, pay, .. } => (pay, self.gold().total(pay) - usize::from(price.0)),
            Move::Research { cards, .. } => (cards, usize::MAX),
            Move::Exchange { card } => (CardSet::only(card), usize::MAX),
            Move::End => return false,
        };
        given.iter().any(|card| {
            let affordable = |spare| usize::from(self.card(card).gold - self.card(spare).gold) <= surplus;
            (hand - given).iter().any(|spare| self.is_spare(spare, card) && affordable(spare))
        })
    }

    /// Whether parting with `spare` is never worse than parting with `card`.
    fn is_spare(&self, spare: CardId, card: CardId) -> bool {
        let (one, other) = (self.card(spare), self.card(card));
        one.kind == other.kind
            && match one.kind {
                CardKind::Science(_) => (one.gold, spare) < (other.gold, card),
                CardKind::Engineer { .. } => {
                    (one.gold, one.outrage) == (other.gold, other.outrage) && spare < card
                }
            }
    }
}
