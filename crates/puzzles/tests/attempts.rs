//! Attempts are judged beat by beat.

use golemry_core::{Game as _, MaterialSource, OptionValue, Settings};
use golemry_duel::solution::puzzle::{Effort, GaveUp};
use golemry_duel::{Duel, Program};
use golemry_puzzles::{Verdict, judge};

use crate::LARGE;

fn rules(puzzle: &str) -> Duel {
    Duel::new(&Settings::new(1, "puzzle").with("board", OptionValue::Text(puzzle.to_owned().into()))).unwrap()
}

fn attempt(name: &str, programs: &[&str]) -> Verdict {
    let duel = rules(name);
    let programs: Vec<Program> = programs.iter().map(|program| program.parse().unwrap()).collect();
    let mut effort = Effort { states: Effort::STATES, stop: &mut || false };
    judge(duel.table(), &programs, &mut effort).unwrap().verdict
}

#[test]
fn judging_shows_the_first_beat_that_goes_wrong() {
    assert_eq!(attempt("first-steps", &["F F"]), Verdict::Solved);
    assert_eq!(
        attempt("first-steps", &["F"]).to_string(),
        "round 1, slot 1, beat 1: red moves from a1 to a2 (GD-10)"
    );
    let [short, wasted]: [Program; 2] = ["F", "F A F"].map(|text| text.parse().unwrap());
    assert!(attempt("first-steps", &["F"]).ran_out(&[short]), "it is only too short");
    assert!(!attempt("smash", &["F A F"]).ran_out(&[wasted]));
    assert_eq!(
        attempt("smash", &["F A F"]).to_string(),
        "round 1, slot 1, beat 1: red stays: a barrel is on a2 (GD-10)",
        "the F that is wasted here is missing at the end"
    );
    assert_eq!(attempt("smash", &["A F F F"]).to_string(), "round 1: slot 4: too many F, there are 2");
    assert_eq!(attempt("the-long-corridor", &["F F F"]), Verdict::Unfinished);
    assert_eq!(attempt("the-long-corridor", &["F F F", "F F"]), Verdict::Solved);
    assert_eq!(
        attempt("after-you", &["F F F S"]).to_string(),
        "round 1, slot 1, beat 1: red stays: both want b2 (GD-10); blue stays: both want b2 (GD-10)"
    );
    assert_eq!(attempt("look-first", &["F A F"]).to_string(), "round 1: slot 3: the puzzle demands an IF");
}

#[test]
fn judging_ends_at_its_bounds() {
    let material = Some(MaterialSource::Toml(LARGE.to_owned()));
    let duel = Duel::new(&Settings { material, ..Settings::new(1, "puzzle") }).unwrap();
    let program = ["F".parse().unwrap()];
    let attempt = judge(duel.table(), &program, &mut Effort { states: 1000, stop: &mut || false });
    assert_eq!(attempt.unwrap_err(), GaveUp::TooLarge(1000));
}
