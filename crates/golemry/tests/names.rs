//! Crates that play any game name none: not in code, not in words.

use std::path::{Path, PathBuf};

const CRATES: [&str; 9] =
    ["table", "learn", "room", "server", "tournaments", "cli", "gather", "lab", "store"];

/// How a game's id may be written: `its-alive`, `its_alive`, `ItsAlive`.
fn spellings(id: &str) -> [String; 3] {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    [id.to_owned(), id.replace('-', "_"), id.split('-').map(capital).collect()]
}

/// Whether a text has this word: not as a part of a longer one.
fn names(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric();
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

/// The lines of a source that are no tests, and the modules that are only for tests and have a file of their own.
fn without_tests(source: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut kept, mut files) = (Vec::new(), Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() != "#[cfg(test)]" {
            kept.push(line);
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        // The item goes on to its closing bracket, in the column that it begins in.
        let item = lines.by_ref().find(|line| !line.trim_start().starts_with("#[")).unwrap_or_default();
        if let Some(module) = item.trim_start().strip_prefix("mod ").and_then(|item| item.strip_suffix(';')) {
            files.push(module);
        } else if item.ends_with('{') {
            let end = format!("{indent}}}");
            let _ = lines.by_ref().find(|line| *line == end);
        }
    }
    (kept, files)
}

/// Every file below a folder that is not only for tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut only_tests) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_some_and(|it| it == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let beside = without_tests(&text).1.into_iter();
                only_tests.extend(beside.map(|module| folder.join(module).with_extension("rs")));
            }
            found.push(path);
        }
    }
    found.retain(|path| !only_tests.contains(path));
    found
}

#[test]
fn what_plays_any_game_names_none() {
    let games = golemry_registry::games();
    let words: Vec<String> = games.about().flat_map(|about| spellings(about.id)).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut looked_at = 0;
    for name in CRATES {
        let root = crates.join(name);
        let folders = ["src", "migrations"].map(|folder| root.join(folder));
        let mut files: Vec<PathBuf> =
            folders.iter().filter(|it| it.exists()).flat_map(|it| sources(it)).collect();
        files.extend(
            ["build.rs", "Cargo.toml"].map(|file| root.join(file)).into_iter().filter(|it| it.exists()),
        );
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            for line in without_tests(&text).0 {
                // An example in a comment decides nothing.
                let is_comment = line.trim_start().starts_with("//");
                let named: Vec<&String> =
                    words.iter().filter(|word| !is_comment && names(line, word)).collect();
                assert!(named.is_empty(), "{} names {named:?}:\n{line}", file.display());
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 100, "the sources are not where this test looks for them");
}

#[test]
fn a_name_is_found_in_every_spelling_and_tests_are_left_out() {
    assert_eq!(spellings("its-alive"), ["its-alive", "its_alive", "ItsAlive"]);
    assert!(
        names("crate its_alive::x", "its_alive") && names("a `duel`", "duel") && names("Duel::new", "Duel")
    );
    assert!(!names("duellists", "duel") && !names("individuel", "duel"));
    let source = "use a;\n#[cfg(test)]\nmod far;\n#[cfg(test)]\n#[path = \"x\"]\nmod near {\n    fn duel() {}\n}\nuse b;\n#[cfg(test)]\nuse c;";
    assert_eq!(without_tests(source), (vec!["use a;", "use b;"], vec!["far"]));
}
