//! Two people at a table, who play random legal moves.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings};
use golemry_load::{Browser, Socket};
use golemry_table::{Level, Table};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// The seed of every match, unless the server is asked what is legal.
pub const SEED: Seed = Seed(7);

/// The most moves of the first match at each table.
const FIRST_MATCH: u32 = 100;

/// The game to play, and how.
pub struct Plan {
    game: String,
    settings: Settings,
    /// Whether to ask the server what is legal. Otherwise we know the seed, and with it the whole match.
    build: bool,
}

impl Plan {
    pub fn new(game: &str, build: bool) -> Result<Plan> {
        let entry = golemry_registry::games().find(game)?;
        // The longest duel without a die, so that matches last; other games with their defaults for two.
        let long = Settings::new(2, "beginner")
            .with("energy", golemry_core::OptionValue::Whole(50))
            .with("lives", golemry_core::OptionValue::Whole(9));
        let usual = Settings { seats: Some(2), ..Settings::default() };
        let settings = [long, usual].into_iter().find(|settings| entry.open(settings, Seed(0)).is_ok());
        let settings = settings.with_context(|| format!("{game} cannot be played by two"))?;
        Ok(Plan { game: game.to_owned(), settings, build })
    }

    /// The game and its variant.
    pub fn title(&self) -> String {
        let variant = self.settings.variant.as_deref().unwrap_or("the usual variant");
        format!("{} ({variant})", self.game)
    }

    fn request(&self) -> Value {
        let mut wanted = json!({
            "game": self.game, "seats": 2, "options": self.settings.options, "chairs": [{"kind": "you"}, {"kind": "friend"}],
        });
        if let Some(variant) = &self.settings.variant {
            wanted["variant"] = json!(variant);
        }
        wanted
    }
}

/// The two people who play all matches, and the servers they can reach.
pub struct People {
    browsers: [Browser; 2],
    servers: Vec<SocketAddr>,
}

impl People {
    /// Gets everyone a cookie.
    pub async fn arrive(servers: Vec<SocketAddr>) -> Result<People> {
        let mut browsers = [Browser::new(servers[0]), Browser::new(servers[0])];
        for browser in &mut browsers {
            browser.get("/api/me").await.context("the server does not answer")?;
        }
        Ok(People { browsers, servers })
    }

    /// The two players of one match, each at any of the servers, as behind a proxy with sticky sessions: the host's server owns the
    /// match, and the guest reaches it directly or through another one.
    fn at_match(&self, number: u64) -> [Browser; 2] {
        let [host, guest] = &self.browsers;
        let count = self.servers.len() as u64;
        let server = |number: u64| self.servers[(number % count) as usize];
        [host.at(server(number)), guest.at(server(number / count))]
    }
}

/// What people do besides moving: one in this many moves is followed by it.
const HINT_ONE_IN: u32 = 200;
const RECONNECT_ONE_IN: u32 = 60;
/// One in this many matches is watched; one is reviewed when it is over; and before one somebody plays a tutorial.
const WATCH_ONE_IN: u32 = 5;
const REVIEW_ONE_IN: u32 = 10;
const TUTORIAL_ONE_IN: u32 = 10;

/// A match and the connections of its two players.
pub struct Seated {
    id: String,
    plan: Arc<Plan>,
    people: Arc<People>,
    sockets: [Socket; 2],
    /// Somebody who looks on; their connection is closed with the match.
    watcher: Option<JoinSet<()>>,
    /// Our copy of the match, unless the server is asked what is legal.
    replica: Option<Box<dyn Table>>,
    to_act: Vec<Seat>,
    over: bool,
    version: usize,
    rng: PlayoutRng,
}

/// The fields of a frame that are needed.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    version: usize,
    #[serde(default)]
    status: Option<StatusHead>,
}

#[derive(Deserialize)]
struct StepHead<'a> {
    #[serde(borrow)]
    choices: Vec<OfferHead<'a>>,
    #[serde(borrow)]
    action: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct OfferHead<'a> {
    #[serde(borrow)]
    choice: &'a RawValue,
}

#[derive(Deserialize)]
struct StatusHead {
    to_act: Vec<Seat>,
    over: bool,
}

impl Seated {
    /// Opens a match, and both sit down.
    pub async fn open(plan: Arc<Plan>, people: Arc<People>, number: u64) -> Result<Seated> {
        let [mut host, mut guest] = people.at_match(number);
        let opened = host.post("/api/matches", &plan.request()).await?;
        ensure!(opened.status == 201, "the server refused a match: {}", opened.body);
        let id = opened.json()["id"].as_str().context("a match has an id")?.to_owned();
        let info = host.get(&format!("/api/matches/{id}")).await?.json();
        let join = json!({"seat": 1, "secret": info["chairs"][1]["secret"]});
        let joined = guest.post(&format!("/api/matches/{id}/join"), &join).await?;
        ensure!(joined.status == 200, "the server refused a guest: {}", joined.body);
        let mut sockets = [host.socket(&id).await?, guest.socket(&id).await?];
        let mut table = Value::Null;
        for socket in &mut sockets {
            table = socket.hello(None).await?;
        }
        let status: StatusHead = serde_json::from_value(table["info"]["status"].clone())?;
        let replica: Option<Box<dyn Table>> = if plan.build {
            None
        } else {
            Some(golemry_registry::games().find(&plan.game)?.open(&plan.settings, SEED)?)
        };
        Ok(Seated {
            id,
            watcher: None,
            replica,
            sockets,
            to_act: status.to_act,
            over: status.over,
            version: table["version"].as_u64().context("a table has a version")? as usize,
            rng: PlayoutRng::new(Seed(number)),
            plan,
            people,
        })
    }

    /// Plays match after match until `stop` is set; returns the microseconds from each move until both have received it. With `mix`
    /// pauses differ, and people do other things as well.
    pub async fn play(mut self, pause: Duration, mix: bool, stop: Arc<AtomicBool>) -> Result<Vec<u32>> {
        let mut latencies = Vec::new();
        // Spread over the pause, so that matches do not move in lockstep.
        let mut due = tokio::time::Instant::now() + pause.mul_f64(f64::from(self.rng.below(1000)) / 1000.0);
        // Matches last about as long as each other: the first one is left early, so that not all end at once.
        let mut left = self.rng.below(FIRST_MATCH);
        while !stop.load(Ordering::Relaxed) {
            left = left.saturating_sub(1);
            if self.over || left == 0 {
                left = u32::MAX;
                let number = u64::from(self.rng.below(u32::MAX));
                if mix {
                    self.between_matches().await?;
                }
                self = Seated::open(Arc::clone(&self.plan), Arc::clone(&self.people), number).await?;
                if mix && self.rng.below(WATCH_ONE_IN) == 0 {
                    self.watch().await?;
                }
            }
            tokio::time::sleep_until(due).await;
            let share = if mix { f64::from(self.rng.below(2000)) / 1000.0 } else { 1.0 };
            due = (due + pause.mul_f64(share)).max(tokio::time::Instant::now());
            let seat = *self.rng.pick(&self.to_act).context("somebody is to act")?;
            let action = self.decide(seat).await?;
            let before = self.version;
            let play = format!(
                r#"{{"type":"play","id":0,"seat":{},"version":{before},"action":{action}}}"#,
                u8::from(seat)
            );
            let sent = Instant::now();
            self.sockets[seat.index()].send(play).await?;
            for index in [seat.index(), 1 - seat.index()] {
                self.receive(index, before).await?;
            }
            latencies.push(sent.elapsed().as_micros() as u32);
            if mix && !self.over {
                self.besides().await?;
            }
        }
        Ok(latencies)
    }

    /// What somebody may do after a move: ask for a hint, or lose the connection and come back.
    async fn besides(&mut self) -> Result<()> {
        if self.rng.below(HINT_ONE_IN) == 0 {
            let seat = *self.rng.pick(&self.to_act).context("somebody is to act")?;
            // A busy server may refuse it.
            self.sockets[seat.index()].ask(json!({"type": "hint", "seat": u8::from(seat)})).await?;
        }
        if self.rng.below(RECONNECT_ONE_IN) == 0 {
            let who = self.rng.below(2) as usize;
            self.sockets[who] = self.people.browsers[who].socket(&self.id).await?;
            self.sockets[who].hello(Some(self.version)).await?;
        }
        Ok(())
    }

    /// What somebody may do before the next match: review this one, or play the first move of a tutorial.
    async fn between_matches(&mut self) -> Result<()> {
        let mut host = self.people.browsers[0].clone();
        if self.over && self.rng.below(REVIEW_ONE_IN) == 0 {
            host.get(&format!("/api/matches/{}/review", self.id)).await?;
        }
        if self.rng.below(TUTORIAL_ONE_IN) == 0 {
            let opened = host.post(&format!("/api/tutorials/{}", self.plan.game), &json!({})).await?;
            ensure!(opened.status == 201, "the server refused a tutorial: {}", opened.body);
            let id = opened.json()["id"].as_str().context("a match has an id")?.to_owned();
            host.socket(&id).await?.hello(None).await?;
        }
        Ok(())
    }

    /// Lets somebody look on.
    async fn watch(&mut self) -> Result<()> {
        let mut browser = self.people.browsers[1].clone();
        browser.cookie = None;
        let mut socket = browser.socket(&self.id).await?;
        socket.hello(None).await?;
        let watcher = self.watcher.insert(JoinSet::new());
        watcher.spawn(async move { while socket.receive_text().await.is_ok() {} });
        Ok(())
    }

    /// An action that is legal now, as JSON.
    async fn decide(&mut self, seat: Seat) -> Result<String> {
        let Some(replica) = &mut self.replica else { return self.build(seat).await };
        let seed = Seed(u64::from(self.rng.below(u32::MAX)));
        let action = replica.thinker(seat, Level::Random)?.think(None, seed).action;
        replica.apply(seat, action.get(), &[])?;
        Ok(action.get().to_owned())
    }

    /// Asks the server for choices, and picks at random, until they make an action.
    async fn build(&mut self, seat: Seat) -> Result<String> {
        let mut choices = String::new();
        loop {
            let number = u8::from(seat);
            let ask = format!(r#"{{"type":"build","id":1,"seat":{number},"choices":[{choices}]}}"#);
            self.sockets[seat.index()].send(ask).await?;
            let text = loop {
                let text = self.sockets[seat.index()].receive_text().await?;
                if text.starts_with(r#"{"type":"step""#) {
                    break text;
                }
                ensure!(!text.starts_with(r#"{"type":"reject""#), "build was refused: {text}");
            };
            let step: StepHead<'_> = serde_json::from_str(&text)?;
            if let Some(action) = step.action {
                return Ok(action.get().to_owned());
            }
            let offer = self.rng.pick(&step.choices).context("something is on offer")?;
            if !choices.is_empty() {
                choices.push(',');
            }
            choices += offer.choice.get();
        }
    }

    /// Reads until a client has received a version after `before`.
    async fn receive(&mut self, index: usize, before: usize) -> Result<()> {
        loop {
            let text = self.sockets[index].receive_text().await?;
            let head: Head<'_> = serde_json::from_str(&text)?;
            match (head.kind, head.status) {
                ("events", Some(status)) if head.version > before => {
                    (self.version, self.to_act, self.over) = (head.version, status.to_act, status.over);
                    return Ok(());
                }
                ("reject", _) => bail!("a legal move was refused: {text}"),
                _ => {}
            }
        }
    }
}
