use golemry_core::{BySeat, Seat, SeatSet};

use crate::config::{Capek, JointLoss};
use crate::state::{Ending, Golem, State};

impl Capek {
    /// CK-14, CK-15 and the turn limit, in this order: how the match has ended, if it has.
    pub(crate) fn ending(&self, state: &State) -> Option<Ending> {
        if state.outrage >= self.table.outrage_limit {
            return Some(Ending::JointLoss);
        }
        let awake = Seat::all(2).find(|seat| self.is_awake(&state.players[seat.index()].golem));
        awake.map(Ending::Win).or((state.turns >= self.table.last_turn()).then_some(Ending::JointLoss))
    }

    /// CK-15: whether all body cards are active.
    pub(crate) fn is_awake(&self, golem: &Golem) -> bool {
        *golem == self.deck.golem
    }
}

/// CK-16: a win, then a loss, then the joint loss, which by option is a loss like any other.
pub(crate) fn scores(game: &Capek, state: &State) -> Option<BySeat<i32>> {
    Some(match (state.ending?, game.table.joint_loss) {
        (Ending::Win(winner), _) => BySeat::from_fn(2, |seat| if seat == winner { WIN } else { 1 }),
        (Ending::JointLoss, JointLoss::Worst) => BySeat::from_fn(2, |_| 0),
        (Ending::JointLoss, JointLoss::Loss) => BySeat::from_fn(2, |_| 1),
    })
}

/// CK-16: only a win is one; equal scores are no draw.
pub(crate) fn winners(scores: &BySeat<i32>) -> SeatSet {
    scores.iter().filter(|(_, score)| **score == WIN).map(|(seat, _)| seat).collect()
}

/// The score of a win.
const WIN: i32 = 2;
