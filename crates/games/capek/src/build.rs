//! Actions from short choices, one at a time.

use golemry_core::{NotOffered, Offer, Step};

use crate::action::{Action, Markers};
use crate::card::{CardId, CardSet};
use crate::choice::Choice;
use crate::circles::Circles;
use crate::deck::{BodyId, NeededSet};
use crate::legal::Decision;
use crate::moves::Move;
use crate::state::Price;

/// What has been chosen so far.
#[derive(Clone, Copy)]
enum Walk {
    Start,
    KeepOrUse(Purchase),
    Pay(Purchase),
    Place(Purchase),
    Science(BodyId),
    Set { body: BodyId, needed: NeededSet, cards: CardSet },
    Exchange,
    Done(Move),
}

/// A purchase in the making.
#[derive(Clone, Copy)]
struct Purchase {
    price: Price,
    card: CardId,
    pay: CardSet,
    /// The markers placed, if the card is used.
    used: Option<Circles>,
}

/// Choices, and where each leads.
type Offers = Vec<(Offer<Choice>, Walk)>;

/// The choices of a legal action.
pub(crate) fn walk(decision: &Decision<'_>, action: &Action) -> Vec<Choice> {
    let card = |card| Choice::Card { card };
    match action {
        Action::Buy { price, pay, used } => {
            let bought = decision.market.at(*price).expect("what is bought is for sale");
            let mut choices = vec![Choice::Buy { price: *price, card: decision.name(bought) }];
            choices.push(if used.is_some() { Choice::Use {} } else { Choice::Keep {} });
            choices.extend(pay.iter().map(card));
            if decision.overpay && pay.iter().count() < decision.hand.len() {
                choices.push(Choice::Enough {});
            }
            for (body, count) in used.iter().flat_map(Markers::iter) {
                choices.extend((0..count).map(|_| Choice::Marker { body }));
            }
            choices
        }
        Action::Research { body, science, cards } => {
            let mut choices = vec![Choice::Research { body: *body }, Choice::Science { science: *science }];
            choices.extend(cards.iter().map(card));
            choices
        }
        Action::Exchange { card: given } => vec![Choice::Exchange {}, card(*given)],
        Action::End {} => vec![Choice::End {}],
    }
}

/// What can be chosen after the choices `so_far`.
pub(crate) fn build(decision: &Decision<'_>, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
    let mut walk = Walk::Start;
    for (index, choice) in so_far.iter().enumerate() {
        let (_, offers) = decision.offers(walk);
        let taken = offers.into_iter().find(|(offer, _)| offer.choice == *choice);
        (_, walk) = taken.ok_or(NotOffered { index })?;
    }
    if let Walk::Done(chosen) = walk {
        return Ok(Step::Done(decision.deck.action(&chosen)));
    }
    let (prompt, offers) = decision.offers(walk);
    Ok(Step::Choose { prompt, offers: offers.into_iter().map(|(offer, _)| offer).collect() })
}

impl Decision<'_> {
    /// What is asked next, and what can be answered.
    fn offers(&self, walk: Walk) -> (&'static str, Offers) {
        match walk {
            Walk::Start => ("what to do", self.offer_actions()),
            Walk::KeepOrUse(purchase) => {
                let used = Purchase { used: Some(Circles::default()), ..purchase };
                let outrage = self.deck.card(purchase.card).outrage;
                let keep = (Offer::free(Choice::Keep {}), Walk::Pay(purchase));
                (
                    "keep it or use it",
                    vec![keep, (Offer::priced(Choice::Use {}, outrage, "outrage"), Walk::Pay(used))],
                )
            }
            Walk::Pay(purchase) => self.offer_payment(purchase),
            Walk::Place(purchase) => ("a marker on", self.offer_circles(purchase)),
            Walk::Science(body) => {
                let set = |needed: NeededSet| {
                    let choice = Choice::Science { science: self.deck.science(needed.science).id };
                    let leads_to = Walk::Set { body, needed, cards: CardSet::EMPTY };
                    (Offer::priced(choice, needed.size, "cards"), leads_to)
                };
                ("a set of", self.possible_sets(body).map(set).collect())
            }
            Walk::Set { body, needed, cards } => ("into the set", self.offer_set(body, needed, cards)),
            Walk::Exchange => {
                let exchange = |card| (Offer::free(self.card(card)), Walk::Done(Move::Exchange { card }));
                ("the card to discard", self.hand.iter().map(exchange).collect())
            }
            Walk::Done(_) => ("nothing", Vec::new()),
        }
    }

    fn offer_actions(&self) -> Offers {
        let mut offers = Vec::new();
        for price in Price::all().filter(|&price| self.payments(price).exists()) {
            if let Ok(card) = self.for_sale(price) {
                let purchase = Purchase { price, card, pay: CardSet::EMPTY, used: None };
                let choice = Choice::Buy { price, card: self.name(card) };
                offers.push((Offer::priced(choice, price.0, "gold"), Walk::KeepOrUse(purchase)));
            }
        }
        for body in self.deck.body_ids().filter(|&body| self.may_research(body).is_ok()) {
            if let Some(size) = self.possible_sets(body).map(|needed| needed.size).min() {
                let choice = Choice::Research { body: self.deck.body(body).id };
                offers.push((Offer::priced(choice, size, "cards"), Walk::Science(body)));
            }
        }
        if self.may_exchange().is_ok() && !self.hand.is_empty() {
            offers.push((Offer::priced(Choice::Exchange {}, 1, "cards"), Walk::Exchange));
        }
        offers.push((Offer::free(Choice::End {}), Walk::Done(Move::End)));
        offers
    }

    /// CK-12: the sets for the body card that the hand can make.
    fn possible_sets(&self, body: BodyId) -> impl Iterator<Item = NeededSet> {
        self.deck.body(body).sets.iter().copied().filter(|&needed| self.sets(needed).exists())
    }

    /// CK-9: the cards that can be added to the payment; when the price is met, it can be left at that.
    fn offer_payment(&self, purchase: Purchase) -> (&'static str, Offers) {
        let payments = self.payments(purchase.price);
        let is_met = payments.check(purchase.pay).is_ok();
        let mut offers = Vec::new();
        if is_met {
            offers.push((Offer::free(Choice::Enough {}), self.paid(purchase)));
        }
        for card in (self.hand - purchase.pay).iter() {
            let more = Purchase { pay: purchase.pay | CardSet::only(card), ..purchase };
            if payments.can_hold(more.pay) {
                let leads_to = match payments.check(more.pay) {
                    Ok(()) if !self.overpay || more.pay == self.hand => self.paid(more),
                    _ => Walk::Pay(more),
                };
                offers.push((Offer::priced(self.card(card), self.deck.card(card).gold, "gold"), leads_to));
            }
        }
        (if is_met { "pay more" } else { "pay with" }, offers)
    }

    /// CK-10: the body cards with a free circle.
    fn offer_circles(&self, purchase: Purchase) -> Offers {
        let placing = purchase.used.unwrap_or_default();
        let left = self.free() - placing;
        let open = self.deck.body_ids().filter(|&body| left.on(body) > 0);
        open.map(|body| {
            let used = Some(placing + Circles::only(body, 1));
            let leads_to = self.paid(Purchase { used, ..purchase });
            (Offer::free(Choice::Marker { body: self.deck.body(body).id }), leads_to)
        })
        .collect()
    }

    /// A purchase that has been paid for is done when all its markers are placed.
    fn paid(&self, purchase: Purchase) -> Walk {
        let Purchase { price, card, pay, used } = purchase;
        match used {
            Some(placing) if placing.total() < self.markers_of(card) => Walk::Place(purchase),
            _ => Walk::Done(Move::Buy { price, pay, used }),
        }
    }

    /// CK-12: the cards that can be added to the set.
    fn offer_set(&self, body: BodyId, needed: NeededSet, cards: CardSet) -> Offers {
        let sets = self.sets(needed);
        let mut offers = Vec::new();
        for card in (sets.pool - cards).iter() {
            let cards = cards | CardSet::only(card);
            if sets.can_hold(cards) {
                let leads_to = match sets.check(cards) {
                    Ok(()) => Walk::Done(Move::Research { body, science: needed.science, cards }),
                    Err(_) => Walk::Set { body, needed, cards },
                };
                let offer = if self.deck.engineers().contains(card) {
                    Offer::priced(self.card(card), self.deck.card(card).outrage, "outrage")
                } else {
                    Offer::free(self.card(card))
                };
                offers.push((offer, leads_to));
            }
        }
        offers
    }

    fn card(&self, card: CardId) -> Choice {
        Choice::Card { card: self.name(card) }
    }
}
