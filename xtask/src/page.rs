//! The page's own tests: types and unit tests with npm, and the browser tests against the real server.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// What `cargo xtask page` can check alone.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Part {
    /// Types and unit tests
    Check,
    /// Every game in a real browser
    Browser,
}

/// Checks the page, or a part of it.
pub fn run(part: Option<Part>) -> Result<()> {
    if let Some(missing) = missing_npm() {
        bail!("{missing}");
    }
    if !matches!(part, Some(Part::Browser)) {
        check()?;
    }
    if !matches!(part, Some(Part::Check)) {
        if let Some(missing) = missing_browser() {
            bail!("{missing}");
        }
        // The test command has built one already.
        if std::env::var_os(PROGRAM).is_none() {
            build_program()?;
        }
        play()?;
    }
    Ok(())
}

/// Types and unit tests.
fn check() -> Result<()> {
    npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

/// Names the program that the browser tests start.
pub const PROGRAM: &str = "GOLEMRY";

/// Where cargo puts it in the test profile.
pub fn built_program() -> Result<PathBuf> {
    Ok(std::env::current_dir()?.join("target/debug/golemry"))
}

/// Plays the page in Chromium, with the program that [`PROGRAM`] names or that [`build_program`] built.
pub fn play() -> Result<()> {
    npm(&["run", "e2e"])
}

/// Builds the program for the browser tests as the other tests are built: quick to build, and quick enough.
pub fn build_program() -> Result<()> {
    crate::cargo(&["build", "--profile", "test", "--workspace", "--bin", "golemry", "--quiet"])
}

/// Which tests must be left out because there is no npm, and how to get it.
pub fn missing_npm() -> Option<String> {
    let is_there = Command::new("npm").arg("--version").output().is_ok_and(|output| output.status.success());
    (!is_there).then(|| {
        "the tests of the page: they need npm with Node 20 or later (Debian: apt install npm; elsewhere: nodejs.org)".to_owned()
    })
}

/// Which tests must be left out because there is no Chromium, and how to get it. Installs Debian's if it can.
pub fn missing_browser() -> Option<String> {
    let is_there = || Path::new("/usr/bin/chromium").exists() || std::env::var_os("CHROMIUM").is_some();
    if !is_there() {
        crate::apt::install("chromium");
    }
    (!is_there()).then(|| {
        "the browser tests: they need Chromium (Debian: apt install chromium; elsewhere: set CHROMIUM to the path of one)".to_owned()
    })
}

fn npm(arguments: &[&str]) -> Result<()> {
    let program = std::env::var_os(PROGRAM).map_or_else(built_program, |named| Ok(named.into()))?;
    let command = &mut Command::new("npm");
    let status = command.args(["--prefix", "web"]).args(arguments).env(PROGRAM, program).status();
    if !status.context("npm could not be started")?.success() {
        bail!("`npm --prefix web {}` failed", arguments.join(" "));
    }
    Ok(())
}
