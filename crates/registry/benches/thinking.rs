//! How fast bots think, on one core: `cargo bench --bench thinking`.
//!
//! The baseline of each game is a match of random actions played to its end. A heuristic playout and an iteration of the hard
//! bot's search are printed as ratios against it, so the numbers hardly depend on the machine; a ratio far above its limit fails.
//! What is played and found is checked too: the same seed must give the same as ever.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use golemry_bots::{Knowledge, Level, Turn};
use golemry_capek::Capek;
use golemry_core::{Event, Node, PlayoutRng, Seat, Seed, Settings};
use golemry_duel::Duel;
use golemry_golem_it::GolemIt;
use golemry_inner_circle::InnerCircle;
use golemry_its_alive::ItsAlive;
use golemry_search::Iterations;
use golemry_testkit::Playouts;

/// How long each column of a line is measured.
const MEASURED: Duration = Duration::from_millis(1000);
/// Iterations of one search.
const SEARCHED: u32 = 500;
/// Machines differ; beyond this factor over its limit a line fails.
const TOLERANCE: f64 = 1.5;

fn main() {
    println!("baseline of each line: a match of random actions, from its start to its end");
    println!(
        "{:<13} {:<9} {:>5} | {:>9} | {:>12} {:>9} {:>6} {:>6} | {:>12} {:>6} {:>6}",
        "game",
        "variant",
        "seats",
        "random/s",
        "heuristic/s",
        "decisions",
        "ratio",
        "limit",
        "iterations/s",
        "ratio",
        "limit"
    );
    let lines = [
        line::<ItsAlive>("standard", 4, 1.5, 0.07),
        line::<InnerCircle>("single", 4, 8.0, 2.5),
        line::<Capek>("standard", 2, 18.0, 5.0),
        // The heuristic writes a hundred programs and runs each against others; the search needs no playouts.
        line::<Duel>("standard", 2, 220.0, 4.5),
        line::<GolemIt>("standard", 4, 7.0, 7.0),
    ];
    let slow = lines.iter().filter(|fast| !**fast).count();
    assert_eq!(slow, 0, "{slow} lines are slower than their limit allows");
}

fn line<G: Knowledge>(variant: &str, seats: u8, playout_limit: f64, search_limit: f64) -> bool {
    let game = G::new(&Settings::new(seats, variant)).expect("the settings fit the game");
    let mut rng = PlayoutRng::new(Seed(1));

    let mut random = Playouts::default();
    let one_random = per_second(|| random.play(&game, &mut rng)).recip();

    let mut decisions = 0;
    let mut matches = 0;
    let heuristic = per_second(|| {
        matches += 1;
        decisions += advised_match(&game, &mut rng);
    });

    let (state, seat) = first_choice(&game);
    let turn = Turn::new(&game, &state, seat);
    let hard = game.bot(Level::Hard).expect("every game has a hard bot");
    let think = |seed| hard.decide(&turn, &mut Iterations(SEARCHED), &mut PlayoutRng::new(Seed(seed)));
    assert!(think(1) == think(1), "{}: the same seed gives another thought", G::about().id);
    let mut seed = 0;
    let iterations = f64::from(SEARCHED)
        * per_second(|| {
            seed += 1;
            black_box(think(seed));
        });

    let [playout_ratio, search_ratio] = [heuristic, iterations].map(|rate| rate.recip() / one_random);
    println!(
        "{:<13} {variant:<9} {seats:>5} | {:>9.0} | {heuristic:>12.0} {:>9.1} {playout_ratio:>6.2} {playout_limit:>6.1} | \
         {iterations:>12.0} {search_ratio:>6.2} {search_limit:>6.2}",
        G::about().id,
        one_random.recip(),
        decisions as f64 / f64::from(matches),
    );
    playout_ratio <= playout_limit * TOLERANCE && search_ratio <= search_limit * TOLERANCE
}

/// How often `work` can be done in a second.
fn per_second(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut times = 0;
    while start.elapsed() < MEASURED {
        work();
        times += 1;
    }
    f64::from(times) / start.elapsed().as_secs_f64()
}

/// Plays a match as the heuristic advises; its decisions.
fn advised_match<G: Knowledge>(game: &G, rng: &mut PlayoutRng) -> u64 {
    let mut state = game.start();
    let mut decisions = 0;
    loop {
        let event = match game.node(&state) {
            Node::Over => return decisions,
            Node::Chance => Event::Chance { chance: game.sample(&state, rng) },
            Node::Act(seats) => {
                decisions += 1;
                let seat = seats.first().expect("somebody is to act");
                Event::Action { seat, action: game.playout_action(&state, seat, rng) }
            }
        };
        game.apply(&mut state, &event);
    }
}

/// The first state of a match from seed 1 in which a seat has something to weigh, and that seat: where playouts are longest.
fn first_choice<G: Knowledge>(game: &G) -> (G::State, Seat) {
    let mut rng = PlayoutRng::new(Seed(1));
    let mut state = game.start();
    let mut weighed = Vec::new();
    loop {
        let event = match game.node(&state) {
            Node::Over => panic!("{}: nothing was ever to weigh", G::about().id),
            Node::Chance => Event::Chance { chance: game.sample(&state, &mut rng) },
            Node::Act(seats) => {
                let seat = seats.first().expect("somebody is to act");
                weighed.clear();
                game.weighed(&state, seat, &mut weighed);
                if weighed.len() > 2 {
                    return (state, seat);
                }
                Event::Action { seat, action: game.advise(&Turn::new(game, &state, seat), &mut rng) }
            }
        };
        game.apply(&mut state, &event);
    }
}
