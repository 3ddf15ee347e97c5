//! Which programs a seat may commit: the refusals of GD-19, GD-5, GD-3, GD-2 and GD-21, in that order. Slots that break GD-6 are not a
//! [`Program`] in the first place.

use std::ops::ControlFlow;

use golemry_core::{Draw, NotOffered, Seat, Step};

use crate::action::Action;
use crate::card::{Cards, Order, Rolled};
use crate::choice::Choice;
use crate::config::Duel;
use crate::illegal::Illegal;
use crate::limits::Limits;
use crate::program::{MAX_SLOTS, Program};
use crate::state::{Open, Variant};
use crate::stepper::Stepper;

/// What a seat may write: it depends on nothing but what lies open, so states and views give the same.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    pub(crate) open: &'a Open,
    pub(crate) seat: Seat,
    pub(crate) rolled: Option<Rolled>,
    pub(crate) hand: Cards,
    pub(crate) nesting: bool,
    pub(crate) limits: Limits,
}

impl golemry_core::Decision<Duel> for Decision<'_> {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_from(&self.empty(), &mut |program| visit(Action::Program(program)))
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Program(program) => self.check_program(&program),
            Action::Unreadable(error) => Err(Illegal::Form { error }),
        }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Choice> {
        let Action::Program(program) = action else { return Vec::new() };
        let mut choices: Vec<Choice> = program.slots().iter().flat_map(|slot| slot.choices()).collect();
        let left = self.hand.minus(program.cards());
        if program.len() < usize::from(self.limits.slots) && left.has_orders() {
            choices.push(Choice::Done);
        }
        choices
    }

    /// See [`sample_program`](Decision::sample_program) for how evenly.
    fn sample(&self, rng: &mut impl Draw) -> Action {
        Action::Program(self.sample_program(rng))
    }

    /// Programs as long as they can be, without `S`, without a turn or move that the next slot undoes, and with at most one bonus
    /// slot, which is one of a few. What is lost: waiting on purpose, rarer conditions, and several bonus cards together. Where a
    /// puzzle's limits leave none of these, the first legal program.
    fn each_candidate(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut any = false;
        self.each_sane(&self.empty(), &mut |program| {
            any = true;
            visit(Action::Program(program))
        })?;
        if any {
            ControlFlow::Continue(())
        } else {
            self.first().map_or(ControlFlow::Continue(()), |first| visit(Action::Program(first)))
        }
    }

    fn build(&self, so_far: &[Choice]) -> Result<Step<Choice, Action>, NotOffered> {
        self.build_program(so_far)
    }

    /// The round that the program so far makes if the other golem stands; in a puzzle it follows its script.
    fn preview(&self, so_far: &[Choice]) -> Option<Stepper> {
        let program = self.read(so_far).ok()?.draft.program;
        let mut programs = [None; 2];
        programs[self.seat.index()] = Some(program);
        (program != Program::EMPTY).then(|| Stepper::new(self.open, programs))
    }
}

impl<'a> Decision<'a> {
    /// The decision of a seat at this table.
    pub fn new(open: &'a Open, seat: Seat) -> Decision<'a> {
        Decision {
            open,
            seat,
            rolled: open.rolled[seat.index()],
            hand: open.hand(seat),
            nesting: open.variant == Variant::Autonomous,
            limits: open.puzzle.map_or(Limits::NONE, |puzzle| puzzle.limits),
        }
    }

    /// The same, but lives may be lost: what does not depend on where the golem is.
    pub(crate) fn careless(mut self) -> Decision<'a> {
        self.limits.no_life_lost = false;
        self
    }

    /// The limits a program has to keep.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether this program is allowed, and if not, the first clause it breaks.
    pub fn check_program(&self, program: &Program) -> Result<(), Illegal> {
        self.no_loop_in_an_if(program)?;
        self.bonus_cards_at_hand(program)?;
        self.action_cards_at_hand(program)?;
        self.puzzle_limits(program)
    }

    /// GD-19: only autonomous golems have a LOOP in an IF.
    fn no_loop_in_an_if(&self, program: &Program) -> Result<(), Illegal> {
        match program.slots().iter().zip(1..).find(|(slot, _)| slot.is_nested()) {
            Some((_, slot)) if !self.nesting => Err(Illegal::Nested { slot }),
            _ => Ok(()),
        }
    }

    /// GD-5: what the die gives; GD-3: one of each.
    fn bonus_cards_at_hand(&self, program: &Program) -> Result<(), Illegal> {
        let mut left = self.hand;
        for (slot, number) in program.slots().iter().zip(1..) {
            for bonus in slot.bonuses() {
                let card = Cards::one(bonus);
                if left.covers(card) {
                    left = left.minus(card);
                } else if !self.hand.covers(card) {
                    return Err(Illegal::NotAtHand { slot: number, bonus, rolled: self.rolled });
                } else if self.rolled == Some(Rolled::If) {
                    return Err(Illegal::SecondIf { slot: number, bonus });
                } else {
                    return Err(Illegal::UsedUp { slot: number, bonus });
                }
            }
        }
        Ok(())
    }

    /// GD-2: no more of a card than there are.
    fn action_cards_at_hand(&self, program: &Program) -> Result<(), Illegal> {
        let hand = self.hand.only_orders();
        let mut used = Cards::NONE;
        for (slot, number) in program.slots().iter().zip(1..) {
            used = used.plus(slot.cards().only_orders());
            if let Some(order) = Order::ALL.into_iter().find(|&order| used.count(order) > hand.count(order)) {
                return Err(Illegal::TooMany { slot: number, order, held: hand.count(order) });
            }
        }
        Ok(())
    }

    /// GD-21: what a puzzle demands of a program that the hand covers.
    pub(crate) fn puzzle_limits(&self, program: &Program) -> Result<(), Illegal> {
        let used = program.cards();
        self.limits.check(program.len() as u8, used, self.hand.minus(used))?;
        if self.limits.no_life_lost { self.no_life_is_lost(program) } else { Ok(()) }
    }

    fn no_life_is_lost(&self, program: &Program) -> Result<(), Illegal> {
        let mut round = self.open.round([Some(*program), None]);
        let lives = round.field.golems[0].lives;
        while !round.is_over() {
            let slot = round.runners[0].slot() as u8 + 1;
            let outcome = round.beat(&self.open.stage, &mut ());
            if round.field.golems[0].lives < lives {
                return Err(Illegal::LifeLost { slot: slot.min(program.len() as u8) });
            }
            if outcome.is_some() {
                break;
            }
        }
        Ok(())
    }
}

const _: () = assert!(MAX_SLOTS <= Cards::MOST as usize, "a program's count of a card fits its bits");
