//! A server with classes, and people at it.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context as _, Result};
use golemry_classroom::Classroom;
use golemry_cli::Workshop as _;
use golemry_load::{Browser, Reply, Socket};
use golemry_server::{App, Config, Limits, Membership, Peers, Secret, serve};
use golemry_store::Store;
use golemry_workshop::DuelWorkshop;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

/// A server over a folder.
pub struct TestServer {
    pub address: SocketAddr,
    pub app: App,
    folder: TempDir,
}

impl TestServer {
    /// With the limits that every server has.
    pub async fn start() -> TestServer {
        TestServer::in_folder(tempfile::tempdir().unwrap(), Config::default()).await
    }

    /// Without the limits for an address that are not those of classes.
    pub async fn unlimited() -> TestServer {
        let config = Config { limits: Limits::none(), ..Config::default() };
        TestServer::in_folder(tempfile::tempdir().unwrap(), config).await
    }

    pub async fn in_folder(folder: TempDir, config: Config) -> TestServer {
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let app = App::open(Default::default(), mounts(), store, config).await.unwrap();
        TestServer::over(app, folder).await
    }

    /// One of several servers on a PostgreSQL.
    pub async fn node(url: &str) -> TestServer {
        let peers = Peers {
            address: "127.0.0.1:1".to_owned(),
            url: None,
            secret: Secret::new("a secret that is long enough for a cluster of tests").unwrap(),
        };
        let membership = Membership { peers: Some(peers), expiry: Duration::from_secs(10) };
        let config = Config { limits: Limits::none(), ..Config::default() };
        let store = Store::open(url).await.unwrap();
        let app = App::join(Default::default(), mounts(), store, config, membership).await.unwrap();
        TestServer::over(app, tempfile::tempdir().unwrap()).await
    }

    async fn over(app: App, folder: TempDir) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = app.clone();
        tokio::spawn(async move { serve(&serving, listener, std::future::pending()).await });
        TestServer { address, app, folder }
    }

    /// A copy of the database's files as they are now, as after a loss of power.
    pub fn copied_files(&self) -> std::io::Result<TempDir> {
        let copy = tempfile::tempdir()?;
        for file in std::fs::read_dir(self.folder.path())? {
            let name = file?.file_name();
            // The lock is held by this server, not by the one that opens the copy; the index of the log is built anew.
            if !["lock", "shm"].iter().any(|end| name.to_string_lossy().ends_with(end)) {
                std::fs::copy(self.folder.path().join(&name), copy.path().join(&name))?;
            }
        }
        Ok(copy)
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.address)
    }

    /// A class with its teacher.
    pub async fn open_class(&self) -> Result<Class> {
        let mut teacher = self.browser();
        let opened = teacher.post("/api/classes", &json!({"title": "7b"})).await?;
        anyhow::ensure!(opened.status == 201, "{}", opened.body);
        let opened = opened.json();
        let text = |key: &str| opened[key].as_str().map(str::to_owned).context("a text");
        Ok(Class { id: text("id")?, code: text("code")?, secret: text("secret")?, teacher })
    }
}

fn mounts() -> Vec<golemry_server::Mount> {
    vec![DuelWorkshop.mount(), Classroom.mount()]
}

/// A class that was opened.
pub struct Class {
    pub id: String,
    pub code: String,
    pub secret: String,
    pub teacher: Browser,
}

impl Class {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/classes/{}{rest}", self.id)
    }

    /// A pupil joins.
    pub async fn join(&self, server: &TestServer, name: &str) -> Result<(Browser, Value)> {
        let mut pupil = server.browser();
        let joined = pupil.post("/api/classes/join", &json!({"code": self.code, "name": name})).await?;
        anyhow::ensure!(joined.status == 201, "{}", joined.body);
        let joined = joined.json();
        Ok((pupil, joined))
    }

    /// The teacher assigns puzzles of ours, open.
    pub async fn assign(&mut self, puzzles: &[&str]) -> Result<u64> {
        let tasks: Vec<Value> = puzzles.iter().map(|id| json!({"puzzle": id})).collect();
        let new = json!({"title": "Today", "tasks": tasks, "open": true});
        let path = self.path("/assignments");
        let reply = self.teacher.post(&path, &new).await?;
        anyhow::ensure!(reply.status == 201, "{}", reply.body);
        reply.json()["assignment"].as_u64().context("a number")
    }

    pub async fn watch(&self, browser: &Browser, who: &str) -> Result<View> {
        let socket = browser.socket_at(&self.path(&format!("/sockets/{who}"))).await?;
        Ok(View { socket, value: Value::Null })
    }

    /// What somebody sees now.
    pub async fn view(&self, browser: &Browser, who: &str) -> Result<Value> {
        let mut view = self.watch(browser, who).await?;
        view.wait(|_| true).await?;
        Ok(view.value)
    }
}

/// A view that is kept up to date, as the page does.
pub struct View {
    socket: Socket,
    pub value: Value,
}

impl View {
    /// Waits until the view is as wanted.
    pub async fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<()> {
        while self.value.is_null() || !wanted(&self.value) {
            let message = self.socket.next().await?;
            match message["type"].as_str() {
                Some("all") => self.value = message["value"].clone(),
                Some("change") => merge(&mut self.value, &message["patch"]),
                Some("still") => {}
                _ => anyhow::bail!("{message}"),
            }
        }
        Ok(())
    }

    pub async fn wait_until_gone(&mut self) -> Result<()> {
        self.socket.wait_for_type("gone").await.map(drop)
    }
}

/// The algorithm of RFC 7396, section 2.
fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    let fields = target.as_object_mut().unwrap();
    for (key, value) in patch {
        if value.is_null() {
            fields.remove(key);
        } else {
            merge(fields.entry(key).or_insert(Value::Null), value);
        }
    }
}

/// Status and code of a refusal.
pub fn refusal(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
}

pub fn refused(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}
