//! What a player of the duel says about a program.

use golemry_bots::{Explain, Reasons, Turn, reasons};
use golemry_core::{PlayoutRng, Seed};

use super::advice::{GUESSES, Table};
use crate::action::Action;
use crate::config::Duel;
use crate::goal::Outcome;
use crate::state::Open;

reasons! {
    /// What a program gains or risks: how many of the answers that were tried lead to it.
    pub enum Reason {
        Solves: "solves the puzzle";
        Wins { answers: u32, of: u32 }: "wins at once against {answers} of {of} answers";
        Strikes { answers: u32, of: u32 }: "costs the other golem a life against {answers} of {of} answers";
        Delivers: "delivers a barrel against most answers";
        PicksUp: "picks up a barrel against most answers";
        Safe { of: u32 }: "costs you no life against any of {of} answers";
        Closer: "brings you into a better position against most answers";
        Loses { answers: u32, of: u32 }: "loses at once against {answers} of {of} answers";
        Struck { answers: u32, of: u32 }: "costs you a life against {answers} of {of} answers";
    }
}

impl Explain for Duel {
    type Reason = Reason;

    fn reasons(&self, turn: &Turn<'_, Duel>, action: &Action) -> Reasons<Reason> {
        let Action::Program(program) = *action else { return Reasons::default() };
        let (open, seat) = (turn.decision().open, turn.seat());
        let table = Table::new(self, open, seat);
        // The same answers for every program and every time: reasons do not change when they are asked for again.
        let guesses = table.guesses(GUESSES, &mut PlayoutRng::new(Seed(1)));
        let after: Vec<Open> = guesses.iter().map(|guess| table.after(program, *guess)).collect();
        let (own, other) = (seat.index(), 1 - seat.index());
        let count = |is: &dyn Fn(&Open) -> bool| after.iter().filter(|open| is(open)).count() as u32;
        let of = after.len() as u32;
        let lives = |open: &Open, golem: usize| open.field.golems[golem].lives;
        let won = count(&|open| open.outcome == Some(Outcome::Won(seat)));
        let lost = count(&|open| matches!(open.outcome, Some(Outcome::Won(winner)) if winner != seat));
        let strikes = count(&|after| lives(after, other) < lives(open, other));
        let struck = count(&|after| lives(after, own) < lives(open, own));
        let delivered = |open: &Open| open.field.golems[own].delivered;
        let carries = |open: &Open| open.field.golems[own].carrying;
        let gain = if won > 0 && open.puzzle.is_some() {
            Some(Reason::Solves)
        } else if won > 0 {
            Some(Reason::Wins { answers: won, of })
        } else if 2 * count(&|after| delivered(after) > delivered(open)) > of {
            Some(Reason::Delivers)
        } else if strikes > 0 {
            Some(Reason::Strikes { answers: strikes, of })
        } else if 2 * count(&|after| carries(after) && !carries(open)) > of {
            Some(Reason::PicksUp)
        } else if 2 * count(&|after| table.standing(after) > table.standing(open)) > of {
            Some(Reason::Closer)
        } else {
            (struck == 0).then_some(Reason::Safe { of })
        };
        let risk = if lost > 0 {
            Some(Reason::Loses { answers: lost, of })
        } else {
            (struck > 0).then_some(Reason::Struck { answers: struck, of })
        };
        Reasons { gain, risk }
    }
}
