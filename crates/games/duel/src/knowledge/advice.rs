//! The normal bot: somebody who tries a few programs in the head against what the other might do, and takes the best.

use golemry_core::{PlayoutRng, Seat};

use crate::config::Duel;
use crate::knowledge::outlook::Outlook;
use crate::legal::Decision;
use crate::program::Program;
use crate::state::Open;

/// How much a player thinks.
#[derive(Clone, Copy)]
pub(super) struct Care {
    /// Programs that are thought of.
    ideas: usize,
    /// Programs of the other golem that each idea is tried against.
    guesses: usize,
}

/// The normal bot, and a quick one for playouts.
const NORMAL: Care = Care { ideas: 80, guesses: GUESSES };
pub(super) const QUICK: Care = Care { ideas: 10, guesses: 4 };

/// Programs of the other golem that the normal bot thinks of.
pub(super) const GUESSES: usize = 20;

/// Programs of which the other is thought to take the better one.
const CARE: usize = 3;

/// What a sensible player writes as `seat`.
///
/// Ideas are drawn at random from the legal programs, and guesses too, but the other is thought to take some care; so what is
/// hidden (the other's program, if it is written already) plays no part. An idea is as good as the [`Outlook`] after the round, on average over
/// the guesses.
pub(super) fn advise(duel: &Duel, open: &Open, seat: Seat, rng: &mut PlayoutRng) -> Program {
    advise_with(NORMAL, duel, open, seat, rng)
}

/// The same with more or less care.
pub(super) fn advise_with(care: Care, duel: &Duel, open: &Open, seat: Seat, rng: &mut PlayoutRng) -> Program {
    let table = Table::new(duel, open, seat);
    let decision = Decision::new(open, seat);
    let guesses = table.guesses(care.guesses, rng);
    let mut best: Option<(f64, Program)> = None;
    for _ in 0..care.ideas {
        let idea = decision.sample_program(rng);
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
    open: &'a Open,
    seat: Seat,
    outlook: Outlook,
}

impl<'a> Table<'a> {
    pub(super) fn new(duel: &'a Duel, open: &'a Open, seat: Seat) -> Table<'a> {
        Table { duel, open, seat, outlook: Outlook::new(open) }
    }

    /// The other seat; `None` in a puzzle, where nobody decides for the other golem.
    pub(super) fn other(&self) -> Option<Seat> {
        (self.open.variant.seats() == 2).then(|| Seat::new(1 - self.seat.index() as u8))
    }

    /// Programs the other might write: each the best of a few against one that the seat might write.
    pub(super) fn guesses(&self, number: usize, rng: &mut PlayoutRng) -> Vec<Option<Program>> {
        let Some(other) = self.other() else { return vec![None] };
        let [own, others] = [self.seat, other].map(|seat| Decision::new(self.open, seat));
        let guess = |_| {
            let against = own.sample_program(rng);
            let drawn = (0..CARE).map(|_| others.sample_program(rng));
            drawn
                .map(|program| (self.worth(against, Some(program)), program))
                .min_by(|a, b| a.0.total_cmp(&b.0))
        };
        (0..number).map(guess).map(|guess| guess.map(|it| it.1)).collect()
    }

    /// How good the seat stands after the round, from 0 to 1.
    pub(super) fn worth(&self, own: Program, others: Option<Program>) -> f64 {
        self.standing(&self.after(own, others))
    }

    /// The table after the round.
    pub(super) fn after(&self, own: Program, others: Option<Program>) -> Open {
        let mut programs = [others; 2];
        programs[self.seat.index()] = Some(own);
        let mut open = *self.open;
        self.duel.play_rounds(&mut open, programs, |_| {});
        open
    }

    /// How good the seat stands, from 0 to 1.
    pub(super) fn standing(&self, open: &Open) -> f64 {
        self.outlook.of_seat(open, self.seat)
    }
}
