use golemry_core::{BySeat, Decision as _, Draw as _, PlayoutRng, Seat};
use golemry_search::{Guide, Pace};

use crate::bot::{Alternative, Bot, Thought};
use crate::knowledge::Knowledge;
use crate::turn::Turn;

/// The game's own heuristic, except for slips: any legal action, drawn as the game draws.
pub(crate) struct Heuristic {
    /// How many of a hundred decisions are slips: all for the random bot, none for the normal one.
    pub(crate) slips: u32,
}

impl<G: Knowledge> Bot<G> for Heuristic {
    fn decide(&self, turn: &Turn<'_, G>, _pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        // A bot that always or never slips draws nothing for it.
        let slips = match self.slips {
            0 => false,
            100.. => true,
            slips => rng.below(100) < slips,
        };
        let action = if slips { turn.decision().sample(rng) } else { turn.game().advise(turn, rng) };
        Thought::at_once(action)
    }
}

/// Information-set Monte Carlo tree search, guided by the heuristic.
pub(crate) struct Searching;

impl<G: Knowledge> Bot<G> for Searching {
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        let findings = G::SEARCH.search(turn.game(), &turn.view(), turn.seat(), &Known, pace, rng);
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
struct Known;

impl<G: Knowledge> Guide<G> for Known {
    fn weighed(&self, game: &G, state: &G::State, seat: Seat, list: &mut Vec<G::Action>) {
        game.weighed(state, seat, list);
    }

    fn playout_action(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> G::Action {
        game.playout_action(state, seat, rng)
    }

    fn first_try(&self, game: &G, state: &G::State, seat: Seat, rng: &mut PlayoutRng) -> Option<G::Action> {
        Some(game.advise(&Turn::new(game, state, seat), rng))
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
