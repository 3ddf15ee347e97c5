use golemry_core::{BySeat, Draw as _, PlayoutRng, Seat};
use golemry_search::{Guide, Pace};

use crate::bot::{Alternative, Bot, Thought};
use crate::knowledge::Knowledge;

/// Any legal action, drawn as the game draws.
pub(crate) struct Random;

impl<G: Knowledge> Bot<G> for Random {
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        _pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action> {
        // What is legal in one world that gives the view is legal in all of them.
        let world = game.determinize(view, rng);
        Thought::at_once(game.sample_action(&world, seat, rng))
    }
}

/// The heuristic, but for the slips of somebody who is not thinking.
pub(crate) struct Careless;

impl<G: Knowledge> Bot<G> for Careless {
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action> {
        if rng.below(100) < G::SLIPS {
            Random.decide(game, view, seat, pace, rng)
        } else {
            Advised.decide(game, view, seat, pace, rng)
        }
    }
}

/// The game's own heuristic.
pub(crate) struct Advised;

impl<G: Knowledge> Bot<G> for Advised {
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        _pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action> {
        let world = game.determinize(view, rng);
        Thought::at_once(game.advise(&world, seat, rng))
    }
}

/// Information-set Monte Carlo tree search, guided by the heuristic.
pub(crate) struct Searching;

impl<G: Knowledge> Bot<G> for Searching {
    fn decide(
        &self,
        game: &G,
        view: &G::View,
        seat: Seat,
        pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action> {
        let findings = G::SEARCH.search(game, view, seat, &Known, pace, rng);
        let alternatives: Vec<_> = findings
            .options
            .into_iter()
            .map(|it| Alternative { action: it.action, visits: it.visits, value: it.value })
            .collect();
        let best = &alternatives[0];
        Thought { action: best.action.clone(), value: best.value, worlds: findings.iterations, alternatives }
    }
}

/// A game's knowledge as its search asks for it.
pub(crate) struct Known;

impl<G: Knowledge> Guide<G> for Known {
    fn weighed(&self, game: &G, state: &G::State, seat: Seat, list: &mut Vec<G::Action>) {
        game.weighed(state, seat, list);
    }

    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action {
        game.playout_action(state, seat, rng)
    }

    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action> {
        Some(game.advise(state, seat, rng))
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
