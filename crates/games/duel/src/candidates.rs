use std::ops::ControlFlow;

use golemry_core::{Candidates, Game as _, Seat};

use crate::action::Action;
use crate::card::{Condition, Order, Times};
use crate::config::Duel;
use crate::legal::{Draft, Terms};
use crate::program::{Branch, Slot};
use crate::state::State;

/// The bonus slots worth a thought: to run, to strike on, to hold out; to strike what is in front and else to come nearer, turn or hold
/// out; to ward off a blow, or leave, and else to strike or come nearer.
const BONUS_SLOTS: [Slot; 15] = {
    use Order::{Attack, Backward, Defend, Forward, Left, Right};
    const fn when(condition: Condition, then: Order, otherwise: Order) -> Slot {
        Slot::If(condition, Branch::Order(then), Branch::Order(otherwise))
    }
    [
        Slot::Loop(Times::Two, Forward),
        Slot::Loop(Times::Two, Attack),
        Slot::Loop(Times::Two, Defend),
        Slot::Loop(Times::Three, Forward),
        Slot::Loop(Times::Three, Attack),
        Slot::Loop(Times::Three, Defend),
        when(Condition::Enemy, Attack, Forward),
        when(Condition::Enemy, Attack, Left),
        when(Condition::Enemy, Attack, Right),
        when(Condition::Enemy, Attack, Defend),
        when(Condition::Attack, Forward, Attack),
        when(Condition::Attack, Backward, Attack),
        when(Condition::Attack, Defend, Forward),
        when(Condition::Attack, Defend, Backward),
        when(Condition::Attack, Defend, Attack),
    ]
};

/// Programs as long as they can be, without `S`, without a turn or move that the next slot undoes, and with at most one bonus slot, which is
/// one of `BONUS_SLOTS`.
///
/// What is lost: waiting on purpose, rarer conditions, and several bonus cards together. Where a puzzle's limits leave none of these, the first legal program.
impl Candidates for Duel {
    fn candidates(&self, state: &State, seat: Seat, list: &mut Vec<Action>) {
        let before = list.len();
        let terms = Terms::new(&state.open, seat);
        let _ = extend(&terms, &terms.empty(), list);
        if list.len() == before {
            let _ = self.each_action(state, seat, &mut |action| {
                list.push(action);
                ControlFlow::Break(())
            });
        }
    }
}

fn extend(terms: &Terms<'_>, draft: &Draft, list: &mut Vec<Action>) -> ControlFlow<()> {
    let slots = draft.program.slots();
    let full = slots.len() == usize::from(terms.limits().slots) || !draft.left.has_orders();
    if full {
        if terms.first_from(draft) == Some(draft.program) {
            list.push(Action::Program(draft.program));
        }
        return ControlFlow::Continue(());
    }
    terms.each_next(draft, &mut |slot| {
        let sane = match slot {
            Slot::Order(order) => {
                order != Order::Stand && slots.last().is_none_or(|&last| !undoes(last, order))
            }
            Slot::Loop(..) | Slot::If(..) => {
                BONUS_SLOTS.contains(&slot) && slots.iter().all(|slot| matches!(slot, Slot::Order(_)))
            }
        };
        match terms.grow(draft, slot) {
            Some(grown) if sane => extend(terms, &grown, list),
            _ => ControlFlow::Continue(()),
        }
    })
}

fn undoes(last: Slot, order: Order) -> bool {
    matches!(
        (last, order),
        (Slot::Order(Order::Left), Order::Right)
            | (Slot::Order(Order::Right), Order::Left)
            | (Slot::Order(Order::Forward), Order::Backward)
            | (Slot::Order(Order::Backward), Order::Forward)
    )
}
