//! How long it takes to pair the largest fields: `cargo bench -p golemry-gather`.
//!
//! Each line pairs one round after another of the largest tournament of a format, with drawn results, and prints the slowest round and its
//! ratio to a second, which nobody should wait. Rematches in a Swiss would be a mistake, and fail.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::{Duration, Instant};

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_gather::{Format, Kind, MOST_PLAYERS, Outcome, Plan, Tournament};

const ROUNDS: u8 = 11;

fn main() {
    println!(
        "{:<10} {:>5} {:>7} {:>7} {:>12} {:>9}",
        "format", "seats", "players", "rounds", "slowest", "of 1 s"
    );
    for (format, seats) in
        [(Format::Swiss, 2), (Format::Rotation, 3), (Format::Rotation, 4), (Format::Rotation, 6)]
    {
        let (slowest, meetings) = play(format, seats);
        assert!(format == Format::Rotation || meetings == 0, "{meetings} rematches");
        let ratio = slowest.as_secs_f64();
        println!(
            "{format:<10} {seats:>5} {MOST_PLAYERS:>7} {ROUNDS:>7} {:>9.0} ms {ratio:>9.2}   {meetings} rematches",
            ratio * 1000.0
        );
        assert!(ratio < 3.0, "far too slow");
    }
}

/// The slowest round, and how many met again.
fn play(format: Format, seats: u8) -> (Duration, u32) {
    let plan = Plan { rounds: Some(ROUNDS), ..Plan::new(format, seats) };
    let mut tournament = Tournament::new(plan).expect("a plan that is possible");
    for player in 0..MOST_PLAYERS {
        tournament.enter(&format!("player {player}"), Kind::Bot).expect("there is room");
    }
    let mut rng = PlayoutRng::new(Seed(1));
    let (mut slowest, mut meetings) = (Duration::ZERO, 0);
    for round in 0..usize::from(ROUNDS) {
        let start = Instant::now();
        meetings += tournament.pair().expect("the field is possible").cost().meetings;
        slowest = slowest.max(start.elapsed());
        for table in 0..tournament.rounds()[round].tables.len() {
            let seats = tournament.rounds()[round].tables[table].chairs.len();
            let scores: Vec<i32> = (0..seats).map(|_| rng.below(3) as i32).collect();
            tournament
                .report(round, table, Outcome::from_scores(&scores))
                .expect("a result that is possible");
        }
    }
    (slowest, meetings)
}
