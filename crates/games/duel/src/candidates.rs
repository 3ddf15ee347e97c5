//! Which programs are worth searching.

use std::ops::ControlFlow;

use crate::card::{Condition, Order, Times};
use crate::draft::Draft;
use crate::legal::Decision;
use crate::program::{Branch, Program, Slot};

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

impl Decision<'_> {
    /// Calls `visit` with each program worth a thought that begins like the draft.
    pub(crate) fn each_sane(
        &self,
        draft: &Draft,
        visit: &mut impl FnMut(Program) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_full(draft) {
            return if self.may_end(draft) { visit(draft.program) } else { ControlFlow::Continue(()) };
        }
        let slots = draft.program.slots();
        self.each_next(draft, &mut |slot| {
            let sane = match slot {
                Slot::Order(order) => {
                    order != Order::Stand && slots.last().is_none_or(|&last| !undoes(last, order))
                }
                Slot::Loop(..) | Slot::If(..) => {
                    BONUS_SLOTS.contains(&slot) && slots.iter().all(|slot| matches!(slot, Slot::Order(_)))
                }
            };
            match self.grow(draft, slot).filter(|_| sane) {
                Some(grown) => self.each_sane(&grown, visit),
                None => ControlFlow::Continue(()),
            }
        })
    }
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
