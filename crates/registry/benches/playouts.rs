//! How fast random matches are played, on one core: `cargo bench`.
//!
//! Each line plays matches with uniformly sampled legal actions and prints the time of one decision as a ratio against the
//! same process drawing one `u64` from the playout generator. The ratio hardly depends on the machine; a result far above its
//! limit fails. The matches are checked too: the same seed must give the same decisions and scores as ever.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use golemry_capek::Capek;
use golemry_core::{Draw as _, Game, OptionValue, PlayoutRng, Seed, Settings};
use golemry_duel::{Duel, Golem, Order, Step, beat};
use golemry_golem_it::GolemIt;
use golemry_inner_circle::InnerCircle;
use golemry_its_alive::ItsAlive;
use golemry_testkit::Playouts;

/// How long each line is measured.
const MEASURED: Duration = Duration::from_millis(1500);
/// Matches whose outcome is compared with the golden one.
const CHECKED: u64 = 200;
/// Machines differ; beyond this factor over its limit a line fails.
const TOLERANCE: f64 = 1.5;

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
        line::<ItsAlive>(draw, "standard", 4, 40.0, (190_036, 622)),
        line::<InnerCircle>(draw, "match", 4, 60.0, (146_202, 6_638)),
        line::<Capek>(draw, "standard", 2, 100.0, (33_856, 0)),
        // A decision is a whole program, and every second one plays a round.
        line::<Duel>(draw, "standard", 2, 200.0, (3_594, 400)),
        // The aim is 80. Every one of up to hundreds of thousands of plays is equally likely, and counting them costs more.
        line::<GolemIt>(draw, "standard", 4, 180.0, (26_916, 400)),
        beats(draw, 15.0, 14),
    ];
    let slow = lines.iter().filter(|fast| !**fast).count();
    assert_eq!(slow, 0, "{slow} lines are slower than their limit allows");
}

/// Beats of the duel alone, with random orders on a board with barriers: the hot path of solving it.
fn beats(draw: f64, limit: f64, golden: u64) -> bool {
    let settings = Settings::new(2, "standard").with("board", OptionValue::word("warehouse"));
    let duel = Duel::new(&settings).expect("the board is there");
    let (stage, start) = (&duel.table().stage, duel.table().field);
    // Drawn before, so that only beats are timed; a golem that is destroyed begins anew.
    let mut rng = PlayoutRng::new(Seed(1));
    let orders = [Order::Forward, Order::Backward, Order::Left, Order::Right, Order::Attack, Order::Defend];
    let mut any = || Step::Plain(*rng.pick(&orders).expect("there are orders"));
    let steps: Vec<[Step; 2]> = (0..1 << 14).map(|_| [any(), any()]).collect();
    let run = || {
        let (mut field, mut ends) = (start, 0);
        for steps in &steps {
            beat(stage, &mut field, *steps, &mut ());
            if field.golems.iter().any(Golem::is_destroyed) {
                (field, ends) = (start, ends + 1);
            }
        }
        ends
    };
    assert_eq!(run(), golden, "the beats end otherwise than before");

    let (begin, mut count) = (Instant::now(), 0);
    while begin.elapsed() < MEASURED {
        black_box(run());
        count += steps.len();
    }
    let one = begin.elapsed().as_secs_f64() / count as f64;
    println!(
        "{:<14} {:<12} {:>5} {:>12.0} {:>11} {:>9.1} {:>10.1} {limit:>7.0}",
        "duel",
        "beats alone",
        2,
        1.0 / one,
        "",
        one * 1e9,
        one / draw
    );
    one / draw <= limit * TOLERANCE
}

fn line<G: Game>(draw: f64, variant: &str, seats: u8, limit: f64, golden: (u64, i64)) -> bool {
    let game = G::new(&Settings::new(seats, variant)).expect("the settings fit the game");
    let mut rng = PlayoutRng::new(Seed(1));
    let mut playouts = Playouts::default();
    while playouts.games < CHECKED {
        playouts.play(&game, &mut rng);
    }
    let played = (playouts.steps, playouts.score_sum);
    assert_eq!(played, golden, "{}: the first {CHECKED} matches are others than before", G::about().id);

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
