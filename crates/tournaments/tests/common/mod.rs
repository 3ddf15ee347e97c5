//! A server with tournaments, and people who play in them.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_load::{Browser, Socket};
use golemry_server::{App, Config, Limits, serve};
use golemry_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Between two looks at a state that a test waits for.
const PAUSE: Duration = Duration::from_millis(30);

pub struct TestServer {
    pub address: SocketAddr,
    pub store: Store,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
    folder: TempDir,
}

/// Bots that think for a moment only, and people who play faster than people do.
pub fn config() -> Config {
    Config { think: Duration::from_millis(5), limits: Limits::none(), ..Config::default() }
}

impl TestServer {
    pub async fn start() -> TestServer {
        TestServer::with(tempfile::tempdir().unwrap(), config()).await
    }

    pub async fn with(folder: TempDir, config: Config) -> TestServer {
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let mounts = vec![golemry_tournaments::mount()];
        let app = App::open(golemry_registry::games(), mounts, store.clone(), config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            serve(&app, listener, async move { drop(stopped.await) }).await.unwrap();
        });
        TestServer { address, store, stop: Some(stop), served, folder }
    }

    /// The server again, after a stop in the middle of whatever goes on.
    pub async fn restarted(mut self) -> TestServer {
        drop(self.stop.take());
        self.served.await.unwrap();
        TestServer::with(self.folder, config()).await
    }

    /// Somebody with a name.
    pub fn person(&self, name: &str) -> Person {
        Person { browser: Browser::new(self.address), name: name.to_owned() }
    }
}

/// Somebody with a browser.
#[derive(Clone)]
pub struct Person {
    pub browser: Browser,
    pub name: String,
}

impl Person {
    /// The same person at another server.
    pub fn at(&self, address: SocketAddr) -> Person {
        Person { browser: self.browser.at(address), name: self.name.clone() }
    }

    /// Opens a tournament of duels; its code.
    pub async fn open(&mut self, more: Value) -> Result<String> {
        let mut wanted =
            json!({"name": "Friday", "game": "duel", "variant": "beginner", "seats": 2, "format": "swiss"});
        for (key, value) in more.as_object().context("an object")? {
            wanted[key] = value.clone();
        }
        let reply = self.browser.post("/api/tournaments", &wanted).await?;
        ensure!(reply.status == 201, "{} {}", reply.status, reply.body);
        Ok(reply.json()["code"].as_str().context("a code")?.to_owned())
    }

    /// Posts, and expects that it is done.
    pub async fn post(&mut self, path: &str, body: Value) -> Result<Value> {
        let reply = self.browser.post(path, &body).await?;
        ensure!(reply.status < 300, "POST {path}: {} {}", reply.status, reply.body);
        Ok(reply.json())
    }

    /// Sends something that is refused; its code.
    pub async fn refused(&mut self, method: &str, path: &str, body: Value) -> Result<String> {
        let reply = self.browser.request(method, path, &[], Some(body.to_string())).await?;
        ensure!(reply.status >= 400, "{method} {path}: {} {}", reply.status, reply.body);
        Ok(reply.json()["error"]["code"].as_str().context("a code")?.to_owned())
    }

    /// Enters; the number of the player.
    pub async fn enter(&mut self, code: &str) -> Result<u64> {
        let name = self.name.clone();
        let reply = self
            .post(&format!("/api/tournaments/{code}/players"), json!({"kind": "me", "name": name}))
            .await?;
        reply["player"].as_u64().context("a number")
    }

    pub async fn view(&mut self, code: &str) -> Result<Value> {
        self.get(&format!("/api/tournaments/{code}")).await
    }

    pub async fn get(&mut self, path: &str) -> Result<Value> {
        let reply = self.browser.get(path).await?;
        ensure!(reply.status == 200, "GET {path}: {} {}", reply.status, reply.body);
        Ok(reply.json())
    }

    /// Waits for a state of the tournament.
    pub async fn wait(&mut self, code: &str, wanted: impl Fn(&Value) -> bool) -> Result<Value> {
        loop {
            let view = self.view(code).await?;
            if wanted(&view) {
                return Ok(view);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The host begins the next round.
    pub async fn begin(&mut self, code: &str) -> Result<Value> {
        self.post(&format!("/api/tournaments/{code}/rounds"), json!({})).await?;
        self.view(code).await
    }

    /// Sits down at a match.
    pub async fn sit(&self, id: &str) -> Result<Sitting> {
        let mut socket = self.browser.socket(id).await?;
        let table = socket.hello(None).await?;
        ensure!(table["type"] == "table", "{table}");
        let views = table["views"].as_array().context("views")?;
        Ok(Sitting {
            seats: views.iter().filter_map(|view| view["seat"].as_u64()).collect(),
            version: table["version"].as_u64().context("a version")? as usize,
            status: table["info"]["status"].clone(),
            table,
            socket,
        })
    }

    /// Plays this round's match to its end, if there is one for them.
    pub async fn play(&mut self, code: &str) -> Result<()> {
        let view = self.view(code).await?;
        let Some(id) = view["seat"]["match"].as_str() else { return Ok(()) };
        self.sit(id).await?.play_to_the_end().await
    }
}

/// Somebody at a match who plays whatever they may.
pub struct Sitting {
    pub socket: Socket,
    pub table: Value,
    seats: Vec<u64>,
    version: usize,
    pub status: Value,
}

impl Sitting {
    pub async fn play_to_the_end(&mut self) -> Result<()> {
        let mut rng = PlayoutRng::new(Seed(1));
        while self.status["over"] != true {
            let to_act = self.status["to_act"].as_array().context("to_act")?;
            match self.seats.iter().copied().find(|seat| to_act.iter().any(|other| other == seat)) {
                Some(seat) => {
                    let action = self.socket.build(seat, |count| rng.below(count as u32) as usize).await?;
                    let version = self.socket.play(seat, self.version, &action).await?;
                    while self.version < version {
                        self.receive().await?;
                    }
                }
                None => self.receive().await?,
            }
        }
        Ok(())
    }

    async fn receive(&mut self) -> Result<()> {
        let news = self
            .socket
            .wait_for(|message| {
                message["type"] == "events"
                    || message["type"] == "table"
                    || (message["type"] == "info" && message["info"]["status"]["over"] == true)
            })
            .await?;
        if let Some(version) = news["version"].as_u64() {
            self.version = version as usize;
        }
        let status = if news["type"] == "events" { &news["status"] } else { &news["info"]["status"] };
        self.status = status.clone();
        Ok(())
    }
}

/// Everybody plays their match of this round at the same time.
pub async fn play_round(people: &mut [Person], code: &str) -> Result<()> {
    let playing = people.iter().cloned().map(|mut person| {
        let code = code.to_owned();
        tokio::spawn(async move { person.play(&code).await.with_context(|| person.name.clone()) })
    });
    for played in playing.collect::<Vec<_>>() {
        played.await??;
    }
    Ok(())
}
