//! The JSON that the page gets about puzzles and boards.

use golemry_core::MaterialSource;
use golemry_puzzles::{BoardKind, Posed, TOO_LARGE, UNKNOWN, check, puzzles};
use golemry_table::Code;
use serde_json::json;

#[test]
fn every_puzzle_is_shown_run_and_judged() {
    let shelf = puzzles();
    assert!(shelf.len() >= 40);
    for puzzle in &shelf {
        let id = puzzle.id.as_str();
        let whole = Posed::from_shelf(id).unwrap().describe();
        assert_eq!(whole.summary, *puzzle);
        let verdict = check(&MaterialSource::Toml(whole.toml), &mut || false).unwrap();
        let BoardKind::Puzzle { solution: Some(solution), par_is_right: Some(true), .. } = verdict.kind
        else {
            panic!("{id}: {:?}", verdict.kind);
        };
        // The solver's first solution solves it, beat by beat, and the last frame says so.
        let run = Posed::from_shelf(id).unwrap().run(&json!(solution.programs[0]), &mut || false).unwrap();
        assert_eq!((run.solved, run.cards, run.why), (true, puzzle.par.into(), None), "{id}");
        assert_eq!(run.beats.last().unwrap().solved, Some(true), "{id}");
        assert_eq!(run.beats[0].beat, 0);
    }
    assert_eq!(Posed::from_shelf("none").err().map(|error| error.code), Some(UNKNOWN));
    let failed = Posed::from_shelf("smash").unwrap().run(&json!(["F"]), &mut || false).unwrap();
    assert!(!failed.solved && failed.why.is_some(), "{failed:?}");
    let refused = Posed::from_shelf("smash").unwrap().run(&json!(["S"]), &mut || false).unwrap_err();
    assert_eq!((refused.code, refused.reason.is_some()), (Code::ActionIllegal, true), "{refused}");
    // Work that is stopped from outside is given up with a clear error.
    let toml = Posed::from_shelf("spiral").unwrap().describe().toml;
    let stopped = check(&MaterialSource::Toml(toml), &mut || true).unwrap_err();
    assert_eq!(stopped.code, TOO_LARGE);
    assert_eq!(stopped.message, "the puzzle is too large to check in the time allowed");
    let stopped = Posed::from_shelf("spiral").unwrap().run(&json!(["F", "R"]), &mut || true).unwrap_err();
    assert_eq!(stopped.code, TOO_LARGE);
}

#[test]
fn a_board_is_for_what_it_is_most_likely_made_for() {
    let variants = |toml: &str| {
        let checked = check(&MaterialSource::Toml(toml.to_owned()), &mut || false).unwrap();
        checked.variants.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    // Autonomous golems take any small board (GD-19), but few boards are made for them.
    assert_eq!(variants("name = \"x\"\nsize = 4"), "standard scenario autonomous");
    assert_eq!(variants("name = \"x\"\nsize = 4\ngoal = \"reach b2\""), "scenario autonomous");
    assert_eq!(variants("name = \"x\"\nsize = 6\nwalls = [\"b2\"]"), "scenario");
    assert_eq!(variants("name = \"x\"\nsize = 6\nwalls = [\"b2\"]\nsymmetric = false"), "standard scenario");
}
