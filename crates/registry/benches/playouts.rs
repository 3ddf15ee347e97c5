//! How fast random matches are played, on one core: `cargo bench`.
//!
//! Each line plays matches with sampled legal actions and prints the time of one decision as a ratio against drawing one `u64` from
//! the playout generator. Both are measured in turns, in slices of a millisecond of which the quick quarter counts, so the
//! ratio hardly depends on the machine or on how busy it is; a result far above its limit fails. The matches are checked
//! too: the same seed must give the same decisions and scores as ever.
//!
//! Every game is measured with the slowest of the variants and numbers of seats that were tried.
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

/// How many slices each line is measured for.
const SLICES: usize = 600;
/// How long a slice is. Short, so that most of them are not interrupted.
const SLICE: Duration = Duration::from_millis(1);
/// Matches whose outcome is compared with the golden one.
const CHECKED: u64 = 200;
/// Machines differ; beyond this factor over its limit a line fails.
const TOLERANCE: f64 = 1.5;

fn main() {
    println!("baseline: drawing one u64 from the playout generator");
    println!(
        "{:<14} {:<12} {:>5} {:>12} {:>9} {:>9} {:>10} {:>5} {:>7}",
        "game", "variant", "seats", "steps/s", "ns/step", "ns/draw", "draws/step", "aim", "limit"
    );
    // Decisions and scores of the first matches from seed 1: an optimisation must not change what is played.
    let lines = [
        line::<ItsAlive>("standard", 4, Sampled::Normally, [20.0, 24.0], (190_036, 622)),
        line::<InnerCircle>("single", 2, Sampled::Normally, [45.0, 45.0], (36_777, 410)),
        line::<Capek>("standard", 2, Sampled::Normally, [60.0, 75.0], (33_856, 0)),
        // A decision is a whole program, and every second one plays a round.
        line::<Duel>("standard", 2, Sampled::Normally, [110.0, 90.0], (3_594, 400)),
        // Every one of up to hundreds of thousands of plays is equally likely, and counting them takes most of the time.
        line::<GolemIt>("standard", 3, Sampled::Normally, [60.0, 110.0], (18_952, 400)),
        line::<GolemIt>("standard", 3, Sampled::Quickly, [25.0, 31.0], (19_705, 400)),
        beats([12.0, 9.0], 14),
    ];
    let slow = lines.iter().filter(|fast| !**fast).count();
    assert_eq!(slow, 0, "{slow} lines are slower than their limit allows");
}

/// Whether a game is measured: all are, or the one that the command line names (`cargo bench --bench playouts -- capek`).
fn is_wanted(game: &str) -> bool {
    std::env::args().skip(1).find(|argument| !argument.starts_with('-')).is_none_or(|name| name == game)
}

/// How actions are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sampled {
    Normally,
    Quickly,
}

/// Beats of the duel alone, with random orders on a board with barriers: the hot path of solving it.
fn beats(limits: [f64; 2], golden: u64) -> bool {
    if !is_wanted("duel") {
        return true;
    }
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

    report("duel", "beats alone", 2, limits, || {
        black_box(run());
        steps.len() as u64
    })
}

fn line<G: Game>(variant: &str, seats: u8, sampled: Sampled, limits: [f64; 2], golden: (u64, i64)) -> bool {
    if !is_wanted(G::about().id) {
        return true;
    }
    let game = G::new(&Settings::new(seats, variant)).expect("the settings fit the game");
    let mut rng = PlayoutRng::new(Seed(1));
    let play = |playouts: &mut Playouts, rng: &mut PlayoutRng| match sampled {
        Sampled::Normally => playouts.play(&game, rng),
        Sampled::Quickly => playouts.play_quickly(&game, rng),
    };
    let mut playouts = Playouts::default();
    while playouts.games < CHECKED {
        play(&mut playouts, &mut rng);
    }
    let played = (playouts.steps, playouts.score_sum);
    assert_eq!(played, golden, "{}: the first {CHECKED} matches are others than before", G::about().id);

    let quickly = if sampled == Sampled::Quickly { "quick draws" } else { variant };
    report(G::about().id, quickly, seats, limits, || {
        let mut playouts = Playouts::default();
        play(&mut playouts, &mut rng);
        black_box(playouts).steps
    })
}

/// Measures `work`, which returns how many steps it did, prints the line and returns whether it is fast enough.
fn report(
    game: &str,
    variant: &str,
    seats: u8,
    [aim, limit]: [f64; 2],
    mut work: impl FnMut() -> u64,
) -> bool {
    let mut rng = PlayoutRng::new(Seed(1));
    let mut draws = || {
        const DRAWS: u64 = 1 << 16;
        (0..DRAWS).for_each(|_| {
            black_box(rng.next_u64());
        });
        DRAWS
    };
    let slices = (0..SLICES).map(|_| (slice(&mut draws), slice(&mut work)));
    let (mut draw, mut step): (Vec<f64>, Vec<f64>) = slices.unzip();
    let [draw, step] = [&mut draw, &mut step].map(|times| {
        times.sort_by(f64::total_cmp);
        times[SLICES / 4]
    });
    let ratio = step / draw;
    println!(
        "{game:<14} {variant:<12} {seats:>5} {:>12.0} {:>9.1} {:>9.2} {ratio:>10.1} {aim:>5.0} {limit:>7.0}",
        1.0 / step,
        step * 1e9,
        draw * 1e9,
    );
    ratio <= limit * TOLERANCE
}

/// How long a step takes, in seconds, measured for a slice.
fn slice(work: &mut impl FnMut() -> u64) -> f64 {
    let (start, mut steps) = (Instant::now(), 0);
    while start.elapsed() < SLICE {
        steps += work();
    }
    start.elapsed().as_secs_f64() / steps as f64
}
