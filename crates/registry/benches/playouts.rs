//! How fast random matches are played, on one core: `cargo bench`.
//!
//! Each line plays matches with uniformly sampled legal actions and prints the time of one decision as a ratio against the
//! same process drawing one `u64` from the playout generator. The ratio hardly depends on the machine; a result far above its
//! limit fails. The matches are checked too: the same seed must give the same decisions and scores as ever.

use std::hint::black_box;
use std::time::{Duration, Instant};

use golemry_core::{ActionSampler, Draw as _, PlayoutRng, Seed, Settings};
use golemry_golem_it::GolemIt;
use golemry_inner_circle::InnerCircle;
use golemry_its_alive::ItsAlive;
use golemry_testkit::Playouts;

/// How long each line is measured.
const MEASURED: Duration = Duration::from_millis(1500);
/// Matches whose outcome is compared with the golden one.
const CHECKED: u64 = 200;
/// Machines differ; beyond this factor over its limit a line fails.
const TOLERANCE: f64 = 1.3;

fn main() {
    // The allocator, caches and clock speed settle while the baseline is taken.
    let draw = time_of_a_draw();
    println!("baseline: one draw of the playout generator takes {:.2} ns", draw * 1e9);
    println!(
        "{:<14} {:<12} {:>5} {:>12} {:>11} {:>9} {:>10} {:>7}",
        "game", "variant", "seats", "steps/s", "games/s", "ns/step", "draws/step", "limit"
    );
    // Decisions and scores of the first matches from seed 1: an optimisation must not change what is played.
    let lines = [
        line::<ItsAlive>(draw, "standard", 4, 40.0, (0, 0)),
        line::<InnerCircle>(draw, "match", 4, 60.0, (0, 0)),
        // The aim is 80. Every one of up to hundreds of thousands of plays is equally likely, and counting them costs more.
        line::<GolemIt>(draw, "standard", 4, 240.0, (0, 0)),
    ];
    let slow = lines.iter().filter(|fast| !**fast).count();
    assert_eq!(slow, 0, "{slow} lines are slower than their limit allows");
}

fn line<G: ActionSampler>(draw: f64, variant: &str, seats: u8, limit: f64, golden: (u64, i64)) -> bool {
    let game = G::new(&Settings::new(seats, variant)).expect("the settings fit the game");
    let mut rng = PlayoutRng::new(Seed(1));
    let mut playouts = Playouts::default();
    while playouts.games < CHECKED {
        playouts.play(&game, &mut rng);
    }
    let played = (playouts.steps, playouts.score_sum);
    if golden.0 > 0 {
        assert_eq!(played, golden, "{}: the first {CHECKED} matches are others than before", G::about().id)
    } else {
        println!("{played:?}")
    };

    let mut measured = Playouts::default();
    let start = Instant::now();
    while start.elapsed() < MEASURED {
        for _ in 0..16 {
            measured.play(&game, &mut rng);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let step = seconds / black_box(measured).steps as f64;
    let ratio = step / draw;
    println!(
        "{:<14} {variant:<12} {seats:>5} {:>12.0} {:>11.0} {:>9.1} {ratio:>10.1} {limit:>7.0}",
        G::about().id,
        1.0 / step,
        measured.games as f64 / seconds,
        step * 1e9,
    );
    ratio <= limit * TOLERANCE
}

fn time_of_a_draw() -> f64 {
    const DRAWS: u32 = 200_000_000;
    let mut rng = PlayoutRng::new(Seed(1));
    let start = Instant::now();
    let mut sum = 0u64;
    for _ in 0..DRAWS {
        sum = sum.wrapping_add(black_box(rng.next_u64()));
    }
    black_box(sum);
    start.elapsed().as_secs_f64() / f64::from(DRAWS)
}
