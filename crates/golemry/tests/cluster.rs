//! Several `golemry serve` on one PostgreSQL: they are killed, paused, restarted, and lose nothing they acknowledged.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use golemry_core::{PlayoutRng, Seed};
use golemry_load::{
    Acknowledged, Browser, Postgres, ServerProcess, Shuffler, Socket, World, play_tables, verify,
};
use golemry_store::{Node, Store};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinHandle;

const PROGRAM: &str = env!("CARGO_BIN_EXE_golemry");

/// Longer than any state takes to come about: reaching it is a failure, not a measurement.
const LIMIT: Duration = Duration::from_secs(300);

/// A cluster, and people who play at it all the time.
struct Cluster {
    postgres: Postgres,
    url: String,
    /// Of each node, in seconds.
    expiry: String,
    /// What else each node is told.
    words: &'static [&'static str],
    folder: TempDir,
    nodes: Vec<ServerProcess>,
    /// Looks at the same database.
    store: Store,
    world: Arc<World>,
    playing: JoinHandle<Result<Vec<Acknowledged>>>,
}

impl Cluster {
    /// So many nodes, which lose their matches after so many seconds without a sign of life, and so many tables.
    async fn start(nodes: usize, expiry: u32, tables: usize) -> Result<Cluster> {
        Cluster::start_with(&[], nodes, expiry, tables).await
    }

    async fn start_with(
        words: &'static [&'static str],
        nodes: usize,
        expiry: u32,
        tables: usize,
    ) -> Result<Cluster> {
        let postgres = Postgres::start()?;
        let url = postgres.create_database("cluster")?;
        let store = Store::open(&url).await?;
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("secret"), "a secret of the tests, which is long enough")?;
        let world = Arc::new(World::new(20));
        let playing = tokio::spawn(play_tables(Arc::clone(&world), tables, 1));
        let expiry = expiry.to_string();
        let mut cluster =
            Cluster { postgres, url, expiry, words, folder, nodes: Vec::new(), store, world, playing };
        for _ in 0..nodes {
            cluster.add_node()?;
        }
        Ok(cluster)
    }

    fn add_node(&mut self) -> Result<()> {
        let secret = self.folder.path().join("secret").display().to_string();
        let words =
            ["--database", &self.url, "--node-address", "127.0.0.1:0", "--cluster-secret-file", &secret];
        let words = [&words[..], &["--node-expiry", &self.expiry], self.words].concat();
        self.nodes.push(ServerProcess::start(Path::new(PROGRAM), &words)?);
        self.announce();
        Ok(())
    }

    /// Tells the players which servers there are.
    fn announce(&self) {
        self.world.set_addresses(self.nodes.iter().map(|node| node.address).collect());
    }

    /// Takes a node out of the list.
    fn take_node(&mut self, index: usize) -> ServerProcess {
        let node = self.nodes.remove(index);
        self.announce();
        node
    }

    /// Waits until so many more moves were acknowledged: the players are at it again.
    async fn moves(&mut self, more: u64) -> Result<()> {
        let wanted = self.world.counts.moves.load(Ordering::Relaxed) + more;
        wait(async || {
            ensure!(
                !self.playing.is_finished(),
                "somebody stopped playing: {:?}",
                (&mut self.playing).await?
            );
            Ok(self.world.counts.moves.load(Ordering::Relaxed) >= wanted)
        })
        .await
    }

    /// Stops playing, stops the servers, and checks everything that was acknowledged.
    async fn finish(self) -> Result<()> {
        self.world.stop();
        let acknowledged = self.playing.await??;
        for node in self.nodes {
            ensure!(node.terminate()?.success(), "a node did not end well");
        }
        let matches = verify(Path::new(PROGRAM), &["--database", &self.url], &acknowledged)?;
        ensure!(matches > 0 && !acknowledged.is_empty(), "nothing was played");
        Ok(())
    }
}

/// Waits for a state.
async fn wait(mut state: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
    let reached = async {
        while !state().await? {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    };
    tokio::time::timeout(LIMIT, reached).await.context("the state did not come about")?
}

/// `cargo xtask chaos` does it more often.
const KILLS: usize = 4;

#[tokio::test]
async fn nodes_on_postgresql_that_are_killed_lose_nothing() -> Result<()> {
    let mut cluster = Cluster::start(3, 1, 4).await?;
    for _ in 0..KILLS {
        cluster.moves(20).await?;
        cluster.take_node(0).kill()?;
        // The others take its matches over.
        cluster.moves(20).await?;
        cluster.add_node()?;
    }
    cluster.finish().await
}

#[tokio::test]
async fn a_paused_node_on_postgresql_gives_its_matches_up() -> Result<()> {
    let mut cluster = Cluster::start(2, 1, 4).await?;
    cluster.moves(20).await?;
    let before = cluster.store.live_nodes().await?;
    let paused = cluster.take_node(0);
    paused.signal("-STOP")?;
    let mut id = String::new();
    // It is unseen for long enough, and the other one plays on with its matches.
    let store = cluster.store.clone();
    wait(async || Ok(store.live_nodes().await?.len() == 1)).await?;
    cluster.moves(40).await?;
    for known in store.match_ids_after("", 1000).await? {
        if store.owner(&known).await?.is_some() {
            id = known;
        }
    }
    paused.signal("-CONT")?;
    // It comes back as another node, and leads whoever asks it to the new owner.
    wait(async || {
        let now = store.live_nodes().await?;
        Ok(now.len() == 2 && now.iter().any(|node| !before.contains(node)))
    })
    .await?;
    let told = Browser::new(paused.address).get(&format!("/api/matches/{id}")).await?;
    ensure!(told.status == 200 || told.status == 503, "{}", told.body);
    cluster.nodes.push(paused);
    cluster.announce();
    cluster.moves(40).await?;
    cluster.finish().await
}

#[tokio::test]
async fn nodes_and_postgresql_are_restarted_one_after_the_other() -> Result<()> {
    let mut cluster = Cluster::start(3, 1, 4).await?;
    for _ in 0..3 {
        cluster.moves(20).await?;
        let node = cluster.take_node(0);
        ensure!(node.terminate()?.success());
        cluster.add_node()?;
    }
    cluster.moves(20).await?;
    cluster.postgres.crash()?;
    cluster.postgres.start_again()?;
    cluster.moves(40).await?;
    cluster.finish().await
}

#[tokio::test]
async fn whatever_node_on_postgresql_is_asked_the_owner_answers() -> Result<()> {
    let mut cluster = Cluster::start(3, 300, 0).await?;
    let addresses: Vec<_> = cluster.nodes.iter().map(|node| node.address).collect();
    let mut host = Browser::new(addresses[0]);
    let wanted =
        json!({"game": "duel", "variant": "beginner", "chairs": [{"kind": "you"}, {"kind": "friend"}]});
    let opened = host.post("/api/matches", &wanted).await?;
    ensure!(opened.status == 201, "{}", opened.body);
    let id = opened.json()["id"].as_str().context("an id")?.to_owned();
    let owner = cluster.store.owner(&id).await?.context("who opens a match holds it")?;

    // The host's socket is at the second node, the friend sits down through the third.
    let through = host.at(addresses[1]);
    let mut at_second = through.socket(&id).await?;
    let table = at_second.hello(None).await?;
    ensure!(table["info"]["chairs"][0]["online"] == true, "{table}");
    let mut friend = Browser::new(addresses[2]);
    let secret = host.get(&format!("/api/matches/{id}")).await?.json()["chairs"][1]["secret"].clone();
    let joined =
        friend.post(&format!("/api/matches/{id}/join"), &json!({"seat": 1, "secret": secret})).await?;
    ensure!(joined.status == 200 && joined.json()["chairs"][0]["online"] == true, "{}", joined.body);
    ensure!(friend.cookie.is_some(), "the cookie of the owner's reply arrives");
    let refused = friend.post(&format!("/api/matches/{id}/join"), &json!({"seat": 0, "secret": "?"})).await?;
    ensure!(refused.status == 403 && refused.json()["error"]["code"] == "match/secret", "{}", refused.body);
    let mut at_third = friend.socket(&id).await?;
    at_third.hello(None).await?;
    // Each through another node.
    let dealt = deal([&mut at_second, &mut at_third]).await?;
    ensure!(dealt["info"]["shuffle"]["stage"] == "done", "{dealt}");
    let version = at_second.play(0, 0, &json!({"type": "program", "slots": ["F"]})).await?;
    ensure!(at_third.wait_for_type("events").await?["version"] == version);
    ensure!(cluster.store.owner(&id).await?.as_ref() == Some(&owner), "nobody else claimed it");
    let unknown = friend.socket("nosuchmatch2").await.unwrap_err();
    ensure!(format!("{unknown:#}").contains("404"), "{unknown:#}");

    // The private door is closed to those without the secret, and the public one does not believe them.
    let mut stranger = Browser::new(owner.address.as_deref().context("a node has an address")?.parse()?);
    let lies = [("x-golemry-client", "192.0.2.1"), ("x-golemry-token", "guess")];
    let refused = stranger.request("GET", &format!("/api/matches/{id}"), &lies, None).await?;
    ensure!(refused.status == 403 && refused.json()["error"]["code"] == "request/node", "{}", refused.body);

    // The owner stops: the sockets are told, and another node goes on at once.
    let mut at_first = host.socket(&id).await?;
    at_first.hello(None).await?;
    let node = cluster.take_node(0);
    ensure!(node.terminate()?.success());
    let closed = at_first.wait_for_type("never").await.unwrap_err().to_string();
    ensure!(closed.contains("closed with 1001"), "{closed}");
    let closed = at_second.wait_for_type("never").await.unwrap_err().to_string();
    ensure!(closed.contains("1001") || closed.contains("1012"), "{closed}");
    let mut again = None;
    wait(async || {
        again = through.socket(&id).await.ok();
        Ok(again.is_some())
    })
    .await?;
    let table = again.context("a socket")?.hello(None).await?;
    ensure!(table["version"] == version, "{table}");
    let after = cluster.store.owner(&id).await?.context("the match has an owner again")?;
    ensure!(after != owner);
    Ok(())
}

#[tokio::test]
async fn a_player_is_sent_to_the_node_on_postgresql_that_holds_the_match() -> Result<()> {
    let mut cluster = Cluster::start_with(&["--node-url", "http://127.0.0.1:0"], 2, 1, 0).await?;
    let [holder, other] = [0, 1].map(|index| cluster.nodes[index].address);
    let mut host = Browser::new(holder);
    let wanted = json!({"game": "duel", "variant": "beginner", "chairs": [{"kind": "you"}, {"kind": "you"}]});
    let opened = host.post("/api/matches", &wanted).await?;
    let id = opened.json()["id"].as_str().with_context(|| opened.body.clone())?.to_owned();

    // The other node says where the match is, and there the player is known without a cookie.
    let through = host.at(other);
    let told = through.socket(&id).await?.next().await?;
    let url = told["url"].as_str().with_context(|| told.to_string())?.to_owned();
    ensure!(told["type"] == "elsewhere" && url.starts_with(&format!("ws://{holder}/api/matches/")), "{told}");
    let mut socket = through.socket(&id).await?;
    let table = socket.hello(None).await?;
    ensure!(table["views"][0]["seat"] == 0 && table["views"][1]["seat"] == 1, "{table}");
    socket.play(0, 0, &json!({"type": "program", "slots": ["F"]})).await?;

    // A ticket opens its own socket, from any page, and nothing else.
    let path = url.strip_prefix(&format!("ws://{holder}")).context("the address of the holder")?;
    let foreign = [("origin", "https://b.example.org")];
    let mut visitor = Browser::new(holder);
    for (path, code) in [
        (path.to_owned(), "request/malformed"), // it is no WebSocket
        (path.replacen("ticket", "lottery", 1), "request/origin"),
        (path.replacen("ticket=", "ticket=1", 1), "request/node"),
        (path.replacen("/socket", "/rematch", 1), "request/node"),
    ] {
        let refused = visitor.request("POST", &path, &foreign, Some("{}".to_owned())).await?;
        ensure!(refused.json()["error"]["code"] == code, "{path}: {}", refused.body);
    }

    // Pages may connect to both nodes.
    wait(async || {
        let page = visitor.get("/health").await?;
        let policy = page.header("content-security-policy").context("a policy")?.to_owned();
        Ok([holder, other].iter().all(|node| policy.contains(&format!("ws://{node}"))))
    })
    .await?;

    // Without the holder, the match is at the other node.
    cluster.take_node(0).kill()?;
    let mut table = Value::Null;
    wait(async || {
        let Ok(mut socket) = through.socket(&id).await else { return Ok(false) };
        table = socket.hello(None).await.unwrap_or_default();
        Ok(table.is_object())
    })
    .await?;
    ensure!(table["version"] == 1 && table["views"][0]["seat"] == 0, "{table}");
    Ok(())
}

#[tokio::test]
async fn a_resignation_outlives_the_node_on_postgresql_that_acknowledged_it() -> Result<()> {
    let mut cluster = Cluster::start(2, 1, 0).await?;
    let mut host = Browser::new(cluster.nodes[0].address);
    let mut friend = Browser::new(cluster.nodes[1].address);
    let chairs = [json!({"kind": "you"}), json!({"kind": "friend"}), json!({"kind": "bot", "level": "easy"})];
    let opened =
        host.post("/api/matches", &json!({"game": "its-alive", "seats": 3, "chairs": chairs})).await?;
    let id = opened.json()["id"].as_str().with_context(|| opened.body.clone())?.to_owned();
    let path = format!("/api/matches/{id}");
    let mut hosts = host.socket(&id).await?;
    hosts.hello(None).await?;
    let secret = host.get(&path).await?.json()["chairs"][1]["secret"].clone();
    friend.post(&format!("{path}/join"), &json!({"seat": 1, "secret": secret})).await?;
    let mut friends = friend.socket(&id).await?;
    friends.hello(None).await?;
    deal([&mut hosts, &mut friends]).await?;

    // The friend resigns through another node than the owner, which dies at once. The host plays on: a bot decides for the friend.
    let resigned = friend.post(&format!("{path}/seats/1/resign"), &json!({})).await?;
    ensure!(resigned.status == 200, "{}", resigned.body);
    cluster.take_node(0).kill()?;
    let mut moved = host.at(cluster.nodes[0].address);
    let info = answered(&mut moved, &path).await?;
    ensure!(info["chairs"][1]["resigned"] == true && info["chairs"][1]["level"] == "normal", "{info}");
    ensure!(info["status"]["over"] == false, "{info}");
    let mut hosts = moved.socket(&id).await?;
    let mut news = hosts.hello(None).await?;
    let has_friends_move =
        |seen: &Value| seen.as_array().is_some_and(|seen| seen.iter().any(|it| it["seat"] == 1));
    let mut status = news["info"]["status"].clone();
    let mut seen = news["seen"].clone();
    while !has_friends_move(&seen) {
        if status["to_act"].as_array().is_some_and(|to_act| to_act.contains(&json!(0))) {
            let version = news["version"].as_u64().context("news have a version")? as usize;
            let action = hosts.build(0, |_| 0).await?;
            hosts.play(0, version, &action).await?;
        }
        news = hosts.wait_for_type("events").await?;
        (status, seen) = (news["status"].clone(), news["seen"][0]["list"].clone());
    }

    // The last person resigns, which ends the match, and this node dies as well.
    let ended = moved.post(&format!("{path}/seats/0/resign"), &json!({})).await?;
    ensure!(ended.json()["status"]["over"] == true, "{}", ended.body);
    cluster.take_node(0).kill()?;
    cluster.add_node()?;
    let mut moved = Browser::new(cluster.nodes[0].address);
    let info = answered(&mut moved, &path).await?;
    ensure!(info["status"]["over"] == true && info["status"]["scores"].is_null(), "{info}");
    ensure!(info["chairs"][0]["resigned"] == true && info["chairs"][1]["resigned"] == true, "{info}");
    ensure!(verify(Path::new(PROGRAM), &["--database", &cluster.url], &[])? == 1);
    Ok(())
}

#[tokio::test]
async fn a_server_of_its_own_has_a_postgresql_for_itself() -> Result<()> {
    let postgres = Postgres::start()?;
    let url = postgres.create_database("alone")?;
    let words = ["--database", &url, "--node-expiry", "1"];
    // One that was killed does not keep the next one from starting.
    ServerProcess::start(Path::new(PROGRAM), &words)?.kill()?;
    let server = ServerProcess::start(Path::new(PROGRAM), &words)?;
    let wanted = json!({"game": "duel", "chairs": [{"kind": "you"}, {"kind": "bot", "level": "easy"}]});
    let opened = Browser::new(server.address).post("/api/matches", &wanted).await?;
    ensure!(opened.status == 201, "{}", opened.body);
    ensure!(server.terminate()?.success());

    // One whose heartbeat moves does.
    let store = Store::open(&url).await?;
    let other = Node { id: "other".to_owned(), address: None, url: None, editions: None };
    ensure!(store.add_node(&other, &[]).await?.is_empty());
    let second = tokio::task::spawn_blocking(move || {
        Command::new(PROGRAM).args(["serve", "--port", "0", "--no-open", "--database", &url]).output()
    });
    while !second.is_finished() {
        ensure!(store.beat("other").await?);
    }
    let second = second.await??;
    let said = String::from_utf8(second.stderr)?;
    ensure!(
        !second.status.success() && said.contains("another golemry uses this database: stop it first"),
        "{said}"
    );
    Ok(())
}

/// Two people draw the seed of their match; what the first of them is told of the deal.
async fn deal(people: [&mut Socket; 2]) -> Result<Value> {
    let mut rng = PlayoutRng::new(Seed(1));
    let mut people = people.map(|socket| (socket, Shuffler::default()));
    for stage in ["committing", "revealing"] {
        for (socket, shuffler) in &mut people {
            let told = socket.wait_for(|message| message["info"]["shuffle"]["stage"] == stage).await?;
            for step in shuffler.steps(&told["info"], &mut rng) {
                let answer = socket.ask(step).await?;
                ensure!(answer["type"] == "ack", "{answer}");
            }
        }
    }
    people[0].0.wait_for(|message| message["views"][0].is_object()).await
}

/// What is known of a match, once some node holds it again.
async fn answered(browser: &mut Browser, path: &str) -> Result<Value> {
    let mut info = Value::Null;
    wait(async || {
        let reply = browser.get(path).await?;
        info = reply.json();
        Ok(reply.status == 200)
    })
    .await?;
    Ok(info)
}

#[test]
fn what_a_node_lacks_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let (short, long) = (folder.path().join("short"), folder.path().join("long"));
    std::fs::write(&short, "guess me\n").unwrap();
    std::fs::write(&long, "a secret of the tests, which is long enough").unwrap();
    let [short, long] = [&short, &long].map(|path| path.display().to_string());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let (database, free) = ("postgres://golemry@127.0.0.1:1/none", "127.0.0.1:0");
    for (words, complaint) in [
        (&["--database", database, "--node-address", free][..], "--cluster-secret-file"),
        (&["--database", database, "--cluster-secret-file", &long], "--node-address"),
        (&["--node-address", free, "--cluster-secret-file", &long], "--database postgres://"),
        (
            &["--database", database, "--node-address", free, "--cluster-secret-file", "/no/such/file"],
            "/no/such/file",
        ),
        (
            &["--database", database, "--node-address", free, "--cluster-secret-file", &short],
            "has 8 characters, and needs at least 32",
        ),
        (&["--database", database, "--node-address", "here", "--cluster-secret-file", &long], "HOST:PORT"),
        (
            &["--database", database, "--node-address", "0.0.0.0:0", "--cluster-secret-file", &long],
            "name this machine's own",
        ),
        (
            &[
                "--database",
                database,
                "--node-address",
                free,
                "--cluster-secret-file",
                &long,
                "--node-url",
                "a",
            ],
            "not the address of a server",
        ),
        (&["--node-url", "https://a.example.org"], "--node-address"),
        (&["--database", database, "--node-address", &taken, "--cluster-secret-file", &long], "is taken"),
    ] {
        let output = Command::new(PROGRAM)
            .args(["serve", "--port", "0"])
            .args(words)
            .env_remove("GOLEMRY_DATABASE")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(complaint), "{words:?}: {said}");
    }
}
