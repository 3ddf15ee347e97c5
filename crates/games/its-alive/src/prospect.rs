use golemry_blood_moon::{BodyCard, CardName};
use golemry_core::Seat;
use serde::Serialize;

use crate::action::Action;
use crate::legal::Decision;
use crate::phase::Phase;

/// What an action would do to a golem; for a theft, what it does if it succeeds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Prospect {
    /// The action.
    pub action: Action,
    /// The lowest roll with which it succeeds; `None` if it takes no roll.
    pub roll: Option<u8>,
    /// Whose golem changes.
    pub seat: Seat,
    /// The card that comes to it.
    pub comes: Option<CardName>,
    /// The cards that go: its own, and with them the new one if both are lost (IA-15).
    pub goes: Vec<CardName>,
    /// How many parts it has afterwards.
    pub parts: usize,
}

impl Decision<'_> {
    /// What a legal action would do to a golem, by the code that does it; `None` if it changes none, or if chance decides which card comes.
    pub(crate) fn prospect(&self, action: Action) -> Option<Prospect> {
        let game = self.game;
        let find = |name| game.deck.find_card(name).expect("a legal action names cards of the deck");
        let seat = if let Action::Steal { from, .. } = action { from } else { self.seat };
        let (mut golem, mut goes) = (self.golems[seat], Vec::new());
        let mut lose = |card: BodyCard| goes.push(game.deck.card_name(card));
        let (mut roll, mut comes) = (None, None);
        match (action, *self.phase) {
            (Action::Place { replaces: Some(old) }, Phase::Replace { card, .. }) => {
                let came = game.exchange(&mut golem, find(old).kind, card, &mut lose);
                comes = came.then_some(card);
            }
            (Action::Place { replaces }, _) => {
                let card = self.phase.drawn()?;
                game.fit(&mut golem, card, replaces.map(|old| find(old).kind), &mut lose);
                comes = Some(card);
            }
            (Action::Lose { card }, _) => game.shed(&mut golem, find(card), &mut lose),
            (Action::Steal { card, .. }, _) => {
                lose(find(card));
                game.rob(&mut golem, find(card), &mut lose);
                roll = Some(game.table.steal_from);
            }
            _ => return None,
        }
        let comes = comes.map(|card| game.deck.card_name(card));
        Some(Prospect { action, roll, seat, comes, goes, parts: golem.len() })
    }
}
