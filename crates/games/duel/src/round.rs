use golemry_core::Seat;

use crate::beat::{Step, Witness, beat_with_if, plain_beat};
use crate::card::Condition;
use crate::field::Field;
use crate::goal::Outcome;
use crate::program::{Branch, Program, Slot};
use crate::stage::Stage;

/// How far a program has been carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Runner {
    left: Program, // from the slot on that is being carried out; of a LOOP, the repetitions that are left
    slots: u8,     // those of the whole program
    branch: Option<Branch>, // what is left of the branch an IF chose, while a LOOP in it repeats (GD-19)
}

impl Runner {
    /// At the beginning of a program.
    pub fn new(program: Program) -> Runner {
        Runner { left: program, slots: program.len() as u8, branch: None }
    }

    /// The slot that is carried out next, from 0; the number of slots when the program is over.
    pub fn slot(&self) -> usize {
        usize::from(self.slots) - self.left.len()
    }

    /// Whether the program is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.left == Program::EMPTY
    }

    /// Adds a slot at the end of the program, and goes on into it if the program was over.
    pub(crate) fn push(&mut self, slot: Slot) {
        self.left.push(slot);
        self.slots += 1;
    }

    /// What the golem does next: loops are unrolled, a program that is over stands (GD-7).
    #[inline]
    pub fn step(&self) -> Step {
        match (self.left.first_if(), self.branch) {
            (None, _) => Step::Plain(self.left.first_order()),
            (Some((condition, ..)), Some(branch)) => Step::Under(condition, branch.order()),
            (Some((condition, then, otherwise)), None) => {
                Step::Test(condition, then.order(), otherwise.order())
            }
        }
    }

    /// Goes on to the next beat; `held` says whether the condition that was tested came true.
    #[inline]
    fn advance(&mut self, held: bool) {
        let Some((_, then, otherwise)) = self.left.first_if() else {
            self.left = self.left.after_beat();
            return;
        };
        let chosen = self.branch.unwrap_or(if held { then } else { otherwise });
        self.branch = chosen.after_beat();
        if self.branch.is_none() {
            self.left = self.left.after_slot();
        }
    }

    /// The condition over this beat, if one is.
    pub fn condition(&self) -> Option<Condition> {
        match self.step() {
            Step::Plain(_) => None,
            Step::Test(condition, ..) | Step::Under(condition, _) => Some(condition),
        }
    }
}

/// A round between two of its beats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// The golems and barrels.
    pub field: Field,
    /// How far each program is.
    pub runners: [Runner; 2],
}

impl Round {
    /// A round before its first beat. A golem without a program stands.
    pub fn new(field: Field, programs: [Option<Program>; 2]) -> Round {
        Round { field, runners: programs.map(|program| Runner::new(program.unwrap_or(Program::EMPTY))) }
    }

    /// Whether both programs are over (GD-7).
    #[inline]
    pub fn is_over(&self) -> bool {
        self.runners[0].is_over() && self.runners[1].is_over()
    }

    /// Carries out one beat, and says how the duel stands after it.
    #[inline(always)]
    pub fn beat(&mut self, stage: &Stage, witness: &mut impl Witness) -> Option<Outcome> {
        let [red, blue] = &mut self.runners;
        if red.left.begins_with_if() | blue.left.begins_with_if() {
            let held = beat_with_if(stage, &mut self.field, [red.step(), blue.step()], witness);
            red.advance(held[0]);
            blue.advance(held[1]);
        } else {
            plain_beat(stage, &mut self.field, [red.left.first_order(), blue.left.first_order()], witness);
            red.left = red.left.after_beat();
            blue.left = blue.left.after_beat();
        }
        stage.outcome(&self.field)
    }

    /// Plays the round to its end, or to the end of the duel.
    #[inline]
    pub fn finish(&mut self, stage: &Stage) -> Option<Outcome> {
        while !self.is_over() {
            if let Some(outcome) = self.beat(stage, &mut ()) {
                return Some(outcome);
            }
        }
        None
    }

    /// Plays on until red's program is over, or the duel is.
    pub(crate) fn finish_red(&mut self, stage: &Stage) -> Option<Outcome> {
        while !self.runners[0].is_over() {
            if let Some(outcome) = self.beat(stage, &mut ()) {
                return Some(outcome);
            }
        }
        None
    }

    /// The lives of a seat's golem.
    pub fn lives(&self, seat: Seat) -> u8 {
        self.field.golems[seat.index()].lives
    }
}
