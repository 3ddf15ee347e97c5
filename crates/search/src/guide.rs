use std::ops::ControlFlow;

use golemry_core::{BySeat, Decision as _, Game, PlayoutRng, Seat};

/// What a search needs to know about a game beyond its rules.
///
/// Every state a guide gets was imagined from a view, so it may look at all of it: what it sees of hidden things is a guess.
pub trait Guide<G: Game> {
    /// Appends the options of `seat`, which is to act, that are worth weighing, ascending and at least one. By default all
    /// candidates.
    fn weighed(&self, game: &G, state: &G::State, seat: Seat, list: &mut Vec<G::Action>) {
        let decision = game.decision(state, seat).expect("the seat is to act");
        let _ = decision.each_candidate(&mut |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
    }

    /// What `seat`, which is to act, does in a playout.
    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action;

    /// The first action worth trying in a state that is new to the search; `None` for any.
    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action>;

    /// What the scores of a match that is over are worth to each seat, from 0 (nothing) to 1 (everything).
    fn utility(&self, game: &G, scores: &BySeat<i32>) -> BySeat<f64>;

    /// A guess at the [`utility`](Guide::utility) of a match whose playout is broken off.
    fn estimate(&self, game: &G, state: &G::State) -> BySeat<f64>;

    /// Whether the search looks no further than this state and takes its [estimate](Guide::estimate): between the games of a
    /// match, for example, since what follows has little to do with the decision at hand.
    fn is_settled(&self, _game: &G, _state: &G::State) -> bool {
        false
    }
}
