//! Golden playthroughs: one match of each variant, and the worked examples.

use golemry_core::{OptionValue, Seed, Settings};
use golemry_duel::Duel;
use golemry_testkit::playthrough::Playthrough;

#[test]
fn standard() {
    let settings = Settings::new(2, "standard").with("board", OptionValue::word("crossroads"));
    Playthrough::random(settings, 7).assert_golden::<Duel>("standard");
}

#[test]
fn beginner() {
    // The first round is the rulebook's example of moving, the second one lets the golems meet.
    let script = ["F R F F", "F F F S", "F A S D", "R R D A"];
    Playthrough { settings: Settings::new(2, "beginner"), seed: Seed(3), script: &script, position: "" }
        .assert_golden::<Duel>("beginner");
}

#[test]
fn autonomous() {
    let script = ["2(F) R enemy?(3(A):F)", "F L attack?(D:F)"];
    Playthrough { settings: Settings::new(2, "autonomous"), seed: Seed(1), script: &script, position: "" }
        .assert_golden::<Duel>("autonomous");
}

#[test]
fn scenario() {
    Playthrough::random(Settings::new(2, "scenario"), 11).assert_golden::<Duel>("scenario");
}

#[test]
fn puzzle() {
    let settings = Settings::new(1, "puzzle").with("board", OptionValue::word("the-sentry"));
    Playthrough { settings, seed: Seed(1), script: &["F L", "F F D A"], position: "" }
        .assert_golden::<Duel>("puzzle");
}
