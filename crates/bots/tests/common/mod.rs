//! What the bots of every game promise, each promise a function.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use golemry_bots::{Bot, Knowledge, Level, Thought};
use golemry_core::{BySeat, Event, MatchRng, Node, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_search::Iterations;

/// The levels every game has.
pub const LEVELS: [Level; 4] = [Level::Random, Level::Easy, Level::Normal, Level::Hard];

/// Every table of a game with its default options: each variant with each number of seats.
pub fn tables<G: Knowledge>() -> Vec<G> {
    let variants = G::about().variants.iter();
    let settings = variants.flat_map(|variant| {
        (variant.seats.0..=variant.seats.1).map(|seats| Settings::new(seats, variant.id))
    });
    settings.map(|settings| G::new(&settings).unwrap()).collect()
}

/// Plays a match, each decision made by `decide`, and returns its scores. What is decided must be legal.
pub fn play<G: Knowledge>(
    game: &G,
    seed: Seed,
    mut decide: impl FnMut(&G::State, Seat, &mut PlayoutRng) -> G::Action,
) -> BySeat<i32> {
    let mut state = game.start();
    let (mut chances, mut decisions) = (0, 0);
    loop {
        match game.node(&state) {
            Node::Over => return game.scores(&state).unwrap(),
            Node::Chance => {
                let chance = game.sample(&state, &mut MatchRng::for_event(seed, chances));
                chances += 1;
                game.apply(&mut state, &Event::Chance { chance });
            }
            Node::Act(seats) => {
                let seat = seats.first().unwrap();
                let mut rng = PlayoutRng::new(Seed(seed.0 << 32 | decisions));
                decisions += 1;
                let action = decide(&state, seat, &mut rng);
                if let Err(error) = game.play(&mut state, seat, action.clone()) {
                    panic!("{seat} did {action}: {error}");
                }
            }
        }
    }
}

fn think<G: Knowledge>(
    game: &G,
    bot: &dyn Bot<G>,
    view: &G::View,
    seat: Seat,
    iterations: u32,
    rng: &PlayoutRng,
) -> Thought<G::Action> {
    bot.decide(game, view, seat, &mut Iterations(iterations), &mut rng.clone())
}

/// Whole matches with all levels at every table: nobody does what is not allowed.
pub fn every_level_plays_legally<G: Knowledge>(iterations: u32) {
    for (seed, game) in tables::<G>().iter().enumerate() {
        let bots = LEVELS.map(|level| game.bot(level).unwrap());
        play(game, Seed(seed as u64), |state, seat, rng| {
            let bot = &bots[(seat.index() + seed) % bots.len()];
            let view = game.view(state, Viewer::Seat(seat));
            think(game, &**bot, &view, seat, iterations, rng).action
        });
    }
}

/// The same view, iterations and generator give the same thought; and so does another world that looks the same to the seat, since
/// a bot has no way to tell them apart.
pub fn thoughts_depend_on_the_view_alone<G: Knowledge>(game: &G, iterations: u32) {
    let bots = LEVELS.map(|level| game.bot(level).unwrap());
    let mut decisions = 0;
    play(game, Seed(1), |state, seat, rng| {
        let viewer = Viewer::Seat(seat);
        let view = game.view(state, viewer);
        let bot = &bots[decisions % bots.len()];
        decisions += 1;
        let thought = think(game, &**bot, &view, seat, iterations, rng);
        assert_eq!(think(game, &**bot, &view, seat, iterations, rng), thought);
        let other = game.view(&game.determinize(&view, &mut rng.clone()), viewer);
        assert_eq!(think(game, &**bot, &other, seat, iterations, rng), thought);
        thought.action
    });
    assert!(decisions > 10);
}

/// The share of `deals`, each played once from every seat, that one bot wins against others; what several win is split.
pub fn share<G: Knowledge>(game: &G, upper: Level, lower: Level, deals: u64) -> f64 {
    let (upper, lower) = (game.bot(upper).unwrap(), game.bot(lower).unwrap());
    let seats = game.options().seats;
    let mut won = 0.0;
    for (deal, chair) in (0..deals).flat_map(|deal| Seat::all(seats).map(move |chair| (deal, chair))) {
        let scores = play(game, Seed(deal), |state, seat, rng| {
            let bot = if seat == chair { &upper } else { &lower };
            think(game, &**bot, &game.view(state, Viewer::Seat(seat)), seat, 100, rng).action
        });
        let most = scores.values().max().unwrap();
        let winners = scores.values().filter(|score| *score == most).count();
        won += if scores[chair] == *most { 1.0 / winners as f64 } else { 0.0 };
    }
    won / (deals as f64 * f64::from(seats))
}

/// The share that a bot no better than the others exceeds with a chance of one in a million at most.
///
/// Hoeffding's inequality over the deals: what a deal brings, all seats of it together, is one number from 0 to 1 whose mean
/// is the fair share, however its games hang together.
pub fn more_than_luck(seats: u8, deals: u64) -> f64 {
    1.0 / f64::from(seats) + (1e6_f64.ln() / (2.0 * deals as f64)).sqrt()
}
