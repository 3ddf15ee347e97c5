use std::fmt;

use golemry_core::{Build, Cost, NotOffered, Offer, Step};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::card::{CardId, CardSet};
use crate::config::Capek;
use crate::deck::{BodyId, NeededSet};
use crate::legal::Decision;
use crate::moves::{Move, Placing};
use crate::name::Name;
use crate::state::Price;
use crate::view::View;

/// One short choice on the way to an action.
///
/// - A purchase is `Buy`, `Keep` or `Use`, a `Card` at a time until the price is met, more cards or `Enough` (with `overpay`,
///   while there are cards left), then a `Marker` at a time.
/// - Research is `Research`, `Science`, and a `Card` at a time.
/// - An exchange is `Exchange` and a `Card`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Choice {
    /// Buy a card.
    Buy {
        /// Its price.
        price: Price,
        /// The card.
        card: Name,
    },
    /// Keep the bought card.
    Keep {},
    /// Use the bought card.
    Use {},
    /// Discard a set for a body card.
    Research {
        /// The body card.
        body: Name,
    },
    /// Make the set of this science.
    Science {
        /// The science.
        science: Name,
    },
    /// Discard a card for two new ones.
    Exchange {},
    /// Part with this card: pay with it, put it into the set, or exchange it.
    Card {
        /// The card.
        card: Name,
    },
    /// The price is met: pay no more.
    Enough {},
    /// Put a marker here.
    Marker {
        /// The body card.
        body: Name,
    },
    /// End the turn.
    End {},
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Buy { price, card } => write!(f, "buy {card} for {}", price.0),
            Choice::Keep {} => f.write_str("keep it"),
            Choice::Use {} => f.write_str("use it"),
            Choice::Research { body } => write!(f, "research {body}"),
            Choice::Science { science } => science.fmt(f),
            Choice::Exchange {} => f.write_str("exchange a card for two"),
            Choice::Card { card } => card.fmt(f),
            Choice::Enough {} => f.write_str("that is enough"),
            Choice::Marker { body } => body.fmt(f),
            Choice::End {} => f.write_str("end the turn"),
        }
    }
}

impl Build for Capek {
    type Choice = Choice;

    fn build(&self, view: &View, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        let decision = self.decision_of(view).ok_or(NotOffered { index: 0 })?;
        let mut walk = Walk::Start;
        for (index, choice) in so_far.iter().enumerate() {
            let offers = decision.offers(walk);
            let taken = offers.iter().find(|offered| offered.offer.choice == *choice);
            walk = taken.ok_or(NotOffered { index })?.leads_to;
        }
        Ok(match walk {
            Walk::Done(chosen) => Step::Done(self.deck.action(&chosen)),
            _ => Step::Choose {
                prompt: walk.prompt(),
                offers: decision.offers(walk).into_iter().map(|offered| offered.offer).collect(),
            },
        })
    }
}

/// What has been chosen so far.
#[derive(Clone, Copy)]
enum Walk {
    Start,
    KeepOrUse(Purchase),
    Pay(Purchase),
    /// The price is met, and more may be paid.
    PayMore(Purchase),
    Place(Purchase),
    Science(BodyId),
    Set {
        body: BodyId,
        needed: NeededSet,
        cards: CardSet,
    },
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
    used: Option<Placing>,
}

/// A choice, and where it leads.
struct Offered {
    offer: Offer<Choice>,
    leads_to: Walk,
}

impl Walk {
    fn prompt(self) -> &'static str {
        match self {
            Walk::Start | Walk::Done(_) => "what to do",
            Walk::KeepOrUse(_) => "keep it or use it",
            Walk::Pay(_) => "pay with",
            Walk::PayMore(_) => "pay more",
            Walk::Place(_) => "a marker on",
            Walk::Science(_) => "a set of",
            Walk::Set { .. } => "into the set",
            Walk::Exchange => "the card to discard",
        }
    }
}

fn offer(choice: Choice, leads_to: Walk) -> Offered {
    Offered { offer: Offer { choice, cost: None }, leads_to }
}

fn priced(choice: Choice, amount: impl Into<i32>, unit: &'static str, leads_to: Walk) -> Offered {
    let cost = Some(Cost { amount: amount.into(), unit });
    Offered { offer: Offer { choice, cost }, leads_to }
}

impl Decision<'_> {
    fn offers(&self, walk: Walk) -> Vec<Offered> {
        match walk {
            Walk::Start => self.offer_actions(),
            Walk::KeepOrUse(purchase) => {
                let used = Purchase { used: Some(Placing::default()), ..purchase };
                let outrage = self.deck.card(purchase.card).outrage;
                vec![
                    offer(Choice::Keep {}, Walk::Pay(purchase)),
                    priced(Choice::Use {}, outrage, "outrage", Walk::Pay(used)),
                ]
            }
            Walk::Pay(purchase) => self.offer_payment(purchase),
            Walk::PayMore(purchase) => {
                let mut offers = vec![offer(Choice::Enough {}, self.paid(purchase))];
                offers.extend(self.offer_payment(purchase));
                offers
            }
            Walk::Place(purchase) => self.offer_circles(purchase),
            Walk::Science(body) => {
                let set = |needed| Walk::Set { body, needed, cards: CardSet::EMPTY };
                let choice =
                    |needed: NeededSet| Choice::Science { science: self.deck.science(needed.science).id };
                let possible = self.possible_sets(body);
                possible.map(|needed| priced(choice(needed), needed.size, "cards", set(needed))).collect()
            }
            Walk::Set { body, needed, cards } => self.offer_set(body, needed, cards),
            Walk::Exchange => self
                .hand
                .iter()
                .map(|card| offer(self.card(card), Walk::Done(Move::Exchange { card })))
                .collect(),
            Walk::Done(_) => Vec::new(),
        }
    }

    fn offer_actions(&self) -> Vec<Offered> {
        let mut offers = Vec::new();
        for price in Price::all().filter(|&price| self.payments(price).exists()) {
            if let Ok(card) = self.for_sale(price) {
                let purchase = Purchase { price, card, pay: CardSet::EMPTY, used: None };
                let choice = Choice::Buy { price, card: self.deck.card(card).id };
                offers.push(priced(choice, price.0, "gold", Walk::KeepOrUse(purchase)));
            }
        }
        for body in self.deck.body_ids().filter(|&body| self.may_research(body).is_ok()) {
            if let Some(size) = self.possible_sets(body).map(|needed| needed.size).min() {
                let choice = Choice::Research { body: self.deck.body(body).id };
                offers.push(priced(choice, size, "cards", Walk::Science(body)));
            }
        }
        if self.may_exchange().is_ok() && !self.hand.is_empty() {
            offers.push(priced(Choice::Exchange {}, 1, "cards", Walk::Exchange));
        }
        offers.push(offer(Choice::End {}, Walk::Done(Move::End)));
        offers
    }

    /// CK-12: the sets for the body card that the hand can make.
    fn possible_sets(&self, body: BodyId) -> impl Iterator<Item = NeededSet> {
        self.deck.body(body).sets.iter().copied().filter(|&needed| self.sets(needed).exists())
    }

    /// CK-9: the cards that can be added to the payment.
    fn offer_payment(&self, purchase: Purchase) -> Vec<Offered> {
        let payments = self.payments(purchase.price);
        let mut offers = Vec::new();
        for card in (self.hand - purchase.pay).iter() {
            let more = Purchase { pay: purchase.pay | CardSet::only(card), ..purchase };
            if payments.can_hold(more.pay) {
                let leads_to = match payments.check(more.pay) {
                    Err(_) => Walk::Pay(more),
                    Ok(()) if self.overpay && more.pay != self.hand => Walk::PayMore(more),
                    Ok(()) => self.paid(more),
                };
                offers.push(priced(self.card(card), self.deck.card(card).gold, "gold", leads_to));
            }
        }
        offers
    }

    /// CK-10: the body cards with a free circle.
    fn offer_circles(&self, purchase: Purchase) -> Vec<Offered> {
        let placing = purchase.used.unwrap_or_default();
        let free = self.deck.body_ids().filter(|&body| placing.on(body) < self.free(body));
        free.map(|body| {
            let mut more = placing;
            more.add(body, 1);
            let leads_to = self.paid(Purchase { used: Some(more), ..purchase });
            offer(Choice::Marker { body: self.deck.body(body).id }, leads_to)
        })
        .collect()
    }

    /// A purchase that has been paid for is done when all its markers are placed.
    fn paid(&self, purchase: Purchase) -> Walk {
        let Purchase { price, card, pay, used } = purchase;
        match used {
            Some(placing) if placing.0.iter().sum::<u8>() < self.markers_of(card) => Walk::Place(purchase),
            _ => Walk::Done(Move::Buy { price, pay, used }),
        }
    }

    /// CK-12: the cards that can be added to the set.
    fn offer_set(&self, body: BodyId, needed: NeededSet, cards: CardSet) -> Vec<Offered> {
        let sets = self.sets(needed);
        let mut offers = Vec::new();
        for card in (sets.pool - cards).iter() {
            let cards = cards | CardSet::only(card);
            if sets.can_hold(cards) {
                let leads_to = match sets.check(cards) {
                    Ok(()) => Walk::Done(Move::Research { body, science: needed.science, cards }),
                    Err(_) => Walk::Set { body, needed, cards },
                };
                offers.push(if self.deck.engineers().contains(card) {
                    priced(self.card(card), self.deck.card(card).outrage, "outrage", leads_to)
                } else {
                    offer(self.card(card), leads_to)
                });
            }
        }
        offers
    }

    fn card(&self, card: CardId) -> Choice {
        Choice::Card { card: self.deck.card(card).id }
    }
}
