//! The master of the game for two.

use golemry_bots::{Bot, Knowledge as _, Known, Thought, Turn, race};
use golemry_core::{Event, Game as _, PlayoutRng};
use golemry_search::{Pace, playout};

use crate::action::Action;
use crate::config::GolemIt;
use crate::state::State;

/// Plays the candidates that look best out in the same worlds.
pub(super) struct Race;

/// Candidates in a race.
const RUNNERS: usize = 10;

impl Bot<GolemIt> for Race {
    fn decide(&self, turn: &Turn<'_, GolemIt>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<Action> {
        let (game, seat) = (turn.game(), turn.seat());
        let mut list = Vec::new();
        super::weigh(game, &turn.imagine(rng), seat, RUNNERS, &mut list);
        if let [action] = list[..] {
            return Thought::at_once(action);
        }
        // Until something is known the heuristic leads.
        let advised = game.advise(turn, rng);
        if let Some(place) = list.iter().position(|action| *action == advised) {
            list[..=place].rotate_right(1);
        }
        let worth = |world: &State, action: &Action, luck: &mut PlayoutRng| {
            let mut world = world.clone();
            game.apply(&mut world, &Event::Action { seat, action: *action });
            playout(game, world, &Known, u32::MAX, luck).utility[seat]
        };
        let candidates = list.into_iter().map(|action| (action, 0.0)).collect();
        race(candidates, 0.0, &|rng| turn.imagine(rng), &worth, pace, rng)
    }
}
