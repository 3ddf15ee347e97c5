use golemry_blood_moon::TypeName;
use serde::Serialize;

use crate::action::Action;
use crate::legal::Decision;
use crate::score::Victory;

/// What playing a card would do, as far as its player can know: whose secret a golem is, they do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Prospect {
    /// The action.
    pub action: Action,
    /// How many cards lie at the card's descriptor afterwards.
    pub parts: usize,
    /// Whether its golem is then complete, and was not before.
    pub completes: bool,
    /// How the player wins with it.
    pub wins: Option<Victory>,
    /// Where the pawn stands afterwards.
    pub pawn: Option<TypeName>,
    /// Whether another card of the player's fits there, and may follow.
    pub goes_on: bool,
}

impl Decision<'_> {
    /// What a legal action would do; `None` if it plays no card.
    pub(crate) fn prospect(&self, action: Action) -> Option<Prospect> {
        let Action::Play { card, steps } = action else { return None };
        let (config, card) = (self.config, self.config.find(card));
        let (mut hand, mut golems) = (self.hand, *self.golems);
        hand.remove(card);
        let completes = golems.insert(card);
        let (pawn, ends_chain) = config.walk(self.pawn, card, steps);
        // IC-11
        let symbol = (completes && self.symbol == Some(card.kind)).then_some(self.seat);
        let last_card = hand.is_empty().then_some(self.seat);
        Some(Prospect {
            action,
            parts: golems.cards().iter().filter(|one| one.kind == card.kind).count(),
            completes,
            wins: (symbol.is_some() || last_card.is_some()).then_some(Victory { symbol, last_card }),
            pawn: pawn.map(|kind| config.deck.name(kind)),
            goes_on: !ends_chain && hand.of_types(config.fitting(pawn, false)).len() > 0,
        })
    }
}
