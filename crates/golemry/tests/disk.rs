//! `golemry serve` on a disk that fails: whatever it acknowledges is there after the next kill.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};
use golemry_load::Browser;
use serde_json::json;

/// A server process. It is killed when it is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Result<Server> {
        // A write beyond the limit on file sizes is an error only for those who ignore the signal that comes with it.
        let mut process = Command::new("bash")
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "bash", env!("CARGO_BIN_EXE_golemry")])
            .args(["serve", "--no-limits", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut greeting = String::new();
        BufReader::new(process.stdout.take().context("an output")?).read_line(&mut greeting)?;
        let port: u16 = greeting.trim().rsplit(':').next().context("a port")?.parse()?;
        Ok(Server { process, address: SocketAddr::from(([127, 0, 0, 1], port)) })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A disk that can be made to fail, and to work again.
trait Disk {
    fn folder(&self) -> &Path;
    fn fail(&self, server: &Server) -> Result<()>;
    fn work(&self, server: &Server) -> Result<()>;
}

/// Files can grow no further: writes fail with EFBIG, which SQLite takes for an error of the disk.
struct LimitedFiles(tempfile::TempDir);

impl LimitedFiles {
    fn limit(server: &Server, bytes: &str) -> Result<()> {
        let pid = server.process.id().to_string();
        let set =
            Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")]).status()?;
        anyhow::ensure!(set.success(), "prlimit failed");
        Ok(())
    }
}

impl Disk for LimitedFiles {
    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn fail(&self, server: &Server) -> Result<()> {
        LimitedFiles::limit(server, "1024")
    }

    fn work(&self, server: &Server) -> Result<()> {
        LimitedFiles::limit(server, "unlimited")
    }
}

/// A file system of 3 MB in memory, which can be filled: writes fail with ENOSPC.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None` for users who may not mount one.
    fn mount() -> Option<SmallDisk> {
        let disk = SmallDisk(tempfile::tempdir().ok()?);
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=3m", "golemry-test"])
            .arg(disk.0.path())
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|mounted| mounted.success()).then_some(disk)
    }
}

impl Disk for SmallDisk {
    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn fail(&self, _: &Server) -> Result<()> {
        let mut filler = std::fs::File::create(self.0.path().join("filler"))?;
        while filler.write(&[0; 4096]).is_ok() {}
        Ok(())
    }

    fn work(&self, _: &Server) -> Result<()> {
        Ok(std::fs::remove_file(self.0.path().join("filler"))?)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).stderr(Stdio::null()).status();
    }
}

/// Plays while the disk fails again and again, then kills the server and counts.
async fn lose_nothing(disk: &impl Disk) -> Result<()> {
    let server = Server::start(disk.folder())?;
    let mut browser = Browser::new(server.address);
    let wanted = json!({
        "game": "duel", "variant": "beginner", "options": {"energy": 50, "lives": 9},
        "chairs": [{"kind": "you"}, {"kind": "you"}],
    });
    let id = browser.post("/api/matches", &wanted).await?.json()["id"].as_str().context("an id")?.to_owned();
    let mut socket = browser.socket(&id).await?;
    socket.hello(None).await?;
    let (mut acknowledged, mut refused) = (0, 0);
    for _ in 0..4 {
        for failing in [true, false] {
            if failing {
                disk.fail(&server)?;
            } else {
                disk.work(&server)?;
            }
            // A full disk may have room for a little more: go on until it has not.
            let (mut plays, mut refusals) = (0, 0);
            while if failing { refusals < 4 } else { plays < 6 } {
                let seat = acknowledged % 2;
                let action = json!({"type": "program", "slots": ["L"]});
                let play = json!({"type": "play", "seat": seat, "version": acknowledged, "action": action});
                let answer = socket.ask(play).await?;
                plays += 1;
                if answer["type"] == "ack" {
                    acknowledged = answer["version"].as_u64().context("a version")?;
                } else {
                    assert_eq!(answer["error"]["code"], "store/not-stored", "{answer}");
                    assert!(failing, "the disk works again: {answer}");
                    refusals += 1;
                }
                assert!(plays < 2000, "the disk does not fail");
            }
            refused += refusals;
        }
    }
    assert_eq!(refused, 16);
    drop(server);
    let server = Server::start(disk.folder())?;
    let cookie = browser.cookie.take();
    browser = Browser::new(server.address);
    browser.cookie = cookie;
    let kept = browser.get(&format!("/api/matches/{id}")).await?.json()["version"].as_u64();
    assert_eq!(kept, Some(acknowledged));
    Ok(())
}

#[tokio::test]
async fn writes_that_fail_cost_no_acknowledged_move() -> Result<()> {
    lose_nothing(&LimitedFiles(tempfile::tempdir()?)).await
}

/// The same with a disk that is really full, for whoever may mount one.
#[tokio::test]
async fn a_full_disk_costs_no_acknowledged_move() -> Result<()> {
    match SmallDisk::mount() {
        Some(disk) => lose_nothing(&disk).await,
        None => lose_nothing(&LimitedFiles(tempfile::tempdir()?)).await,
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_file_refuses_to_start() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let _server = Server::start(folder.path())?;
    let second = Command::new(env!("CARGO_BIN_EXE_golemry"))
        .args(["serve", "--port", "0", "--data"])
        .arg(folder.path())
        .output()?;
    let complaint = String::from_utf8(second.stderr)?;
    assert_eq!(second.status.code(), Some(1));
    assert!(complaint.contains("golemry.db is in use by another golemry"), "{complaint}");
    Ok(())
}
