//! The conversation in docs/protocol.md is held with a program that gives its answers.

use std::sync::Arc;
use std::time::Duration;

use golemry_core::{Seed, Settings};
use golemry_programs::Exec;
use golemry_registry::games;
use golemry_table::Guest;

/// Whether a line is the one shown, in which `…` stands for something left out.
fn fits(shown: &str, line: &str) -> bool {
    let mut rest = line;
    let mut parts = shown.split('…').peekable();
    let first = parts.next().unwrap_or_default();
    let Some(after) = rest.strip_prefix(first) else { return false };
    rest = after;
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn the_conversation_is_held() {
    let document = include_str!("../../../docs/protocol.md");
    let section = document.split_once("\n## Programs as players\n").unwrap().1.split_once("\n## ").unwrap().0;
    let lines = |sign| section.lines().filter_map(|line| line.strip_prefix(sign)).collect::<Vec<&str>>();
    let (shown, answers) = (lines("> "), lines("< "));
    assert!(shown.len() > 2 && shown.len() == answers.len());

    let folder = tempfile::tempdir().unwrap();
    let [given, asked] = ["answers", "asked"].map(|name| folder.path().join(name));
    std::fs::write(&given, answers.join("\n")).unwrap();
    let words = [env!("CARGO_BIN_EXE_golemry-faulty").into(), given, asked.clone()];
    let [program, given, log] =
        words.map(|word| format!("'{}'", word.to_str().unwrap().replace('\'', "'\\''")));
    let exec = Exec::new(&format!("{program} records {given} {log}")).unwrap().at_most(1);
    let guest = Guest::new(Arc::new(exec)).within(Duration::from_secs(300));
    let entry = games().find("golem-it").unwrap();
    let bots = [guest.clone().into(), "random".parse().unwrap()];
    let contest = entry.contest(&Settings::new(4, "standard"), &bots).unwrap();
    // It begins, so that it is asked first. Its answers end with the conversation, and so does the program.
    contest.play(Seed(7), &[0, 1, 1, 1]);

    let asked = std::fs::read_to_string(asked).unwrap();
    for (shown, line) in shown.iter().zip(asked.lines()) {
        assert!(fits(shown, line), "shown:\n{shown}\nsent:\n{line}");
    }
    assert!(guest.faults().asked > guest.faults().stood_in, "its last answer was an action");
}
