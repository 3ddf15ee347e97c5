//! What a review states comes true: of the moments at which a seat's chance is 70 %, about 70 % are won.
//!
//! `golemry lab calibration` plays more; docs/review.md has its tables.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use golemry_core::{Seed, Settings};
use golemry_lab::{Crew, Setup, calibration};
use golemry_table::Reviewing;

/// How many matches are played at each table. With the same seed they are the same ones each time.
const MATCHES: u64 = 80;

#[test]
fn stated_chances_come_true() {
    let stop = AtomicBool::new(false);
    let crew = Crew { threads: NonZeroUsize::MIN, stop: &stop, progress: &|_| {} };
    let bots = ["normal".parse().unwrap()];
    let how = Reviewing { iterations: 40, seed: Seed(1) };
    for (game, seats, variant, most) in [
        ("golem-it", 2, "two-player", 0.8),
        ("golem-it", 4, "standard", 0.95),
        ("its-alive", 2, "standard", 0.95),
        ("capek", 2, "standard", 0.9),
        ("duel", 2, "beginner", 0.95),
        ("inner-circle", 4, "single", 1.02),
    ] {
        let entry = golemry_registry::games().find(game).unwrap();
        let setup = Setup { settings: Settings::new(seats, variant), material_words: None };
        let found = calibration(&crew, entry, &setup, &bots, how, Seed(3), MATCHES, 5).unwrap();
        // Better than somebody who knows the fair share alone; a game of The Inner Circle is open to its end.
        assert!(found.brier < most * found.fair, "{game} {variant}: {found:?}");
        assert!(found.error < 0.06, "{game} {variant}: {found:?}");
        for class in found.classes.iter().filter(|it| it.moments >= 40) {
            let slack = 0.05;
            let is_near = (class.interval.low - slack..=class.interval.high + slack).contains(&class.stated);
            assert!(is_near, "{game} {variant}: {class:?}");
        }
        let fair = 1.0 / f64::from(seats);
        // The first player of a match is drawn, so all have the same chance at the start.
        assert!(found.start.iter().all(|chance| (chance - fair).abs() < 0.03), "{game} {variant}: {found:?}");
    }
}
