use std::ops::ControlFlow;

use golemry_core::{Draw, NotOffered, Seat, Step};

use crate::action::Action;
use crate::card::{CardId, CardSet};
use crate::choice::Choice;
use crate::circles::Circles;
use crate::config::{Capek, TableOptions};
use crate::cover::{Cover, Flaw};
use crate::deck::{BodyId, Deck, MAX_BODIES, NeededSet, ScienceId};
use crate::illegal::{Illegal, What};
use crate::inline::Inline;
use crate::moves::Move;
use crate::name::Name;
use crate::state::{Buying, Done, Golem, Market, Price, State};
use crate::{build, candidates, sample};

/// What the acting player may do, and what that player knows: a state and a view give the same.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    pub(crate) deck: &'a Deck,
    pub(crate) table: &'a TableOptions,
    /// CK-9: whether a payment may include cards that could be left out.
    pub(crate) overpay: bool,
    pub(crate) hand: CardSet,
    pub(crate) market: Market,
    pub(crate) golem: Golem,
    pub(crate) done: Done,
    pub(crate) outrage: u8,
}

impl golemry_core::Decision<Capek> for Decision<'_> {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(Placings::All, &mut |chosen| visit(self.deck.action(&chosen)))
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.check_move(&self.deck.resolve(action)?)
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Choice> {
        build::walk(self, action)
    }

    fn build(&self, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        build::build(self, so_far)
    }

    /// Draws buying, research, exchange or the end of the turn with equal chances, then one such move, and starts over if there
    /// is none. The price, keeping or using, the payment, the body card, the science and the set are each drawn evenly, without
    /// listing payments or sets.
    #[inline(never)] // The caller's action is then written in place; inlined, it is copied at once, which waits for the writing.
    fn sample(&self, rng: &mut impl Draw) -> Action {
        self.deck.action(&sample::sample(self, rng))
    }

    /// Leaves out what is dominated or pointless:
    ///
    /// - payments with superfluous cards, unless they leave fewer than two cards in the hand, which earns the two cards of CK-7,
    ///   for at most two superfluous ones. Nothing else is gained by paying more; lost are payments that only choose what lies
    ///   in the discard, or what the opponent knows of the hand;
    /// - payments, sets and exchanges that part with a card although a *spare* one would do: one of the same science with less
    ///   gold, or as much and earlier in deck order; or an Engineer with the same values that is earlier in deck order. In the
    ///   hand only science and gold matter, so the better card is kept. Lost is the choice of which of the two lies in the
    ///   discard (it may come back to the market), and which of them the opponent knows of;
    /// - all ways to place markers except one, which fills the body cards in the order of the deck. Nothing is lost: a single
    ///   body card has no effect, and a golem wakes when every circle is full, so only the number of markers matters.
    fn each_candidate(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        candidates::candidates(self).into_iter().try_for_each(visit)
    }
}

impl<'a> Decision<'a> {
    /// What `seat` knows in a state, and what it may do if it is to act.
    pub(crate) fn new(game: &'a Capek, state: &State, seat: Seat) -> Decision<'a> {
        let player = &state.players[seat.index()];
        Decision {
            deck: &game.deck,
            table: &game.table,
            overpay: game.table.overpay,
            hand: player.hand,
            market: state.market,
            golem: player.golem,
            done: state.done,
            outrage: state.outrage,
        }
    }
}

impl Decision<'_> {
    /// Whether the move is allowed, and if not, why not.
    pub(crate) fn check_move(&self, chosen: &Move) -> Result<(), Illegal> {
        match *chosen {
            Move::Buy { price, pay, used } => {
                let card = self.for_sale(price)?;
                self.check_payment(price, pay)?;
                used.map_or(Ok(()), |placing| self.check_placing(card, placing))
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
        if let Some(most) = self.table.max_purchases().filter(|&most| self.done.bought >= most) {
            return Err(Illegal::TooManyPurchases { most });
        }
        self.market.at(price).ok_or_else(|| match Price::all().find(|&slot| slot == price) {
            Some(price) => Illegal::EmptySlot { price },
            None => Illegal::NoSuchPrice { price },
        })
    }

    /// CK-9: the ways to pay the price.
    pub(crate) fn payments(&self, price: Price) -> Cover<'_> {
        Cover { worths: &self.deck.gold, pool: self.hand, goal: price.0.into(), surplus: self.overpay }
    }

    /// CK-12: the cards of the hand that make such a set.
    pub(crate) fn sets(&self, needed: NeededSet) -> Cover<'_> {
        Cover {
            worths: &self.deck.counts,
            pool: self.hand & self.deck.fitting(needed.science),
            goal: needed.size.into(),
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
        if self.golem.body(body).set {
            return Err(Illegal::SetMarked { body: self.deck.body(body).id });
        }
        Ok(())
    }

    /// The circles without a marker.
    pub(crate) fn free(&self) -> Circles {
        self.deck.golem.markers - self.golem.markers
    }

    /// CK-10: how many markers a used card puts on the golem; what finds no circle is lost.
    pub(crate) fn markers_of(&self, card: CardId) -> u8 {
        self.deck.card(card).field.min(self.free().total())
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

    fn check_placing(&self, card: CardId, placing: Circles) -> Result<(), Illegal> {
        for body in self.deck.body_ids() {
            let (markers, free) = (placing.on(body), self.free().on(body));
            if markers > free {
                return Err(Illegal::NoRoom { body: self.deck.body(body).id, markers, free });
            }
        }
        let (placed, due) = (placing.total(), self.markers_of(card));
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

    pub(crate) fn name(&self, card: CardId) -> Name {
        self.deck.card(card).id
    }
}

/// Which ways to place markers are listed.
#[derive(Clone, Copy)]
pub(crate) enum Placings {
    All,
    First,
}

/// Listing: every allowed move once, in the order of the actions.
impl Decision<'_> {
    pub(crate) fn each_move(
        &self,
        placings: Placings,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for price in Price::all() {
            if let Ok(card) = self.for_sale(price) {
                self.payments(price).each(self.deck.card_names.iter(), &mut |pay| {
                    visit(Move::Buy { price, pay, used: None })?;
                    self.each_placing(card, placings, &mut |placing| {
                        visit(Move::Buy { price, pay, used: Some(placing) })
                    })
                })?;
            }
        }
        for body in self.deck.body_names.iter().filter(|&body| self.may_research(body).is_ok()) {
            for &needed in self.deck.body(body).sets.iter() {
                self.sets(needed).each(self.deck.card_names.iter(), &mut |cards| {
                    visit(Move::Research { body, science: needed.science, cards })
                })?;
            }
        }
        if self.may_exchange().is_ok() {
            for card in self.deck.card_names.iter().filter(|&card| self.hand.contains(card)) {
                visit(Move::Exchange { card })?;
            }
        }
        visit(Move::End)
    }

    /// CK-10: the ways to place the markers of a used card.
    fn each_placing(
        &self,
        card: CardId,
        placings: Placings,
        visit: &mut impl FnMut(Circles) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match placings {
            Placings::First => visit(self.first_placing(card)),
            Placings::All => {
                let bodies: Inline<BodyId, MAX_BODIES> = self.deck.body_names.iter().collect();
                self.place(self.markers_of(card), &bodies, Circles::default(), visit)
            }
        }
    }

    /// The markers of a used card, placed so that they fill the body cards in the order of the deck.
    pub(crate) fn first_placing(&self, card: CardId) -> Circles {
        let mut left = self.markers_of(card);
        let mut placing = Circles::default();
        for body in self.deck.body_ids() {
            let here = left.min(self.free().on(body));
            placing += Circles::only(body, here);
            left -= here;
        }
        placing
    }

    /// Every way to place `left` more markers on these body cards.
    fn place(
        &self,
        left: u8,
        bodies: &[BodyId],
        placing: Circles,
        visit: &mut impl FnMut(Circles) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            return visit(placing);
        }
        for (place, &body) in bodies.iter().enumerate() {
            for count in 1..=left.min(self.free().on(body)) {
                let more = placing + Circles::only(body, count);
                self.place(left - count, &bodies[place + 1..], more, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}
