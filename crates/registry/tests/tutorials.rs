//! Every tutorial is played from start to end, as its script says.

use std::path::Path;

use golemry_core::{Seat, Viewer};
use golemry_registry::games;
use golemry_table::{Entry, Referee, Translated, Tutorial, TutorialStep};
use serde_json::Value;

/// Every game that has a tutorial.
fn tutorials() -> Vec<(&'static dyn Entry, Tutorial)> {
    let taught = games().iter().filter(|game| !game.about().tutorial.is_empty());
    let taught: Vec<_> = taught.map(|game| (game, game.tutorial().unwrap().clone())).collect();
    assert!(!taught.is_empty());
    taught
}

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Makes the next scripted decision.
fn decide(table: &mut Box<dyn Referee>, tutorial: &Tutorial, seat: Seat, action: &Value) {
    assert_eq!(tutorial.next(&table.record()), Some((seat, action)), "what the server would play next");
    table
        .apply(seat, &action.to_string(), &[])
        .unwrap_or_else(|refused| panic!("{seat}: {action}: {refused}"));
}

/// Makes the learner's choices, one after another, as a page does; what is asked after the last one.
fn build(table: &dyn Referee, chosen: &mut Vec<Value>, choices: &[Value]) -> Option<Value> {
    for choice in choices {
        let step = table.build(Tutorial::LEARNER, chosen).unwrap();
        assert!(
            step.choices.iter().any(|offer| offer.choice == *choice),
            "{choice} is not on offer: {step:?}"
        );
        chosen.push(choice.clone());
    }
    table.build(Tutorial::LEARNER, chosen).unwrap().action
}

#[test]
fn a_tutorial_can_be_played_and_ends_with_the_learners_win() {
    for (game, tutorial) in tutorials() {
        let id = game.about().id;
        let mut table = tutorial.open(game).unwrap();
        let mut chosen = Vec::new();
        let mut successes = 0;
        for (number, step) in tutorial.steps.iter().enumerate() {
            match step {
                TutorialStep::Read { success, .. } => {
                    assert!(chosen.is_empty(), "{id}, step {number}: a decision is not complete");
                    let view = table.view(Viewer::Seat(Tutorial::LEARNER)).unwrap();
                    for (pointer, wanted) in success.iter().flatten() {
                        assert_eq!(view.pointer(pointer), Some(wanted), "{id}, step {number}: {pointer}");
                    }
                    successes += usize::from(success.is_some());
                    // Opponents do not wait for a reader: what is read stands before the learner's next decision.
                    let rest = &tutorial.steps[number..];
                    let next = rest.iter().find(|step| !matches!(step, TutorialStep::Read { .. }));
                    assert!(matches!(next, Some(TutorialStep::Choose { .. })), "{id}, step {number}");
                }
                TutorialStep::Choose { choices, action, .. } => {
                    assert!(!choices.is_empty(), "{id}, step {number}");
                    let made = build(&*table, &mut chosen, choices);
                    assert_eq!(made, *action, "{id}, step {number}");
                    if let Some(action) = action {
                        decide(&mut table, &tutorial, Tutorial::LEARNER, action);
                        chosen.clear();
                    }
                }
                TutorialStep::Opponent { seat, action } => {
                    assert!(chosen.is_empty(), "{id}, step {number}: a decision is not complete");
                    assert_ne!(*seat, Tutorial::LEARNER);
                    decide(&mut table, &tutorial, *seat, action);
                }
            }
        }
        assert_eq!(successes, 1, "{id}: the learner has one first success");
        assert_eq!(tutorial.next(&table.record()), None);
        let scores = table.status().scores.unwrap_or_else(|| panic!("{id} is not over"));
        assert!(scores[1..].iter().all(|score| *score < scores[0]), "{id}: {scores:?}");
    }
}

#[test]
fn a_match_that_leaves_the_script_has_no_next_line() {
    for (game, tutorial) in tutorials() {
        let mut table = tutorial.open(game).unwrap();
        let (seat, scripted) = tutorial.next(&table.record()).unwrap();
        let legal = table.legal(seat, 0, 100).unwrap().actions;
        let read = |action: &str| serde_json::from_str::<Value>(action).unwrap();
        let Some(other) = legal.iter().find(|action| read(action.get()) != *scripted) else { continue };
        table.apply(seat, other.get(), &[]).unwrap();
        assert_eq!(tutorial.next(&table.record()), None, "{}", game.about().id);
    }
}

#[test]
fn tutorials_name_clauses_and_parts_of_the_table_that_are_there() {
    for (game, tutorial) in tutorials() {
        let about = game.about();
        let folder = root("web/src/games").join(about.id);
        let page: String = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
            .collect();
        let mut texts: Vec<&Translated> = vec![&tutorial.end];
        let mut clauses: Vec<&str> = Vec::new();
        for step in &tutorial.steps {
            match step {
                TutorialStep::Read { text, clause, part, .. } => {
                    texts.push(text);
                    clauses.push(clause);
                    let is_it = |line: &str| {
                        ['"', '\''].iter().any(|quote| line.contains(&format!("{quote}{part}{quote}")))
                    };
                    let there = page.lines().any(|line| line.contains("data-part=") && is_it(line));
                    assert!(there, "{}: no part {part} at the table", about.id);
                }
                TutorialStep::Choose { text, clause, .. } => {
                    texts.push(text);
                    clauses.push(clause);
                }
                TutorialStep::Opponent { .. } => {}
            }
        }
        for mistake in &tutorial.mistakes {
            texts.push(&mistake.text);
            clauses.push(&mistake.clause);
        }
        for clause in clauses {
            for rules in [about.rules, about.rules_fr] {
                assert!(rules.contains(&format!("**{clause}**")), "{}: no clause {clause}", about.id);
            }
        }
        for text in texts {
            assert!(
                !text.en.is_empty() && !text.fr.is_empty() && text.en != text.fr,
                "{}: {text:?}",
                about.id
            );
        }
    }
}
