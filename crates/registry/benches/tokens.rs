//! How fast batches are stepped by random tokens, observations and masks written, on one core.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use golemry_core::{Draw as _, PlayoutRng, Seed, Settings};
use golemry_registry::{Rows, games};

fn main() {
    let only = std::env::args().nth(1);
    let steps: usize = std::env::args().nth(2).map_or(2000, |n| n.parse().unwrap());
    for entry in games() {
        if only.as_deref().is_some_and(|only| only != "--bench" && only != entry.about().id) {
            continue;
        }
        let n = 512;
        let course = entry.course(&Settings::default()).unwrap();
        let (tokens, length) = (course.tokens(), course.layout().last().unwrap().1);
        let seats = usize::from(course.options().seats);
        let (mut obs, mut final_obs) = (vec![0.0; n * length], vec![0.0; n * length]);
        let (mut mask, mut seat, mut done) = (vec![false; n * tokens], vec![0; n], vec![false; n]);
        let mut reward = vec![0.0; n * seats];
        let mut lane = course.lane(0..n as u64, Seed(9), None).unwrap();
        let mut rng = PlayoutRng::new(Seed(1));
        macro_rules! rows {
            () => {
                Rows {
                    obs: &mut obs,
                    mask: &mut mask,
                    seat: &mut seat,
                    reward: &mut reward,
                    done: &mut done,
                    final_obs: &mut final_obs,
                }
            };
        }
        lane.show(rows!());
        let mut chosen = vec![0i64; n];
        let mut spent = std::time::Duration::ZERO;
        let mut ends = 0;
        for _ in 0..steps {
            lane.draw(Seed(rng.next_u64()), &mut chosen);
            let start = Instant::now();
            lane.choose(&chosen).unwrap();
            lane.step(rows!());
            spent += start.elapsed();
            ends += done.iter().filter(|done| **done).count();
        }
        let each = spent.as_nanos() as f64 / (steps * n) as f64;
        println!("{:<14} {each:8.1} ns a step, {} steps a match", entry.about().id, steps * n / ends.max(1));
    }
}
