use golemry_core::BySeat;

use crate::phase::Phase;
use crate::state::State;

/// A win scores 2 (IA-14), a draw 1 for everyone (`round_limit`), a loss 0.
pub(crate) fn scores(state: &State) -> Option<BySeat<i32>> {
    let Phase::Over { winner } = state.phase else { return None };
    Some(state.golems.map(|seat, _| winner.map_or(1, |winner| if winner == seat { 2 } else { 0 })))
}
