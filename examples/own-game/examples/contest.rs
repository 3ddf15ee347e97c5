//! A thousand matches between two bots, who take turns leading: `cargo run --example contest`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use golemry_bots::{Knowledge as _, Level, Turn};
use golemry_core::{Event, Game as _, MatchRng, Node, PlayoutRng, Seat, Seed, Settings};
use golemry_own_game::OwnGame;
use golemry_search::Iterations;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = OwnGame::new(&Settings::new(2, "standard"))?;
    let bots = [game.bot(Level::Hard)?, game.bot(Level::Easy)?];
    let mut points = [0, 0];
    for number in 0..1000 {
        let seed = Seed(number);
        let bot_of = |seat: Seat| (seat.index() + number as usize) % bots.len();
        let (mut state, mut rng) = (game.start(), PlayoutRng::new(seed));
        loop {
            match game.node(&state) {
                Node::Over => break,
                Node::Chance => {
                    // The first and only chance event is the deal.
                    let chance = game.sample(&state, &mut MatchRng::for_event(seed, 0));
                    game.apply(&mut state, &Event::Chance { chance });
                }
                Node::Act(seats) => {
                    let seat = seats.first().ok_or("a seat is to act")?;
                    let turn = Turn::new(&game, &state, seat);
                    let thought = bots[bot_of(seat)].decide(&turn, &mut Iterations(200), &mut rng);
                    game.play(&mut state, seat, thought.action)?;
                }
            }
        }
        let scores = game.scores(&state).ok_or("the match is over")?;
        scores.iter().for_each(|(seat, score)| points[bot_of(seat)] += score);
    }
    println!("hard {}, easy {}", points[0], points[1]);
    Ok(())
}
