use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// Checks that the rules of every game number their clauses without a gap, and that each clause is named by a test: by a
/// function such as `gi_8_same_count_higher_value`, or in a comment as `GI-8`.
pub fn check() -> Result<()> {
    let mut tests = String::new();
    for game in folders(Path::new("crates/games"))? {
        read_all(&game.join("tests"), &mut tests)?;
        let name = game.file_name().and_then(|name| name.to_str()).context("a folder has a name")?;
        let rules = Path::new("docs/rules").join(name).with_extension("md");
        // The shared deck is no game: its clauses stand in the rules of the games that use it.
        if !rules.exists() && game.join("src/game.rs").exists() {
            bail!("{} is missing", rules.display());
        }
    }
    let mut count = 0;
    for file in files(Path::new("docs/rules"), "md")? {
        let text = fs::read_to_string(&file)?;
        let clauses = clauses(&text);
        for (prefix, last) in last_numbers(&clauses) {
            for number in 1..=last {
                let clause = format!("{prefix}-{number}");
                if !clauses.contains(&(prefix.clone(), number)) {
                    bail!("{}: {clause} is missing", file.display());
                }
                if !is_named(&tests, &prefix, number) {
                    bail!("{}: no test names {clause}", file.display());
                }
                count += 1;
            }
        }
    }
    println!("{count} clauses, each named by a test");
    Ok(())
}

/// The clauses in bold, such as `**GI-8**`.
fn clauses(text: &str) -> BTreeSet<(String, u32)> {
    let bold = text.split("**").skip(1).step_by(2);
    bold.filter_map(|clause| {
        let (prefix, number) = clause.split_once('-')?;
        let is_prefix = prefix.len() == 2 && prefix.bytes().all(|byte| byte.is_ascii_uppercase());
        Some((prefix.to_owned(), number.parse().ok()?)).filter(|_| is_prefix)
    })
    .collect()
}

fn last_numbers(clauses: &BTreeSet<(String, u32)>) -> Vec<(String, u32)> {
    let prefixes: BTreeSet<&String> = clauses.iter().map(|(prefix, _)| prefix).collect();
    let last =
        |prefix: &String| clauses.iter().filter(|(it, _)| it == prefix).map(|(_, number)| *number).max();
    prefixes.into_iter().filter_map(|prefix| Some((prefix.clone(), last(prefix)?))).collect()
}

fn is_named(tests: &str, prefix: &str, number: u32) -> bool {
    let function = format!("fn {}_{number}_", prefix.to_lowercase());
    let clause = format!("{prefix}-{number}");
    let names = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
    tests.contains(&function) || tests.split(&clause).skip(1).any(names)
}

fn read_all(folder: &Path, text: &mut String) -> Result<()> {
    if folder.exists() {
        for file in files(folder, "rs")? {
            text.push_str(&fs::read_to_string(file)?);
        }
        for inner in folders(folder)? {
            read_all(&inner, text)?;
        }
    }
    Ok(())
}

/// The folders in a folder, sorted.
pub fn folders(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    entries(folder, Path::is_dir)
}

fn files(folder: &Path, extension: &str) -> Result<Vec<std::path::PathBuf>> {
    entries(folder, |path| path.extension().is_some_and(|it| it == extension))
}

fn entries(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.retain(|path| wanted(path));
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_in_bold() {
        let found = clauses("**GI-1** and **not one**, GI-2, then **GI-12**.");
        assert_eq!(found, BTreeSet::from([("GI".to_owned(), 1), ("GI".to_owned(), 12)]));
    }

    #[test]
    fn a_longer_number_does_not_name_a_shorter_one() {
        assert!(!is_named("fn gi_12_x() {} // GI-12", "GI", 1));
        assert!(is_named("// GI-1.", "GI", 1));
        assert!(is_named("fn gi_1_x() {}", "GI", 1));
    }
}
