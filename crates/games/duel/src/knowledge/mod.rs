//! What players of the duel know.
//!
//! `outlook.rs` guesses who stands better, `advice.rs` is the normal bot, `strategist.rs` the hard one and `perfect.rs` the one that plays
//! the exact [`solution`](crate::solution); `reasons.rs` is what hints say.

mod advice;
mod outlook;
mod perfect;
mod reasons;
mod strategist;

use golemry_bots::{Bot, Knowledge, Turn};
use golemry_core::{BySeat, Game as _, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::action::Action;
use crate::config::Duel;
use crate::knowledge::outlook::Outlook;
use crate::knowledge::perfect::Perfect;
use crate::knowledge::strategist::Strategist;
use crate::state::State;
pub use reasons::Reason;

impl Knowledge for Duel {
    /// Fewer than usual: a random golem is hard to hit, and the easy bot has to be better than that.
    const SLIPS: u32 = 40;

    /// The programs of playouts are drawn at random as it is.
    const LAPSES: u32 = 0;

    /// Of the hard bot: one more program tried for each side.
    const ITERATIONS: u32 = 2000;

    /// No bot of the duel searches a tree. Playouts look one round ahead, both programs of it, and take the outlook then.
    const SEARCH: Ismcts =
        Ismcts { exploration: 0.7, urgency: f64::INFINITY, horizon: 2, searches_others: true };

    fn advise(&self, turn: &Turn<'_, Duel>, rng: &mut PlayoutRng) -> Action {
        Action::Program(advice::advise(self, turn.decision().open, turn.seat(), rng))
    }

    /// The same with a few ideas and guesses: playouts are many.
    fn playout_action(&self, state: &State, seat: Seat, rng: &mut PlayoutRng) -> Action {
        Action::Program(advice::advise_with(advice::QUICK, self, &state.open, seat, rng))
    }

    fn estimate(&self, state: &State) -> BySeat<f64> {
        let red = Outlook::new(&state.open).of_red(&state.open);
        BySeat::from_fn(self.options().seats, |seat| if seat.index() == 0 { red } else { 1.0 - red })
    }

    fn hard(&self) -> Box<dyn Bot<Duel>> {
        Box::new(Strategist)
    }

    fn perfect(&self) -> Result<Box<dyn Bot<Duel>>, &'static str> {
        perfect::unsolved(self).map_or_else(|| Ok(Box::new(Perfect) as Box<dyn Bot<Duel>>), Err)
    }
}
