//! Programs as players, as they are typed.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What the program says to these words, in the folder of the project.
fn golemry(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_golemry"));
    command.current_dir(root).args(words).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned())
}

#[test]
fn the_examples_play_every_game_without_a_fault() {
    for file in ["node examples/players/offers.js", "python3 examples/players/offers.py"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file.split(' ').nth(1).unwrap());
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= 40, "{file} has {lines} lines");
        for game in golemry_registry::games().about() {
            let bots = format!("exec:{file}");
            // Long enough for any machine.
            let output =
                golemry(&["lab", "run", game.id, "--bots", &bots, "--games", "1", "--bot-limit", "600000"]);
            let [told, complaint] = said(&output);
            assert!(output.status.success() && complaint.is_empty(), "{file}, {}: {complaint}", game.id);
            assert!(told.contains(&bots), "{told}");
        }
    }
}

/// Says its first line, and ends.
const FRAIL: &str = "exec:sh -c 'read hello; echo \"{\\\"golemry\\\":1}\"; echo enough >&2'";

#[test]
fn the_laboratory_says_how_often_a_program_failed_and_why() {
    let output = golemry(&[
        "lab",
        "run",
        "golem-it",
        "--seats",
        "2",
        "--games",
        "2",
        "--bots",
        &format!("{FRAIL},random"),
    ]);
    let [_, complaint] = said(&output);
    assert!(output.status.success(), "{complaint}");
    let note =
        complaint.lines().find(|line| line.starts_with("note: ")).unwrap_or_else(|| panic!("{complaint}"));
    assert!(note.contains("decisions, and random made "), "{note}");
    assert!(
        note.ends_with("The first time: it ended with exit status: 0; its last words were: enough"),
        "{note}"
    );
    assert!(complaint.contains("enough\n"), "what it writes to its standard error is passed on: {complaint}");
}

#[test]
fn a_strict_run_stops_at_the_first_fault() {
    let output = golemry(&["lab", "arena", "golem-it", "--bots", &format!("{FRAIL},random"), "--strict"]);
    let [told, complaint] = said(&output);
    assert_eq!((output.status.code(), told.as_str()), (Some(1), ""), "{complaint}");
    assert!(complaint.contains("did not decide: it ended with exit status: 0"), "{complaint}");
}

#[test]
fn a_command_that_cannot_be_started_is_refused_at_once() {
    let cases = [
        ("exec:no-such-program", "exec:no-such-program: \"no-such-program\" cannot be started"),
        ("exec:", "is no command: after exec: come a program and its arguments"),
        ("exec:sh -c 'read hello; echo no'", "a program begins with {\"golemry\":1}"),
        (
            "grandma",
            "the bots are random, easy, normal, hard, master, perfect, and exec:COMMAND for a program",
        ),
    ];
    for (bots, expected) in cases {
        let output = golemry(&["lab", "run", "capek", "--bots", bots]);
        let [told, complaint] = said(&output);
        assert!(!output.status.success() && told.is_empty());
        assert!(complaint.contains(expected), "{bots}: {complaint}");
    }
}

#[test]
fn a_server_refuses_programs_that_it_could_not_offer() {
    let refused = |bots: &[&str]| {
        let words = bots.iter().flat_map(|bot| ["--bot", bot]);
        let words: Vec<&str> = ["serve", "--no-open", "--port", "0"].into_iter().chain(words).collect();
        let output = golemry(&words);
        assert!(!output.status.success());
        said(&output)[1].clone()
    };
    assert!(refused(&["greedy"]).contains("write NAME=COMMAND"));
    assert!(refused(&[" =cat"]).contains("1 to 40 characters"));
    assert!(refused(&["greedy="]).contains("is no command"));
    assert!(
        refused(&["greedy=no-such-program"]).contains("--bot greedy: \"no-such-program\" cannot be started")
    );
    assert!(refused(&["a=cat", "a=cat"]).contains("--bot names \"a\" twice"));
}
