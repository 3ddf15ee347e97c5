use golemry_core::{BySeat, Draw as _, PlayoutRng, Seat};
use golemry_search::Guide;

use crate::knowledge::Knowledge;
use crate::levels::Known;
use crate::turn::Turn;

/// A game's knowledge, for players who are not all alike: some of their decisions are [slips](Knowledge::slip).
///
/// Players who never err play out a known deal in one way, and its outcome would look certain long before it is.
pub(crate) struct Varied;

impl<G: Knowledge> Guide<G> for Varied {
    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action {
        if G::LAPSES > 0 && rng.below(100) < G::LAPSES {
            return game.slip(&Turn::new(game, state, seat), rng);
        }
        Known.playout_action(game, state, seat, rng)
    }

    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action> {
        Known.first_try(game, state, seat, rng)
    }

    fn utility(&self, game: &G, scores: &BySeat<i32>) -> BySeat<f64> {
        game.utility(scores)
    }

    fn estimate(&self, game: &G, state: &G::State) -> BySeat<f64> {
        game.estimate(state)
    }

    fn is_settled(&self, game: &G, state: &G::State) -> bool {
        game.is_settled(state)
    }
}
