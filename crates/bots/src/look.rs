use std::cell::RefCell;

use golemry_core::{Encode, Event, Node, PlayoutRng, Seat};
use golemry_search::Pace;

use crate::bot::Thought;
use crate::knowledge::Knowledge;
use crate::network::Network;
use crate::race::race;
use crate::turn::Turn;

/// How a master bot looks where its options lead: each is judged by the network as the seat sees the game after it, and the best are
/// played on in the same imagined worlds, everybody as the network thinks best for them.
///
/// Nobody in those worlds searches, so nobody answers a hand that they could not know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// How many options are played on, at most.
    pub most: usize,
    /// How much worse than the best they may be.
    pub margin: f64,
    /// How often the seat is to act again before the network judges.
    pub rounds: u32,
    /// As how many worlds the first judgement counts.
    pub trust: f64,
}

impl Look {
    pub(crate) fn decide<G: Knowledge + Encode>(
        &self,
        network: &Network,
        turn: &Turn<'_, G>,
        pace: &mut dyn Pace,
        rng: &mut PlayoutRng,
    ) -> Thought<G::Action> {
        let (game, seat) = (turn.game(), turn.seat());
        let eyes = Eyes { network, sheet: RefCell::new(vec![0.0; network.inputs()]) };
        let mut options = eyes.options(game, &turn.imagine(rng), seat);
        let mut candidates: Vec<(G::Action, f64)> = Vec::new();
        while candidates.len() < self.most
            && let Some(place) = best(&options)
            && candidates.first().is_none_or(|first| options[place].1 >= first.1 - self.margin)
        {
            candidates.push(options.remove(place));
        }
        let worth = |world: &G::State, action: &G::Action, luck: &mut PlayoutRng| {
            eyes.play_on(game, after(game, world, seat, action), seat, self.rounds, luck)
        };
        race(candidates, self.trust, &|rng| turn.imagine(rng), &worth, pace, rng)
    }
}

/// A network, and where it reads what a seat sees.
struct Eyes<'a> {
    network: &'a Network,
    sheet: RefCell<Vec<f32>>,
}

impl Eyes<'_> {
    /// The options of a seat that is to act, and what the network thinks each is worth to it.
    fn options<G: Knowledge + Encode>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
    ) -> Vec<(G::Action, f64)> {
        let mut list = Vec::new();
        game.mastered(state, seat, &mut list);
        let worth = |action: G::Action| {
            let after = after(game, state, seat, &action);
            let worth = match game.scores(&after) {
                Some(scores) => game.utility(&scores)[seat],
                None => {
                    let hunch = game.estimate(&after)[seat];
                    self.network.judge(game, &after, seat, hunch, &mut self.sheet.borrow_mut())
                }
            };
            (action, worth)
        };
        list.into_iter().map(worth).collect()
    }

    /// What a position is worth to a seat if everybody does what they think best, until the seat has acted so often but for once.
    fn play_on<G: Knowledge + Encode>(
        &self,
        game: &G,
        mut state: G::State,
        seat: Seat,
        rounds: u32,
        luck: &mut PlayoutRng,
    ) -> f64 {
        let mut turns = 0;
        loop {
            let event = match game.node(&state) {
                _ if game.is_settled(&state) => return game.estimate(&state)[seat],
                Node::Over => {
                    let scores = game.scores(&state).expect("a match that is over has scores");
                    return game.utility(&scores)[seat];
                }
                Node::Chance => Event::Chance { chance: game.sample(&state, luck) },
                Node::Act(seats) => {
                    let actor = seats.first().expect("somebody is to act");
                    let mut options = self.options(game, &state, actor);
                    let best = best(&options).expect("a seat that is to act can do something");
                    let (action, worth) = options.swap_remove(best);
                    turns += u32::from(actor == seat);
                    if actor == seat && turns == rounds {
                        return worth;
                    }
                    Event::Action { seat: actor, action }
                }
            };
            game.apply(&mut state, &event);
        }
    }
}

/// The place of the option that is worth most, the first of equals.
fn best<A>(options: &[(A, f64)]) -> Option<usize> {
    let better = |one: usize, other: usize| if options[other].1 > options[one].1 { other } else { one };
    (0..options.len()).reduce(better)
}

fn after<G: Knowledge>(game: &G, state: &G::State, seat: Seat, action: &G::Action) -> G::State {
    let mut after = state.clone();
    game.apply(&mut after, &Event::Action { seat, action: action.clone() });
    after
}
