//! `cargo xtask new-game NAME`: a new game that can be played at once, to be changed step by step into the one you have in mind.
//!
//! It is the game of `examples/own-game` with other names: one file, its tests, its rules page, and a line in each place that lists games.
//! Everything is worked out before anything is written, and whatever was written is taken back if the rest cannot be. At the end it renews
//! what tests compare with a file, so that the test command passes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::clauses;

/// The game that is copied, and its rules page.
const MODEL: &str = "examples/own-game/src/main.rs";
const RULES: &str = "examples/own-game/rules.md";

/// Where its tests begin.
const TESTS: &str = "#[cfg(test)]\nmod tests {\n";

/// Writes the game into the workspace in the current folder.
pub fn run(name: &str) -> Result<()> {
    let names = Names::new(name)?;
    let files = files(&names)?;
    write(&files)?;
    // Other names make lines longer or shorter, and sort differently.
    crate::cargo(&["fmt", "--package", &names.package(), "--package", "golemry-registry"])?;
    println!(
        "{} is there. Its clauses are {}-1 to {}-4. Written or changed:",
        names.title, names.prefix, names.prefix
    );
    for (path, _) in &files {
        println!("  {}", path.display());
    }
    crate::test::bless_replies_and_types()?;
    println!("Try it:");
    println!("  cargo test --package {}", names.package());
    println!("  cargo run --release -- play {name}");
    println!(
        "Then change the rules page, the clause tests and the rules, in this order. CONTRIBUTING.md shows the way."
    );
    Ok(())
}

/// What the new game is called in each place.
#[derive(Debug)]
struct Names {
    /// `paper-tigers`, in commands, files and addresses.
    id: String,
    /// `PaperTigers`, the type.
    rules: String,
    /// `Paper Tigers`, for people.
    title: String,
    /// `PT`, before the numbers of clauses.
    prefix: String,
}

impl Names {
    fn new(name: &str) -> Result<Names> {
        let words: Vec<&str> = name.split('-').collect();
        let is_word = |word: &&str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        ensure!(
            (3..=32).contains(&name.len()) && words.iter().all(is_word),
            "{name:?} cannot be a game's name: allowed are words of small letters and digits that begin with a letter, joined by \
             single hyphens, 3 to 32 characters in all, such as paper-tigers"
        );
        let taken = taken()?;
        if taken.iter().any(|other| other == name) {
            bail!("the name {name} is taken; so are {}", taken.join(", "));
        }
        let capitals: Vec<String> =
            words.iter().map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
        let names = Names {
            id: name.to_owned(),
            rules: capitals.concat(),
            title: capitals.join(" "),
            prefix: free_prefix(&words)?,
        };
        let model = fs::read_to_string(MODEL)?;
        if model.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == names.rules) {
            bail!(
                "{name} cannot be a game's name: its type would be called {}, which {MODEL} calls something else; take two words",
                names.rules
            );
        }
        Ok(names)
    }

    fn package(&self) -> String {
        format!("golemry-{}", self.id)
    }

    fn module(&self) -> String {
        self.package().replace('-', "_")
    }

    fn folder(&self) -> PathBuf {
        Path::new("crates/games").join(&self.id)
    }

    /// A text of the model with the new names.
    fn put_into(&self, text: &str) -> String {
        text.replace("\"pig\"", &format!("\"{}\"", self.id))
            .replace("\"Pig\"", &format!("\"{}\"", self.title))
            .replace("*Pig*", &format!("*{}*", self.title))
            .replace("# Pig", &format!("# {}", self.title))
            .replace("Pig", &self.rules)
            .replace("PG-", &format!("{}-", self.prefix))
            .replace("fn pg_", &format!("fn {}_", self.prefix.to_ascii_lowercase()))
    }
}

/// Every crate `golemry-…` of the workspace, without that beginning.
fn taken() -> Result<Vec<String>> {
    let mut names = vec!["fuzz".to_owned()];
    for folder in ["crates", "crates/games"] {
        for entry in clauses::folders(Path::new(folder))? {
            names.extend(entry.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// Two letters that no rules page uses for its clauses: the initials of the first two words if possible, else the first letter and
/// another one, the letters of the name first.
fn free_prefix(words: &[&str]) -> Result<String> {
    let mut used = String::new();
    for page in clauses::pages()? {
        used += &fs::read_to_string(page)?;
    }
    let first = &words[0][..1];
    let initial = words.get(1).map(|word| &word[..1]).unwrap_or_default();
    let letters = [initial, &words.concat()[1..], "abcdefghijklmnopqrstuvwxyz"].concat();
    let letters = letters.chars().filter(char::is_ascii_lowercase);
    let mut prefixes = letters.map(|second| format!("{first}{second}").to_ascii_uppercase());
    let free = prefixes.find(|prefix| !used.contains(&format!("**{prefix}-")));
    free.with_context(|| {
        format!("all prefixes of clauses that begin with {first} are taken: take another name")
    })
}

/// The files of the new game, by their path in its folder: the model without its `main`, and its tests beside it.
fn model(names: &Names) -> Result<Vec<(PathBuf, String)>> {
    let text = fs::read_to_string(MODEL).with_context(|| format!("cannot read {MODEL}"))?;
    let (game, tests) = text.split_once(TESTS).with_context(|| format!("{MODEL} has no tests"))?;
    let main = game.find("/// The whole program").context("the model has a main")?;
    let rest = main + game[main..].find("}\n\n").context("the model's main has an end")? + 3;
    let game = [&game[..main], &game[rest..]].concat();
    let tests = tests.trim_end().strip_suffix('}').context("the model ends with its tests")?;
    let tests = tests.replace("use super::*;", &format!("use golemry_core::*;\nuse {}::*;", names.module()));
    let tests = format!("//! The clauses of *Pig*, one by one, its laws and its bots.\n\n{tests}");
    let files = [("src/lib.rs", game), ("tests/rules.rs", tests), ("rules.md", fs::read_to_string(RULES)?)];
    Ok(files.map(|(path, text)| (path.into(), names.put_into(&text))).into())
}

/// Every file to write, with its content: those of the game, and those that must know it.
fn files(names: &Names) -> Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    for (path, text) in model(names)? {
        files.push((names.folder().join(path), text));
    }
    let page = format!("{{{{#include ../../{}/rules.md}}}}\n", names.folder().display());
    files.push((Path::new("docs/rules").join(&names.id).with_extension("md"), page));
    files.push((names.folder().join("Cargo.toml"), manifest(names)));

    let game_path = "path = \"crates/games/";
    let dependency = format!("{} = {{ {game_path}{}\" }}", names.package(), names.id);
    files.push(with_line("Cargo.toml", |line| line.contains(game_path), &dependency)?);
    let dependency = format!("{}.workspace = true", names.package());
    // Our own crates stand first and are sorted.
    let is_before =
        |line: &str| line == "[dependencies]" || line.starts_with("golemry-") && line < dependency.as_str();
    files.push(with_line("crates/registry/Cargo.toml", is_before, &dependency)?);
    let entry = format!("    {}::{},", names.module(), names.rules);
    files.push(with_line("crates/registry/src/lib.rs", |line| line.starts_with("    golemry_"), &entry)?);
    let page = format!("  - [{}](rules/{}.md)", names.title, names.id);
    files.push(with_line(
        "docs/SUMMARY.md",
        |line| line.contains("](rules/") && !line.contains("/fr/"),
        &page,
    )?);
    Ok(files)
}

fn manifest(names: &Names) -> String {
    let Names { id, title, .. } = names;
    format!(
        r#"[package]
name = "golemry-{id}"
description = "{title}: a small dice game"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
golemry-bots.workspace = true
golemry-core.workspace = true
serde.workspace = true

[dev-dependencies]
golemry-testkit.workspace = true
"#
    )
}

/// A file with a line more, after the last of those that `is_before` finds.
fn with_line(path: &str, is_before: impl Fn(&str) -> bool, line: &str) -> Result<(PathBuf, String)> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    let mut lines: Vec<&str> = text.lines().collect();
    // What is for tests only comes after the rest of a manifest.
    let end = lines.iter().position(|it| *it == "[dev-dependencies]").unwrap_or(lines.len());
    let place = lines[..end].iter().rposition(|it| is_before(it));
    let place =
        place.with_context(|| format!("{path} has no line after which {:?} could stand", line.trim()))?;
    lines.insert(place + 1, line);
    Ok((path.into(), lines.join("\n") + "\n"))
}

/// Writes all files, or none.
fn write(files: &[(PathBuf, String)]) -> Result<()> {
    let before: Vec<Option<String>> = files.iter().map(|(path, _)| fs::read_to_string(path).ok()).collect();
    let write_one = |(path, text): &(PathBuf, String)| -> Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let written = files.iter().try_for_each(write_one);
    if written.is_err() {
        for ((path, _), before) in files.iter().zip(before) {
            let _ = match before {
                Some(text) => fs::write(path, text),
                None => fs::remove_file(path),
            };
            // The folders that were made for it are empty now; others are not, and stay.
            path.ancestors().skip(1).take(2).for_each(|folder| drop(fs::remove_dir(folder)));
        }
    }
    written.context("nothing was changed")
}
