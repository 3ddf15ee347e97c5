//! A PostgreSQL of our own, started from the Debian package into a temporary folder. It listens on a socket file only.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running server. It stops when it is dropped.
pub struct Server {
    process: Child,
    folder: TempDir,
    programs: PathBuf,
}

impl Server {
    /// Starts one and waits until it takes connections.
    ///
    /// # Panics
    /// With what to install, where there is none.
    pub fn start() -> Server {
        let programs = programs().unwrap_or_else(|| {
            panic!(
                "the store's tests need PostgreSQL: `cargo xtask test` installs Debian's package where it may, \
                 or install `postgresql` yourself (initdb is looked for in /usr/lib/postgresql/*/bin and in the PATH)"
            )
        });
        // In memory where that is possible: making a database writes some thousand files.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        if is_root() {
            // It refuses to run as root; the package brings a user for it.
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let data = folder.path().join("data");
        run(as_user(&programs.join("initdb"))
            .args(["-A", "trust", "-U", "golemry", "--no-sync", "-D"])
            .arg(&data));
        let mut process = as_user(&programs.join("postgres"))
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses=", "-c", "fsync=off"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines().map_while(Result::ok);
        let ready = lines.by_ref().any(|line| line.contains("ready to accept connections"));
        assert!(ready, "PostgreSQL did not start");
        // Whatever else it says is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Server { process, folder, programs }
    }

    /// A new database; its address.
    pub fn create_database(&self, name: &str) -> String {
        let socket = self.folder.path();
        run(Command::new(self.programs.join("createdb")).arg("-h").arg(socket).args(["-U", "golemry", name]));
        format!("postgres://golemry@localhost/{name}?host={}", socket.display())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A fast shutdown: connections are ended, and nothing is left behind.
        let _ = Command::new("kill").args(["-INT", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
    }
}

/// The newest version there is.
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
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    let output = command.current_dir("/").output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
}
