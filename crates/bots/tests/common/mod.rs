//! What every game's bots must keep, for any game.
#![allow(dead_code, reason = "each test file uses its part of it")]

use golemry_bots::{Knowledge, Level};
use golemry_core::{Event, MatchRng, Node, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_search::Iterations;

/// Iterations that the hard bot thinks in tests.
const FEW: u32 = 8;

/// A generator of its own for each decision of a match.
fn rng_of(seed: u64, decision: u64) -> PlayoutRng {
    PlayoutRng::new(Seed(seed << 20 | decision))
}

/// Plays a match with the bots of these levels; every action is checked. `watch` sees each state a seat decides in.
pub fn play<G: Knowledge>(
    game: &G,
    levels: &[Level],
    seed: u64,
    mut watch: impl FnMut(&G::State, Seat),
) -> Vec<i32> {
    let bots: Vec<_> = levels.iter().map(|level| game.bot(*level).unwrap()).collect();
    let mut state = game.start();
    let (mut decisions, mut chances) = (0, 0);
    loop {
        match game.node(&state) {
            Node::Over => return game.scores(&state).unwrap().as_slice().to_vec(),
            Node::Chance => {
                let chance = game.sample(&state, &mut MatchRng::for_event(Seed(seed), chances));
                game.apply(&mut state, &Event::Chance { chance });
                chances += 1;
            }
            Node::Act(seats) => {
                let seat = seats.first().unwrap();
                watch(&state, seat);
                let view = game.view(&state, Viewer::Seat(seat));
                let mut rng = rng_of(seed, decisions);
                let thought = bots[seat.index()].decide(game, &view, seat, &mut Iterations(FEW), &mut rng);
                let played = game.play(&mut state, seat, thought.action);
                played.unwrap_or_else(|error| panic!("{:?}: {error}", levels[seat.index()]));
                decisions += 1;
            }
        }
    }
}

/// Whole matches of each level, at every number of seats of every variant: no action is ever refused.
pub fn every_action_is_legal<G: Knowledge>(levels: &[Level], seeds: std::ops::Range<u64>) {
    for variant in G::about().variants {
        for seats in variant.seats.0..=variant.seats.1 {
            let game = G::new(&Settings::new(seats, variant.id)).unwrap();
            for level in levels {
                for seed in seeds.clone() {
                    play(&game, &vec![*level; usize::from(seats)], seed, |_, _| {});
                }
            }
        }
    }
}

/// The same view, generator and iterations give the same thought; and so does every other world with that view, since a bot
/// sees no more than it.
pub fn thoughts_depend_on_the_view_alone<G: Knowledge>(game: &G, seed: u64) {
    let seats = usize::from(game.options().seats);
    let mut compared = 0;
    let mut decisions = 0;
    play(game, &vec![Level::Easy; seats], seed, |state, seat| {
        decisions += 1;
        if decisions % 7 != 1 || compared >= 12 {
            return;
        }
        let view = game.view(state, Viewer::Seat(seat));
        let other = game.determinize(&view, &mut rng_of(seed, decisions));
        let other_view = game.view(&other, Viewer::Seat(seat));
        for level in [Level::Random, Level::Easy, Level::Normal, Level::Hard] {
            let bot = game.bot(level).unwrap();
            let think = |view: &G::View| {
                bot.decide(game, view, seat, &mut Iterations(FEW), &mut rng_of(seed, decisions))
            };
            let thought = think(&view);
            assert_eq!(thought, think(&view), "{level}: the same again");
            assert_eq!(thought, think(&other_view), "{level}: another world");
        }
        compared += 1;
    });
    assert!(compared > 3, "{compared} decisions were compared");
}

/// How often the first bot is alone in front against others, of so many matches: each deal from every seat.
pub fn wins<G: Knowledge>(game: &G, upper: Level, lower: Level, matches: u64) -> u32 {
    let seats = u64::from(game.options().seats);
    let mut won = 0;
    for index in 0..matches {
        let chair = (index % seats) as usize;
        let mut levels = vec![lower; seats as usize];
        levels[chair] = upper;
        let scores = play(game, &levels, 1 + index / seats, |_, _| {});
        let mut others = scores.iter().enumerate().filter(|(seat, _)| *seat != chair);
        won += u32::from(others.all(|(_, score)| *score < scores[chair]));
    }
    won
}
