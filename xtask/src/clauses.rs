use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

/// Checks that the rules of every game number their clauses without a gap, and that each clause has a test: a test function whose
/// name names it, such as `gi_8_same_count_higher_value`.
pub fn check() -> Result<()> {
    let mut tests = String::new();
    for game in folders(Path::new("crates/games"))? {
        read_all(&game.join("tests"), &mut tests)?;
    }
    let tested = tested(&tests);
    let mut count = 0;
    let mut problems = Vec::new();
    for file in pages()? {
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let clauses = clauses(&text);
        for (prefix, last) in last_numbers(&clauses) {
            for number in 1..=last {
                let clause = (prefix.clone(), number);
                if !clauses.contains(&clause) {
                    problems.push(format!("{}: {prefix}-{number} is missing", file.display()));
                } else if !tested.contains(&clause) {
                    problems.push(format!("{}: no test function names {prefix}-{number}", file.display()));
                }
                count += 1;
            }
        }
    }
    if !problems.is_empty() {
        bail!("{}", problems.join("\n"));
    }
    println!("{count} clauses, each named by a test function");
    Ok(())
}

/// Checks that every file of tests belongs to a program: a crate's `all.rs` names it as a module, or its manifest as a program.
pub fn no_test_file_is_forgotten() -> Result<()> {
    for folder in [folders(Path::new("crates"))?, folders(Path::new("crates/games"))?].concat() {
        let tests = folder.join("tests");
        let Ok(all) = fs::read_to_string(tests.join("all.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
        for file in files(&tests, "rs")? {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let is_named =
                all.contains(&format!("mod {name};\n")) || manifest.contains(&format!("name = \"{name}\"\n"));
            ensure!(is_named, "{}: add `mod {name};` to all.rs, or nobody runs these tests", file.display());
        }
    }
    Ok(())
}

/// The clauses that test functions name.
fn tested(tests: &str) -> BTreeSet<(String, u32)> {
    // Between the attribute and the function there may be other attributes and comments.
    let functions =
        tests.split("#[test]").skip(1).filter_map(|test| test.split_once("fn ")?.1.split('(').next());
    functions.flat_map(named).collect()
}

/// The clauses that a function's name names: `gi_8_…`, and both of `gi_7_…_gi_8_…`.
fn named(function: &str) -> Vec<(String, u32)> {
    let words: Vec<&str> = function.split('_').collect();
    let pairs = words.windows(2);
    pairs.filter_map(|pair| Some((pair[0].to_uppercase(), pair[1].parse().ok()?))).collect()
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

/// The rules page of every game. A crate without `src/game.rs` is shared material: its clauses stand in the rules of the games that use it.
pub fn pages() -> Result<Vec<PathBuf>> {
    let mut games = folders(Path::new("crates/games"))?;
    games.retain(|game| game.join("src/game.rs").exists());
    Ok(games.into_iter().map(|game| game.join("rules.md")).collect())
}

/// The folders in a folder, sorted.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    entries(folder, Path::is_dir)
}

/// The files in a folder with that extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    entries(folder, |path| path.extension().is_some_and(|it| it == extension))
}

fn entries(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
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
    fn only_the_names_of_test_functions_count() {
        let tests = "// GI-1\nfn gi_2_helper() {}\n#[test]\n/// GI-3\nfn gi_12_and_gi_14_too() {}";
        assert_eq!(tested(tests), BTreeSet::from([("GI".to_owned(), 12), ("GI".to_owned(), 14)]));
    }
}
