//! What players of Own Game know: lead high, and beat a card as cheaply as you can.

use golemry_bots::{Knowledge, Turn};
use golemry_core::PlayoutRng;

use crate::action::Action;
use crate::config::OwnGame;

impl Knowledge for OwnGame {
    fn advise(&self, turn: &Turn<'_, OwnGame>, _rng: &mut PlayoutRng) -> Action {
        let decision = turn.decision();
        let mut cards = decision.hand.iter();
        let lowest = decision.hand.iter().next();
        let card = match decision.to_beat {
            None => cards.next_back(),
            Some(to_beat) => cards.find(|card| *card > to_beat).or(lowest),
        };
        Action::Play { card: card.expect("a seat that is to act holds a card") }
    }
}
