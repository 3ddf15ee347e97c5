use golemry_core::{BySeat, EventOf, Figure, Game as _, Moment, Observe};

use crate::game::GolemIt;
use crate::state::State;

impl Observe for GolemIt {
    const MOMENTS: &'static [Moment] = &[];

    const FIGURES: &'static [Figure] = &[];

    fn moments(
        &self,
        _before: &State,
        _event: &EventOf<Self>,
        _after: &State,
        _seen: &mut impl FnMut(usize),
    ) {
    }

    fn standing(&self, _state: &State) -> BySeat<i32> {
        BySeat::from_fn(self.options().seats, |_| 0)
    }

    fn cut_short(&self, _end: &State) -> bool {
        false
    }

    fn figures(&self, _end: &State, _list: &mut Vec<Option<i32>>) {}
}
