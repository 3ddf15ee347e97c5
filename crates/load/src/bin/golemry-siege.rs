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
    /// Asks for hints on thirty sockets, without waiting for one before the next
    Hints,
    /// Asks for reviews of a very long match and of twenty others, fifty times a second
    Reviews,
    /// Looks back at the end of a very long match, fifty times a second
    Replays,
}

/// The address of the stranger, of those who only want to play, and of one who wants advice, as a proxy would report them.
const STRANGER: [u8; 4] = [192, 0, 2, 1];
const PLAYERS: [u8; 4] = [198, 51, 100, 1];
const LEARNER: [u8; 4] = [198, 51, 100, 2];

/// People who play, and how often each of them moves.
const PEOPLE: u64 = 30;
const PAUSE: Duration = Duration::from_millis(400);

/// The length of the very long match, unless the server ends it before.
const LONG: u64 = 20_000;

/// The length of matches that are reviewed, and how many there are.
const SHORT: u64 = 200;
const SHORT_MATCHES: usize = 20;

/// How many times as long the slowest moves may take under attack, and advice.
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
    let needs_long = matches!(attack, Attack::Records | Attack::Tables | Attack::Reviews | Attack::Replays);
    let past = Past::play(&args.program, &folders[0], needs_long).await?;
    let other_past = Past::play(&args.program, &folders[1], false).await?;
    let [target, control] = folders.each_ref().map(|folder| {
        let folder = folder.path().display().to_string();
        ServerProcess::start_with_limits(
            &args.program,
            &["--data", &folder, "--proxy=127.0.0.1", "--shuffle-seconds", "0"],
        )
    });
    let (target, control) = (target?, control?);
    let (learner, other_learner) =
        (Learner::arrive(&target, &past).await?, Learner::arrive(&control, &other_past).await?);
    let mut stranger = Browser::new(target.address);
    stranger.forwarded_for = Some(IpAddr::from(STRANGER));
    let before = memory_of(&target.id())? >> 20;
    let mut attacking = JoinSet::new();
    begin(attack, stranger, &past, &mut attacking).await?;
    let time = Duration::from_secs(args.seconds);
    // At the same time, so that both share the processors with the stranger in the same way.
    let (attacked, peaceful) = tokio::select! {
        both = async { tokio::try_join!(measure(&target, learner, time), measure(&control, other_learner, time)) } => both?,
        Some(ended) = attacking.join_next() => {
            ended??;
            bail!("the stranger gave up");
        }
    };
    let highest = memory_of(&target.id())? >> 20;
    attacking.shutdown().await;
    println!("{attack:?}: memory {before} MB, then {highest} MB");
    let mut most: f64 = 0.0;
    for (name, value) in KINDS {
        let [attacked, peaceful] = [&attacked, &peaceful].map(value);
        let ratio = attacked / peaceful;
        most = most.max(ratio);
        println!("  {name} {attacked:.1} ms against {peaceful:.1} ({ratio:.1} times)");
    }
    println!(
        "  a move, p50: {:.1} ms against {:.1}; the longest opening {:.1} against {:.1}",
        attacked.p50, peaceful.p50, attacked.opening, peaceful.opening
    );
    Ok(most)
}

/// How long people wait, in milliseconds.
struct Latencies {
    /// For a move to be stored.
    p50: f64,
    p99: f64,
    /// For a bot that does not search to answer, p99.
    bot: f64,
    /// For a hint, p50.
    hint: f64,
    /// For the review of a match.
    review: f64,
    /// The longest that anybody waited for a match.
    opening: f64,
}

/// One of them.
type Figure = fn(&Latencies) -> f64;

/// What must not take much longer under attack.
const KINDS: [(&str, Figure); 4] = [
    ("a move, p99:", |it| it.p99),
    ("a bot's answer, p99:", |it| it.bot),
    ("a hint, p50:", |it| it.hint),
    ("a review:", |it| it.review),
];

/// How long each move, bot's answer and opening took, in milliseconds.
#[derive(Default)]
struct Waited {
    moves: Vec<f64>,
    bots: Vec<f64>,
    openings: Vec<f64>,
}

async fn measure(server: &ServerProcess, learner: Learner, time: Duration) -> Result<Latencies> {
    let end = Instant::now() + time;
    let mut playing = JoinSet::new();
    for number in 0..PEOPLE {
        playing.spawn(play(Browser::new(server.address), number, end));
    }
    let learning = tokio::spawn(learner.learn(end));
    let mut waited = Waited::default();
    while let Some(played) = playing.join_next().await {
        let own = played?.context("a player")?;
        waited.moves.extend(own.moves);
        waited.bots.extend(own.bots);
        waited.openings.extend(own.openings);
    }
    let (hints, review) = learning.await?.context("the learner")?;
    let at = |mut times: Vec<f64>, share: f64| {
        times.sort_by(f64::total_cmp);
        times
            .get((times.len().saturating_sub(1) as f64 * share) as usize)
            .copied()
            .context("nobody could play")
    };
    Ok(Latencies {
        p50: at(waited.moves.clone(), 0.5)?,
        p99: at(waited.moves, 0.99)?,
        bot: at(waited.bots, 0.99)?,
        hint: at(hints, 0.5)?,
        review,
        opening: at(waited.openings, 1.0)?,
    })
}

/// Plays against a bot that does not search until the time is over.
async fn play(mut browser: Browser, number: u64, end: Instant) -> Result<Waited> {
    browser.forwarded_for = Some(IpAddr::from(PLAYERS));
    let mut rng = PlayoutRng::new(Seed(number));
    let bot = json!({"kind": "bot", "level": "normal"});
    let mut waited = Waited::default();
    while Instant::now() < end {
        let began = Instant::now();
        let (_, mut socket, mut table) = open(&mut browser, "its-alive", 2, &bot).await?;
        waited.openings.push(milliseconds(began));
        while Instant::now() < end && table["over"] != true {
            if table["to_act"][0] != 0 {
                table = status(&socket.wait_for_type("events").await?);
                continue;
            }
            tokio::time::sleep(PAUSE).await;
            let began = Instant::now();
            table = move_at_random(&mut socket, &table, &mut rng).await?;
            waited.moves.push(milliseconds(began));
            if table["to_act"][0] == 1 {
                let began = Instant::now();
                table = status(&socket.wait_for_type("events").await?);
                waited.bots.push(milliseconds(began));
            }
        }
    }
    Ok(waited)
}

/// Decides at random for whoever is to act; returns where the match stands then.
async fn move_at_random(socket: &mut Socket, table: &Value, rng: &mut PlayoutRng) -> Result<Value> {
    let seat = table["to_act"][0].as_u64().context("somebody is to act")?;
    let action = socket.build(seat, |count| rng.below(count as u32) as usize).await?;
    socket.play(seat, table["version"].as_u64().context("a version")? as usize, &action).await?;
    Ok(status(&socket.wait_for_type("events").await?))
}

/// Somebody who has a match to review, and one to ask for hints in.
struct Learner {
    browser: Browser,
    finished: String,
    hints: Socket,
    seat: Value,
}

impl Learner {
    async fn arrive(server: &ServerProcess, past: &Past) -> Result<Learner> {
        let mut browser = Browser::new(server.address);
        browser.forwarded_for = Some(IpAddr::from(LEARNER));
        let finished = past.short[0].clone();
        let (_, hints, table) = open(&mut browser, "capek", 2, &json!({"kind": "you"})).await?;
        Ok(Learner { browser, finished, hints, seat: table["to_act"][0].clone() })
    }

    /// Asks for one hint after the other, and for a review; returns how long each hint and the review took, in milliseconds.
    async fn learn(mut self, end: Instant) -> Result<(Vec<f64>, f64)> {
        let began = Instant::now();
        let path = format!("/api/matches/{}/review", self.finished);
        while self.browser.get(&path).await?.json()["review"].is_null() {}
        let review = milliseconds(began);
        let mut hints = Vec::new();
        while Instant::now() < end || hints.is_empty() {
            let began = Instant::now();
            let answer = self.hints.ask(json!({"type": "hint", "seat": self.seat})).await?;
            ensure!(answer["type"] == "hint", "{answer}");
            hints.push(milliseconds(began));
            tokio::time::sleep(PAUSE).await;
        }
        Ok((hints, review))
    }
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

/// Matches that were over before anything is measured.
struct Past {
    /// A very long one.
    long: Option<String>,
    /// Some of usual length.
    short: Vec<String>,
}

impl Past {
    /// Plays them on a server without limits.
    async fn play(program: &Path, folder: &TempDir, with_long: bool) -> Result<Past> {
        let folder = folder.path().display().to_string();
        let server = ServerProcess::start(program, &["--data", &folder, "--shuffle-seconds", "0"])?;
        let mut browser = Browser::new(server.address);
        let mut past = Past { long: None, short: Vec::new() };
        let chairs = vec![json!({"kind": "you"}); 2];
        for _ in 0..SHORT_MATCHES {
            let wanted = json!({"game": "golem-it", "seats": 2, "chairs": chairs});
            past.short.push(play_and_resign(&mut browser, &wanted, SHORT).await?);
        }
        if with_long {
            // Nobody ever has so many coins.
            let options = json!({"start_coins": 200, "round_limit": 1000, "game_limit": 100});
            let wanted = json!({"game": "inner-circle", "seats": 2, "options": options, "chairs": chairs});
            past.long = Some(play_and_resign(&mut browser, &wanted, LONG).await?);
        }
        ensure!(server.terminate()?.success(), "the server did not end well");
        Ok(past)
    }
}

/// Plays alone, with both seats, until there are so many events, and then resigns; returns the match's id.
async fn play_and_resign(browser: &mut Browser, wanted: &Value, events: u64) -> Result<String> {
    let opened = browser.post("/api/matches", wanted).await?;
    let id = opened.json()["id"].as_str().with_context(|| opened.body.clone())?.to_owned();
    let mut socket = browser.socket(&id).await?;
    let mut table = status(&socket.hello(None).await?);
    let mut rng = PlayoutRng::new(Seed(1));
    while table["over"] != true && table["version"].as_u64() < Some(events) {
        table = move_at_random(&mut socket, &table, &mut rng).await?;
    }
    if table["over"] != true {
        let resigned = browser.post(&format!("/api/matches/{id}/seats/0/resign"), &json!({})).await?;
        ensure!(resigned.status == 200, "{}", resigned.body);
    }
    Ok(id)
}

/// Starts an attack: tasks that end only by a failure of their own. Refusals are what the stranger expects.
async fn begin(
    attack: Attack,
    mut stranger: Browser,
    past: &Past,
    tasks: &mut JoinSet<Result<()>>,
) -> Result<()> {
    let long = past.long.clone().unwrap_or_default();
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
        Attack::Hints => {
            for _ in 0..30 {
                let (_, mut socket, table) = open(&mut stranger, "capek", 2, &json!({"kind": "you"})).await?;
                tasks.spawn(async move {
                    // The server answers all but the first at once, with a refusal.
                    let mut number = 0;
                    let seat = &table["to_act"][0];
                    let hint = |id: u64| json!({"type": "hint", "id": id, "seat": seat}).to_string();
                    while socket.send(hint(number)).await.is_ok() {
                        number += 1;
                        tokio::time::sleep(Duration::from_millis(60)).await;
                    }
                    std::future::pending().await
                });
            }
        }
        Attack::Reviews => {
            let mut ids = past.short.clone();
            ids[0] = long;
            let path = move |number: usize| format!("/api/matches/{}/review", ids[number % ids.len()]);
            tasks.spawn(every(Duration::from_millis(20), stranger, path));
        }
        Attack::Replays => {
            let path = format!("/api/matches/{long}/replay?event=");
            let path = move |number: usize| format!("{path}{}", 12_000 + number % 100);
            tasks.spawn(every(Duration::from_millis(20), stranger, path));
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
