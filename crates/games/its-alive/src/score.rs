use golemry_core::BySeat;

use crate::config::ItsAlive;
use crate::phase::Phase;
use crate::state::State;

impl ItsAlive {
    /// A win scores 2 (IA-14), a draw 1 for everyone (`round_limit`), a loss 0.
    pub(crate) fn final_scores(&self, state: &State) -> Option<BySeat<i32>> {
        let Phase::Over { winner } = state.phase else { return None };
        Some(BySeat::from_fn(self.seats, |seat| match winner {
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
            None => 1,
        }))
    }
}
