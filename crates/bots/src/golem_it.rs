//! What players of Golem It know.

use golemry_core::{ActionSampler as _, BySeat, PlayoutRng, Seat};
use golemry_golem_it::GolemIt;

use crate::knowledge::{Knowledge, no_idea};

impl Knowledge for GolemIt {
    fn advise(&self, state: &Self::State, seat: Seat, rng: &mut PlayoutRng) -> Self::Action {
        self.sample_action(state, seat, rng)
    }

    fn estimate(&self, _state: &Self::State) -> BySeat<f64> {
        no_idea(self)
    }
}
