use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// Builds the server and the program that torments it as the tests are built, with assertions, and lets the one loose on the other.
pub fn run(args: &[String]) -> Result<()> {
    super::cargo(&["build", "--profile", "test", "--package", "golemry", "--package", "golemry-load"])?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let mut command = Command::new(format!("{target}/debug/golemry-chaos"));
    command.arg("--program").arg(format!("{target}/debug/golemry")).args(args);
    let status = command.status().context("the chaos could not be started")?;
    if !status.success() {
        bail!("something was lost in the chaos");
    }
    Ok(())
}
