//! The project's own chores. `cargo xtask test` is the one test command.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod apt;
mod arrows;
mod book;
mod chaos;
mod clauses;
mod dist;
mod load;
mod new_game;
mod page;
mod postgres;
mod python;
mod test;
mod wasm;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::Parser;

/// The project's own chores
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Check everything: formatting, lints, all tests, clauses, dependency arrows, and the page in a browser
    Test {
        /// Only formatting, lints, rules and laws, for the daily loop
        #[arg(long)]
        quick: bool,
    },
    /// Write a small new game, complete and playable, to be changed into your own
    NewGame {
        /// Its name in commands and addresses, such as paper-tigers
        name: String,
    },
    /// Repeat the socket and browser tests while every core is busy
    Flaky {
        /// How often
        #[arg(long, default_value_t = 20)]
        times: u32,
    },
    /// Check licences, advisories and sources of dependencies (installs cargo-deny when missing)
    Audit,
    /// Fuzz each target with libFuzzer (installs cargo-fuzz when missing, needs a nightly toolchain)
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 30)]
        seconds: u32,
        /// Only this target
        #[arg(long)]
        target: Option<String>,
    },
    /// Build the page into web/dist with npm, or check it: types, unit tests, and every game played in a browser
    Page {
        /// What to do
        #[arg(long, default_value = "build")]
        part: page::Part,
        /// In the browser only this game, such as one you are writing
        #[arg(long)]
        game: Option<String>,
    },
    /// Build the module with which the page plays without a server into web/engine, which is committed with it (takes some minutes)
    Wasm {
        /// What to do
        #[arg(long, default_value = "build")]
        part: wasm::Part,
    },
    /// Write the page as plain files for any web host, with the release program; see docs/site.md
    #[command(disable_help_flag = true)]
    Site {
        /// What `golemry site` is told: the folder, decks and boards
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the documentation as a site into target/book: the book, and the references of crates and Python package (installs mdbook when missing)
    Book,
    /// Check the Python package: format, lints, build it, install it into an environment of its own, run its tests
    Python,
    /// Play many matches at once over WebSocket against the release server, and measure it
    #[command(disable_help_flag = true)]
    Load {
        /// What the load generator is told; --help shows what there is
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Let a stranger attack the release server while others play there, and measure how much slower they get
    #[command(disable_help_flag = true)]
    Siege {
        /// Which attack, for how long; --help shows what there is
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the program and pack it for others: archive, checksum, licences, bill of materials
    Dist {
        /// For another target of this machine's toolchain, such as x86_64-unknown-linux-musl
        #[arg(long)]
        target: Option<String>,
        /// The Python wheel with the page instead, into target/dist/wheels
        #[arg(long, conflicts_with = "target")]
        wheel: bool,
    },
    /// Play while servers and databases are killed, paused and starved, and verify that nothing acknowledged is lost
    #[command(disable_help_flag = true)]
    Chaos {
        /// How long, with which seed; --help shows what there is
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Write everything anew that tests compare with a file: playthroughs, replies, screens, the page; read the difference before committing it
    Bless,
}

/// The fuzz targets, as in fuzz/Cargo.toml.
const FUZZ_TARGETS: [&str; 5] = ["action", "line", "material", "position", "record"];

fn main() -> Result<()> {
    let chore = Chore::parse();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the workspace")?;
    std::env::set_current_dir(root)?;
    match chore {
        Chore::Test { quick: false } => test::whole(),
        Chore::Test { quick: true } => test::quick(),
        Chore::NewGame { name } => new_game::run(&name),
        Chore::Flaky { times } => test::flaky(times),
        Chore::Audit => {
            install("cargo-deny")?;
            cargo(&["deny", "check"])
        }
        Chore::Page { part, game } => page::run(part, game.as_deref()),
        Chore::Wasm { part } => wasm::run(part),
        Chore::Site { args } => {
            let call = ["run", "--quiet", "--release", "--package", "golemry", "--", "site"];
            cargo(&call.into_iter().chain(args.iter().map(String::as_str)).collect::<Vec<_>>())
        }
        Chore::Book => book::build(),
        Chore::Python => python::test(),
        Chore::Fuzz { seconds, target } => fuzz(seconds, target.as_deref()),
        Chore::Load { args } => load::run("golemry-load", &args),
        Chore::Siege { args } => load::run("golemry-siege", &args),
        Chore::Dist { wheel: true, .. } => dist::wheel(),
        Chore::Dist { target, wheel: false } => dist::run(target.as_deref()),
        Chore::Chaos { args } => chaos::run(&args),
        Chore::Bless => test::bless(),
    }
}

fn fuzz(seconds: u32, only: Option<&str>) -> Result<()> {
    if let Some(target) = only.filter(|target| !FUZZ_TARGETS.contains(target)) {
        bail!("there is no fuzz target {target:?}: they are {}", FUZZ_TARGETS.join(", "));
    }
    install("cargo-fuzz")?;
    let time = format!("-max_total_time={seconds}");
    for target in FUZZ_TARGETS.iter().filter(|target| only.is_none_or(|only| only == **target)) {
        println!("== fuzzing {target} for {seconds} s");
        // What libFuzzer finds goes to the first folder, which is ignored; the committed corpus is only read.
        let (found, corpus) = (format!("fuzz/found/{target}"), format!("fuzz/corpus/{target}"));
        fs::create_dir_all(&found)?;
        let run =
            ["+nightly", "fuzz", "run", "--features", "libfuzzer", target, &found, &corpus, "--", &time];
        cargo(&run)?;
    }
    Ok(())
}

/// Installs a cargo tool unless it is there.
fn install(tool: &str) -> Result<()> {
    let there = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if there {
        return Ok(());
    }
    println!("installing {tool}, which takes some minutes");
    cargo(&["install", tool])
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from)
}

fn cargo(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("cargo");
    // Cargo describes xtask to us this way. Build scripts that look at these would run again, although nothing has changed.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    let status = command.args(arguments).status().context("cargo could not be started")?;
    if !status.success() {
        bail!("`cargo {}` failed", arguments.join(" "));
    }
    Ok(())
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
