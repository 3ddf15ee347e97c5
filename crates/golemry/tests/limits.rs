//! Games end by their own rules: at most 2 % of the matches between bots end by a limit, at every table, whoever plays. Few matches
//! are played here, so only what is certainly worse fails: less than one such failure in a hundred thousand would be a false one.
//! `golemry lab limits` plays more; docs/bots.md has its table.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use golemry_core::Seed;
use golemry_lab::{Crew, limits, tables};
use golemry_table::Seated;

/// Each table plays at least this many.
const MATCHES: u64 = 24;

#[test]
fn matches_end_by_their_own_rules() {
    let bots: Vec<Seated> = ["easy", "normal", "hard:8"].iter().map(|bot| bot.parse().unwrap()).collect();
    let crew =
        Crew { threads: NonZeroUsize::new(2).unwrap(), stop: &AtomicBool::new(false), progress: &|_| {} };
    let mut tried = 0;
    for entry in golemry_registry::games().iter() {
        for setup in tables(entry) {
            let found = limits(&crew, entry, &setup, &bots, Seed(1), MATCHES).unwrap();
            assert!(!found.broken, "{found:?}");
            assert!(found.by_limit.of >= MATCHES);
            tried += 1;
        }
    }
    assert!(tried >= 25, "{tried} tables");
}
