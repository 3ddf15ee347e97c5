use std::ops::ControlFlow;

use crate::card::{CardId, CardSet};
use crate::cover::{Cover, Flaw};
use crate::deck::{BodyId, Deck, MAX_BODIES, NeededSet, ScienceId};
use crate::illegal::{Illegal, What};
use crate::inline::Inline;
use crate::moves::{Move, Placing};
use crate::name::Name;
use crate::state::{Buying, Done, Golem, Market, Price};

/// Everything the acting player's choice depends on. That player knows all of it, so a state and a view give the same.
#[derive(Clone, Copy)]
pub(crate) struct Decision<'a> {
    pub(crate) deck: &'a Deck,
    /// CK-11: the most purchases a turn, if there is a limit.
    pub(crate) max_purchases: Option<u8>,
    /// CK-9: whether a payment may include cards that could be left out.
    pub(crate) overpay: bool,
    pub(crate) hand: CardSet,
    pub(crate) market: Market,
    pub(crate) golem: Golem,
    pub(crate) done: Done,
}

impl Decision<'_> {
    /// Whether the move is allowed, and if not, why not.
    pub(crate) fn check(&self, chosen: &Move) -> Result<(), Illegal> {
        match *chosen {
            Move::Buy { price, pay, used } => {
                let card = self.for_sale(price)?;
                self.check_payment(price, pay)?;
                used.map_or(Ok(()), |placing| self.check_placing(card, &placing))
            }
            Move::Research { body, science, cards } => self.check_research(body, science, cards),
            Move::Exchange { card } => {
                self.may_exchange()?;
                self.check_held(CardSet::only(card), What::Exchange)
            }
            Move::End => Ok(()),
        }
    }

    /// CK-8, CK-9, CK-11: the card that can be bought at this price.
    pub(crate) fn for_sale(&self, price: Price) -> Result<CardId, Illegal> {
        if self.done.buy == Buying::Yes {
            return Err(Illegal::OnceATurn { what: What::Buy });
        }
        if let Some(most) = self.max_purchases.filter(|&most| self.done.bought >= most) {
            return Err(Illegal::TooManyPurchases { most });
        }
        self.market.at(price).ok_or_else(|| match Price::all().find(|&slot| slot == price) {
            Some(price) => Illegal::EmptySlot { price },
            None => Illegal::NoSuchPrice { price },
        })
    }

    /// CK-9: the ways to pay the price.
    pub(crate) fn payments(&self, price: Price) -> Cover<'_> {
        Cover { worths: self.deck.gold(), pool: self.hand, goal: price.0, surplus: self.overpay }
    }

    /// CK-12: the cards of the hand that make such a set.
    pub(crate) fn sets(&self, needed: NeededSet) -> Cover<'_> {
        Cover {
            worths: self.deck.counts(),
            pool: self.hand & self.deck.fitting(needed.science),
            goal: needed.size,
            surplus: false,
        }
    }

    /// CK-8: whether a card can still be exchanged in this turn.
    pub(crate) fn may_exchange(&self) -> Result<(), Illegal> {
        if self.done.exchange { Err(Illegal::OnceATurn { what: What::Exchange }) } else { Ok(()) }
    }

    /// CK-8, CK-12: whether a set can be discarded for this body card.
    pub(crate) fn may_research(&self, body: BodyId) -> Result<(), Illegal> {
        if self.done.research {
            return Err(Illegal::OnceATurn { what: What::Research });
        }
        if self.golem[body.index()].set {
            return Err(Illegal::SetMarked { body: self.deck.body(body).id });
        }
        Ok(())
    }

    /// The circles of a body card without a marker.
    pub(crate) fn free(&self, body: BodyId) -> u8 {
        self.deck.body(body).field - self.golem[body.index()].field
    }

    /// CK-10: how many markers a used card puts on the golem; what finds no circle is lost.
    pub(crate) fn markers_of(&self, card: CardId) -> u8 {
        let free: u8 = self.deck.body_ids().map(|body| self.free(body)).sum();
        self.deck.card(card).field.min(free)
    }

    fn check_held(&self, cards: CardSet, what: What) -> Result<(), Illegal> {
        match (cards - self.hand).first() {
            Some(card) => Err(Illegal::NotHeld { card: self.name(card), what }),
            None => Ok(()),
        }
    }

    fn check_payment(&self, price: Price, pay: CardSet) -> Result<(), Illegal> {
        self.check_held(pay, What::Buy)?;
        self.payments(price).check(pay).map_err(|flaw| match flaw {
            Flaw::TooLittle { total } => Illegal::TooLittleGold { gold: total, price },
            Flaw::Superfluous(card) => Illegal::Superfluous { card: self.name(card), what: What::Buy },
        })
    }

    fn check_placing(&self, card: CardId, placing: &Placing) -> Result<(), Illegal> {
        for body in self.deck.body_ids() {
            let (markers, free) = (placing.on(body), self.free(body));
            if markers > free {
                return Err(Illegal::NoRoom { body: self.deck.body(body).id, markers, free });
            }
        }
        let (placed, due) = (placing.0.iter().sum(), self.markers_of(card));
        if placed == due { Ok(()) } else { Err(Illegal::WrongMarkers { placed, due }) }
    }

    fn check_research(&self, body: BodyId, science: ScienceId, cards: CardSet) -> Result<(), Illegal> {
        self.may_research(body)?;
        let (shown, named) = (self.deck.body(body), self.deck.science(science).id);
        let needed = shown.set_of(science).ok_or(Illegal::NotShown { body: shown.id, science: named })?;
        self.check_held(cards, What::Research)?;
        if let Some(card) = (cards - self.deck.fitting(science)).first() {
            return Err(Illegal::OtherScience { card: self.name(card), science: named });
        }
        self.sets(needed).check(cards).map_err(|flaw| match flaw {
            Flaw::TooLittle { total } => {
                Illegal::SetTooSmall { counts: total, body: shown.id, size: needed.size }
            }
            Flaw::Superfluous(card) => Illegal::Superfluous { card: self.name(card), what: What::Research },
        })
    }

    fn name(&self, card: CardId) -> Name {
        self.deck.card(card).id
    }
}

/// Which ways to place markers are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placings {
    All,
    /// The one that fills the body cards in the order of the deck.
    First,
}

/// Listing: every allowed move once, in the order of the actions.
impl Decision<'_> {
    pub(crate) fn each(
        &self,
        placings: Placings,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for price in Price::all() {
            if let Ok(card) = self.for_sale(price) {
                self.payments(price).each(self.deck.card_names().iter(), &mut |pay| {
                    visit(Move::Buy { price, pay, used: None })?;
                    self.each_placing(card, placings, &mut |placing| {
                        visit(Move::Buy { price, pay, used: Some(placing) })
                    })
                })?;
            }
        }
        for body in self.deck.body_names().iter().filter(|&body| self.may_research(body).is_ok()) {
            for &needed in self.deck.body(body).sets.iter() {
                self.sets(needed).each(self.deck.card_names().iter(), &mut |cards| {
                    visit(Move::Research { body, science: needed.science, cards })
                })?;
            }
        }
        if self.may_exchange().is_ok() {
            for card in self.deck.card_names().iter().filter(|&card| self.hand.contains(card)) {
                visit(Move::Exchange { card })?;
            }
        }
        visit(Move::End)
    }

    /// CK-10: the ways to place the markers of a used card.
    pub(crate) fn each_placing(
        &self,
        card: CardId,
        placings: Placings,
        visit: &mut impl FnMut(Placing) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut left = self.markers_of(card);
        if placings == Placings::All {
            let bodies: Inline<BodyId, MAX_BODIES> = self.deck.body_names().iter().collect();
            return self.place(left, &bodies, Placing::default(), visit);
        }
        let mut placing = Placing::default();
        for body in self.deck.body_ids() {
            let here = left.min(self.free(body));
            placing.add(body, here);
            left -= here;
        }
        visit(placing)
    }

    /// Every way to place `left` more markers on these body cards.
    fn place(
        &self,
        left: u8,
        bodies: &[BodyId],
        placing: Placing,
        visit: &mut impl FnMut(Placing) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(placing);
        }
        for (place, &body) in bodies.iter().enumerate() {
            for count in 1..=left.min(self.free(body)) {
                let mut more = placing;
                more.add(body, count);
                self.place(left - count, &bodies[place + 1..], more, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
