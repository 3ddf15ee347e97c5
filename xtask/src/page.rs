//! The page: building it, its types and unit tests with npm, and the browser tests against the real server.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// What `cargo xtask page` can do.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Part {
    /// Build the page into web/dist, which is committed
    Build,
    /// Types, unit tests, and whether web/dist is up to date
    Check,
    /// Every game in a real browser
    Browser,
}

/// The page as the program brings it along. It is committed, so that building the program takes Rust alone.
const COMMITTED: &str = "web/dist";

/// Builds or checks the page.
pub fn run(part: Part) -> Result<()> {
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
            play()
        }
    }
}

/// Types, unit tests, and whether the committed page is what the sources give.
fn check() -> Result<()> {
    install()?;
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

/// Every file below a folder, and its content.
fn files(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            let inner = files(&entry.path())?;
            found.extend(
                inner.into_iter().map(|(path, content)| (Path::new(&entry.file_name()).join(path), content)),
            );
        } else {
            found.insert(entry.file_name().into(), fs::read(entry.path())?);
        }
    }
    Ok(found)
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

/// Builds the program for the browser tests as the other tests are built (quick to build, and quick enough), unless [`PROGRAM`] names one.
pub fn build_program() -> Result<()> {
    if std::env::var_os(PROGRAM).is_some() {
        return Ok(());
    }
    crate::cargo(&["build", "--profile", "test", "--workspace", "--bin", "golemry", "--quiet"])
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
