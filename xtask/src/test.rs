//! The test command, and its stress test.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::{arrows, cargo, clauses, page, postgres, python};

/// This program as it was when the test command began.
const COPY: &str = "target/xtask-at-work";

/// Checks everything. What is independent runs side by side: npm's tools beside clippy, the browser beside the tests in
/// Rust and Python.
pub fn whole() -> Result<()> {
    let start = Instant::now();
    let mut left_out = Vec::new();
    // Building the tests replaces this program: parts that start later need a copy.
    std::fs::create_dir_all("target")?;
    std::fs::copy(std::env::current_exe()?, COPY).with_context(|| format!("cannot write {COPY}"))?;
    basics()?;
    let page = beside("the page", "check", page::missing_npm(), &mut left_out)?;
    part("lints", lints)?;
    if let Some(mut page) = page {
        page.finish()?;
    }
    let mut tests = vec!["test", "--workspace", "--no-fail-fast"];
    if let Some(missing) = postgres::missing() {
        left_out.push(missing);
        tests.extend(["--", "--skip", "postgresql"]);
    }
    part("building the tests", || cargo(&["test", "--workspace", "--no-run", "--quiet"]))?;
    let missing = page::missing_npm().or_else(page::missing_browser);
    let mut browser = beside("the page in a browser", "browser", missing, &mut left_out)?;
    let tested = part("tests", || cargo(&tests));
    let missing = python::missing();
    let python = if missing.is_none() { part("the Python package", python::test) } else { Ok(()) };
    left_out.extend(missing);
    if let Some(browser) = &mut browser {
        browser.finish()?;
    }
    tested?;
    python?;
    for reason in &left_out {
        println!("== left out: {reason}");
    }
    println!("== all is well, after {} s", start.elapsed().as_secs());
    Ok(())
}

/// Starts a part of the page's tests beside the next parts, or notes why it is left out.
fn beside(
    name: &'static str,
    part: &str,
    missing: Option<String>,
    left_out: &mut Vec<String>,
) -> Result<Option<Background>> {
    let Some(missing) = missing else {
        return Background::start(name, &["page", "--part", part]).map(Some);
    };
    if !left_out.contains(&missing) {
        left_out.push(missing);
    }
    Ok(None)
}

/// Checks what a change of the rules can break, for the daily loop: formatting, lints, rules, laws.
pub fn quick() -> Result<()> {
    let start = Instant::now();
    basics()?;
    part("lints", lints)?;
    part("rules and laws", || {
        let mut arguments = vec!["test".to_owned(), "--package=golemry-core".to_owned()];
        for game in clauses::folders("crates/games".as_ref())? {
            let name = game.file_name().context("a folder has a name")?.to_string_lossy().into_owned();
            arguments.push(format!("--package=golemry-{name}"));
        }
        cargo(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    })?;
    println!("== the quick checks are fine, after {} s", start.elapsed().as_secs());
    Ok(())
}

/// Repeats the socket and browser tests while every core is kept busy: a test that depends on timing fails here.
pub fn flaky(times: u32) -> Result<()> {
    if let Some(missing) = page::missing_npm().or_else(page::missing_browser) {
        bail!("{missing}");
    }
    cargo(&["test", "--package=golemry-server", "--package=golemry-store", "--no-run", "--quiet"])?;
    page::build_program()?;
    let _busy = Busy::start();
    let mut failed = 0;
    for round in 1..=times {
        let sockets = cargo(&["test", "--package=golemry-server", "--package=golemry-store", "--quiet"]);
        let browser = page::play();
        let problems: Vec<String> = [sockets, browser]
            .into_iter()
            .filter_map(|run| run.err().map(|error| error.to_string()))
            .collect();
        failed += u32::from(!problems.is_empty());
        let verdict = if problems.is_empty() { "passed".to_owned() } else { problems.join("; ") };
        println!("== round {round} of {times}: {verdict}");
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
    part("clauses", clauses::check)
}

fn lints() -> Result<()> {
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])
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
        // The browser tests use the program that was built for the other tests.
        command.args(arguments).env(page::PROGRAM, page::built_program()?);
        let process = command.stdout(output.try_clone()?).stderr(output).spawn()?;
        println!("== {name}, beside the next parts");
        Ok(Background { name, start: Instant::now(), process, log })
    }

    fn finish(&mut self) -> Result<()> {
        let status = self.process.wait()?;
        println!("== {}", self.name);
        println!("{}", std::fs::read_to_string(&self.log)?.trim_end());
        if !status.success() {
            bail!("{} failed", self.name);
        }
        println!("== {}: {} s", self.name, self.start.elapsed().as_secs());
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
