//! The normal bot: somebody who tries a few programs in the head against what the other might do, and takes the best.

use golemry_core::{Event, Game as _, PlayoutRng, Seat};
use golemry_duel::{Action, Duel, Program, State, Terms};

use crate::duel::outlook::Outlook;

/// Programs that are thought of.
const IDEAS: usize = 60;

/// Programs of the other golem that each idea is tried against.
const GUESSES: usize = 12;

/// What a sensible player writes as `seat`.
///
/// Ideas and guesses are drawn at random from the legal programs, so what is hidden (the other's program, if it is written already)
/// plays no part; an idea is as good as the [`Outlook`] after the round, on average over the guesses.
pub(super) fn advise(duel: &Duel, state: &State, seat: Seat, rng: &mut PlayoutRng) -> Program {
    let table = Table::new(duel, state, seat);
    let terms = Terms::new(&state.open, seat);
    let guesses = table.guesses(GUESSES, rng);
    let mut best: Option<(f64, Program)> = None;
    for _ in 0..IDEAS {
        let idea = terms.sample(rng);
        let worth: f64 = guesses.iter().map(|guess| table.worth(idea, *guess)).sum();
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, idea));
        }
    }
    best.expect("there is an idea").1
}

/// A round that is about to be played, seen by one seat, nothing being written yet.
pub(super) struct Table<'a> {
    duel: &'a Duel,
    state: State,
    seat: Seat,
    outlook: Outlook,
}

impl<'a> Table<'a> {
    pub(super) fn new(duel: &'a Duel, state: &State, seat: Seat) -> Table<'a> {
        let state = State { programs: [None; 2], ..*state };
        Table { duel, state, seat, outlook: Outlook::new(&state.open) }
    }

    /// The other seat; `None` in a puzzle, where nobody decides for the other golem.
    pub(super) fn other(&self) -> Option<Seat> {
        (self.state.open.variant.seats() == 2).then(|| Seat::new(1 - self.seat.index() as u8))
    }

    /// Programs the other might write: any.
    pub(super) fn guesses(&self, count: usize, rng: &mut PlayoutRng) -> Vec<Option<Program>> {
        match self.other() {
            Some(other) => {
                let terms = Terms::new(&self.state.open, other);
                (0..count).map(|_| Some(terms.sample(rng))).collect()
            }
            None => vec![None],
        }
    }

    /// How good the seat stands after the round, from 0 to 1.
    pub(super) fn worth(&self, own: Program, others: Option<Program>) -> f64 {
        let mut state = self.state;
        let programs = [(Some(self.seat), Some(own)), (self.other(), others)];
        for (seat, program) in programs {
            if let (Some(seat), Some(program)) = (seat, program) {
                self.duel.apply(&mut state, &Event::Action { seat, action: Action::Program(program) });
            }
        }
        let red = self.outlook.of_red(&state.open);
        if self.seat.index() == 0 { red } else { 1.0 - red }
    }
}
