//! The test command, and its stress test.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::{arrows, cargo, clauses, page, postgres, python, wasm};

/// This program as it was when the test command began.
const COPY: &str = "target/xtask-at-work";

/// Clippy in the compiler's place for our own crates: what is built for a test is linted on the way, not in a build of its own.
const LINTED: (&str, &str) = ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");

/// Modules of the games' tests that the quick checks leave out: how bots play, and the duel's puzzles and solutions.
const MORE_THAN_RULES: [&str; 3] = ["bots::", "library::", "standard::"];

/// Checks everything. What is independent runs side by side: npm's tools beside the compiler, the browser and Python beside the tests
/// in Rust.
pub fn whole() -> Result<()> {
    let start = Instant::now();
    let mut left_out = Vec::new();
    // Building the tests replaces this program: parts that start later need a copy.
    std::fs::create_dir_all("target")?;
    std::fs::copy(std::env::current_exe()?, COPY).with_context(|| format!("cannot write {COPY}"))?;
    basics()?;
    let mut beside = |name, arguments: &[&str], missing: Option<String>| -> Result<Option<Background>> {
        let Some(missing) = missing else { return Background::start(name, arguments).map(Some) };
        if !left_out.contains(&missing) {
            left_out.push(missing);
        }
        Ok(None)
    };
    let page = beside("the page", &["page", "--part", "check"], page::missing_npm())?;
    let module = beside("the module", &["wasm", "--part", "test"], wasm::missing())?;
    part("building and linting", build)?;
    Background::finish(page)?;
    // The browser tests play with it.
    Background::finish(module)?;
    let missing = page::missing_npm().or_else(page::missing_browser);
    let browser = beside("the page in a browser", &["page", "--part", "browser"], missing)?;
    let python = beside("the Python package", &["python"], python::missing())?;
    let mut tests = vec!["--workspace", "--no-fail-fast"];
    if let Some(missing) = postgres::missing() {
        left_out.push(missing);
        tests.extend(["--", "--skip", "postgresql"]);
    }
    let results = [part("tests", || test(&tests)), Background::finish(browser), Background::finish(python)];
    results.into_iter().collect::<Result<()>>()?;
    for reason in &left_out {
        println!("== left out: {reason}");
    }
    println!("== all is well, after {} s", start.elapsed().as_secs());
    Ok(())
}

/// Checks what a change of the rules can break, for the daily loop: formatting, lints, rules, laws.
pub fn quick() -> Result<()> {
    let start = Instant::now();
    basics()?;
    part("lints", || {
        cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])
    })?;
    part("rules and laws", || {
        let games = games()?;
        let mut tests = vec!["--package=golemry-core"];
        tests.extend(games.iter().map(String::as_str));
        tests.push("--");
        tests.extend(MORE_THAN_RULES.iter().flat_map(|module| ["--skip", module]));
        test(&tests)
    })?;
    println!("== the quick checks are fine, after {} s", start.elapsed().as_secs());
    Ok(())
}

/// Where files lie that tests compare with what the program does.
const PINNED: [&str; 5] =
    ["data/playthroughs", "crates/golemry/tests", "web/src/api", "web/test/fixtures", "web/dist"];

/// Writes everything anew that tests compare with a file, and shows which files changed.
pub fn bless() -> Result<()> {
    let games = games()?;
    let playthroughs: Vec<&str> = games.iter().map(String::as_str).collect();
    part("playthroughs", || {
        let all = [&["test"][..], &playthroughs, &["--test=all"]].concat();
        let status = renew(&[&all[..], &["playthrough::"]].concat())?;
        ensure!(status.success(), "the golden playthroughs could not be written");
        Ok(())
    })?;
    bless_replies_and_types()?;
    part("the page's examples", || {
        cargo(&[
            "run",
            "--quiet",
            "--package=golemry-registry",
            "--example=fixtures",
            "--",
            "web/test/fixtures",
        ])
    })?;
    match page::missing_npm() {
        Some(missing) => println!("== left out: the built page: {missing}"),
        None => part("the built page", || page::run(page::Part::Build, None))?,
    }
    println!("== read the difference before you commit it:");
    let changed = Command::new("git").args(["status", "--short", "--"]).args(PINNED).status()?;
    ensure!(changed.success(), "git cannot say what changed");
    Ok(())
}

/// Writes anew what every new game is part of: the engine's replies, the hints, the screens and the page's types.
pub fn bless_replies_and_types() -> Result<()> {
    // The same packages each time: cargo builds nothing twice.
    let packages = ["test", "--package=golemry", "--package=golemry-server", "--package=golemry-workshop"];
    part("replies, hints and screens", || {
        renew(&[&packages[..], &["--test=replies", "--test=play"]].concat()).map(drop)
    })?;
    part("the page's types", || renew(&[&packages[..], &["--lib", "typescript"]].concat()).map(drop))
}

/// Runs tests that write anew what they compare. What they compare besides may differ, too: it is for `cargo xtask test` to say so.
fn renew(arguments: &[&str]) -> Result<ExitStatus> {
    let mut cargo = Command::new("cargo");
    cargo.args(arguments).arg("--quiet").envs([LINTED]);
    cargo.env("GOLEMRY_BLESS", "1").env("INSTA_UPDATE", "always");
    cargo.status().context("cargo could not be started")
}

/// The games' packages, as cargo is told them.
fn games() -> Result<Vec<String>> {
    let games = clauses::folders("crates/games".as_ref())?;
    Ok(games
        .iter()
        .filter_map(|game| Some(format!("--package=golemry-{}", game.file_name()?.to_str()?)))
        .collect())
}

/// Repeats the socket and browser tests, side by side, while every core is kept busy: a test that depends on timing fails here.
pub fn flaky(times: u32) -> Result<()> {
    if let Some(missing) = page::missing_npm().or_else(page::missing_browser) {
        bail!("{missing}");
    }
    let sockets =
        ["--package=golemry-server", "--package=golemry-store", "--package=golemry-workshop", "--quiet"];
    page::build_program()?;
    test(&[&sockets[..], &["--no-run"]].concat())?;
    let _busy = Busy::start();
    let mut failed = 0;
    for round in 1..=times {
        let start = Instant::now();
        let runs = std::thread::scope(|scope| {
            let page = scope.spawn(page::play);
            [test(&sockets), page.join().unwrap_or_else(|_| bail!("the browser tests panicked"))]
        });
        let problems: Vec<String> =
            runs.into_iter().filter_map(|run| run.err().map(|error| error.to_string())).collect();
        failed += u32::from(!problems.is_empty());
        let verdict = if problems.is_empty() { "passed".to_owned() } else { problems.join("; ") };
        println!("== round {round} of {times}, {} s: {verdict}", start.elapsed().as_secs());
    }
    if failed > 0 {
        bail!("{failed} of {times} rounds failed");
    }
    println!("== {times} of {times} rounds passed");
    Ok(())
}

fn basics() -> Result<()> {
    part("formatting", || cargo(&["fmt", "--all", "--check"]))?;
    part("dependency arrows", arrows::check)?;
    part("clauses", clauses::check)?;
    part("files of tests", clauses::no_test_file_is_forgotten)
}

/// Builds all tests and programs, and lints them; a warning is an error. (`cargo test --no-run` would leave out programs without
/// integration tests, such as `own-game`, which the browser plays.)
fn build() -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--profile=test",
        "--workspace",
        "--all-targets",
        "--quiet",
        "--message-format=json",
    ]);
    cargo.envs([LINTED]);
    let output = cargo.stderr(Stdio::inherit()).output().context("cargo could not be started")?;
    let mut warnings = 0;
    for line in output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let message: Value = serde_json::from_slice(line).context("cargo's messages are JSON")?;
        if let Some(rendered) = message["message"]["rendered"].as_str() {
            println!("{rendered}");
            warnings += 1;
        }
    }
    ensure!(output.status.success(), "the tests could not be built");
    ensure!(warnings == 0, "there are {warnings} warnings");
    Ok(())
}

/// Runs tests, built as [`build`] does.
fn test(what: &[&str]) -> Result<()> {
    let mut cargo = Command::new("cargo");
    let status =
        cargo.arg("test").args(what).envs([LINTED]).status().context("cargo could not be started")?;
    if status.success() { Ok(()) } else { bail!("`cargo test {}` failed", what.join(" ")) }
}

fn part(name: &str, check: impl FnOnce() -> Result<()>) -> Result<()> {
    println!("== {name}");
    let start = Instant::now();
    check().with_context(|| format!("{name} failed"))?;
    println!("== {name}: {} s", start.elapsed().as_secs());
    Ok(())
}

/// A part that runs beside others, as a process of its own. Its output is printed when it is over.
struct Background {
    name: &'static str,
    start: Instant,
    process: Child,
    log: PathBuf,
}

impl Background {
    fn start(name: &'static str, arguments: &[&str]) -> Result<Background> {
        let log = PathBuf::from("target").join(format!("{}.log", name.replace(' ', "-")));
        let output = File::create(&log)?;
        let mut command = Command::new(COPY);
        // The parts share what is built for the tests, the browser's the program itself.
        command.args(arguments).envs([LINTED]).env(page::PROGRAM, page::built_program()?);
        let process = command.stdout(output.try_clone()?).stderr(output).spawn()?;
        println!("== {name}, beside the next parts");
        Ok(Background { name, start: Instant::now(), process, log })
    }

    /// Waits for its end, if it was started.
    fn finish(started: Option<Background>) -> Result<()> {
        let Some(mut part) = started else { return Ok(()) };
        let status = part.process.wait()?;
        println!("== {}", part.name);
        println!("{}", std::fs::read_to_string(&part.log)?.trim_end());
        ensure!(status.success(), "{} failed", part.name);
        println!("== {}: {} s", part.name, part.start.elapsed().as_secs());
        Ok(())
    }
}

impl Drop for Background {
    /// Another part failed: nobody waits for this one any more. A process that has ended is not harmed.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Threads that keep every core busy until this is dropped.
struct Busy(Arc<AtomicBool>);

impl Busy {
    fn start() -> Busy {
        let stop = Arc::new(AtomicBool::new(false));
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Busy(stop)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
