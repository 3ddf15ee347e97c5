//! The benchmark: every task is played, results repeat, and the documents list what there is.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn benchmark(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_golemry"));
    command.args(["lab", "benchmark"]).args(words).current_dir(root()).stdin(Stdio::null()).output().unwrap()
}

fn printed(words: &[&str]) -> String {
    let output = benchmark(words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&printed(&[words, &["--json"]].concat())).unwrap()
}

#[test]
fn every_task_is_played_and_the_same_seed_gives_the_same_result() {
    let found = json(&["random", "--games", "2", "--threads", "1"]);
    let tasks = found["tasks"].as_array().unwrap();
    let ids: Vec<&str> = tasks.iter().map(|task| task["task"].as_str().unwrap()).collect();
    let listed = printed(&["--list"]);
    assert_eq!(listed.lines().count(), 1 + ids.len());
    assert!(ids.iter().all(|id| listed.contains(&format!("  {id} "))), "{listed}");
    for about in golemry_registry::games().about() {
        let edition = format!("{}-v{}/", about.id, about.rules_version);
        assert!(ids.iter().any(|id| id.starts_with(&edition)), "no task of {edition}");
    }
    for task in tasks {
        let seats = (1.0 / task["fair"].as_f64().unwrap()).round() as u64;
        assert_eq!(task["games"], task["deals"].as_u64().unwrap() * seats, "{task}");
        assert!((0.0..=1.0).contains(&task["won"].as_f64().unwrap()), "{task}");
    }
    let skills: Vec<f64> = tasks.iter().map(|task| task["skill"].as_f64().unwrap()).collect();
    let mean = skills.iter().sum::<f64>() / skills.len() as f64;
    assert!((found["skill"].as_f64().unwrap() - mean).abs() < 1e-12 && mean < 0.0, "{found:#}");
    assert_eq!((&found["engine"], &found["of"]), (&env!("CARGO_PKG_VERSION").into(), &tasks.len().into()));
    assert_eq!(json(&["random", "--games", "2", "--threads", "2"]), found);
    // A task is the same whether others are played or not.
    let alone = json(&["random", "--games", "2", "--tasks", ids[3]]);
    assert_eq!(alone["tasks"], Value::Array(vec![tasks[3].clone()]));
}

#[test]
fn a_stronger_player_has_more_skill_and_an_equal_one_none() {
    let skill =
        |player| json(&[player, "--games", "60", "--tasks", "golem-it-v3/4-normal"])["skill"].as_f64();
    assert!(skill("random") < skill("easy") && skill("easy") < Some(0.0));
    assert_eq!(skill("normal"), Some(0.0));
}

#[test]
fn nobody_wins_a_joint_loss() {
    // Two players who draw at random enrage the town.
    let found = json(&["random", "--games", "20", "--tasks", "capek-v3/2-normal"]);
    assert_eq!((&found["tasks"][0]["score"], &found["skill"]), (&0.0.into(), &(-1.0).into()));
    // Twenty matches that were all lost do not prove that none can be won.
    assert!(found["interval"]["high"].as_f64() > Some(-1.0));
}

#[test]
fn a_program_is_measured() {
    let player = "exec:python3 examples/players/offers.py";
    let words =
        [player, "--games", "4", "--tasks", "its-alive-v3/2-normal", "--bot-limit", "600000", "--markdown"];
    let text = printed(&words);
    assert!(
        text.contains(&format!(
            "$ golemry lab benchmark \"{player}\" --tasks its-alive-v3/2-normal --games 4 --seed 1"
        )),
        "{text}"
    );
    assert!(text.contains("| its-alive-v3/2-normal | 4 |") && text.contains("at only 1 of "), "{text}");
}

#[test]
fn what_is_finished_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let points = folder.path().join("points.json");
    let words =
        ["random", "--games", "4", "--tasks", "duel-v3/2-normal", "--points", points.to_str().unwrap()];
    let first = json(&words);
    let kept = std::fs::read_to_string(&points).unwrap();
    let score = first["tasks"][0]["score"].to_string();
    assert!(kept.contains(&format!("\"score\": {score}")), "{kept}");
    // A result that only the file can have.
    std::fs::write(&points, kept.replace(&format!("\"score\": {score}"), "\"score\": 0.625")).unwrap();
    assert_eq!(json(&words)["tasks"][0]["score"], 0.625);
    let other = [&words[..2], &["6"], &words[3..]].concat();
    assert_ne!(json(&other)["tasks"][0]["score"], 0.625, "another number of games is another result");
    std::fs::write(&points, "no").unwrap();
    let complaint = String::from_utf8(benchmark(&words).stderr).unwrap();
    assert!(complaint.contains("is not a file of --points"), "{complaint}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let cases: [(&[&str], &str); 5] = [
        (
            &["normal", "--tasks", "its-alive-v2/2-normal"],
            "there is no task \"its-alive-v2/2-normal\": there are its-alive-v3/2-normal, ",
        ),
        (&["grandma"], "there is no bot \"grandma\""),
        (&["normal", "--games", "0"], "invalid value '0' for '--games <GAMES>'"),
        (&["exec:no-such-program"], "\"no-such-program\" cannot be started"),
        (&[], "<PLAYER>"),
    ];
    for (words, expected) in cases {
        let output = benchmark(words);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{words:?}");
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}

#[test]
fn the_document_lists_the_tasks() {
    let document = std::fs::read_to_string(root().join("docs/benchmark.md")).unwrap();
    let table = printed(&["--list", "--markdown"]);
    assert!(document.contains(&table), "docs/benchmark.md has another table of tasks than this:\n{table}");
}

#[test]
fn it_is_cited_by_its_version() {
    let citation = std::fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let version = format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"));
    assert!(citation.starts_with("cff-version: 1.2.0\n") && citation.contains(&version), "{citation}");
}
