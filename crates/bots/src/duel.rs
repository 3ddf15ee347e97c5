//! What players of the duel know.

use golemry_core::{ActionSampler as _, BySeat, PlayoutRng, Seat};
use golemry_duel::Duel;

use crate::knowledge::{Knowledge, no_idea};

impl Knowledge for Duel {
    fn advise(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        self.sample_action(state, seat, rng)
    }

    fn estimate(&self, _state: &Self::State) -> BySeat<f64> {
        no_idea(self)
    }
}
