//! The server as a process, and what the system says of it.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use golemry_core::Seed;

/// A server of our own, with a database of its own. It ends when it is dropped.
pub struct Server {
    process: Child,
    pub address: SocketAddr,
    folder: std::path::PathBuf,
}

/// The seed of every match, where we are to know what is legal.
pub const SEED: Seed = Seed(7);

impl Server {
    pub fn start(program: &Path, database: Option<&str>, known_seed: bool) -> Result<Server> {
        let folder = std::env::temp_dir().join(format!("golemry-load-{}", std::process::id()));
        let mut command = Command::new(program);
        command
            .args(["serve", "--port", "0", "--no-limits", "--shuffle-seconds", "0"])
            .stdout(Stdio::piped());
        if known_seed {
            command.args(["--seed", &SEED.to_string()]);
        }
        match database {
            Some(url) => command.args(["--database", url]),
            None => command.arg("--data").arg(&folder),
        };
        let mut process = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("the server has an output")?).read_line(&mut line)?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let port: u16 = port.with_context(|| format!("the server says {line:?} instead of its address"))?;
        Ok(Server { process, address: SocketAddr::from(([127, 0, 0, 1], port)), folder })
    }

    /// Bytes of memory it holds.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        let kilobytes: u64 = line.split_whitespace().nth(1).context("no number")?.parse()?;
        Ok(kilobytes * 1024)
    }

    /// Time it has spent on processors.
    pub fn cpu(&self) -> Result<Duration> {
        cpu_of(&self.process.id().to_string())
    }
}

/// Time this program has spent on processors.
pub fn own_cpu() -> Result<Duration> {
    cpu_of("self")
}

/// Time a process and its children have spent on processors.
pub fn cpu_of_all(process: u32) -> Result<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = children.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    // One that has just ended is counted with its parent from now on.
    let children = children.into_iter().filter_map(|child| cpu_of_all(child).ok());
    Ok(cpu_of(&process.to_string())? + children.sum::<Duration>())
}

fn cpu_of(process: &str) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name in parentheses may hold anything; what follows it is numbers, the 12th and 13th in ticks of 10 ms.
    let fields = stat.rsplit(')').next().context("no fields")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
