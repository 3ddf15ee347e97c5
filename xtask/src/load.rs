use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// Builds the server and a program that measures it, and lets the one loose on the other.
pub fn run(program: &str, args: &[String]) -> Result<()> {
    super::cargo(&["build", "--release", "--package", "golemry", "--package", "golemry-load"])?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    // Each match has two connections, at both ends: the usual limit of open files is too low for many of them.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n \"$(ulimit -H -n)\" && exec \"$@\"", "sh"]);
    command.arg(format!("{target}/release/{program}"));
    command.arg("--program").arg(format!("{target}/release/golemry")).args(args);
    let status = command.status().with_context(|| format!("{program} could not be started"))?;
    if !status.success() {
        bail!("{program} failed");
    }
    Ok(())
}
