//! Drawing a legal program.

use golemry_core::Draw;

use crate::card::{Bonus, Cards, Times};
use crate::legal::Decision;
use crate::limits::Limits;
use crate::program::{Branch, Program, Slot};

impl Decision<'_> {
    /// A legal program at random: the number of slots evenly, then for each slot either no bonus card or one of those left, evenly, then
    /// each order evenly from the kinds left; a branch is empty, or a LOOP where that may be, one time in four. A program that
    /// breaks a puzzle's limits is drawn again, and after 64 of them the first one in the listing is taken.
    pub fn sample_program(&self, rng: &mut impl Draw) -> Program {
        const TRIES: u32 = 64;
        if self.open.puzzle.is_none() {
            return self.draw(rng);
        }
        for _ in 0..TRIES {
            let program = self.draw(rng);
            if self.puzzle_limits(&program).is_ok() {
                return program;
            }
        }
        self.first().expect("a seat that is to act has a legal program")
    }

    fn draw(&self, rng: &mut impl Draw) -> Program {
        let Limits { slots, exact, .. } = self.limits;
        let wanted = if exact { u32::from(slots) } else { 1 + rng.below(slots.into()) };
        let (mut program, mut left) = (Program::EMPTY, self.hand);
        for _ in 0..wanted {
            if !left.has_orders() {
                break;
            }
            let slot = self.draw_slot(left, rng);
            left = left.minus(slot.cards());
            program.push(slot);
        }
        program
    }

    fn draw_slot(&self, left: Cards, rng: &mut impl Draw) -> Slot {
        match left.draw_bonus(rng) {
            None => Slot::Order(left.draw_order(rng)),
            Some(Bonus::Loop(times)) => Slot::Loop(times, left.draw_order(rng)),
            Some(Bonus::If(condition)) => {
                let left = left.minus(Cards::one(Bonus::If(condition)));
                let then = self.draw_branch(left, true, rng);
                let left = left.minus(then.cards());
                Slot::If(condition, then, self.draw_branch(left, then != Branch::Empty, rng))
            }
        }
    }

    fn draw_branch(&self, left: Cards, may_be_empty: bool, rng: &mut impl Draw) -> Branch {
        if !left.has_orders() || may_be_empty && rng.below(4) == 0 {
            return Branch::Empty;
        }
        let order = left.draw_order(rng);
        if self.nesting && rng.below(4) == 0 {
            let times = if rng.below(2) == 0 { Times::Two } else { Times::Three };
            if left.covers(Cards::one(Bonus::Loop(times))) {
                return Branch::Loop(times, order);
            }
        }
        Branch::Order(order)
    }
}
