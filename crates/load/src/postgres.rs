use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use tempfile::TempDir;

/// A temporary PostgreSQL server, started from the Debian package. It stops when it is dropped.
#[derive(Debug)]
pub struct Postgres {
    process: Child,
    folder: TempDir,
    programs: PathBuf,
    settings: Vec<String>,
}

impl Postgres {
    /// Starts one that listens on a socket file only, and waits until it accepts connections. If PostgreSQL is not installed, the error
    /// says what to install.
    pub fn start() -> Result<Postgres> {
        Postgres::with_settings(|_| Ok(vec!["listen_addresses=".to_owned()]))
    }

    /// Starts one with custom settings. They may name files that are put into its folder.
    pub fn with_settings(prepare: impl FnOnce(&Path) -> Result<Vec<String>>) -> Result<Postgres> {
        let programs = programs().context(
            "these tests need PostgreSQL: `cargo xtask test` installs Debian's package if it can, or install \
             `postgresql` yourself (initdb is looked for in /usr/lib/postgresql/*/bin and in the PATH)",
        )?;
        // In memory if possible: creating a cluster writes about a thousand files.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())?;
        let settings = prepare(folder.path())?;
        if is_root() {
            // It refuses to run as root; the package provides a user for it.
            run(Command::new("chown").args(["-R", "postgres"]).arg(folder.path()))?;
        }
        let data = folder.path().join("data");
        run(as_user(&programs.join("initdb"))
            .args(["-A", "trust", "-U", "golemry", "--no-sync", "-D"])
            .arg(&data))?;
        let process = launch(&programs, folder.path(), &settings)?;
        Ok(Postgres { process, folder, programs, settings })
    }

    /// The id of its main process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Creates a database; returns its URL.
    pub fn create_database(&self, name: &str) -> Result<String> {
        let socket = self.folder.path();
        run(Command::new(self.programs.join("createdb"))
            .arg("-h")
            .arg(socket)
            .args(["-U", "golemry", name]))?;
        Ok(format!("postgres://golemry@localhost/{name}?host={}", socket.display()))
    }

    /// Starts to run statements in a database; they end with the process.
    pub fn psql(&self, database: &str, statements: &str) -> Result<Child> {
        let mut command = Command::new(self.programs.join("psql"));
        command
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", "golemry", "-d", database, "-q", "-c", statements]);
        Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    /// Stops it immediately, like a crash: it recovers from its log when it starts again.
    pub fn crash(&mut self) -> Result<()> {
        self.stop("-QUIT")
    }

    /// Starts it again after a crash.
    pub fn start_again(&mut self) -> Result<()> {
        self.process = launch(&self.programs, self.folder.path(), &self.settings)?;
        Ok(())
    }

    /// Stops all of its processes where they are, or lets them go on. Connections stay open, and nothing answers.
    pub fn freeze(&self, frozen: bool) -> Result<()> {
        let id = self.process.id().to_string();
        let children = Command::new("pgrep").args(["-P", &id]).output()?;
        let children = String::from_utf8_lossy(&children.stdout).into_owned();
        let signal = if frozen { "-STOP" } else { "-CONT" };
        // A child that has ended meanwhile is no failure.
        Command::new("kill").args([signal, &id]).args(children.split_whitespace()).status()?;
        Ok(())
    }

    fn stop(&mut self, signal: &str) -> Result<()> {
        Command::new("kill").args([signal, &self.process.id().to_string()]).status()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.freeze(false);
        // A fast shutdown: connections are closed, and nothing is left behind.
        let _ = self.stop("-INT");
    }
}

fn launch(programs: &Path, folder: &Path, settings: &[String]) -> Result<Child> {
    let mut command = as_user(&programs.join("postgres"));
    command.arg("-D").arg(folder.join("data")).arg("-k").arg(folder).args(["-c", "fsync=off"]);
    for setting in settings {
        command.args(["-c", setting]);
    }
    let mut process = command.stderr(Stdio::piped()).spawn()?;
    let errors = process.stderr.take().context("its standard error is read")?;
    let mut lines = BufReader::new(errors).lines().map_while(Result::ok);
    let mut log = Vec::new();
    let ready = lines
        .by_ref()
        .inspect(|line| log.push(line.clone()))
        .any(|line| line.contains("ready to accept connections"));
    ensure!(ready, "PostgreSQL did not start: {}", log.join("\n"));
    // The rest of its output is drained, so that it never blocks on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    Ok(process)
}

/// The newest installed version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.sort_by_key(|folder| {
        let version =
            folder.parent().and_then(Path::file_name).and_then(|name| name.to_str()?.parse::<u32>().ok());
        std::cmp::Reverse(version)
    });
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("createdb").exists())
}

fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.current_dir("/").output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
