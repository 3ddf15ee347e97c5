//! People who play random legal moves on any server that answers, and reconnect with their version after every loss. They remember
//! what they received and what was acknowledged, so that it can be checked afterwards.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use golemry_core::{Draw as _, PlayoutRng, Seed, Settings};
use golemry_table::{Entry, Level, Record};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{Browser, Shuffler, Socket};

/// How long a server may be silent before another one is tried.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause after a failure and between moves.
const PAUSE: Duration = Duration::from_millis(20);

/// The running servers, and what happened at them.
#[derive(Debug, Default)]
pub struct World {
    addresses: Mutex<Vec<SocketAddr>>,
    stop: AtomicBool,
    /// One in this many moves is lost with its connection; 0 for none.
    cut_one_in: u32,
    /// What happened so far.
    pub counts: Counts,
}

/// What happened so far.
#[derive(Debug, Default)]
pub struct Counts {
    /// Matches that were opened.
    pub matches: AtomicU64,
    /// Matches that were played to the end.
    pub finished: AtomicU64,
    /// Moves that were acknowledged.
    pub moves: AtomicU64,
    /// Connections that were lost or refused.
    pub losses: AtomicU64,
    /// Connections that a server ended with 1001 because it stopped.
    pub goodbyes: AtomicU64,
}

/// A move that the server acknowledged.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    /// The match.
    pub id: String,
    /// Whose move it was.
    pub seat: u64,
    /// What was played.
    pub action: Value,
    /// The version it was played at.
    pub before: usize,
    /// The version that was acknowledged.
    pub after: usize,
}

impl World {
    /// A world without servers, in which one in `cut_one_in` moves is lost with its connection; 0 for none.
    pub fn new(cut_one_in: u32) -> World {
        World { cut_one_in, ..World::default() }
    }

    /// Replaces the list of servers.
    pub fn set_addresses(&self, addresses: Vec<SocketAddr>) {
        *self.addresses.lock().unwrap_or_else(PoisonError::into_inner) = addresses;
    }

    /// Ends all tables after their current move.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Any of the servers.
    fn browser(&self, cookie: Option<&str>, rng: &mut PlayoutRng) -> Result<Browser> {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        ensure!(!addresses.is_empty(), "there is no server");
        let mut browser = Browser::new(*rng.pick(&addresses).context("there is a server")?);
        browser.cookie = cookie.map(str::to_owned);
        Ok(browser)
    }
}

/// Plays at this many tables until the world stops: every game in turn, alone against bots or with a friend. Fails as soon as somebody
/// receives something that contradicts what they knew.
pub async fn play_tables(world: Arc<World>, tables: usize, seed: u64) -> Result<Vec<Acknowledged>> {
    let mut playing = JoinSet::new();
    for number in 0..tables {
        let (world, rng) = (Arc::clone(&world), PlayoutRng::new(Seed(seed.wrapping_add(number as u64))));
        playing.spawn(play_table(world, number, rng));
    }
    let mut acknowledged = Vec::new();
    while let Some(played) = playing.join_next().await {
        acknowledged.extend(played??);
    }
    Ok(acknowledged)
}

async fn play_table(world: Arc<World>, number: usize, mut rng: PlayoutRng) -> Result<Vec<Acknowledged>> {
    let mut acknowledged = Vec::new();
    let mut cookies = [None, None];
    let games: Vec<_> = golemry_registry::games().iter().collect();
    for round in number.. {
        if world.is_stopped() {
            break;
        }
        let with_friend = rng.below(2) == 0;
        let wanted = request(games[round % games.len()], with_friend, &mut rng)?;
        let Ok(id) = open(&world, &wanted, &mut cookies, &mut rng).await else {
            world.counts.losses.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        world.counts.matches.fetch_add(1, Ordering::Relaxed);
        let mut people = JoinSet::new();
        for cookie in cookies.iter().take(1 + usize::from(with_friend)) {
            let person = Person {
                world: Arc::clone(&world),
                id: id.clone(),
                cookie: cookie.clone(),
                rng: PlayoutRng::new(Seed(u64::from(rng.below(u32::MAX)))),
                known: None,
                shuffler: Shuffler::default(),
                acknowledged: Vec::new(),
            };
            people.spawn(person.play());
        }
        while let Some(played) = people.join_next().await {
            acknowledged.extend(played??);
        }
    }
    Ok(acknowledged)
}

/// A match with one seat for the host, one for a friend or again the host, and bots that decide at once in all others.
fn request(entry: &dyn Entry, with_friend: bool, rng: &mut PlayoutRng) -> Result<Value> {
    let settings = Settings::default();
    let seats = usize::from(entry.open(&settings, Seed(0))?.seats());
    let mut levels = entry.levels(&settings)?;
    levels.retain(|level| *level < Level::Hard);
    let mut chairs = vec![json!({"kind": "you"})];
    if with_friend {
        chairs.push(json!({"kind": "friend"}));
    }
    while chairs.len() < seats {
        chairs.push(json!({"kind": "bot", "level": rng.pick(&levels).context("there is a bot")?}));
    }
    Ok(json!({"game": entry.about().id, "chairs": chairs}))
}

/// Opens a match and lets the friend sit down; returns its id.
async fn open(
    world: &World,
    wanted: &Value,
    cookies: &mut [Option<String>; 2],
    rng: &mut PlayoutRng,
) -> Result<String> {
    let opening = async {
        let mut host = world.browser(cookies[0].as_deref(), rng)?;
        let opened = host.post("/api/matches", wanted).await?;
        ensure!(opened.status == 201, "the server refused a match: {}", opened.body);
        cookies[0] = host.cookie.clone();
        let id = opened.json()["id"].as_str().context("a match has an id")?.to_owned();
        if wanted["chairs"][1]["kind"] == "friend" {
            let info = host.get(&format!("/api/matches/{id}")).await?.json();
            let mut friend = world.browser(cookies[1].as_deref(), rng)?;
            let join = json!({"seat": 1, "secret": info["chairs"][1]["secret"]});
            let joined = friend.post(&format!("/api/matches/{id}/join"), &join).await?;
            ensure!(joined.status == 200, "the server refused a guest: {}", joined.body);
            cookies[1] = friend.cookie.clone();
        }
        Ok(id)
    };
    tokio::time::timeout(PATIENCE * 2, opening).await?
}

/// Somebody at a match.
struct Person {
    world: Arc<World>,
    id: String,
    cookie: Option<String>,
    rng: PlayoutRng,
    known: Option<Known>,
    /// Their part in the shuffle, kept across connections.
    shuffler: Shuffler,
    acknowledged: Vec<Acknowledged>,
}

/// What a player has received of a match.
struct Known {
    seats: Vec<u64>,
    version: usize,
    /// What their first seat has seen.
    seen: Vec<Value>,
    status: Value,
}

/// Why a connection is over.
enum End {
    /// It was lost, or the server refused something: reconnect.
    Lost(anyhow::Error),
    /// The server sent something that cannot be right.
    Wrong(anyhow::Error),
}

impl From<anyhow::Error> for End {
    fn from(error: anyhow::Error) -> End {
        End::Lost(error)
    }
}

impl Person {
    async fn play(mut self) -> Result<Vec<Acknowledged>> {
        loop {
            match self.converse().await {
                Ok(()) => return Ok(self.acknowledged),
                Err(End::Wrong(error)) => return Err(error.context(format!("match {}", self.id))),
                Err(End::Lost(error)) => {
                    let counts = &self.world.counts;
                    counts.losses.fetch_add(1, Ordering::Relaxed);
                    if error.to_string().contains("closed with 1001") {
                        counts.goodbyes.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            if self.world.is_stopped() {
                return Ok(self.acknowledged);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Plays on one connection until the match is over or the world stops.
    async fn converse(&mut self) -> Result<(), End> {
        let browser = self.world.browser(self.cookie.as_deref(), &mut self.rng)?;
        let mut socket = patient(browser.socket(&self.id)).await?;
        // Half of the time reconnect without a version: the server then sends the whole story, which must match the parts it has
        // sent before.
        let version = self.known.as_ref().map(|known| known.version).filter(|_| self.rng.below(2) == 0);
        let mut news = patient(socket.hello(version)).await?;
        while is_undealt(&news) {
            if self.world.is_stopped() {
                return Ok(());
            }
            for step in self.shuffler.steps(&news["info"], &mut self.rng) {
                patient(socket.ask(step)).await?;
            }
            news = patient(socket.wait_for(|message| message["info"].is_object())).await?;
        }
        if news["type"] == "info" {
            news = patient(socket.wait_for(is_news)).await?;
        }
        self.learn(&news).map_err(End::Wrong)?;
        loop {
            let known = self.known.as_ref().context("the table has been received")?;
            if known.status["over"] == true {
                self.world.counts.finished.fetch_add(1, Ordering::Relaxed);
                return Ok(());
            }
            if self.world.is_stopped() {
                return Ok(());
            }
            let to_act = known.status["to_act"].as_array();
            let is_to_act =
                |seat: &&u64| to_act.is_some_and(|to_act| to_act.iter().any(|other| other == *seat));
            match known.seats.iter().find(is_to_act).copied() {
                Some(seat) => self.move_at(&mut socket, seat).await?,
                None => {
                    let news = patient(socket.wait_for(is_news)).await?;
                    self.learn(&news).map_err(End::Wrong)?;
                }
            }
        }
    }

    async fn move_at(&mut self, socket: &mut Socket, seat: u64) -> Result<(), End> {
        tokio::time::sleep(PAUSE).await;
        let before = self.known.as_ref().map_or(0, |known| known.version);
        let rng = &mut self.rng;
        let action = patient(socket.build(seat, |count| rng.below(count as u32) as usize)).await?;
        let one_in = self.world.cut_one_in;
        if one_in > 0 && self.rng.below(one_in) == 0 {
            // The connection is cut while the move is on its way: it is played or not, but never half of it.
            let play = json!({"type": "play", "id": 0, "seat": seat, "version": before, "action": action});
            socket.send(&play.to_string()).await?;
            return Err(End::Lost(anyhow::anyhow!("cut")));
        }
        let after = patient(socket.play(seat, before, &action)).await?;
        let id = self.id.clone();
        self.acknowledged.push(Acknowledged { id, seat, action, before, after });
        self.world.counts.moves.fetch_add(1, Ordering::Relaxed);
        while self.known.as_ref().is_some_and(|known| known.version < after) {
            let news = patient(socket.wait_for(is_news)).await?;
            self.learn(&news).map_err(End::Wrong)?;
        }
        Ok(())
    }

    /// Takes in a table or events; fails if they contradict what was received or acknowledged before.
    fn learn(&mut self, news: &Value) -> Result<()> {
        let version = news["version"].as_u64().context("news have a version")? as usize;
        let acknowledged = self.acknowledged.iter().map(|ack| ack.after).max().unwrap_or(0);
        let list = |value: &Value| value.as_array().cloned().context("a list of what was seen");
        if news["type"] == "table" {
            let mut seen = list(&news["seen"])?;
            ensure!(version >= acknowledged, "{acknowledged} were acknowledged, and {version} are left");
            if let Some(known) = &self.known {
                // A table has the last events only.
                let first = seen.first().and_then(|seen| seen["event"].as_u64()).unwrap_or(version as u64);
                let sent_again = known.seen.iter().position(|seen| seen["event"].as_u64() >= Some(first));
                let (before, again) = known.seen.split_at(sent_again.unwrap_or(known.seen.len()));
                ensure!(
                    seen.starts_with(again),
                    "what was received at version {} has changed",
                    known.version
                );
                seen.splice(..0, before.iter().cloned());
            }
            let views = news["views"].as_array().context("views")?;
            let seats = views.iter().filter_map(|view| view["seat"].as_u64()).collect();
            let status = news["info"]["status"].clone();
            self.known = Some(Known { seats, version, seen, status });
            return Ok(());
        }
        let known = self.known.as_mut().context("the table comes first")?;
        let from = news["from"].as_u64().context("news begin somewhere")? as usize;
        ensure!(from == known.version, "news from {from} on, after version {}", known.version);
        ensure!(version >= from, "news that lead back to {version}");
        known.seen.extend(list(&news["seen"][0]["list"])?);
        known.version = version;
        known.status = news["status"].clone();
        Ok(())
    }
}

/// Whether players still draw the seed.
fn is_undealt(news: &Value) -> bool {
    news["info"]["shuffle"]["stage"].as_str().is_some_and(|stage| stage != "done")
}

fn is_news(message: &Value) -> bool {
    matches!(message["type"].as_str(), Some("table" | "events"))
}

/// Waits for a server, with a timeout: it may be paused.
async fn patient<T>(answer: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::time::timeout(PATIENCE, answer).await.context("the server does not answer")?
}

/// Checks that every match fits its rules and seed (`golemry admin check`), and that every acknowledged move is in its record, in order.
/// `database` are the arguments that name the database. Returns the number of matches.
pub fn verify(program: &Path, database: &[&str], acknowledged: &[Acknowledged]) -> Result<usize> {
    let admin = |words: &[&str]| -> Result<()> {
        let output = Command::new(program).arg("admin").args(database).args(words).output()?;
        if !output.status.success() {
            let output =
                [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            bail!("golemry admin {} failed: {}", words.join(" "), output.concat());
        }
        Ok(())
    };
    admin(&["check"])?;
    let folder = tempfile::tempdir()?;
    admin(&["export", "--all", &folder.path().display().to_string()])?;
    let mut records = HashMap::new();
    for file in std::fs::read_dir(folder.path())? {
        let path = file?.path();
        let id =
            path.file_stem().context("a record is named after its match")?.to_string_lossy().into_owned();
        records.insert(id, Record::from_json(&std::fs::read_to_string(&path)?)?);
    }
    for ack in acknowledged {
        let record = records.get(&ack.id).with_context(|| format!("match {} is gone", ack.id))?;
        let events = record.events.get(ack.before..ack.after);
        let events = events.with_context(|| format!("match {} lacks event {}", ack.id, ack.after))?;
        let played = json!({"seat": ack.seat, "action": ack.action});
        ensure!(events.contains(&played), "match {} lacks {played} after event {}", ack.id, ack.before);
    }
    Ok(records.len())
}
