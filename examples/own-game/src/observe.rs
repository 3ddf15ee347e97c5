use golemry_core::{BySeat, EventOf, Observe, figures, moments};

use crate::config::OwnGame;
use crate::state::State;

moments! {
    /// What the lab counts.
    pub enum Happened {
        LeaderTakes: "OG-3", "the leader takes the trick";
        OtherTakes: "OG-3", "another player takes the trick";
    }
}

figures! {
    /// Statistics recorded per match.
    pub enum Recorded {
        MostTricks: "the most tricks that a player took";
    }
}

impl Observe for OwnGame {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, _: &EventOf<Self>, after: &State, seen: &mut impl FnMut(Happened)) {
        if before.taken != after.taken {
            // Who plays last sits just before the leader.
            let leader = before.turn.next(self.options.seats);
            seen(if after.turn == leader { Happened::LeaderTakes } else { Happened::OtherTakes });
        }
    }

    fn figure(&self, end: &State, Recorded::MostTricks: Recorded) -> Option<i32> {
        end.taken.values().max().copied().map(i32::from)
    }

    fn standing(&self, state: &State) -> BySeat<i32> {
        state.taken.map(|_, taken| i32::from(*taken))
    }
}
