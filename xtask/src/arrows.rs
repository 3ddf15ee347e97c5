use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The crates from the ground up. A crate may use those on lower floors only, and not even all of them: see [`may_use`].
const FLOORS: [&[&str]; 20] = [
    &["golemry-core"],
    &["golemry-gather", "golemry-search"],
    &["golemry-bots"],
    &["golemry-testkit"],
    &["golemry-blood-moon"],
    &[A_GAME],
    &["golemry-table"],
    &["golemry-learn"],
    &["golemry-registry"],
    &["golemry-puzzles", "golemry-room"],
    &["golemry-wasm"],
    &["golemry-load"],
    &["golemry-lab", "golemry-programs", "golemry-store"],
    &["golemry-server"],
    &["golemry-tournaments"],
    &["golemry-cli"],
    &["golemry-workshop"],
    &["golemry-classroom"],
    &["golemry"],
    &["golemry-fuzz", "golemry-python", "own-game", "xtask"],
];

/// Stands for every game: games are found by their folder, not listed.
const A_GAME: &str = "a game";

/// Checks that the crates of the workspace only use what lies below them.
pub fn check() -> Result<()> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata is not JSON")?;
    let mut arrows = 0;
    for package in metadata["packages"].as_array().context("cargo metadata lists packages")? {
        let user = &package["name"];
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            if dependency["path"].is_null() {
                continue;
            }
            arrows += 1;
            let used = &dependency["name"];
            let places = [place(user, &package["manifest_path"]), place(used, &dependency["path"])];
            if !may_use(places[0], places[1], dependency["kind"] == "dev") {
                bail!("{user} must not use {used}: ARCHITECTURE.md says which way the arrows point");
            }
        }
    }
    println!("{arrows} arrows, all pointing down");
    Ok(())
}

/// The name of a crate on its floor.
fn place<'a>(name: &'a Value, path: &Value) -> &'a str {
    let name = name.as_str().unwrap_or_default();
    let in_games = path.as_str().unwrap_or_default().replace('\\', "/").contains("/crates/games/");
    if in_games && name != "golemry-blood-moon" { A_GAME } else { name }
}

fn may_use(user: &str, used: &str, only_for_tests: bool) -> bool {
    let (Some(above), Some(below)) = (floor(user), floor(used)) else { return false };
    let down = below < above;
    match (user, used) {
        // Tests may turn on a feature of their own crate.
        _ if user == used && user != A_GAME => only_for_tests,
        // The laws are for tests, everywhere above core. The Python package plays its two tiny games.
        ("golemry-python", "golemry-testkit") => down,
        (_, "golemry-testkit") => only_for_tests && user != "golemry-core",
        // A page's module is an end like the programs: nothing is built on it.
        (_, "golemry-wasm") => down && (only_for_tests || above == FLOORS.len() - 1),
        // Code that plays any game must not name one: the registry does. What is generic is handed the list, and only its tests may ask
        // for it.
        (
            "golemry-table"
            | "golemry-learn"
            | "golemry-room"
            | "golemry-lab"
            | "golemry-programs"
            | "golemry-store"
            | "golemry-server"
            | "golemry-tournaments"
            | "golemry-cli",
            A_GAME | "golemry-puzzles" | "golemry-registry",
        ) => down && only_for_tests && used == "golemry-registry",
        ("golemry-load" | "golemry-fuzz" | "golemry-python" | "xtask", A_GAME | "golemry-puzzles") => false,
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
        assert!(may_use(A_GAME, "golemry-core", false));
        assert!(may_use(A_GAME, "golemry-bots", false));
        assert!(!may_use("golemry-core", A_GAME, false));
        assert!(!may_use("golemry-bots", A_GAME, false));
        assert!(!may_use(A_GAME, A_GAME, false));
        assert!(!may_use(A_GAME, "golemry-testkit", false));
        assert!(may_use(A_GAME, "golemry-testkit", true));
        assert!(may_use("golemry-search", "golemry-testkit", true));
        assert!(may_use("golemry-python", "golemry-testkit", false));
        assert!(may_use("golemry-registry", A_GAME, false));
        assert!(!may_use("golemry-server", A_GAME, false));
        assert!(!may_use("golemry-table", A_GAME, true));
        assert!(may_use("golemry-server", "golemry-registry", true));
        assert!(!may_use("golemry-server", "golemry-registry", false));
        assert!(may_use("golemry-puzzles", A_GAME, false));
        assert!(may_use("golemry-workshop", "golemry-puzzles", false));
        assert!(!may_use("golemry-server", "golemry-puzzles", true));
        assert!(may_use("golemry-tournaments", "golemry-server", false));
        assert!(!may_use("golemry-tournaments", A_GAME, false));
        assert!(may_use("golemry-workshop", A_GAME, false));
        assert!(may_use("golemry-workshop", "golemry-cli", false));
        assert!(!may_use("golemry-cli", "golemry-workshop", true));
        assert!(may_use("golemry-classroom", "golemry-workshop", false));
        assert!(!may_use("golemry-workshop", "golemry-classroom", false));
        assert!(may_use("golemry", A_GAME, false));
        assert!(may_use("golemry-wasm", "golemry-registry", false));
        assert!(!may_use("golemry-wasm", "golemry-server", true));
        assert!(!may_use("golemry-server", "golemry-wasm", false));
        assert!(may_use("golemry-fuzz", "golemry-wasm", false));
        assert!(!may_use("golemry-new", "golemry-core", false));
    }

    #[test]
    fn games_are_found_by_their_folder() {
        let [name, deck] = ["golemry-capek", "golemry-blood-moon"].map(Value::from);
        assert_eq!(place(&name, &Value::from("/w/crates/games/capek/Cargo.toml")), A_GAME);
        assert_eq!(place(&deck, &Value::from("/w/crates/games/blood-moon")), "golemry-blood-moon");
        assert_eq!(place(&Value::from("golemry-core"), &Value::from("/w/crates/core")), "golemry-core");
    }
}
