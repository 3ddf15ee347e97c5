//! A server on a port of its own, and people who play at it.
#![allow(dead_code, reason = "not every test needs everything")]

use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_load::{Browser, Socket};
use golemry_server::{App, Config, Limits, Mount, serve};
use golemry_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that lives as long as its test.
pub struct TestServer {
    pub address: SocketAddr,
    pub store: Store,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
    folder: TempDir,
}

impl TestServer {
    pub async fn start() -> TestServer {
        TestServer::with(config()).await
    }

    pub async fn with(config: Config) -> TestServer {
        TestServer::in_folder(tempfile::tempdir().unwrap(), config).await
    }

    /// A server over a database that is there already.
    pub async fn in_folder(folder: TempDir, config: Config) -> TestServer {
        TestServer::mounting(vec![], folder, config).await
    }

    /// The same with something mounted.
    pub async fn mounting(mounts: Vec<Mount>, folder: TempDir, config: Config) -> TestServer {
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let app = App::open(golemry_registry::games(), mounts, store.clone(), config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopped = async move { drop(stopped.await) };
            serve(&app, listener, stopped).await.unwrap();
        });
        TestServer { address, store, stop: Some(stop), served, folder }
    }

    /// Stops the server; its folder.
    pub async fn stopped(mut self) -> TempDir {
        drop(self.stop.take());
        self.served.await.unwrap();
        self.folder
    }

    /// The server again, after a stop.
    pub async fn restarted(self, config: Config) -> TestServer {
        TestServer::in_folder(self.stopped().await, config).await
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.address)
    }
}

/// Bots that think for a moment only, and people who play faster than people do and do not shuffle.
pub fn config() -> Config {
    Config {
        think: std::time::Duration::from_millis(5),
        limits: Limits::none(),
        shuffle: None,
        ..Config::default()
    }
}

pub fn you() -> Value {
    json!({"kind": "you"})
}

pub fn friend() -> Value {
    json!({"kind": "friend"})
}

pub fn bot(level: &str) -> Value {
    json!({"kind": "bot", "level": level})
}

/// A duel without chance, whose rounds are decided in secret.
pub fn duel(chairs: &[Value]) -> Value {
    json!({"game": "duel", "variant": "beginner", "chairs": chairs})
}

/// Opens a match; its id.
pub async fn open(browser: &mut Browser, wanted: &Value) -> Result<String> {
    let reply = browser.post("/api/matches", wanted).await?;
    anyhow::ensure!(reply.status == 201, "{} {}", reply.status, reply.body);
    Ok(reply.json()["id"].as_str().context("an id")?.to_owned())
}

/// The match info as a browser gets it.
pub async fn info(browser: &mut Browser, id: &str) -> Result<Value> {
    let reply = browser.get(&format!("/api/matches/{id}")).await?;
    anyhow::ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
    Ok(reply.json())
}

/// Sits down at a seat whose link the host gave away.
pub async fn join(host: &mut Browser, friend: &mut Browser, id: &str, seat: usize) -> Result<Value> {
    let secret = info(host, id).await?["chairs"][seat]["secret"].clone();
    let reply =
        friend.post(&format!("/api/matches/{id}/join"), &json!({"seat": seat, "secret": secret})).await?;
    anyhow::ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
    Ok(reply.json())
}

/// A program for the duel.
pub fn program(slots: &[&str]) -> Value {
    json!({"type": "program", "slots": slots})
}

/// Somebody at a table who plays whatever they may.
pub struct Guest {
    pub socket: Socket,
    pub seats: Vec<u64>,
    pub version: usize,
    pub status: Value,
    rng: PlayoutRng,
}

impl Guest {
    /// Connects and reads the table.
    pub async fn sit(browser: &Browser, id: &str) -> Result<Guest> {
        let mut socket = browser.socket(id).await?;
        let table = socket.hello(None).await?;
        anyhow::ensure!(table["type"] == "table", "{table}");
        let seats =
            table["views"].as_array().context("views")?.iter().filter_map(|view| view["seat"].as_u64());
        Ok(Guest {
            seats: seats.collect(),
            version: table["version"].as_u64().context("a version")? as usize,
            status: table["info"]["status"].clone(),
            socket,
            rng: PlayoutRng::new(Seed(1)),
        })
    }

    /// Whether one of the guest's seats is to act, and which.
    pub fn to_act(&self) -> Option<u64> {
        let to_act = self.status["to_act"].as_array()?;
        self.seats.iter().copied().find(|seat| to_act.iter().any(|other| other == seat))
    }

    pub fn is_over(&self) -> bool {
        self.status["over"] == true
    }

    /// Plays a random action for a seat that is to act, and receives the update.
    pub async fn play_anything(&mut self, seat: u64) -> Result<()> {
        let rng = &mut self.rng;
        let action = self.socket.build(seat, |count| rng.below(count as u32) as usize).await?;
        let version = self.socket.play(seat, self.version, &action).await?;
        while self.version < version {
            self.receive().await?;
        }
        Ok(())
    }

    /// Waits until something has happened.
    pub async fn receive(&mut self) -> Result<Value> {
        let events = self.socket.wait_for_type("events").await?;
        self.version = events["version"].as_u64().context("a version")? as usize;
        self.status = events["status"].clone();
        Ok(events)
    }

    /// Plays to the end, waiting for the others.
    pub async fn play_to_the_end(&mut self) -> Result<()> {
        while !self.is_over() {
            match self.to_act() {
                Some(seat) => self.play_anything(seat).await?,
                None => drop(self.receive().await?),
            }
        }
        Ok(())
    }
}
