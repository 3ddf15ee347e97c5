//! What the system says of processes.

use std::time::Duration;

use anyhow::{Context as _, Result};

/// Bytes of memory a process holds.
pub fn memory_of(process: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).context("no number")?.parse()?;
    Ok(kilobytes * 1024)
}

/// Time a process and its children have spent on processors.
pub fn cpu_of_all(process: u32) -> Result<Duration> {
    let children = std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = children.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    // One that has just ended is counted with its parent from now on.
    let children = children.into_iter().filter_map(|child| cpu_of_all(child).ok());
    Ok(cpu_of(&process.to_string())? + children.sum::<Duration>())
}

/// Time a process has spent on processors; `self` is this one.
pub fn cpu_of(process: &str) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name in parentheses may hold anything; what follows it is numbers, the 12th and 13th in ticks of 10 ms.
    let fields = stat.rsplit(')').next().context("no fields")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>()?;
    Ok(Duration::from_millis(ticks * 10))
}
