//! What a roll and a committed program do to the table.

use golemry_core::{Event, EventOf, Seat};

use crate::action::{Action, Roll};
use crate::config::Duel;
use crate::goal::Outcome;
use crate::legal::Decision;
use crate::program::Program;
use crate::repetition::rounds_until_return;
use crate::score::energy_is_out;
use crate::state::{Open, State, Variant};

/// What the energy is set to once, with `overtime` (GD-16).
pub(crate) const OVERTIME: u8 = 5;

/// Carries out an event that has been checked.
#[inline(always)] // Rolling the die and writing a program are cheaper than a call.
pub(crate) fn apply(duel: &Duel, state: &mut State, event: &EventOf<Duel>) {
    match *event {
        Event::Chance { chance: Roll { roll } } => {
            let seat = state.open.to_roll().expect("a seat is to roll");
            state.open.rolled[seat.index()] = state.open.die.face(roll);
        }
        Event::Action { seat, action: Action::Program(program) } => {
            debug_assert_eq!(Decision::new(&state.open, seat).check_program(&program), Ok(()));
            state.programs[seat.index()] = Some(program);
            if state.open.all_written(&state.programs) {
                state.last = std::mem::take(&mut state.programs);
                duel.play_rounds(&mut state.open, state.last, |_| {});
            }
        }
        Event::Action { action: Action::Unreadable(error), .. } => {
            unreachable!("an unreadable program was applied: {error}")
        }
    }
}

impl Open {
    /// Plays the beats of a round.
    fn carry_out(&mut self, programs: [Option<Program>; 2]) {
        let mut round = self.round(programs);
        self.outcome = round.finish(&self.stage);
        self.field = round.field;
    }
}

impl Duel {
    /// All programs are written: plays the round, and in the autonomous variant all the others with it (GD-19). Calls `before`
    /// with the table before each of them.
    #[inline(never)]
    pub(crate) fn play_rounds(
        &self,
        open: &mut Open,
        programs: [Option<Program>; 2],
        mut before: impl FnMut(&Open),
    ) {
        let endless = open.energy.is_none();
        let mut rounds = if endless { rounds_until_return(&open.stage, open.field, programs) } else { None };
        loop {
            before(open);
            rounds = rounds.map(|rounds| rounds - 1);
            open.carry_out(programs);
            // GD-19: the situation has been there before, so the duel would go on so for ever.
            if open.outcome.is_none() && rounds == Some(0) {
                open.repeated = true;
                open.outcome = Some(energy_is_out(open));
            }
            self.next_round(open);
            if open.variant != Variant::Autonomous || open.outcome.is_some() {
                return;
            }
        }
    }

    /// What follows a round, unless it was the last.
    fn next_round(&self, open: &mut Open) {
        if open.outcome.is_some() {
            return;
        }
        // GD-16: after a round the energy falls.
        if let Some(energy) = &mut open.energy {
            *energy -= 1;
            if *energy <= self.last_energy {
                if !self.overtime_is_due(open) {
                    open.outcome = Some(energy_is_out(open));
                    return;
                }
                (open.energy, open.overtime_used) = (Some(OVERTIME), true);
            }
        }
        open.round += 1;
        open.rolled = open.before_roll();
        self.end_if_stuck(open);
    }

    /// GD-16: equal at the end, and the energy was not set to 5 before.
    pub(crate) fn overtime_is_due(&self, open: &Open) -> bool {
        self.overtime && !open.overtime_used && energy_is_out(open) == Outcome::Draw
    }

    /// GD-21: where a puzzle allows no lost life and every program would cost one, it is over and not solved.
    pub(crate) fn end_if_stuck(&self, open: &mut Open) {
        let careful = open.puzzle.is_some_and(|puzzle| puzzle.limits.no_life_lost);
        if open.outcome.is_none() && careful && Decision::new(open, Seat::new(0)).first().is_none() {
            open.outcome = Some(Outcome::BLUE);
        }
    }
}
