use golemry_core::{BySeat, Decision as _, Draw as _, PlayoutRng, Seat};
use golemry_search::{Guide, Ismcts, Pace};

use crate::bot::{Bot, Thought};
use crate::knowledge::Knowledge;
use crate::turn::Turn;

/// Any legal action, drawn as the game draws.
pub(crate) struct Random;

impl<G: Knowledge> Bot<G> for Random {
    fn decide(&self, turn: &Turn<'_, G>, _pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        Thought::at_once(turn.decision().sample(rng))
    }
}

/// The game's own heuristic, with some slips.
pub(crate) struct Heuristic {
    /// How many of a hundred decisions are slips: none for the normal bot.
    pub(crate) slips: u32,
}

impl<G: Knowledge> Bot<G> for Heuristic {
    fn decide(&self, turn: &Turn<'_, G>, _pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        let slips = self.slips > 0 && rng.below(100) < self.slips;
        let game = turn.game();
        Thought::at_once(if slips { game.slip(turn, rng) } else { game.advise(turn, rng) })
    }
}

/// Information-set Monte Carlo tree search with these settings, guided by the heuristic: the usual [hard](Knowledge::hard) bot.
pub struct Searching(pub Ismcts);

impl<G: Knowledge> Bot<G> for Searching {
    fn decide(&self, turn: &Turn<'_, G>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<G::Action> {
        search(&self.0, turn, &Known, pace, rng)
    }
}

/// The thought of a bot that searches: what it found best, with what it thinks of the other options.
pub fn search<G: Knowledge>(
    settings: &Ismcts,
    turn: &Turn<'_, G>,
    guide: &impl Guide<G>,
    pace: &mut dyn Pace,
    rng: &mut PlayoutRng,
) -> Thought<G::Action> {
    let findings = settings.search(turn.game(), &turn.view(), turn.seat(), guide, pace, rng);
    let best = &findings.options[0];
    Thought {
        action: best.action.clone(),
        value: best.value,
        worlds: findings.iterations,
        alternatives: findings.options,
        is_mixed: false,
    }
}

/// A game's knowledge as its search asks for it.
pub struct Known;

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
