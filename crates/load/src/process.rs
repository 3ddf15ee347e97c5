//! Memory and CPU time of processes.

use std::time::Duration;

use anyhow::{Context as _, Result};

/// The resident memory of a process, in bytes.
pub fn memory_of(process: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).context("no number")?.parse()?;
    Ok(kilobytes * 1024)
}

/// The CPU time of a process and its children.
pub fn cpu_of_all(process: u32) -> Result<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = children.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    // A child that has just ended is included in its parent's time.
    let children = children.into_iter().filter_map(|child| cpu_of_all(child).ok());
    Ok(cpu_of(&process.to_string())? + children.sum::<Duration>())
}

/// The CPU time of a process; `self` is this one.
pub fn cpu_of(process: &str) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name in parentheses may contain anything; numbers follow it, of which the 12th and 13th are ticks of 10 ms.
    let fields = stat.rsplit(')').next().context("no fields")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}
