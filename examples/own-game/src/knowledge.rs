//! What players of Own Game know: lead high, and beat a card as cheaply as you can.

use golemry_bots::{Explain, Knowledge, Reasons, Turn, reasons};
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

reasons! {
    /// What a card gains or risks.
    pub enum Reason {
        Beats: "beats the card on the table";
        LeadsHigh: "is hard to beat";
        SpendsHigh: "spends your highest card";
        Loses: "does not win this trick";
    }
}

impl Explain for OwnGame {
    type Reason = Reason;

    fn reasons(&self, turn: &Turn<'_, OwnGame>, action: &Action) -> Reasons<Reason> {
        let (decision, Action::Play { card }) = (turn.decision(), *action);
        let highest = decision.hand.iter().next_back() == Some(card);
        let gain = match decision.to_beat {
            None => highest.then_some(Reason::LeadsHigh),
            Some(to_beat) => (card > to_beat).then_some(Reason::Beats),
        };
        let lost = (decision.to_beat.is_some() && gain.is_none()).then_some(Reason::Loses);
        Reasons { gain, risk: lost.or(highest.then_some(Reason::SpendsHigh)) }
    }
}
