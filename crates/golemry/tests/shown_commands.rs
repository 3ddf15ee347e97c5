//! What README and docs tell people to type works, and their links lead somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// All documents, as paths from the root of the project.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "web/README.md"]
            .map(PathBuf::from)
            .into();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "md") {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn read(document: &Path) -> String {
    std::fs::read_to_string(root().join(document))
        .unwrap_or_else(|error| panic!("{}: {error}", document.display()))
}

/// The words of each `$ golemry …` line, without the program's name and what only the shell reads.
fn commands(text: &str) -> Vec<Vec<String>> {
    // A line may go on after a backslash.
    let text = text.replace("\\\n", "");
    let lines = text.lines().filter_map(|line| line.strip_prefix("$ golemry"));
    let ends = [" #", " >", " &"];
    lines.map(|line| words(ends.iter().fold(line, |line, end| line.split(end).next().unwrap()))).collect()
}

/// A line split as a shell splits it, as far as our examples go: at spaces outside double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The same command with two games and quick bots; `None` if it waits for a person, a server or a very long proof.
fn shortened(words: &[String]) -> Option<Vec<String>> {
    let begins =
        |with: &[&str]| words.iter().zip(with).filter(|(word, with)| word == with).count() == with.len();
    let waits: &[&[&str]] =
        &[&["serve"], &["play"], &["puzzle", "play"], &["duel", "solve"], &["admin"], &["verify"]];
    if words.is_empty() || waits.iter().any(|with| begins(with)) {
        return None;
    }
    let mut words: Vec<String> = words.iter().map(|word| quick_bots(word)).collect();
    // A tournament has rounds, and each table of them one game.
    if begins(&["lab"]) && !begins(&["lab", "tournament"]) {
        match words.iter().position(|word| word == "--games") {
            Some(at) => words[at + 1] = "2".to_owned(),
            None => words.extend(["--games".to_owned(), "2".to_owned()]),
        }
    }
    if begins(&["lab", "ladders"]) {
        words.extend(["--bots".to_owned(), "random,hard:2".to_owned()]);
    }
    if begins(&["lab", "strength"]) {
        words.extend(["--iterations", "2", "--against", "normal"].map(str::to_owned));
    }
    if begins(&["review"]) {
        words.retain(|word| word != "--iterations" && word != "1000");
        words.extend(["--iterations".to_owned(), "1".to_owned()]);
    }
    Some(words)
}

/// `normal,hard:300` as `normal,hard:2`.
fn quick_bots(word: &str) -> String {
    let quick = |bot: &str| {
        let level = bot.split(':').next().unwrap_or_default();
        if ["hard", "master"].contains(&level) { format!("{level}:2") } else { bot.to_owned() }
    };
    word.split(',').map(quick).collect::<Vec<_>>().join(",")
}

#[test]
fn commands_are_read() {
    for document in documents() {
        for words in commands(&read(&document)) {
            let read =
                golemry::parse(&golemry::games(), std::iter::once("golemry".to_owned()).chain(words.clone()));
            assert!(
                read.is_ok(),
                "{}: golemry {}\n{}",
                document.display(),
                words.join(" "),
                read.unwrap_err()
            );
        }
    }
}

/// The examples in the help of a command and of all those inside it: lines that begin with two spaces and the program's name.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let own =
        help.lines().filter(|line| line.starts_with("  golemry ")).map(|line| format!("$ {}", line.trim()));
    own.chain(command.get_subcommands().flat_map(examples)).collect()
}

#[test]
fn the_examples_in_help_are_read() {
    let program = golemry::games();
    let examples = examples(&golemry::command(&program));
    assert!(examples.len() > 40, "the examples are not where this test looks for them: {examples:?}");
    for example in examples {
        // An explanation stands behind two spaces, and a pipe is the shell's.
        let shown = example.split("  ").next().unwrap().split(" | ").next().unwrap();
        let words = commands(shown).remove(0);
        let read = golemry::parse(&program, std::iter::once("golemry".to_owned()).chain(words));
        assert!(read.is_ok(), "{example}\n{}", read.unwrap_err());
    }
}

#[test]
fn commands_work() {
    let folder = tempfile::tempdir().unwrap();
    let golemry = |words: &[String]| {
        Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).current_dir(&folder).output().unwrap()
    };
    // The files that the examples speak of.
    let deck = golemry(&words("deck its-alive"));
    std::fs::write(folder.path().join("mine.toml"), deck.stdout).unwrap();
    let record = golemry(&words("replay --game capek --bots random --seed 7 --json"));
    std::fs::write(folder.path().join("match.json"), record.stdout).unwrap();
    std::fs::create_dir(folder.path().join("programs")).unwrap();
    std::fs::write(folder.path().join("programs/charger.txt"), "name: Charger\n3(F) enemy?(2(A):R)\n")
        .unwrap();
    std::fs::write(folder.path().join("programs/sentry.txt"), "name: Sentry\nR R A\n").unwrap();

    std::fs::create_dir_all(folder.path().join("examples/players")).unwrap();
    for player in ["offers.js", "offers.py"] {
        let path = Path::new("examples/players").join(player);
        std::fs::copy(root().join(&path), folder.path().join(&path)).unwrap();
    }

    let mut ran = BTreeSet::new();
    for document in documents() {
        for words in commands(&read(&document)).iter().filter_map(|words| shortened(words)) {
            if !ran.insert(words.clone()) {
                continue;
            }
            if words.iter().any(|word| word.contains("mine.toml")) {
                let game = words.iter().find(|word| *word == "capek").map_or("its-alive", |it| it.as_str());
                let deck = golemry(&self::words(&format!("deck {game}")));
                std::fs::write(folder.path().join("mine.toml"), deck.stdout).unwrap();
            }
            let output = golemry(&words);
            let complaint = String::from_utf8_lossy(&output.stderr);
            // Two games are too few for a rung of the ladder: its exit code says so.
            let fine = output.status.success()
                || words[1].starts_with("ladder") && complaint.contains("miss their target");
            assert!(fine, "{}: golemry {}\n{complaint}", document.display(), words.join(" "));
        }
    }
    assert!(ran.len() > 20, "the commands are not where this test looks for them");
}

#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    for document in documents() {
        let text = read(&document);
        for (target, anchor) in relative_links(&text) {
            links += 1;
            let path =
                if target.is_empty() { document.clone() } else { document.parent().unwrap().join(&target) };
            let place = format!("{} links to {target}#{anchor}", document.display());
            // References are written by `cargo xtask book`, which checks the links of all pages.
            let is_generated = target.starts_with("rust/") || target.starts_with("python/");
            assert!(is_generated || root().join(&path).exists(), "{place}: there is no such file");
            assert!(anchor.is_empty() || anchors(&read(&path)).contains(&anchor), "{place}: no such heading");
        }
    }
    assert!(links > 40, "the links are not where this test looks for them");
}

/// Links to files of ours, each with its anchor. Code is skipped.
fn relative_links(text: &str) -> Vec<(String, String)> {
    let mut in_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for rest in line.split("](").skip(1) {
            let target = rest.split(')').next().unwrap();
            if !target.contains("://") && !target.starts_with('/') {
                let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
                links.push((path.to_owned(), anchor.to_owned()));
            }
        }
    }
    links
}

/// The anchors of a page's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let kept = line.trim_start_matches('#').trim().to_lowercase();
            kept.chars()
                .filter(|it| it.is_alphanumeric() || " -_".contains(*it))
                .collect::<String>()
                .replace(' ', "-")
        })
        .collect()
}

#[test]
fn the_book_has_every_page() {
    let summary = read(Path::new("docs/SUMMARY.md"));
    let listed: BTreeSet<PathBuf> =
        relative_links(&summary).into_iter().map(|(path, _)| Path::new("docs").join(path)).collect();
    for document in documents() {
        let is_page = document.starts_with("docs") && !document.ends_with("SUMMARY.md");
        assert!(
            !is_page || listed.contains(&document),
            "docs/SUMMARY.md does not list {}",
            document.display()
        );
    }
}
