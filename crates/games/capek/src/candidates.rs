use std::ops::ControlFlow;

use golemry_core::{Candidates, Seat};

use crate::action::Action;
use crate::card::{CardId, CardKind, CardSet};
use crate::config::Capek;
use crate::deck::Deck;
use crate::legal::{Decision, Placings};
use crate::moves::Move;
use crate::state::{Price, State};

/// The most superfluous cards worth paying: CK-7 gives two back.
const MOST_SUPERFLUOUS: usize = 2;

/// Leaves out what is dominated or pointless:
///
/// - payments with superfluous cards, unless they leave fewer than two cards in the hand, which earns the two cards of CK-7,
///   for at most two superfluous ones. Nothing else is gained by paying more; lost are payments that only choose what lies in
///   the discard, or what the opponent knows of the hand;
/// - payments, sets and exchanges that part with a card although a *spare* one would do: one of the same science with less
///   gold, or as much and earlier in deck order; or an Engineer with the same values that is earlier in deck order. In the
///   hand only science and gold matter, so the better card is kept. Lost is the choice of which of the two lies in the
///   discard (it may come back to the market), and which of them the opponent knows of;
/// - all ways to place markers except one, which fills the body cards in the order of the deck. Nothing is lost: a single body
///   card has no effect, and a golem wakes when every circle is full, so only the number of markers matters.
impl Candidates for Capek {
    fn candidates(&self, state: &State, _: Seat, list: &mut Vec<Action>) {
        let decision = self.decision(state);
        let start = list.len();
        let mut consider = |chosen: Move| {
            if !self.deck.is_wasteful(decision.hand, &chosen) {
                list.push(self.deck.action(&chosen));
            }
            ControlFlow::Continue(())
        };
        let _ = Decision { overpay: false, ..decision }.each(Placings::First, &mut consider);
        if decision.overpay {
            let _ = decision.each_spending_spree(&mut consider);
        }
        list[start..].sort_unstable();
    }
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
                self.each_placing(card, Placings::First, &mut |placing| {
                    visit(Move::Buy { price, pay, used: Some(placing) })
                })?;
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
