use golemry_core::BySeat;

use crate::state::{Phase, State};

/// OG-4: 2 for the most tricks, 1 for each who shares them, 0 for the others.
pub(crate) fn scores(state: &State) -> Option<BySeat<i32>> {
    let most = state.taken.values().max()?;
    let is_shared = state.taken.values().filter(|taken| *taken == most).count() > 1;
    let score = |taken: &u8| match taken == most {
        true if is_shared => 1,
        true => 2,
        false => 0,
    };
    (state.phase == Phase::Over).then(|| state.taken.map(|_, taken| score(taken)))
}
