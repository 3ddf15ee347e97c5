//! How fast batches are stepped by random tokens, with observations and masks, on one core: `cargo bench --bench tokens`.
//!
//! Each line prints the time of one token as a ratio against drawing one `u64` from the playout generator, both measured in turns, in
//! slices of which the quick quarter counts; a ratio far above its limit fails. What is played is checked too: the same seeds must choose
//! the same tokens as ever.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use golemry_core::{Draw as _, PlayoutRng, Seed, Settings};
use golemry_learn::{Arrays, Batch, Environment};
use golemry_registry::environments;

/// How many matches are stepped at once.
const ROWS: usize = 64;
/// Steps whose tokens are compared with the golden ones.
const CHECKED: u64 = 300;
/// How many slices each line is measured for, and how long one is.
const SLICES: usize = 300;
const SLICE: Duration = Duration::from_millis(2);
/// Machines differ; beyond this factor over its limit a line fails.
const TOLERANCE: f64 = 1.5;

fn main() {
    println!("{:<14} {:>12} {:>9} {:>10} {:>6}", "game", "steps/s", "ns/step", "draws/step", "limit");
    let mut slow = 0;
    for (game, golden, limit) in LINES {
        let mut batch = Rows::new(
            &*environments().find(game).and_then(|it| it.environment(&Settings::default())).expect("a game"),
        );
        let chosen: i64 = (0..CHECKED).map(|step| batch.step(step)).sum();
        assert_eq!(chosen, golden, "{game}: other tokens than before");
        let (mut rng, mut number) = (PlayoutRng::new(Seed(1)), CHECKED);
        let mut draws = || {
            for _ in 0..1 << 14 {
                black_box(rng.next_u64());
            }
            1 << 14
        };
        let mut steps = || {
            number += 1;
            black_box(batch.step(number));
            ROWS
        };
        let slices = (0..SLICES).map(|_| (slice(&mut draws), slice(&mut steps)));
        let (mut draw, mut step): (Vec<f64>, Vec<f64>) = slices.unzip();
        let [draw, step] = [&mut draw, &mut step].map(|times| {
            times.sort_by(f64::total_cmp);
            times[SLICES / 4]
        });
        let (rate, ratio) = (1.0 / step, step / draw);
        println!("{game:<14} {rate:>12.0} {:>9.1} {ratio:>10.1} {limit:>6.0}", step * 1e9);
        slow += u32::from(ratio > limit * TOLERANCE);
    }
    assert_eq!(slow, 0, "{slow} lines are slower than their limit allows");
}

/// Each game with the sum of the tokens chosen in its first steps, and the draws that a step may take.
const LINES: [(&str, i64, f64); 5] = [
    ("its-alive", 136_350, 330.0),
    ("inner-circle", 549_071, 1350.0),
    ("capek", 427_200, 1000.0),
    ("duel", 83_673, 5700.0),
    ("golem-it", 269_926, 450.0),
];

/// How long one piece of work takes, in seconds, measured for a slice.
fn slice(work: &mut impl FnMut() -> usize) -> f64 {
    let (start, mut done) = (Instant::now(), 0);
    while start.elapsed() < SLICE {
        done += work();
    }
    start.elapsed().as_secs_f64() / done as f64
}

/// Some matches with their arrays.
struct Rows {
    batch: Box<dyn Batch>,
    tokens: Vec<i64>,
    obs: Vec<f32>,
    mask: Vec<bool>,
    seat: Vec<i32>,
    reward: Vec<f32>,
    won: Vec<f32>,
    done: Vec<bool>,
    final_obs: Vec<f32>,
}

impl Rows {
    fn new(environment: &dyn Environment) -> Rows {
        let observation = environment.layout().last().map_or(0, |(_, end)| *end);
        let seats = usize::from(environment.options().seats);
        let mut new = Rows {
            batch: environment.batch(0..ROWS as u64, Seed(9), &[], 0.0).expect("no bot is asked for"),
            tokens: vec![0; ROWS],
            obs: vec![0.0; ROWS * observation],
            mask: vec![false; ROWS * environment.tokens()],
            seat: vec![0; ROWS],
            reward: vec![0.0; ROWS * seats],
            won: vec![0.0; ROWS * seats],
            done: vec![false; ROWS],
            final_obs: vec![0.0; ROWS * observation],
        };
        let (batch, arrays) = new.parts();
        batch.show(arrays);
        new
    }

    /// One random token in every row; their sum.
    fn step(&mut self, seed: u64) -> i64 {
        self.batch.draw(Seed(seed), &mut self.tokens);
        self.batch.choose(&self.tokens).expect("the tokens are offered");
        let (batch, arrays) = self.parts();
        batch.step(arrays);
        self.tokens.iter().sum()
    }

    fn parts(&mut self) -> (&mut dyn Batch, Arrays<'_>) {
        let arrays = Arrays {
            obs: &mut self.obs,
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            won: &mut self.won,
            done: &mut self.done,
            final_obs: &mut self.final_obs,
        };
        (&mut *self.batch, arrays)
    }
}
