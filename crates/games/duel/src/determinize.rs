use golemry_core::{Draw, Seat};

use crate::legal::Decision;
use crate::state::State;
use crate::view::View;

/// The only thing to guess is a program that waits: any legal one, drawn as [`Decision::sample_program`] does.
pub(crate) fn determinize(view: &View, rng: &mut impl Draw) -> State {
    let programs = [0, 1].map(Seat::new).map(|seat| match view.own_program {
        _ if !view.committed[seat.index()] => None,
        Some(own) if view.viewer.is(seat) => Some(own),
        _ => Some(Decision::new(&view.open, seat).sample_program(rng)),
    });
    State { open: view.open, programs, last: view.last }
}
