use golemry_core::{ActionSampler, Draw, Seat};

use crate::action::Action;
use crate::card::CardId;
use crate::config::Capek;
use crate::deck::BodyId;
use crate::legal::Decision;
use crate::moves::{Move, Placing};
use crate::state::{MARKET_SLOTS, Price, State};

/// Draws buying, research, exchange or the end of the turn with equal chances, then one such move, and starts over if there
/// is none. The price, keeping or using, the payment, the body card, the science and the set are each drawn evenly, without
/// listing payments or sets.
impl ActionSampler for Capek {
    fn sample_action(&self, state: &State, _: Seat, rng: &mut impl Draw) -> Action {
        let decision = self.decision(state);
        loop {
            let chosen = match rng.below(4) {
                0 => decision.sample_purchase(rng),
                1 => decision.sample_research(rng),
                2 => decision.sample_exchange(rng),
                _ => Some(Move::End),
            };
            if let Some(chosen) = chosen {
                return self.deck.action(&chosen);
            }
        }
    }
}

impl Decision<'_> {
    fn sample_purchase(&self, rng: &mut impl Draw) -> Option<Move> {
        let price = Price(rng.below(MARKET_SLOTS as u32) as u8 + 1);
        let card = self.for_sale(price).ok()?;
        let payments = self.payments(price);
        payments.exists().then(|| {
            let used = (rng.below(2) == 0).then(|| self.sample_placing(card, rng));
            Move::Buy { price, pay: payments.sample(rng), used }
        })
    }

    fn sample_research(&self, rng: &mut impl Draw) -> Option<Move> {
        let body = BodyId::new(rng.below(self.deck.bodies().len() as u32) as usize);
        self.may_research(body).ok()?;
        let needed = *rng.pick(&self.deck.body(body).sets)?;
        let sets = self.sets(needed);
        sets.exists().then(|| Move::Research { body, science: needed.science, cards: sets.sample(rng) })
    }

    fn sample_exchange(&self, rng: &mut impl Draw) -> Option<Move> {
        self.may_exchange().ok()?;
        (!self.hand.is_empty()).then(|| Move::Exchange { card: self.hand.pick(rng) })
    }

    /// Each marker goes to a free circle, all equally likely.
    fn sample_placing(&self, card: CardId, rng: &mut impl Draw) -> Placing {
        let mut placing = Placing::default();
        let mut free: u8 = self.deck.body_ids().map(|body| self.free(body)).sum();
        for _ in 0..self.markers_of(card) {
            let mut circle = rng.below(u32::from(free)) as u8;
            free -= 1;
            for body in self.deck.body_ids() {
                let here = self.free(body) - placing.on(body);
                if circle < here {
                    placing.add(body, 1);
                    break;
                }
                circle -= here;
            }
        }
        placing
    }
}
