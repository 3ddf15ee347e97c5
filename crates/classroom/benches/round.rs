//! How long a round of the league takes: `cargo bench -p golemry-classroom`.
//!
//! A class of forty, each with a golem of its own, on each board. Prints the time and its ratio to a second, which nobody should wait, and
//! checks that a second run comes to the same.
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

use std::time::Instant;

use golemry_classroom::play::{play_round, settings};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_duel::Program;
use golemry_workshop::league::Entrant;

const GOLEMS: usize = 40;

fn main() {
    let golems = golems();
    println!("{:<6} {:>7} {:>7} {:>9} {:>9}", "board", "golems", "duels", "time", "of 1 s");
    for board in ["open", "pit", "yard", "race"] {
        let settings = settings(board).expect("a board of ours");
        let start = Instant::now();
        let round = play_round(golems.clone(), settings.clone()).expect("settings of ours");
        let took = start.elapsed().as_secs_f64();
        assert!(round == play_round(golems.clone(), settings).expect("settings of ours"), "not the same");
        let duels = round.table.iter().map(|line| line.won + line.drawn + line.lost).sum::<u32>() / 2;
        println!("{board:<6} {GOLEMS:>7} {duels:>7} {:>6.0} ms {took:>9.2}", took * 1000.0);
        assert!(took < 3.0, "far too slow");
    }
}

/// Different golems, drawn from all slots that pupils write.
fn golems() -> Vec<Entrant> {
    const SLOTS: [&str; 14] = [
        "F",
        "B",
        "L",
        "R",
        "A",
        "D",
        "S",
        "2(F)",
        "3(F)",
        "2(A)",
        "enemy?(A:F)",
        "enemy?(2(A):R)",
        "attack?(D:F)",
        "attack?(D:A)",
    ];
    let mut rng = PlayoutRng::new(Seed(1));
    let mut golems = Vec::new();
    while golems.len() < GOLEMS {
        let slots: Vec<&str> = (0..=rng.below(4)).filter_map(|_| rng.pick(&SLOTS).copied()).collect();
        let golem = Program::parse(slots)
            .ok()
            .and_then(|program| Entrant::new(golems.len().to_string(), program).ok());
        golems.extend(golem);
    }
    golems
}
