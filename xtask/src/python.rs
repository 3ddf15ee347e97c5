//! The Python package: its format, lints and tests, in a virtual environment of their own, and its wheel.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

/// The environment, which is kept between runs.
const ENVIRONMENT: &str = "target/python";
/// The package, and the exact versions of what it is tested with.
const PACKAGE: &str = "crates/python";
const REQUIREMENTS: &str = "crates/python/requirements.txt";

/// What links a wheel for old Linux systems, besides a C compiler for them.
const ZIG: &str = "ziglang==0.17.0";
/// What writes the package's reference.
const PDOC: &str = "pdoc==16.0.0";
/// The largest wheel, with the page in it.
const MOST_MEGABYTES: f64 = 15.0;

/// What keeps the tests from running here, if something does.
pub fn missing() -> Option<String> {
    let can = |program: &str| Command::new(program).args(["-c", "import ensurepip, venv"]).output();
    match can(interpreter()) {
        Err(_) => Some("the Python package (install Python 3.10 or later)".to_owned()),
        Ok(output) if !output.status.success() => {
            Some("the Python package (install Python's venv, such as python3-venv)".to_owned())
        }
        Ok(_) => None,
    }
}

/// Checks the format and lints of all Python code, builds the wheel as the tests are built, installs it and runs its tests.
pub fn test() -> Result<()> {
    prepare()?;
    run(&tool("ruff"), &["format", "--quiet", "--check", "--diff"])?;
    run(&tool("ruff"), &["check", "--quiet"])?;
    install()?;
    run(&tool("python"), &["-m", "pytest", PACKAGE])
}

/// Writes the reference of the package into a folder.
pub fn reference(folder: &Path) -> Result<()> {
    install()?;
    run(&tool("pip"), &["install", "--quiet", PDOC])?;
    run(&tool("python"), &["-m", "pdoc", "--output-directory", text(folder)?, "golemry"])
}

/// Builds the wheel as the tests are built, and installs it into the environment.
fn install() -> Result<()> {
    prepare()?;
    let options = ["--profile", "dev", "--features", "pyo3/extension-module,as-tested"];
    let wheel = build(&Path::new(ENVIRONMENT).join("wheels"), &options)?;
    run(&tool("pip"), &["install", "--quiet", "--force-reinstall", "--no-deps", text(&wheel)?])
}

/// Builds the release wheel with the page into `folder`, for any Linux with glibc 2.17 or later if this is one, and tries it in a
/// fresh environment.
pub fn wheel(folder: &Path) -> Result<()> {
    prepare()?;
    let mut options = vec!["--release", "--locked", "--features", "pyo3/extension-module,page"];
    if cfg!(target_os = "linux") {
        run(&tool("pip"), &["install", "--quiet", ZIG])?;
        options.extend(["--zig", "--compatibility", "manylinux2014"]);
    }
    let wheel = build(&folder.join("wheels"), &options)?;
    let megabytes = std::fs::metadata(&wheel)?.len() as f64 / 1e6;
    println!("{}: {megabytes:.1} MB", wheel.display());
    ensure!(megabytes < MOST_MEGABYTES, "a wheel has less than {MOST_MEGABYTES} MB");
    let fresh = folder.join("try-wheel");
    run(Path::new(interpreter()), &["-m", "venv", "--clear", text(&fresh)?])?;
    run(&tool_of(&fresh, "pip"), &["install", "--quiet", text(&wheel)?])?;
    run(&tool_of(&fresh, "golemry"), &["--version"])?;
    run(&tool_of(&fresh, "python"), &["-c", TRIED])?;
    Ok(std::fs::remove_dir_all(fresh)?)
}

/// A batch is stepped; the table is opened, is well, and shows its page.
const TRIED: &str = "\
import subprocess, sys, tempfile
from urllib.request import urlopen
import golemry
batch = golemry.batch('golem-it', n=8)
batch.step(batch.random_tokens(seed=1))
with tempfile.TemporaryDirectory() as data:
    serve = [sys.executable, '-m', 'golemry', 'serve', '--no-open', '--port', '0', '--data', data]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as table:
        try:
            address = table.stdout.readline().split()[-1]
            assert urlopen(address + '/health').status == 200
            assert b'<html' in urlopen(address).read()
        finally:
            table.terminate()";

/// Builds the wheel with these options, the only one in the folder then.
fn build(folder: &Path, options: &[&str]) -> Result<PathBuf> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let arguments = ["build", "--quiet", "--manifest-path", &manifest, "--out", text(folder)?];
    run(&tool("maturin"), &[&arguments[..], options].concat())?;
    Ok(std::fs::read_dir(folder)?.next().context("maturin built no wheel")??.path())
}

/// Makes the environment, unless it has just these packages already.
fn prepare() -> Result<()> {
    let wanted = std::fs::read_to_string(REQUIREMENTS)?;
    let stamp = Path::new(ENVIRONMENT).join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(Path::new(interpreter()), &["-m", "venv", ENVIRONMENT])?;
    run(&tool("pip"), &["install", "--quiet", "--requirement", REQUIREMENTS])?;
    Ok(std::fs::write(stamp, wanted)?)
}

fn interpreter() -> &'static str {
    if cfg!(windows) { "python" } else { "python3" }
}

/// A program of the environment.
fn tool(name: &str) -> PathBuf {
    tool_of(Path::new(ENVIRONMENT), name)
}

fn tool_of(environment: &Path, name: &str) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().context("a path of the project is not UTF-8")
}

fn run(program: &Path, arguments: &[&str]) -> Result<()> {
    let name = program.display();
    // maturin takes the environment it stands in, and looks for zig in the first Python there is.
    let environment = Path::new(ENVIRONMENT).canonicalize().unwrap_or_default();
    let first = tool_of(&environment, "");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(first).chain(std::env::split_paths(&path)))?;
    let status = Command::new(program)
        .args(arguments)
        .env("VIRTUAL_ENV", environment)
        .env("PATH", path)
        .status()
        .with_context(|| format!("{name} cannot be started"))?;
    if status.success() { Ok(()) } else { bail!("{name} {} failed", arguments.join(" ")) }
}
