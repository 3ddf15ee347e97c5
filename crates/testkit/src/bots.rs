//! What the bots of every game promise, each promise a function.

use golemry_bots::{Bot, Knowledge, Level, Thought, Turn};
use golemry_core::{Event, MatchRng, Node, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_search::Iterations;

/// The levels every game has.
pub const LEVELS: [Level; 5] = [Level::Random, Level::Easy, Level::Normal, Level::Hard, Level::Master];

/// Every table of a game with its default options: each variant with each number of seats.
pub fn tables<G: Knowledge>() -> Vec<G> {
    let variants = G::about().variants.iter();
    let settings = variants.flat_map(|variant| {
        (variant.seats.0..=variant.seats.1).map(|seats| Settings::new(seats, variant.id))
    });
    settings.map(|settings| G::new(&settings).unwrap()).collect()
}

/// The bot of a level that the table has.
pub fn bot<G: Knowledge>(game: &G, level: Level) -> Box<dyn Bot<G>> {
    game.bot(level).unwrap_or_else(|error| panic!("{error}"))
}

/// What a bot thinks of a turn.
pub fn think<G: Knowledge>(
    bot: &dyn Bot<G>,
    turn: &Turn<'_, G>,
    iterations: u32,
    seed: u64,
) -> Thought<G::Action> {
    bot.decide(turn, &mut Iterations(iterations), &mut PlayoutRng::new(Seed(seed)))
}

/// Plays a match with a bot for each seat, calls `watch` with each thought and its seed, and returns the end.
///
/// # Panics
/// If a bot does something illegal.
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
                let seat = seats.first().expect("a seat is to act");
                let thinking = seed << 32 | decisions;
                decisions += 1;
                let turn = Turn::new(game, &state, seat);
                let thought = think(bots[seat.index()], &turn, iterations, thinking);
                watch(&state, seat, &thought, thinking);
                let played = game.play(&mut state, seat, thought.action.clone());
                played.unwrap_or_else(|error| panic!("{seat} did {}: {error}", thought.action));
            }
        }
    }
}

/// Plays whole matches with all levels at every table: no bot does anything illegal.
pub fn every_level_plays_legally<G: Knowledge>(iterations: u32) {
    for (number, game) in tables::<G>().iter().enumerate() {
        let bots = LEVELS.map(|level| bot(game, level));
        let seats = usize::from(game.options().seats);
        let seated: Vec<_> = (0..seats).map(|seat| &*bots[(seat + number) % bots.len()]).collect();
        play(game, &seated, iterations, number as u64, |_, _, _, _| {});
    }
}

/// The same turn, iterations and generator give the same thought, whether the turn comes from the state, from the view, or from
/// another world that looks the same to the seat: a bot cannot tell them apart. The levels take turns deciding, so that each
/// sees all of a match.
pub fn thoughts_depend_on_the_view_alone<G: Knowledge>(game: &G, iterations: u32) {
    let bots = LEVELS.map(|level| bot(game, level));
    let easy = bot(game, Level::Easy);
    let seated = vec![&*easy; usize::from(game.options().seats)];
    let mut decisions = 0;
    for deal in 0.. {
        play(game, &seated, iterations, deal, |state, seat, _, seed| {
            let bot = &*bots[decisions % bots.len()];
            decisions += 1;
            let view = game.view(state, Viewer::Seat(seat));
            let other = game.determinize(&view, &mut PlayoutRng::new(Seed(seed)));
            let thought = think(bot, &Turn::new(game, state, seat), iterations, seed);
            assert_eq!(think(bot, &Turn::seen(game, &view, seat), iterations, seed), thought);
            assert_eq!(think(bot, &Turn::new(game, &other, seat), iterations, seed), thought);
        });
        if decisions > 10 {
            return;
        }
    }
}

/// The share of `deals`, each played once from every seat, that one bot wins against others; shared wins are split.
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

/// The share that a bot no better than the others exceeds with a chance of at most one in a million.
///
/// Hoeffding's inequality over the deals: the result of a deal, over all its seats, is a number from 0 to 1 whose mean is the
/// fair share, however its matches depend on each other.
pub fn more_than_luck(seats: u8, deals: u64) -> f64 {
    1.0 / f64::from(seats) + (6.0 * std::f64::consts::LN_10 / (2.0 * deals as f64)).sqrt()
}
