use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use anyhow::{Context as _, Result, ensure};

/// `golemry serve` as a process. It is killed when it is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    process: Child,
    /// Where clients reach it.
    pub address: SocketAddr,
}

impl ServerProcess {
    /// Starts it on a free port, without limits, with these arguments, and waits until it listens.
    pub fn start(program: &Path, words: &[&str]) -> Result<ServerProcess> {
        ServerProcess::start_with_limits(program, &[&["--no-limits"], words].concat())
    }

    /// The same, with the limits that strangers meet.
    pub fn start_with_limits(program: &Path, words: &[&str]) -> Result<ServerProcess> {
        // SIGXFSZ is ignored, so that a write beyond the limit on file sizes fails instead of killing the process.
        let mut process = Command::new("bash")
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "bash"])
            .arg(program)
            .args(["serve", "--port", "0"])
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().context("its output is read")?).read_line(&mut line)?;
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let port: u16 = port.with_context(|| format!("the server says {line:?} instead of its address"))?;
        Ok(ServerProcess { process, address: SocketAddr::from(([127, 0, 0, 1], port)) })
    }

    /// Its process id.
    pub fn id(&self) -> String {
        self.process.id().to_string()
    }

    /// Sends a signal such as `-STOP`.
    pub fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").args([name, &self.id()]).status()?;
        ensure!(sent.success(), "cannot send {name}");
        Ok(())
    }

    /// Kills it with SIGKILL: nothing can be finished or written any more.
    pub fn kill(mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// Stops it with SIGTERM; returns its exit status.
    pub fn terminate(mut self) -> Result<ExitStatus> {
        self.signal("-TERM")?;
        Ok(self.process.wait()?)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
