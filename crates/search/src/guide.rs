use golemry_core::{BySeat, Candidates, PlayoutRng, Seat};

/// What a search has to be told about a game beyond its rules.
///
/// Every state a guide gets was imagined from a view, so it may look at all of it: nothing in there is known to be true that
/// the searching seat does not know.
pub trait Guide<G: Candidates> {
    /// Appends the options of `seat`, which is to act, that are worth weighing, ascending and never none.
    fn weighed(&self, game: &G, state: &G::State, seat: Seat, list: &mut Vec<G::Action>) {
        game.candidates(state, seat, list);
    }

    /// What `seat`, which is to act, does in a playout.
    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action;

    /// The first action worth trying in a state the search has not met; `None` for any.
    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action>;

    /// What the scores of a match that is over are worth to each seat, from 0 (nothing) to 1 (all there is).
    fn utility(&self, game: &G, scores: &BySeat<i32>) -> BySeat<f64>;

    /// The same as [`utility`](Guide::utility), guessed, where a playout is broken off.
    fn estimate(&self, game: &G, state: &G::State) -> BySeat<f64>;

    /// Whether the search looks no further than this state and takes its [estimate](Guide::estimate): between the games of a match,
    /// say, since what follows has little to do with the decision at hand.
    fn is_settled(&self, _game: &G, _state: &G::State) -> bool {
        false
    }
}
