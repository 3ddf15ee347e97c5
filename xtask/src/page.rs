//! The page's own tests: types and unit tests with npm, and the browser tests against the real server.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// Types and unit tests.
pub fn check() -> Result<()> {
    npm(&["ci", "--ignore-scripts", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

/// Plays the page in Chromium, with the program that the other tests use: it is built already, and quick enough.
pub fn play() -> Result<()> {
    browser()?;
    crate::cargo(&["build", "--profile", "test", "--workspace", "--bin", "golemry"])?;
    npm(&["run", "e2e"])
}

/// Debian's Chromium, installed when it is missing and we may.
fn browser() -> Result<()> {
    let is_there = || Path::new("/usr/bin/chromium").exists() || std::env::var_os("CHROMIUM").is_some();
    if !is_there() {
        crate::apt::install("chromium");
    }
    if !is_there() {
        bail!("the browser tests need Chromium: `apt install chromium`, or CHROMIUM=path of one");
    }
    Ok(())
}

fn npm(arguments: &[&str]) -> Result<()> {
    let program = std::env::current_dir()?.join("target/debug/golemry");
    let command = &mut Command::new("npm");
    let status = command.args(["--prefix", "web"]).args(arguments).env("GOLEMRY", program).status().context(
        "npm could not be started; the page needs npm with Node 20 or later (Debian: apt install npm)",
    )?;
    if !status.success() {
        bail!("`npm --prefix web {}` failed", arguments.join(" "));
    }
    Ok(())
}
