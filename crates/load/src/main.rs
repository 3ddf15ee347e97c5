//! Measures the throughput and latency of a server under many matches at once.
#![allow(clippy::print_stdout, reason = "a command-line program prints")]

mod driver;
mod lesson;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Parser;
use driver::{People, Plan, SEED, Seated};
use golemry_load::{Postgres, ServerProcess, cpu_of, cpu_of_all, memory_of};
use lesson::Lesson;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// A fast allocator: this program shares the processors with the server it measures.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Plays many matches at once against a server and measures it
#[derive(Parser)]
#[command(name = "cargo xtask load")]
struct Args {
    /// The server's program
    #[arg(long)]
    program: PathBuf,
    /// How many matches are played at once
    #[arg(long, default_value_t = 200)]
    matches: usize,
    /// How long they are played
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Moves a second in each match; 0 for as many as it can
    #[arg(long, default_value_t = 10.0)]
    rate: f64,
    /// The game; the first variant for two, unless it is the duel, which is played without chance
    #[arg(long, default_value = "duel")]
    game: String,
    /// Play all games as on a real evening: with pauses of different lengths, spectators, lost connections, hints, reviews and tutorials
    #[arg(long, conflicts_with = "game")]
    mix: bool,
    /// Ask the server for choices before each move, as the page does, instead of knowing what is legal
    #[arg(long)]
    build: bool,
    /// A database for the server, such as postgres://user@host/name, instead of a file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Start a PostgreSQL for it, in memory, and measure that as well
    #[arg(long, conflicts_with = "database")]
    postgres: bool,
    /// Start so many servers on the same PostgreSQL, and spread people over them
    #[arg(long, default_value_t = 1)]
    nodes: u32,
    /// The servers have no addresses of their own, so that they pass on what arrives at the wrong one
    #[arg(long)]
    relay: bool,
    /// Hold so many classes instead: each pupil submits a program every five seconds and has a socket, and the teacher watches the grid
    #[arg(long, value_name = "N", conflicts_with_all = ["matches", "game", "mix", "build", "database", "postgres", "nodes"])]
    classes: Option<usize>,
    /// Pupils in each class
    #[arg(long, default_value_t = 40, requires = "classes")]
    pupils: usize,
}

impl Args {
    /// Whether the server is asked what is legal.
    fn asks(&self) -> bool {
        self.build || self.mix
    }

    /// Starts the servers; `folder` is for their files.
    fn start_servers(&self, database: Option<&str>, folder: &Path) -> Result<Vec<ServerProcess>> {
        let (seed, folder_name) = (SEED.to_string(), folder.display().to_string());
        let secret = folder.join("secret").display().to_string();
        let mut words = vec!["--shuffle-seconds", "0"];
        if !self.asks() {
            words.extend(["--seed", &seed]);
        }
        match database {
            Some(url) => words.extend(["--database", url]),
            None => words.extend(["--data", &folder_name]),
        }
        if self.nodes > 1 {
            std::fs::write(&secret, "a secret of the load, which is long enough")?;
            words.extend(["--node-address", "127.0.0.1:0", "--cluster-secret-file", &secret]);
            if !self.relay {
                words.extend(["--node-url", "http://127.0.0.1:0"]);
            }
        }
        (0..self.nodes).map(|_| ServerProcess::start(&self.program, &words)).collect()
    }
}

/// Matches that are opened at the same time.
const OPENED_AT_ONCE: usize = 32;

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    if let Some(classes) = args.classes {
        let Args { program, pupils, seconds, .. } = &args;
        let lesson = Lesson { program, classes, pupils: *pupils, seconds: *seconds };
        return lesson.hold(tempfile::tempdir()?.path()).await;
    }
    ensure!(args.matches > 0 && args.rate >= 0.0, "there is at least one match, and no negative rate");
    ensure!(args.nodes > 0, "there is at least one server");
    ensure!(
        args.nodes == 1 || args.postgres || args.database.is_some(),
        "several servers share a PostgreSQL: give --postgres or --database"
    );
    let games: Vec<&str> = if args.mix {
        golemry_registry::games().about().map(|about| about.id).collect()
    } else {
        vec![&args.game]
    };
    let plans = games.iter().map(|game| Ok(Arc::new(Plan::new(game, args.asks())?)));
    let plans = plans.collect::<Result<Vec<_>>>()?;
    let postgres = args.postgres.then(Postgres::start).transpose()?;
    let own = postgres.as_ref().map(|postgres| postgres.create_database("load")).transpose()?;
    let folder = tempfile::tempdir()?;
    let servers = args.start_servers(args.database.as_deref().or(own.as_deref()), folder.path())?;
    let servers_memory = || servers.iter().map(|server| memory_of(&server.id())).sum::<Result<u64>>();
    let servers_cpu = || servers.iter().map(|server| cpu_of(&server.id())).sum::<Result<Duration>>();
    let postgres_cpu = || postgres.as_ref().map(|postgres| cpu_of_all(postgres.id())).transpose();
    let addresses = servers.iter().map(|server| server.address).collect();
    let people = Arc::new(People::arrive(addresses).await?);

    let before = servers_memory()?;
    let start = Instant::now();
    let turns = Arc::new(Semaphore::new(OPENED_AT_ONCE));
    let mut opening = JoinSet::new();
    for number in 0..args.matches {
        let plan = Arc::clone(&plans[number % plans.len()]);
        let (people, turns) = (Arc::clone(&people), Arc::clone(&turns));
        opening.spawn(async move {
            let _turn = turns.acquire().await?;
            Seated::open(plan, people, number as u64).await
        });
    }
    let mut seated = Vec::new();
    while let Some(opened) = opening.join_next().await {
        seated.push(opened??);
    }
    println!(
        "{} matches of {} open after {:.1} s",
        args.matches,
        plans.iter().map(|plan| plan.title()).collect::<Vec<_>>().join(", "),
        start.elapsed().as_secs_f64()
    );
    let memory = servers_memory()?.saturating_sub(before);
    println!(
        "memory: {:.1} kB an idle match with two connections",
        memory as f64 / 1024.0 / args.matches as f64
    );

    let (cpu_before, own_before) = (servers_cpu()?, cpu_of("self")?);
    let postgres_before = postgres_cpu()?;
    let stop = Arc::new(AtomicBool::new(false));
    let start = Instant::now();
    let mut playing = JoinSet::new();
    for one in seated {
        let pause = if args.rate > 0.0 { Duration::from_secs_f64(1.0 / args.rate) } else { Duration::ZERO };
        playing.spawn(one.play(pause, args.mix, Arc::clone(&stop)));
    }
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    stop.store(true, Ordering::Relaxed);
    let elapsed = start.elapsed().as_secs_f64();
    let (cpu, own) = (servers_cpu()? - cpu_before, cpu_of("self")? - own_before);
    let postgres = postgres_cpu()?.zip(postgres_before).map(|(now, before)| now.saturating_sub(before));
    let mut latencies: Vec<u32> = Vec::new();
    while let Some(played) = playing.join_next().await {
        latencies.extend(played??);
    }
    ensure!(!latencies.is_empty(), "nothing was played");
    latencies.sort_unstable();
    let at = |share: f64| f64::from(latencies[((latencies.len() - 1) as f64 * share) as usize]) / 1000.0;
    let moves = latencies.len() as f64;
    println!(
        "{:.0} moves/s ({} in {elapsed:.1} s), each stored before it was sent",
        moves / elapsed,
        latencies.len()
    );
    println!(
        "move to both clients: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    let each = |time: Duration| time.as_secs_f64() * 1e6 / moves;
    let postgres = postgres.map_or(String::new(), |time| format!(", PostgreSQL {:.0} µs", each(time)));
    println!("CPU a move: server {:.0} µs{postgres}, this program {:.0} µs", each(cpu), each(own));
    let capacity = f64::from(args.nodes) * 1e6 / each(cpu);
    println!("with a core for each of {} servers: {capacity:.0} moves/s", args.nodes);
    Ok(())
}
