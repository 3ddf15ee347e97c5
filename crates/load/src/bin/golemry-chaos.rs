//! Plays on servers that are killed, paused, restarted and starved at random, while their databases are locked, frozen, crashed and
//! damaged, and checks afterwards that nothing acknowledged was lost.
#![allow(clippy::print_stdout, reason = "a command-line program prints")]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Parser, ValueEnum};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_load::{Acknowledged, Postgres, ServerProcess, World, play_tables, verify};
use sqlx::{Connection as _, Executor as _};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Plays on SQLite and on a cluster over PostgreSQL while everything fails at random, then verifies every match
#[derive(Parser)]
#[command(name = "cargo xtask chaos")]
struct Args {
    /// The server's program
    #[arg(long)]
    program: PathBuf,
    /// How long it takes on each database
    #[arg(long, default_value_t = 2.0)]
    minutes: f64,
    /// Only on this database
    #[arg(long)]
    database: Option<Database>,
    /// What all chance is drawn from: the order of blows, and who plays what
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tables that are played at once
    #[arg(long, default_value_t = 6)]
    tables: usize,
}

/// Where matches are stored.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Database {
    /// A file, one server
    Sqlite,
    /// Three servers
    Postgresql,
}

/// The size of a page of an SQLite file.
const PAGE: usize = 4096;

/// Servers of a cluster.
const NODES: usize = 3;

/// Seconds after which a silent node loses its matches.
const EXPIRY: &str = "2";

/// One in this many moves is lost with its connection.
const CUT_ONE_IN: u32 = 25;

/// The longest that players may take to recover once all servers are up.
const RECOVERY: Duration = Duration::from_secs(120);

#[tokio::main]
async fn main() -> Result<()> {
    sqlx::any::install_default_drivers();
    let args = Args::parse();
    ensure!(args.minutes > 0.0 && args.tables > 0, "chaos needs some time and some tables");
    let time = Duration::from_secs_f64(args.minutes * 60.0);
    let wants = |database| args.database.is_none_or(|only| only == database);
    println!(
        "seed {}: the same seed strikes the same blows, at moments that depend on the machine",
        args.seed
    );
    if wants(Database::Sqlite) {
        on_sqlite(&args, time).await.context("on SQLite")?;
    }
    if wants(Database::Postgresql) {
        on_postgresql(&args, time).await.context("on PostgreSQL")?;
    }
    Ok(())
}

/// The players, and the faults injected so far.
struct Play {
    world: Arc<World>,
    playing: JoinHandle<Result<Vec<Acknowledged>>>,
    rng: PlayoutRng,
    end: Instant,
    blows: BTreeMap<&'static str, u32>,
}

impl Play {
    fn start(args: &Args, time: Duration) -> Play {
        let world = Arc::new(World::new(CUT_ONE_IN));
        let playing = tokio::spawn(play_tables(Arc::clone(&world), args.tables, args.seed));
        Play {
            world,
            playing,
            rng: PlayoutRng::new(Seed(args.seed)),
            end: Instant::now() + time,
            blows: BTreeMap::new(),
        }
    }

    /// Lets people play for some time before the next fault; returns its number, or `None` when the time is up.
    async fn next_blow(&mut self, kinds: u32) -> Result<Option<u32>> {
        self.go_on(2000).await?;
        Ok((Instant::now() < self.end).then(|| self.rng.below(kinds)))
    }

    /// Waits for a random time of at most this many milliseconds. Fails if a player has found an inconsistency.
    async fn go_on(&mut self, milliseconds: u32) -> Result<()> {
        let pause = Duration::from_millis(200 + u64::from(self.rng.below(milliseconds)));
        tokio::select! {
            () = tokio::time::sleep(pause) => Ok(()),
            played = &mut self.playing => {
                played??;
                bail!("everyone stopped playing")
            }
        }
    }

    fn count(&mut self, blow: &'static str) {
        *self.blows.entry(blow).or_default() += 1;
    }

    /// Waits until people play again, and stops them; returns the acknowledged moves.
    async fn finish(&mut self) -> Result<Vec<Acknowledged>> {
        let moves = || self.world.counts.moves.load(Ordering::Relaxed);
        let (before, deadline) = (moves(), Instant::now() + RECOVERY);
        while moves() < before + 10 {
            ensure!(Instant::now() < deadline, "all servers are up, and nobody can play");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.world.stop();
        (&mut self.playing).await?
    }

    fn report(&self, title: &str, matches: usize) {
        let counts = &self.world.counts;
        let [finished, moves, losses, goodbyes] =
            [&counts.finished, &counts.moves, &counts.losses, &counts.goodbyes]
                .map(|count| count.load(Ordering::Relaxed));
        let blows: Vec<String> = self.blows.iter().map(|(blow, times)| format!("{blow} {times}")).collect();
        println!("{title}: {}", blows.join(", "));
        println!(
            "  {matches} matches ({finished} times somebody saw the end), {moves} moves acknowledged and found, \
             {losses} connections lost or refused, {goodbyes} of them with 1001"
        );
    }
}

async fn on_sqlite(args: &Args, time: Duration) -> Result<()> {
    let disk = Disk::new()?;
    let data = disk.folder.path().join("data").display().to_string();
    let words = ["--data", &data];
    let start = |play: &Play| -> Result<ServerProcess> {
        let server = ServerProcess::start(&args.program, &words)?;
        play.world.set_addresses(vec![server.address]);
        Ok(server)
    };
    let mut play = Play::start(args, time);
    let mut server = start(&play)?;
    while let Some(blow) = play.next_blow(6).await? {
        match blow {
            0 => {
                play.count("kills");
                server.kill()?;
                server = start(&play)?;
            }
            1 => {
                play.count("restarts");
                ensure!(server.terminate()?.success(), "the server did not end well");
                server = start(&play)?;
            }
            2 => {
                play.count("pauses");
                server.signal("-STOP")?;
                play.go_on(3000).await?;
                server.signal("-CONT")?;
            }
            3 => {
                play.count("full disks");
                disk.fill(&server)?;
                play.go_on(3000).await?;
                disk.empty(&server)?;
            }
            4 => {
                play.count("locks");
                let mut other = sqlx::AnyConnection::connect(&format!("sqlite://{data}/golemry.db")).await?;
                other.execute("PRAGMA busy_timeout = 10000").await?;
                other.execute("BEGIN IMMEDIATE").await?;
                play.go_on(3000).await?;
                other.execute("ROLLBACK").await?;
                other.close().await?;
            }
            _ => {
                play.count("damaged pages");
                ensure!(server.terminate()?.success(), "the server did not end well");
                let file = Path::new(&data).join("golemry.db");
                let sound = std::fs::read(&file)?;
                let page = play.rng.below((sound.len() / PAGE) as u32) as usize;
                let mut damaged = sound.clone();
                damaged[page * PAGE..][..PAGE].fill(0x5a);
                std::fs::write(&file, damaged)?;
                // A page that holds nothing is no loss.
                if let Ok(other) = ServerProcess::start(&args.program, &words) {
                    other.kill()?;
                    play.count("damaged pages without content");
                }
                for log in ["golemry.db-wal", "golemry.db-shm"] {
                    let _ = std::fs::remove_file(Path::new(&data).join(log));
                }
                std::fs::write(&file, sound)?;
                server = start(&play)?;
            }
        }
    }
    let acknowledged = play.finish().await?;
    ensure!(server.terminate()?.success(), "the server did not end well");
    let matches = verify(&args.program, &words, &acknowledged)?;
    play.report("SQLite", matches);
    Ok(())
}

async fn on_postgresql(args: &Args, time: Duration) -> Result<()> {
    let mut postgres = Postgres::start()?;
    let url = postgres.create_database("chaos")?;
    let folder = tempfile::tempdir()?;
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "a secret of the chaos, which is long enough")?;
    let secret = secret.display().to_string();
    let node = || {
        let words = ["--database", &url, "--node-address", "127.0.0.1:0", "--cluster-secret-file", &secret];
        ServerProcess::start(&args.program, &[&words[..], &["--node-expiry", EXPIRY]].concat())
    };
    let mut play = Play::start(args, time);
    let mut nodes = Vec::new();
    for _ in 0..NODES {
        nodes.push(node()?);
    }
    let announce = |play: &Play, nodes: &[ServerProcess]| {
        play.world.set_addresses(nodes.iter().map(|node| node.address).collect());
    };
    announce(&play, &nodes);
    while let Some(blow) = play.next_blow(9).await? {
        let victim = nodes.remove(play.rng.below(NODES as u32) as usize);
        match blow {
            0 | 1 => {
                play.count("kills");
                victim.kill()?;
                announce(&play, &nodes);
                play.go_on(4000).await?;
                nodes.push(node()?);
            }
            2 => {
                play.count("restarts");
                announce(&play, &nodes);
                ensure!(victim.terminate()?.success(), "a node did not end well");
                nodes.push(node()?);
            }
            3 => {
                // Sometimes long enough to lose its matches.
                play.count("pauses");
                victim.signal("-STOP")?;
                announce(&play, &nodes);
                play.go_on(6000).await?;
                victim.signal("-CONT")?;
                nodes.push(victim);
            }
            4 => {
                play.count("crashes of the database");
                nodes.push(victim);
                postgres.crash()?;
                play.go_on(3000).await?;
                postgres.start_again()?;
            }
            5 => {
                play.count("locks");
                nodes.push(victim);
                let mut lock = lock_events(&postgres, play.rng.below(4))?;
                play.go_on(1000).await?;
                lock.wait()?;
            }
            6 => {
                // Sometimes longer than the servers wait for an answer.
                play.count("frozen databases");
                nodes.push(victim);
                postgres.freeze(true)?;
                play.go_on(14_000).await?;
                postgres.freeze(false)?;
            }
            7 => {
                // To the servers it looks as if the database's clock had jumped by an hour, just before one of them died.
                play.count("clock jumps");
                let jump = if play.rng.below(2) == 0 { "+" } else { "-" };
                postgres.psql("chaos", &format!("UPDATE nodes SET seen = seen {jump} 3600000"))?.wait()?;
                victim.kill()?;
                announce(&play, &nodes);
                play.go_on(4000).await?;
                nodes.push(node()?);
            }
            _ => {
                // Its writes wait for a lock while the others take its matches.
                play.count("pauses with pending writes");
                let mut lock = lock_events(&postgres, 1)?;
                tokio::time::sleep(Duration::from_millis(500)).await;
                victim.signal("-STOP")?;
                announce(&play, &nodes);
                lock.wait()?;
                play.go_on(6000).await?;
                victim.signal("-CONT")?;
                nodes.push(victim);
            }
        }
        announce(&play, &nodes);
    }
    let acknowledged = play.finish().await?;
    for node in nodes {
        ensure!(node.terminate()?.success(), "a node did not end well");
    }
    let matches = verify(&args.program, &["--database", &url], &acknowledged)?;
    play.report("PostgreSQL, 3 nodes", matches);
    Ok(())
}

/// Lets nobody else read or write events for so many seconds.
fn lock_events(postgres: &Postgres, seconds: u32) -> Result<Child> {
    postgres.psql(
        "chaos",
        &format!("BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep({seconds}); COMMIT"),
    )
}

/// A disk that can be filled: a small file system in memory for those who may mount one, else a limit on the size of files.
struct Disk {
    folder: TempDir,
    is_mounted: bool,
}

impl Disk {
    fn new() -> Result<Disk> {
        let folder = tempfile::tempdir()?;
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", "size=512m", "golemry-chaos"])
            .arg(folder.path())
            .stderr(Stdio::null());
        let is_mounted = mount.status().is_ok_and(|mounted| mounted.success());
        Ok(Disk { folder, is_mounted })
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    fn fill(&self, server: &ServerProcess) -> Result<()> {
        if !self.is_mounted {
            return limit_files(server, "1024");
        }
        let mut filler = std::fs::File::create(self.filler())?;
        // Down to the last byte.
        for size in [1 << 20, 4096, 1] {
            let zeros = vec![0; size];
            while filler.write(&zeros).is_ok_and(|written| written > 0) {}
        }
        Ok(())
    }

    fn empty(&self, server: &ServerProcess) -> Result<()> {
        if self.is_mounted {
            Ok(std::fs::remove_file(self.filler())?)
        } else {
            limit_files(server, "unlimited")
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg("-l").arg(self.folder.path()).stderr(Stdio::null()).status();
        }
    }
}

/// Writes beyond the limit fail, which SQLite treats as a disk error.
fn limit_files(server: &ServerProcess, bytes: &str) -> Result<()> {
    let limit = format!("--fsize={bytes}:unlimited");
    let set = Command::new("prlimit").args(["--pid", &server.id(), &limit]).status()?;
    ensure!(set.success(), "prlimit failed");
    Ok(())
}
