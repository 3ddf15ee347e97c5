use std::ops::ControlFlow;

use crate::action::Action;
use crate::card::{CardId, CardKind, CardSet};
use crate::deck::Deck;
use crate::legal::{Decision, Placings};
use crate::moves::Move;
use crate::state::Price;

/// The most superfluous cards worth paying: CK-7 gives two back.
pub(crate) const MOST_SUPERFLUOUS: usize = 2;

/// The moves that are worth searching, ascending.
pub(crate) fn candidates(decision: &Decision<'_>) -> Vec<Action> {
    let mut list = Vec::new();
    let mut consider = |chosen: Move| {
        if !decision.deck.is_wasteful(decision.hand, &chosen) {
            list.push(decision.deck.action(&chosen));
        }
        ControlFlow::Continue(())
    };
    let _ = Decision { overpay: false, ..*decision }.each_move(Placings::First, &mut consider);
    if decision.overpay {
        let _ = decision.each_spending_spree(&mut consider);
    }
    list.sort_unstable();
    list
}

impl Decision<'_> {
    /// Purchases that pay a few superfluous cards to leave fewer than two in the hand.
    fn each_spending_spree(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        for price in Price::all() {
            let Ok(card) = self.for_sale(price) else { continue };
            let payments = self.payments(price);
            let all_but_one = self.hand.iter().map(|kept| self.hand - CardSet::only(kept));
            for pay in all_but_one.chain([self.hand]) {
                let superfluous = payments.superfluous(pay);
                if payments.check(pay).is_err() || !(1..=MOST_SUPERFLUOUS).contains(&superfluous) {
                    continue;
                }
                // A card that is kept counts, so nothing else may stay in the hand.
                if pay == self.hand {
                    visit(Move::Buy { price, pay, used: None })?;
                }
                visit(Move::Buy { price, pay, used: Some(self.first_placing(card)) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Deck {
    /// Whether a spare card of the hand could replace one that the move parts with.
    fn is_wasteful(&self, hand: CardSet, chosen: &Move) -> bool {
        // A payment may lose as much gold as it has too much; for sets and exchanges gold does not matter.
        let (given, surplus) = match *chosen {
            Move::Buy { price, pay, .. } => (pay, self.gold.total(pay) - usize::from(price.0)),
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
