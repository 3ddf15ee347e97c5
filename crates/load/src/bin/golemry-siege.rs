//! Lets a stranger do their worst to a server while others play there, and measures how much slower these get. As a control they play
//! on another server of the same machine meanwhile, since the attacker takes processor time from both.
#![allow(clippy::print_stdout, reason = "a command-line program prints")]

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Parser, ValueEnum};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_load::{Browser, ServerProcess, Socket, memory_of};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

/// Attacks a server from one address while others play there, and compares their moves with those on a server in peace
#[derive(Parser)]
#[command(name = "cargo xtask siege")]
struct Args {
    /// The server's program
    #[arg(long)]
    program: PathBuf,
    /// How long each measurement takes
    #[arg(long, default_value_t = 15)]
    seconds: u64,
    /// Only this attack
    #[arg(long)]
    attack: Option<Attack>,
}

/// What the stranger does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Attack {
    /// Nothing: how much two servers in peace differ
    None,
    /// Downloads the record of a very long match, fifty times a second
    Records,
    /// Opens the table of a very long match again and again, on sixty sockets
    Tables,
    /// Chooses another name thirteen times a second, with sockets at twenty matches with bots
    Renames,
    /// Asks for choices with the longest frames, on thirty sockets
    Builds,
    /// Looks at one match after the other, fifty times a second
    Rooms,
    /// Asks whether the server is ready, as often as it answers, on eight connections
    Ready,
    /// Lets fifty bots think
    Thinking,
}

/// The address of the stranger, and of those who only want to play, as a proxy would report them.
const STRANGER: [u8; 4] = [192, 0, 2, 1];
const PLAYERS: [u8; 4] = [198, 51, 100, 1];

/// People who play, and how often each of them moves.
const PEOPLE: u64 = 20;
const PAUSE: Duration = Duration::from_millis(250);

/// The length of the very long match, unless the server ends it before.
const LONG: u64 = 20_000;

/// How many times as long the slowest moves may take under attack.
const MOST: f64 = 2.0;

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let attacks = Attack::value_variants().iter().copied();
    let mut failed = Vec::new();
    for attack in attacks.filter(|attack| args.attack.is_none_or(|only| only == *attack)) {
        let ratio = besiege(&args, attack).await.with_context(|| format!("{attack:?}"))?;
        if ratio > MOST && attack != Attack::None {
            failed.push(attack);
        }
    }
    ensure!(failed.is_empty(), "more than {MOST} times as slow under these attacks: {failed:?}");
    Ok(())
}

/// Measures one attack; returns how many times as long the slowest moves take.
async fn besiege(args: &Args, attack: Attack) -> Result<f64> {
    let folders = [tempfile::tempdir()?, tempfile::tempdir()?];
    let long = match attack {
        Attack::Records | Attack::Tables => Some(play_long(&args.program, &folders[0]).await?),
        _ => None,
    };
    let [target, control] = folders.each_ref().map(|folder| {
        let folder = folder.path().display().to_string();
        ServerProcess::start_with_limits(
            &args.program,
            &["--data", &folder, "--proxy=127.0.0.1", "--shuffle-seconds", "0"],
        )
    });
    let (target, control) = (target?, control?);
    let mut stranger = Browser::new(target.address);
    stranger.forwarded_for = Some(IpAddr::from(STRANGER));
    let before = memory_of(&target.id())? >> 20;
    let mut attacking = JoinSet::new();
    begin(attack, stranger, long.as_deref(), &mut attacking).await?;
    let time = Duration::from_secs(args.seconds);
    // At the same time, so that both share the processors with the stranger in the same way.
    let (attacked, peaceful) = tokio::select! {
        both = async { tokio::try_join!(measure(&target, time), measure(&control, time)) } => both?,
        Some(ended) = attacking.join_next() => {
            ended??;
            bail!("the stranger gave up");
        }
    };
    let highest = memory_of(&target.id())? >> 20;
    attacking.shutdown().await;
    let ratio = attacked.p99 / peaceful.p99;
    println!(
        "{attack:?}: p50 {:.1} ms against {:.1}, p99 {:.1} ms against {:.1} ({ratio:.1} times), opening a match {:.1} ms against {:.1}; memory {before} MB, then {highest} MB",
        attacked.p50, peaceful.p50, attacked.p99, peaceful.p99, attacked.opening, peaceful.opening,
    );
    Ok(ratio)
}

/// How long moves take, in milliseconds.
struct Latencies {
    p50: f64,
    p99: f64,
    /// The longest that anybody waited for a match.
    opening: f64,
}

async fn measure(server: &ServerProcess, time: Duration) -> Result<Latencies> {
    let mut playing = JoinSet::new();
    for number in 0..PEOPLE {
        playing.spawn(play(Browser::new(server.address), number, Instant::now() + time));
    }
    let (mut moves, mut openings) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        let (own, opened) = played??;
        moves.extend(own);
        openings.extend(opened);
    }
    moves.sort_by(f64::total_cmp);
    let at = |share: f64| moves[((moves.len() - 1) as f64 * share) as usize];
    ensure!(!moves.is_empty(), "nobody could play");
    Ok(Latencies { p50: at(0.5), p99: at(0.99), opening: openings.into_iter().fold(0.0, f64::max) })
}

/// Plays alone, with both seats, until the time is over; returns how long each move and each opening took, in milliseconds.
async fn play(mut browser: Browser, number: u64, end: Instant) -> Result<(Vec<f64>, Vec<f64>)> {
    browser.forwarded_for = Some(IpAddr::from(PLAYERS));
    let mut rng = PlayoutRng::new(Seed(number));
    let (mut moves, mut openings) = (Vec::new(), Vec::new());
    while Instant::now() < end {
        let began = Instant::now();
        let (_, mut socket, mut table) = open(&mut browser, "its-alive", 2, &json!({"kind": "you"})).await?;
        openings.push(milliseconds(began));
        while Instant::now() < end && table["over"] != true {
            tokio::time::sleep(PAUSE).await;
            let seat = table["to_act"][0].as_u64().context("somebody is to act")?;
            let action = socket.build(seat, |count| rng.below(count as u32) as usize).await?;
            let version = table["version"].as_u64().context("a version")? as usize;
            let began = Instant::now();
            socket.play(seat, version, &action).await?;
            moves.push(milliseconds(began));
            table = status(&socket.wait_for_type("events").await?);
        }
    }
    Ok((moves, openings))
}

/// Opens a match with the host at the first seat and the same occupant at all others; returns its id, a socket and where it stands.
async fn open(
    browser: &mut Browser,
    game: &str,
    seats: usize,
    other: &Value,
) -> Result<(String, Socket, Value)> {
    let mut chairs = vec![json!({"kind": "you"})];
    chairs.resize(seats, other.clone());
    let opened =
        browser.post("/api/matches", &json!({"game": game, "seats": seats, "chairs": chairs})).await?;
    let id = opened.json()["id"].as_str().with_context(|| opened.body.clone())?.to_owned();
    let mut socket = browser.socket(&id).await?;
    let table = socket.hello(None).await?;
    Ok((id, socket, status(&table)))
}

/// Whose turn it is, whether the match is over, and its version.
fn status(news: &Value) -> Value {
    let mut status =
        if news["status"].is_object() { &news["status"] } else { &news["info"]["status"] }.clone();
    status["version"] = news["version"].clone();
    status
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// Plays a very long match on a server without limits, and resigns; returns its id.
async fn play_long(program: &Path, folder: &TempDir) -> Result<String> {
    let server = ServerProcess::start(
        program,
        &["--data", &folder.path().display().to_string(), "--shuffle-seconds", "0"],
    )?;
    let mut browser = Browser::new(server.address);
    let chairs = vec![json!({"kind": "you"}); 2];
    // Nobody ever has so many coins.
    let wanted = json!({
        "game": "inner-circle", "seats": 2, "options": {"start_coins": 200, "round_limit": 1000, "game_limit": 100}, "chairs": chairs,
    });
    let opened = browser.post("/api/matches", &wanted).await?;
    let id = opened.json()["id"].as_str().with_context(|| opened.body.clone())?.to_owned();
    let mut socket = browser.socket(&id).await?;
    let mut table = status(&socket.hello(None).await?);
    let mut rng = PlayoutRng::new(Seed(1));
    while table["over"] != true && table["version"].as_u64() < Some(LONG) {
        let seat = table["to_act"][0].as_u64().context("somebody is to act")?;
        let action = socket.build(seat, |count| rng.below(count as u32) as usize).await?;
        socket.play(seat, table["version"].as_u64().context("a version")? as usize, &action).await?;
        table = status(&socket.wait_for_type("events").await?);
    }
    if table["over"] != true {
        let resigned = browser.post(&format!("/api/matches/{id}/seats/0/resign"), &json!({})).await?;
        ensure!(resigned.status == 200, "{}", resigned.body);
    }
    println!("a match of {} events", table["version"]);
    ensure!(server.terminate()?.success(), "the server did not end well");
    Ok(id)
}

/// Starts an attack: tasks that end only by a failure of their own. Refusals are what the stranger expects.
async fn begin(
    attack: Attack,
    mut stranger: Browser,
    long: Option<&str>,
    tasks: &mut JoinSet<Result<()>>,
) -> Result<()> {
    let long = long.unwrap_or_default().to_owned();
    let bot = json!({"kind": "bot", "level": "hard"});
    match attack {
        Attack::None => {}
        Attack::Records => {
            let path = format!("/api/matches/{long}/record");
            tasks.spawn(every(Duration::from_millis(20), stranger, move |_| path.clone()));
        }
        Attack::Tables => {
            for _ in 0..60 {
                let (browser, long) = (stranger.clone(), long.clone());
                tasks.spawn(async move {
                    loop {
                        if let Ok(mut socket) = browser.socket(&long).await {
                            let _ = socket.hello(None).await;
                        }
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                });
            }
        }
        Attack::Renames => {
            let bot = json!({"kind": "bot", "level": "master"});
            for _ in 0..20 {
                let (_, socket, _) = open(&mut stranger, "golem-it", 4, &bot).await?;
                tasks.spawn(listen(socket));
            }
            tasks.spawn(async move {
                for number in 0.. {
                    let _ = stranger.put("/api/me", &json!({"name": format!("name {number}")})).await;
                    tokio::time::sleep(Duration::from_millis(77)).await;
                }
                Ok(())
            });
        }
        Attack::Builds => {
            let choices = json!(vec!["x".repeat(70); 100]);
            let (id, first, _) = open(&mut stranger, "duel", 2, &json!({"kind": "you"})).await?;
            tasks.spawn(listen(first));
            for _ in 0..30 {
                let (browser, id, choices) = (stranger.clone(), id.clone(), choices.clone());
                tasks.spawn(async move {
                    loop {
                        // The server closes it when there is too much.
                        if let Ok(mut socket) = browser.socket(&id).await {
                            let _ = socket.hello(None).await;
                            let build =
                                json!({"type": "build", "id": 1, "seat": 0, "choices": choices}).to_string();
                            while socket.send(build.clone()).await.is_ok() {
                                let Ok(_) = socket.receive_text().await else { break };
                                tokio::time::sleep(Duration::from_millis(50)).await;
                            }
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                });
            }
        }
        Attack::Rooms => {
            let mut ids = Vec::new();
            for _ in 0..60 {
                ids.push(open(&mut stranger, "capek", 2, &json!({"kind": "you"})).await?.0);
            }
            let path = move |number: usize| format!("/api/matches/{}/material", ids[number % ids.len()]);
            tasks.spawn(every(Duration::from_millis(20), stranger, path));
        }
        Attack::Ready => {
            for _ in 0..8 {
                tasks.spawn(every(Duration::ZERO, stranger.clone(), |_| "/ready".to_owned()));
            }
        }
        Attack::Thinking => {
            for _ in 0..50 {
                // The stranger never moves: it is their bots' turn as often as the match begins with them.
                let (_, socket, _) = open(&mut stranger, "its-alive", 4, &bot).await?;
                tasks.spawn(play_on(socket));
            }
        }
    }
    Ok(())
}

/// Requests a path again and again, whether or not the last request was answered.
async fn every(pause: Duration, browser: Browser, path: impl Fn(usize) -> String) -> Result<()> {
    let mut requests = JoinSet::new();
    for number in 0.. {
        let (mut browser, path) = (browser.clone(), path(number));
        if pause.is_zero() {
            let _ = browser.get(&path).await;
            continue;
        }
        requests.spawn(async move { drop(browser.get(&path).await) });
        while requests.try_join_next().is_some() {}
        tokio::time::sleep(pause).await;
    }
    Ok(())
}

/// Reads what comes, for as long as it comes.
async fn listen(mut socket: Socket) -> Result<()> {
    while socket.receive_text().await.is_ok() {}
    std::future::pending().await
}

/// Moves at random whenever it is the first seat's turn, so that the others think.
async fn play_on(mut socket: Socket) -> Result<()> {
    let mut rng = PlayoutRng::new(Seed(1));
    while let Ok(news) = socket.wait_for_type("events").await {
        let table = status(&news);
        let (Some(version), true) = (table["version"].as_u64(), table["to_act"][0] == 0) else { continue };
        if let Ok(action) = socket.build(0, |count| rng.below(count as u32) as usize).await {
            let _ = socket.play(0, version as usize, &action).await;
        }
    }
    std::future::pending().await
}
