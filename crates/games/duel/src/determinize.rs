use golemry_core::{Determinize, Draw, Seat};

use crate::config::Duel;
use crate::legal::Terms;
use crate::state::State;
use crate::view::View;

/// The only thing to guess is a program that waits: any legal one, drawn as [`sample_action`](golemry_core::ActionSampler) does.
impl Determinize for Duel {
    fn determinize(&self, view: &View, rng: &mut impl Draw) -> State {
        let programs = [0, 1].map(|index| {
            let seat = Seat::new(index);
            match view.own_program {
                _ if !view.committed[seat.index()] => None,
                Some(own) if view.viewer.is(seat) => Some(own),
                _ => Some(Terms::new(&view.open, seat).sample(rng)),
            }
        });
        State { open: view.open, programs, last: view.last }
    }
}
