use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The crates from the ground up. A crate may use those on lower floors only, and not even all of them: see [`may_use`].
const FLOORS: [&[&str]; 11] = [
    &["golemry-core"],
    &["golemry-testkit"],
    &["golemry-blood-moon"],
    GAMES,
    &["golemry-search"],
    &["golemry-bots"],
    &["golemry-registry"],
    &["golemry-lab", "golemry-load", "golemry-store"],
    &["golemry-server"],
    &["golemry"],
    &["golemry-fuzz", "xtask"],
];

const GAMES: &[&str] =
    &["golemry-capek", "golemry-duel", "golemry-golem-it", "golemry-inner-circle", "golemry-its-alive"];

/// Checks that the crates of the workspace only use what lies below them.
pub fn check() -> Result<()> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata is no JSON")?;
    let mut arrows = 0;
    for package in metadata["packages"].as_array().context("cargo metadata lists packages")? {
        let user = package["name"].as_str().unwrap_or_default();
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            if dependency["path"].is_null() {
                continue;
            }
            arrows += 1;
            let only_for_tests = dependency["kind"] == "dev";
            if !may_use(user, used, only_for_tests) {
                bail!("{user} must not use {used}: ARCHITECTURE.md says which way the arrows point");
            }
        }
    }
    println!("{arrows} arrows, all pointing down");
    Ok(())
}

fn may_use(user: &str, used: &str, only_for_tests: bool) -> bool {
    let (Some(above), Some(below)) = (floor(user), floor(used)) else { return false };
    let down = below < above;
    match (user, used) {
        // The laws are for tests, everywhere.
        (_, "golemry-testkit") => only_for_tests && down,
        // Search knows what a game is, and no game.
        ("golemry-search", _) => used == "golemry-core",
        // Who plays any game must not name one: the registry does. Only games' own commands in the binary may.
        (
            "golemry-lab" | "golemry-load" | "golemry-store" | "golemry-server" | "golemry-fuzz" | "xtask",
            _,
        ) => down && !GAMES.contains(&used),
        _ => down,
    }
}

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_point_down() {
        assert!(may_use("golemry-golem-it", "golemry-core", false));
        assert!(!may_use("golemry-core", "golemry-golem-it", false));
        assert!(!may_use("golemry-golem-it", "golemry-capek", false));
        assert!(!may_use("golemry-golem-it", "golemry-testkit", false));
        assert!(may_use("golemry-golem-it", "golemry-testkit", true));
        assert!(!may_use("golemry-search", "golemry-golem-it", false));
        assert!(!may_use("golemry-server", "golemry-golem-it", false));
        assert!(!may_use("golemry-new", "golemry-core", false));
    }
}
