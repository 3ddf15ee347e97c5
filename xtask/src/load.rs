use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// What to measure.
#[derive(clap::Args)]
pub struct Args {
    /// How many matches are played at once
    #[arg(long, default_value_t = 200)]
    matches: usize,
    /// How long they are played
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Moves a second in each match; 0 for as many as it can
    #[arg(long, default_value_t = 10.0)]
    rate: f64,
    /// The game, which two can play
    #[arg(long, default_value = "duel")]
    game: String,
    /// A database for the server, such as postgres://user@host/name, instead of a file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Builds the server and the load generator, and lets the one loose on the other.
pub fn run(args: &Args) -> Result<()> {
    super::cargo(&["build", "--release", "--package", "golemry", "--package", "golemry-load"])?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    // Each match has two connections, at both ends: the usual limit of open files is too low for many of them.
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n \"$(ulimit -H -n)\" && exec \"$@\"", "sh"]);
    command.arg(format!("{target}/release/golemry-load"));
    command.arg("--program").arg(format!("{target}/release/golemry"));
    command.args(["--matches", &args.matches.to_string(), "--seconds", &args.seconds.to_string()]);
    command.args(["--rate", &args.rate.to_string(), "--game", &args.game]);
    if let Some(url) = &args.database {
        command.args(["--database", url]);
    }
    let status = command.status().context("the load generator could not be started")?;
    if !status.success() {
        bail!("the load generator failed");
    }
    Ok(())
}
