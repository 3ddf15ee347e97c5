//! The page: building it, its format, lints, types and unit tests with npm, and the browser tests against the real server.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{files, wasm};

/// What `cargo xtask page` can do.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Part {
    /// Build the page into web/dist, which is committed
    Build,
    /// Formatting, lints, types, unit tests, and whether web/dist is up to date
    Check,
    /// Every game in a real browser
    Browser,
}

/// The page as the program brings it along. It is committed, so that building the program takes Rust alone.
const COMMITTED: &str = "web/dist";

/// Builds or checks the page; in the browser only `game`, if it is named.
pub fn run(part: Part, game: Option<&str>) -> Result<()> {
    if let Some(missing) = missing_npm() {
        bail!("{missing}");
    }
    match part {
        Part::Build => {
            install()?;
            build(COMMITTED)?;
            println!("{COMMITTED} is renewed: commit it with the change of the page");
            Ok(())
        }
        Part::Check => check(),
        Part::Browser => {
            if let Some(missing) = missing_browser() {
                bail!("{missing}");
            }
            build_program()?;
            if let Some(game) = game { play_game(game) } else { play() }
        }
    }
}

/// Formatting, lints, types, unit tests, and whether the committed page is what the sources give.
fn check() -> Result<()> {
    install()?;
    npm(&["run", "format:check"])?;
    npm(&["run", "lint"])?;
    npm(&["run", "check"])?;
    npm(&["test"])?;
    let fresh = "target/page";
    build(fresh)?;
    if files(fresh.as_ref())? != files(COMMITTED.as_ref())? {
        bail!("{COMMITTED} is not the page that the sources in web/ give: `cargo xtask page` renews it");
    }
    Ok(())
}

fn install() -> Result<()> {
    npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
}

/// Builds the page into a folder. The same sources give the same bytes, wherever they are.
fn build(folder: &str) -> Result<()> {
    npm(&["run", "build", "--", "--emptyOutDir", "--logLevel", "warn", "--outDir", &format!("../{folder}")])
}

/// Names the program that the browser tests start.
pub const PROGRAM: &str = "GOLEMRY";

/// Where cargo puts it in the test profile.
pub fn built_program() -> Result<PathBuf> {
    Ok(std::env::current_dir()?.join("target/debug/golemry"))
}

/// Plays the page in Chromium, with the program that [`PROGRAM`] names or that [`build_program`] built.
pub fn play() -> Result<()> {
    let transcript = wasm::transcript()?;
    run_npm(npm_command()?.args(["run", "e2e"]).env(wasm::TRANSCRIPT, transcript))
}

/// Plays one game to its end in Chromium, as a person does, at its usual table for two.
fn play_game(game: &str) -> Result<()> {
    let command = &mut npm_command()?;
    run_npm(command.args(["run", "e2e:game"]).env("GOLEMRY_GAME", game))
}

/// Builds the program for the browser tests as the other tests are built (quick to build, and quick enough), unless [`PROGRAM`] names one.
pub fn build_program() -> Result<()> {
    if std::env::var_os(PROGRAM).is_some() {
        return Ok(());
    }
    crate::cargo(&[
        "build",
        "--profile",
        "test",
        "--workspace",
        "--bin",
        "golemry",
        "--bin",
        "own-game",
        "--quiet",
    ])
}

/// Which tests must be left out because there is no npm, and how to get it.
pub fn missing_npm() -> Option<String> {
    let is_there = Command::new("npm").arg("--version").output().is_ok_and(|output| output.status.success());
    (!is_there).then(|| {
        "the tests of the page, and whether web/dist is up to date: they need npm with Node 20 or later (Debian: apt install npm; \
         elsewhere: nodejs.org)"
            .to_owned()
    })
}

/// Which tests must be left out because there is no Chromium, and how to get it. Installs Debian's if it can: the shell, which has no
/// windows to draw, takes half the processor time.
pub fn missing_browser() -> Option<String> {
    let is_there = |program: &str| Path::new("/usr/bin").join(program).exists();
    if std::env::var_os("CHROMIUM").is_some() || is_there("chromium-headless-shell") {
        return None;
    }
    crate::apt::install("chromium-headless-shell");
    (!is_there("chromium-headless-shell") && !is_there("chromium")).then(|| {
        "the browser tests: they need Chromium (Debian: apt install chromium-headless-shell; elsewhere: set CHROMIUM to the path of one)"
            .to_owned()
    })
}

fn npm(arguments: &[&str]) -> Result<()> {
    let command = &mut npm_command()?;
    run_npm(command.args(arguments))
}

fn npm_command() -> Result<Command> {
    let program = std::env::var_os(PROGRAM).map_or_else(built_program, |named| Ok(named.into()))?;
    let mut command = Command::new("npm");
    command.args(["--prefix", "web"]).env(PROGRAM, program);
    // The program embeds the committed module and refuses it if it is stale.
    command.envs(wasm::fresh().map(|module| (wasm::CHOSEN, module)));
    Ok(command)
}

fn run_npm(command: &mut Command) -> Result<()> {
    let status = command.status().context("npm could not be started")?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}
