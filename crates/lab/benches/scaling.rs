//! How much two threads play more than one: `cargo bench -p golemry-lab`.
//!
//! Each line plays the same matches of random bots on one thread and on two, in turns, and prints the ratio of the best times.
//! Both must come to the same scores. The aim is 1.8; two hardware threads of one core cannot reach it, so a line fails only
//! where it stays far below.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use golemry_core::Seed;
use golemry_lab::{Crew, Setup, Trial};
use golemry_table::Entry;

/// How much two threads should play more than one.
const AIM: f64 = 1.8;
/// Machines differ, and others use them too; by this factor below the aim a line fails.
const TOLERANCE: f64 = 1.5;
/// How long one thread should be busy in a round.
const ROUND: Duration = Duration::from_millis(700);
/// Rounds of which the best counts.
const ROUNDS: u32 = 3;

fn main() {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if cores < 2 {
        println!("skipped: scaling needs two cores, and this machine has {cores}");
        return;
    }
    println!(
        "{:<14} {:>5} {:>12} {:>12} {:>6} {:>5}",
        "game", "seats", "games/s on 1", "games/s on 2", "ratio", "aim"
    );
    let slow = golemry_registry::games().iter().filter(|entry| !line(*entry)).count();
    assert_eq!(slow, 0, "{slow} lines gain too little from a second thread");
}

fn line(entry: &dyn Entry) -> bool {
    let random = "random".parse().expect("random is a bot");
    let trial = Trial::new(entry, &Setup::default(), &[random]).expect("every game has random bots");
    let mut deals = 64;
    while time(&trial, 1, deals).0 < ROUND / 8 {
        deals *= 2;
    }
    deals *= 8;
    let (mut one, mut two) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let (alone, scores) = time(&trial, 1, deals);
        let (together, same) = time(&trial, 2, deals);
        assert_eq!(scores, same, "{}: two threads came to other scores", entry.about().id);
        (one, two) = (one.min(alone), two.min(together));
    }
    let rate = |time: Duration| deals as f64 / time.as_secs_f64();
    let ratio = rate(two) / rate(one);
    let seats = trial.contest.seats();
    println!(
        "{:<14} {seats:>5} {:>12.0} {:>12.0} {ratio:>6.2} {AIM:>5.1}",
        entry.about().id,
        rate(one),
        rate(two)
    );
    ratio * TOLERANCE >= AIM
}

/// How long so many threads take for the deals, and a number that depends on every score and its place.
fn time(trial: &Trial, threads: usize, deals: u64) -> (Duration, i64) {
    let stop = AtomicBool::new(false);
    let threads = NonZeroUsize::new(threads).expect("not none");
    let crew = Crew { threads, stop: &stop, progress: &|_| {} };
    let mut sum = 0i64;
    let start = Instant::now();
    let played = crew.play(&[trial], Seed(1), deals, |deal| {
        for score in &deal.played[0][0].scores {
            sum = sum.wrapping_mul(31).wrapping_add(i64::from(*score));
        }
        Ok(())
    });
    played.expect("random bots play legally");
    (start.elapsed(), sum)
}
