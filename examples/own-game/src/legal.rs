use std::ops::ControlFlow;

use crate::action::Action;
use crate::card::{Card, CardSet};
use crate::config::OwnGame;
use crate::illegal::Illegal;

/// What the seat to act may do. It is made from a state or from a view, so the rules of a turn stand here alone.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    pub(crate) hand: CardSet,
    /// The highest card of the trick; `None` for a leader. The rules don't ask for it, but bots do.
    pub(crate) to_beat: Option<Card>,
}

impl golemry_core::Decision<OwnGame> for Decision {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.hand.iter().try_for_each(|card| visit(Action::Play { card }))
    }

    // OG-2: any card, as long as it is in hand.
    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let Action::Play { card } = *action;
        if self.hand.contains(card) { Ok(()) } else { Err(Illegal::NotInHand { card }) }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Action> {
        [*action]
    }
}
