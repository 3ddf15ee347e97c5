use golemry_core::BySeat;

use crate::config::ItsAlive;
use crate::phase::Phase;
use crate::state::State;

impl ItsAlive {
    /// A win is worth 2, a draw 1 to each (IA-14, `round_limit`).
    pub(crate) fn final_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let Phase::Over { winner } = state.phase else { return None };
        Some(BySeat::from_fn(self.seats, |seat| match winner {
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
            None => 1,
        }))
    }
}
