//! What every game's bots have to keep, as functions over any game.
#![allow(dead_code, reason = "not every game's tests use everything")]

use golemry_bots::{Bot, Knowledge, Level, Thought};
use golemry_core::{Event, Node, PlayoutRng, Seat, Seed, Viewer};
use golemry_search::Iterations;

/// The bot of a level, which the table has.
pub fn bot<G: Knowledge>(game: &G, level: Level) -> Box<dyn Bot<G>> {
    game.bot(level).unwrap_or_else(|error| panic!("{error}"))
}

/// What a bot thinks in a state.
pub fn think<G: Knowledge>(
    game: &G,
    bot: &dyn Bot<G>,
    state: &G::State,
    seat: Seat,
    iterations: u32,
    seed: u64,
) -> Thought<G::Action> {
    let view = game.view(state, Viewer::Seat(seat));
    bot.decide(game, &view, seat, &mut Iterations(iterations), &mut PlayoutRng::new(Seed(seed)))
}

/// Plays a match, checks every action, and tells `watch` of each thought. Returns the end.
pub fn play<G: Knowledge>(
    game: &G,
    bots: &[&dyn Bot<G>],
    iterations: u32,
    seed: u64,
    mut watch: impl FnMut(&G::State, Seat, &Thought<G::Action>),
) -> G::State {
    let mut state = game.start();
    let mut rng = PlayoutRng::new(Seed(seed));
    let mut decisions = 0;
    loop {
        match game.node(&state) {
            Node::Over => return state,
            Node::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.apply(&mut state, &Event::Chance { chance });
            }
            Node::Act(seats) => {
                let seat = seats.first().expect("somebody is to act");
                let thought =
                    think(game, bots[seat.index()], &state, seat, iterations, seed * 1000 + decisions);
                watch(&state, seat, &thought);
                game.play(&mut state, seat, thought.action).unwrap_or_else(|error| panic!("{error}"));
                decisions += 1;
            }
        }
    }
}

/// The mean utility of `upper` over matches with two seats, every deal played from both.
pub fn duel_share<G: Knowledge>(game: &G, upper: Level, lower: Level, iterations: u32, deals: u64) -> f64 {
    let (upper, lower) = (bot(game, upper), bot(game, lower));
    let mut sum = 0.0;
    for deal in 1..=deals {
        for chair in [0, 1] {
            let bots = if chair == 0 { [&*upper, &*lower] } else { [&*lower, &*upper] };
            let end = play(game, &bots, iterations, deal, |_, _, _| {});
            let scores = game.scores(&end).expect("the match is over");
            sum += game.utility(&scores)[Seat::new(chair)];
        }
    }
    sum / (2 * deals) as f64
}
