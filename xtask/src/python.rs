//! The tests of the Python package, in a virtual environment of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// The environment, which is kept between runs.
const ENVIRONMENT: &str = "target/python";
/// The package, and the exact versions of what it is tested with.
const PACKAGE: &str = "crates/python";
const REQUIREMENTS: &str = "crates/python/requirements.txt";

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

/// Builds the wheel without optimisation, installs it and runs its tests.
pub fn test() -> Result<()> {
    prepare()?;
    let wheels = Path::new(ENVIRONMENT).join("wheels");
    if wheels.exists() {
        std::fs::remove_dir_all(&wheels)?;
    }
    let manifest = format!("{PACKAGE}/Cargo.toml");
    run(
        &tool("maturin"),
        &["build", "--quiet", "--profile", "dev", "--manifest-path", &manifest, "--out", text(&wheels)?],
    )?;
    let wheel = std::fs::read_dir(&wheels)?.next().context("maturin built no wheel")??.path();
    run(&tool("pip"), &["install", "--quiet", "--force-reinstall", "--no-deps", text(&wheel)?])?;
    run(&tool("python"), &["-m", "pytest", PACKAGE])
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
    Path::new(ENVIRONMENT).join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().context("a path of the project is not UTF-8")
}

fn run(program: &Path, arguments: &[&str]) -> Result<()> {
    let name = program.display();
    // maturin and pip take the environment they stand in.
    let environment = Path::new(ENVIRONMENT).canonicalize().unwrap_or_default();
    let status = Command::new(program)
        .args(arguments)
        .env("VIRTUAL_ENV", environment)
        .status()
        .with_context(|| format!("{name} cannot be started"))?;
    if status.success() { Ok(()) } else { bail!("{name} {} failed", arguments.join(" ")) }
}
