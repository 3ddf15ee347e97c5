//! What a roll and a committed program do to the table.

use golemry_core::{Event, Seat};

use crate::action::{Action, Roll};
use crate::config::Duel;
use crate::goal::Outcome;
use crate::legal::Terms;
use crate::program::Program;
use crate::score::energy_is_out;
use crate::state::{Open, State, Variant};

/// What the energy is set to once, with `overtime` (GD-16).
pub(crate) const OVERTIME: u8 = 5;

impl Duel {
    pub(crate) fn carry_out(&self, state: &mut State, event: &Event<Action, Roll>) {
        match *event {
            Event::Chance { chance: Roll { roll } } => {
                let seat = state.open.to_roll().expect("a seat is to roll");
                state.open.rolled[seat.index()] = state.open.die.face(roll);
            }
            Event::Action { seat, action: Action::Program(program) } => {
                debug_assert_eq!(Terms::new(&state.open, seat).check(&program), Ok(()));
                state.programs[seat.index()] = Some(program);
                if Seat::all(state.open.variant.seats()).all(|seat| state.programs[seat.index()].is_some()) {
                    self.resolve(state);
                }
            }
            Event::Action { action: Action::Unreadable(error), .. } => {
                unreachable!("an unreadable program was applied: {error}")
            }
        }
    }

    /// The last commit was made: the round is played, and in the autonomous variant all the others with it (GD-19).
    fn resolve(&self, state: &mut State) {
        let programs = std::mem::take(&mut state.programs);
        state.last = programs;
        self.play_round(&mut state.open, programs);
        while state.open.variant == Variant::Autonomous && state.open.outcome.is_none() {
            self.play_round(&mut state.open, programs);
        }
    }

    /// Plays one round and what follows it: the energy falls, and the next round is prepared.
    pub(crate) fn play_round(&self, open: &mut Open, programs: [Option<Program>; 2]) {
        let mut round = open.round(programs);
        let outcome = round.finish(&open.stage);
        open.field = round.field;
        open.outcome = outcome;
        if outcome.is_some() {
            return;
        }
        // GD-16: after a round the energy falls.
        open.energy -= 1;
        if open.energy <= self.last_energy {
            if self.overtime_is_due(open) {
                (open.energy, open.overtime_used) = (OVERTIME, true);
            } else {
                open.outcome = Some(energy_is_out(open));
                return;
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
        if open.outcome.is_none() && open.puzzle.is_some_and(|puzzle| puzzle.limits.no_life_lost) {
            let terms = Terms::new(open, Seat::new(0));
            if terms.first_from(&terms.empty()).is_none() {
                open.outcome = Some(Outcome::BLUE);
            }
        }
    }
}
