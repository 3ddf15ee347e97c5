//! `cargo xtask new-game` in a copy of the workspace: the game compiles, keeps the laws, and can be played everywhere.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

/// A name that nobody gives to a game.
const NAME: &str = "zig-zag-zig";

/// A copy of the workspace. It stays where it is, so that a second run finds what did not change already built.
struct Copy {
    root: PathBuf,
    target: PathBuf,
}

impl Copy {
    fn new() -> Result<Copy> {
        let target =
            Path::new(env!("CARGO_TARGET_TMPDIR")).parent().context("a folder of the target folder")?;
        let copy = Copy { root: target.join("new-game/workspace"), target: target.to_owned() };
        copy.renew()?;
        Ok(copy)
    }

    /// Makes the copy as the workspace is. Files that are the same stay untouched, since cargo looks at their times.
    fn renew(&self) -> Result<()> {
        let workspace =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
        copy_folder(workspace, &self.root)
    }

    /// Runs cargo in the copy. What it builds of other people's crates it shares with the workspace, but not the programs.
    fn cargo(&self, words: &str) -> Result<Output> {
        let mut cargo = Command::new("cargo");
        cargo.args(words.split(' ')).current_dir(&self.root).stdin(Stdio::null());
        cargo
            .env("CARGO_BUILD_BUILD_DIR", &self.target)
            .env("CARGO_TARGET_DIR", self.target.join("new-game/target"));
        // This is about whether it works, not about how fast. It is linted as `new-game` does, so that nothing is built twice.
        cargo.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
        cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
        // The browser tests start this one.
        cargo.env("GOLEMRY", self.program());
        cargo.output().context("cargo could not be started")
    }

    fn succeeds(&self, words: &str) -> Result<String> {
        let output = self.cargo(words)?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(
            output.status.success(),
            "`cargo {words}`: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(said)
    }

    fn refuses(&self, words: &str) -> Result<String> {
        let output = self.cargo(words)?;
        ensure!(!output.status.success(), "`cargo {words}` should have failed");
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// The program of the copy.
    fn program(&self) -> PathBuf {
        self.target.join("new-game/target/debug/golemry")
    }

    /// Says something to the program of the copy, and returns what it answers.
    fn golemry(&self, words: &str, input: &str) -> Result<String> {
        let mut program = Command::new(self.program());
        let mut program =
            program.args(words.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        program.stdin.take().context("an input")?.write_all(input.as_bytes())?;
        let output = program.wait_with_output()?;
        ensure!(output.status.success(), "`golemry {words}` failed");
        Ok(String::from_utf8(output.stdout)?)
    }
}

impl Drop for Copy {
    /// The game is removed again.
    fn drop(&mut self) {
        let _ = self.renew();
    }
}

/// Folders that are built. They are no part of the sources, nor is what is hidden, but for cargo's own settings.
const BUILT: [&str; 2] = ["target", "node_modules"];

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let path = entry.path();
        if !from.join(entry.file_name()).exists() {
            if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
        }
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        if BUILT.contains(&name.as_str()) || name.starts_with('.') && name != ".cargo" {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else if path.is_file() && fs::read(&path)? != fs::read(&copy).unwrap_or_default() {
            fs::write(copy, fs::read(path)?)?;
        }
    }
    Ok(())
}

/// Every file below a folder with its content.
fn everything(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(everything(&path)?);
        } else {
            files.push((path.clone(), fs::read(path)?));
        }
    }
    files.sort();
    Ok(files)
}

#[test]
fn a_new_game_can_be_played_at_once_and_a_bad_name_changes_nothing() -> Result<()> {
    let copy = Copy::new()?;

    let before = everything(&copy.root)?;
    for (name, reason) in [
        ("Tigers", "small letters and digits"),
        ("zig--zag", "small letters and digits"),
        ("2-tigers", "begin with a letter"),
        ("duel", "the name duel is taken; so are blood-moon, "),
        ("server", "the name server is taken"),
        ("state", "its type would be called State"),
    ] {
        let said = copy.refuses(&format!("xtask new-game {name}"))?;
        ensure!(said.contains(reason), "{name}: {said}");
    }
    ensure!(everything(&copy.root)? == before, "a name that was refused left something behind");

    let said = copy.succeeds(&format!("xtask new-game {NAME}"))?;
    ensure!(said.contains("Zig Zag Zig is there. Its clauses are ZZ-1 to ZZ-4."), "{said}");
    let again = copy.refuses(&format!("xtask new-game {NAME}"))?;
    ensure!(again.contains("the name zig-zag-zig is taken"), "{again}");

    // One file of rules, with laws, clauses and bots beside it.
    let lines =
        fs::read_to_string(copy.root.join("crates/games").join(NAME).join("src/lib.rs"))?.lines().count();
    ensure!(lines <= 250, "a new game has {lines} lines");
    // What tests compare with files knows the game by now, too. The same programs play it in the terminal.
    let packages = format!(
        "--package golemry-{NAME} --package golemry --package golemry-server --package golemry-workshop"
    );
    let tested = copy.succeeds(&format!("test {packages} --test rules --test replies --test play"))?;
    let zz_4 = "test zz_4_after_sixty_turns_each_the_most_points_win ... ok";
    ensure!(tested.contains("test matches_end ... ok") && tested.contains(zz_4), "{tested}");
    copy.succeeds(&format!("test {packages} --lib typescript"))?;
    copy.succeeds("fmt --all --check")?;
    let page = fs::read_to_string(copy.root.join("web/src/api/games/zig-zag-zig.ts"))?;
    ensure!(page.contains("export type Action = \"roll\" | \"hold\""), "{page}");

    // The engine: `cargo test` has built the program, too.
    let said = copy.golemry(
        "engine",
        "{\"cmd\":\"new\",\"game\":\"zig-zag-zig\",\"seats\":2,\"seed\":7}\n\
         {\"cmd\":\"apply\",\"seat\":0,\"action\":\"hold\"}\n\
         {\"cmd\":\"bot\",\"seat\":0,\"bot\":\"hard\",\"budget\":{\"iterations\":50},\"seed\":1}\n\
         {\"cmd\":\"build\",\"seat\":0,\"choices\":[]}\n",
    )?;
    let replies: Vec<&str> = said.lines().collect();
    let [new, refused, bot, build] = replies[..] else { bail!("{said}") };
    ensure!(new.contains("\"to_act\":[0]"), "{new}");
    ensure!(refused.contains("\"clause\":\"ZZ-2\",\"reason\":\"not_rolled_yet\""), "{refused}");
    ensure!(bot.contains("\"action\":\"roll\""), "{bot}");
    // The page's plain table and the terminal's outline offer these.
    ensure!(build.contains("\"choices\":[{\"choice\":\"roll\""), "{build}");
    let report = copy.golemry("lab run zig-zag-zig --games 20 --bots easy --threads 1", "")?;
    ensure!(report.contains("20 games"), "{report}");
    let rules = copy.golemry("rules zig-zag-zig", "")?;
    ensure!(rules.contains("ZZ-4 After 60 turns"), "{rules}");

    // The page's plain table, where there is a browser.
    let output = copy.cargo(&format!("xtask page --part browser --game {NAME}"))?;
    let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    let is_missing = said.contains("they need npm") || said.contains("they need Chromium");
    ensure!(is_missing || output.status.success() && said.contains("pass 1"), "{said}");
    Ok(())
}
