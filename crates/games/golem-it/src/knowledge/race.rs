//! The master of the game for two.

use golemry_bots::{Alternative, Bot, Knowledge as _, Known, Thought, Turn};
use golemry_core::{Draw as _, Event, PlayoutRng, Seat, Seed};
use golemry_search::{Pace, playout};

use crate::action::Action;
use crate::config::GolemIt;
use crate::state::State;

/// Plays the candidates out in the same worlds, with the same luck, and drops those that are certainly worse (a Hoeffding race with
/// paired differences, Maron and Moore 1994). What a deal is worth is the same for all of them, so far fewer worlds tell them apart
/// than if each had its own.
pub(super) struct Race;

/// Candidates in a race.
const RUNNERS: usize = 10;

/// Worlds before anybody is dropped.
const WARM_UP: u32 = 12;

/// Standard errors by which a candidate must be worse.
const CERTAIN: f64 = 2.5;

struct Runner {
    action: Action,
    /// What came out, world by world, while it is in the race.
    worths: Vec<f64>,
    sum: f64,
    is_out: bool,
}

impl Bot<GolemIt> for Race {
    fn decide(&self, turn: &Turn<'_, GolemIt>, pace: &mut dyn Pace, rng: &mut PlayoutRng) -> Thought<Action> {
        let (game, seat) = (turn.game(), turn.seat());
        let first = turn.imagine(rng);
        let mut list = Vec::new();
        super::weigh(game, &first, seat, RUNNERS, &mut list);
        if let [action] = list[..] {
            return Thought::at_once(action);
        }
        let advised = game.advise(turn, rng);
        let runner = |action| Runner { action, worths: Vec::new(), sum: 0.0, is_out: false };
        let mut runners: Vec<Runner> = list.into_iter().map(runner).collect();
        // Until something is known the heuristic leads.
        if let Some(place) = runners.iter().position(|it| it.action == advised) {
            runners[..=place].rotate_right(1);
        }
        let (mut done, mut worlds) = (0, 0);
        'thinking: loop {
            let (world, luck) = (turn.imagine(rng), Seed(rng.next_u64()));
            for runner in runners.iter_mut().filter(|it| !it.is_out) {
                if !pace.go_on(done) {
                    break 'thinking;
                }
                let worth = worth(game, &world, seat, runner.action, luck);
                runner.worths.push(worth);
                runner.sum += worth;
                done += 1;
            }
            worlds += 1;
            if worlds >= WARM_UP {
                drop_losers(&mut runners, worlds as usize);
                if runners.iter().filter(|it| !it.is_out).count() == 1 {
                    break;
                }
            }
        }
        thought(runners, worlds)
    }
}

/// What an action is worth to the seat in this world.
fn worth(game: &GolemIt, world: &State, seat: Seat, action: Action, luck: Seed) -> f64 {
    use golemry_core::Game as _;
    let mut world = world.clone();
    game.apply(&mut world, &Event::Action { seat, action });
    playout(game, world, &Known, u32::MAX, &mut PlayoutRng::new(luck)).utility[seat]
}

/// Drops candidates that are certainly worse than the leader.
fn drop_losers(runners: &mut [Runner], worlds: usize) {
    let running = runners.iter().enumerate().filter(|(_, it)| !it.is_out);
    let leader =
        running.max_by(|a, b| a.1.sum.total_cmp(&b.1.sum).then(b.0.cmp(&a.0))).map(|(place, _)| place);
    let Some(leader) = leader else { return };
    let leading = runners[leader].worths[..worlds].to_vec();
    for (place, runner) in runners.iter_mut().enumerate() {
        if place != leader && !runner.is_out {
            let (mut sum, mut squares) = (0.0, 0.0);
            for (ahead, behind) in leading.iter().zip(&runner.worths) {
                sum += ahead - behind;
                squares += (ahead - behind) * (ahead - behind);
            }
            let number = worlds as f64;
            let error = ((squares / number - (sum / number) * (sum / number)).max(0.0) / number).sqrt();
            runner.is_out = sum / number > CERTAIN * error && sum > 0.0;
        }
    }
}

fn thought(mut runners: Vec<Runner>, worlds: u32) -> Thought<Action> {
    // Those that were dropped come last, however well they began.
    let mean = |it: &Runner| if it.worths.is_empty() { 0.0 } else { it.sum / it.worths.len() as f64 };
    runners.sort_by(|a, b| a.is_out.cmp(&b.is_out).then(mean(b).total_cmp(&mean(a))));
    let alternative = |it: &Runner| {
        let (visits, value) = (it.worths.len() as u32, mean(it));
        let square = |worth: &f64| (worth - value) * (worth - value);
        let variance = it.worths.iter().map(square).sum::<f64>() / f64::from(visits.max(1));
        Alternative {
            action: it.action,
            visits,
            value: (visits > 0).then_some(value),
            error: Some((variance / f64::from(visits.max(1))).sqrt()),
        }
    };
    let alternatives: Vec<_> = runners.iter().map(alternative).collect();
    Thought {
        action: alternatives[0].action,
        value: alternatives[0].value,
        alternatives,
        worlds,
        is_mixed: false,
    }
}
