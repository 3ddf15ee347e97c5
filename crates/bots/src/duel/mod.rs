//! What players of the duel know.
//!
//! `outlook.rs` guesses who stands better, `advice.rs` is the normal bot, `strategist.rs` the hard one and `perfect.rs` the one that plays
//! the exact [`solution`].

mod advice;
mod outlook;
mod perfect;
pub mod solution;
mod strategist;

use golemry_core::{BySeat, Candidates as _, Draw as _, Game as _, PlayoutRng, Seat};
use golemry_duel::{Action, Duel};

use crate::bot::Bot;
use crate::duel::outlook::Outlook;
use crate::duel::perfect::Perfect;
use crate::duel::strategist::Strategist;
use crate::knowledge::Knowledge;

impl Knowledge for Duel {
    /// Fewer than usual: a random golem is hard to hit, and the easy bot has to be better than that.
    const SLIPS: u32 = 40;

    /// Of the hard bot: one more program tried for each side.
    const ITERATIONS: u32 = 2000;

    fn advise(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        Action::Program(advice::advise(self, state, seat, rng))
    }

    /// One of the [`Candidates`](golemry_core::Candidates): nobody runs into water for want of thought, or stands about.
    fn slip(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        let mut candidates = Vec::new();
        self.candidates(state, seat, &mut candidates);
        *rng.pick(&candidates).expect("a seat that is to act has a candidate")
    }

    fn estimate(&self, state: &Self::State) -> BySeat<f64> {
        let red = Outlook::new(&state.open).of_red(&state.open);
        BySeat::from_fn(self.options().seats, |seat| if seat.index() == 0 { red } else { 1.0 - red })
    }

    fn hard(&self) -> Box<dyn Bot<Self>> {
        Box::new(Strategist)
    }

    fn perfect(&self) -> Result<Box<dyn Bot<Self>>, &'static str> {
        perfect::unsolved(self).map_or_else(|| Ok(Box::new(Perfect) as Box<dyn Bot<Self>>), Err)
    }
}
