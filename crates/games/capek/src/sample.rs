use golemry_core::Draw;

use crate::card::CardId;
use crate::circles::Circles;
use crate::deck::BodyId;
use crate::legal::Decision;
use crate::moves::Move;
use crate::state::{MARKET_SLOTS, Price};

/// A legal move; how evenly it is drawn stands where the decision says it.
pub(crate) fn sample(decision: &Decision<'_>, rng: &mut impl Draw) -> Move {
    loop {
        let chosen = match rng.below(4) {
            0 => decision.sample_purchase(rng),
            1 => decision.sample_research(rng),
            2 => decision.sample_exchange(rng),
            _ => Some(Move::End),
        };
        if let Some(chosen) = chosen {
            return chosen;
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
    fn sample_placing(&self, card: CardId, rng: &mut impl Draw) -> Circles {
        let mut placing = Circles::default();
        for _ in 0..self.markers_of(card) {
            let free = self.free() - placing;
            placing += Circles::only(free.owner(rng.below(free.total().into()) as u8), 1);
        }
        placing
    }
}
