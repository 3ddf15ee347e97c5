//! What the bots of every game promise, each promise a function.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use golemry_bots::{Bot, Knowledge, Level, Thought};
use golemry_core::{Event, MatchRng, Node, PlayoutRng, Seat, Seed, Settings, Viewer};
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

/// The bot of a level, which the table has.
pub fn bot<G: Knowledge>(game: &G, level: Level) -> Box<dyn Bot<G>> {
    game.bot(level).unwrap_or_else(|error| panic!("{error}"))
}

/// What a bot thinks in a state, of which it sees what its seat may see.
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

/// Plays a match with a bot for each seat and tells `watch` of each thought and its seed. What is decided must be legal. Returns the
/// end.
pub fn play<G: Knowledge>(
    game: &G,
    bots: &[&dyn Bot<G>],
    iterations: u32,
    seed: u64,
    mut watch: impl FnMut(&G::State, Seat, &Thought<G::Action>, u64),
) -> G::State {
    let mut state = game.start();
    let (mut chances, mut decisions) = (0, 0);
    loop {
        match game.node(&state) {
            Node::Over => return state,
            Node::Chance => {
                let chance = game.sample(&state, &mut MatchRng::for_event(Seed(seed), chances));
                chances += 1;
                game.apply(&mut state, &Event::Chance { chance });
            }
            Node::Act(seats) => {
                let seat = seats.first().expect("somebody is to act");
                let thinking = seed << 32 | decisions;
                decisions += 1;
                let thought = think(game, bots[seat.index()], &state, seat, iterations, thinking);
                watch(&state, seat, &thought, thinking);
                let played = game.play(&mut state, seat, thought.action.clone());
                played.unwrap_or_else(|error| panic!("{seat} did {}: {error}", thought.action));
            }
        }
    }
}

/// Whole matches with all levels at every table: nobody does what is not allowed.
pub fn every_level_plays_legally<G: Knowledge>(iterations: u32) {
    for (number, game) in tables::<G>().iter().enumerate() {
        let bots = LEVELS.map(|level| bot(game, level));
        let seats = usize::from(game.options().seats);
        let seated: Vec<_> = (0..seats).map(|seat| &*bots[(seat + number) % bots.len()]).collect();
        play(game, &seated, iterations, number as u64, |_, _, _, _| {});
    }
}

/// The same view, iterations and generator give the same thought; and so does another world that looks the same to the seat, since
/// a bot has no way to tell them apart. Every level decides in turn, so that each sees all of a match.
pub fn thoughts_depend_on_the_view_alone<G: Knowledge>(game: &G, iterations: u32) {
    let bots = LEVELS.map(|level| bot(game, level));
    let mut decisions = 0;
    let easy = bot(game, Level::Easy);
    let seated = vec![&*easy; usize::from(game.options().seats)];
    play(game, &seated, iterations, 1, |state, seat, _, seed| {
        let bot = &*bots[decisions % bots.len()];
        decisions += 1;
        let thought = think(game, bot, state, seat, iterations, seed);
        assert_eq!(think(game, bot, state, seat, iterations, seed), thought);
        let view = game.view(state, Viewer::Seat(seat));
        let other = game.determinize(&view, &mut PlayoutRng::new(Seed(seed)));
        assert_eq!(think(game, bot, &other, seat, iterations, seed), thought);
    });
    assert!(decisions > 10);
}

/// The share of `deals`, each played once from every seat, that one bot wins against others; what several win is split.
pub fn share<G: Knowledge>(game: &G, upper: Level, lower: Level, iterations: u32, deals: u64) -> f64 {
    let (upper, lower) = (bot(game, upper), bot(game, lower));
    let seats = game.options().seats;
    let mut won = 0.0;
    for (deal, chair) in (0..deals).flat_map(|deal| Seat::all(seats).map(move |chair| (deal, chair))) {
        let seated: Vec<_> =
            Seat::all(seats).map(|seat| if seat == chair { &*upper } else { &*lower }).collect();
        let end = play(game, &seated, iterations, deal, |_, _, _, _| {});
        let scores = game.scores(&end).expect("the match is over");
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
