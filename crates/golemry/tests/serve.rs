//! `golemry serve` as a process: it starts, stops, is killed, and loses nothing it acknowledged. And `golemry verify`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use anyhow::{Context as _, Result};
use golemry_core::{Draw as _, PlayoutRng, Seat, Seed};
use golemry_load::Browser;
use golemry_table::{Record, Shuffle, seat_commitment, verify};
use serde_json::{Value, json};

/// A server process. It is killed when it is dropped.
struct Server {
    process: Child,
    address: SocketAddr,
    greeting: String,
}

impl Server {
    fn start(data: &Path) -> Result<Server> {
        Server::with(data, &[])
    }

    fn with(data: &Path, words: &[&str]) -> Result<Server> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_golemry"))
            .args(["serve", "--no-limits", "--port", "0", "--data"])
            .arg(data)
            .args(words)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut greeting = String::new();
        BufReader::new(process.stdout.take().context("an output")?).read_line(&mut greeting)?;
        let port: u16 = greeting.trim().rsplit(':').next().context("a port")?.parse()?;
        Ok(Server { process, address: SocketAddr::from(([127, 0, 0, 1], port)), greeting })
    }

    fn signal(&self, name: &str) -> Result<()> {
        let sent = Command::new("kill").args([name, &self.process.id().to_string()]).status()?;
        anyhow::ensure!(sent.success(), "cannot send {name}");
        Ok(())
    }

    /// The hard way: nothing can be finished or written any more.
    fn kill(mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn golemry(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).stdin(Stdio::null()).output().unwrap()
}

/// How often the server is killed in one match.
const KILLS: usize = 12;

#[tokio::test]
async fn killed_in_the_middle_of_play_it_loses_nothing_it_acknowledged() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut rng = PlayoutRng::new(Seed(7));
    let mut server = Server::start(folder.path())?;
    let mut browser = Browser::new(server.address);
    let wanted = json!({
        "game": "duel", "variant": "beginner", "options": {"energy": 50, "lives": 9},
        "chairs": [{"kind": "you"}, {"kind": "you"}],
    });
    let id = browser.post("/api/matches", &wanted).await?.json()["id"].as_str().context("an id")?.to_owned();
    let promised = browser.get(&format!("/api/matches/{id}")).await?.json()["commitment"].clone();

    let (mut acknowledged, mut told): (usize, Vec<Value>) = (0, Vec::new());
    for kill in 0..=KILLS {
        let mut socket = browser.socket(&id).await?;
        let table = socket.hello(None).await?;
        let kept = table["version"].as_u64().context("a version")? as usize;
        assert!(kept >= acknowledged, "{acknowledged} were acknowledged, and {kept} are left");
        let seen = table["seen"].as_array().context("what was seen")?.clone();
        assert_eq!(seen[..told.len()], told, "what was told has changed");
        (told, acknowledged) = (seen, kept);

        let mut to_act: Vec<u64> = serde_json::from_value(table["info"]["status"]["to_act"].clone())?;
        let last = kill == KILLS;
        let mut moves = if last { usize::MAX } else { 1 + rng.below(7) as usize };
        while moves > 0 && !to_act.is_empty() {
            moves -= 1;
            let seat = to_act[0];
            let slots = ["F", "B", "L", "R", "A"];
            let program = json!({"type": "program", "slots": [slots[rng.below(5) as usize], slots[rng.below(5) as usize]]});
            if moves == 0 {
                // The last one is on its way when the blow comes: it may be kept or not, but not half of it.
                let play = json!({"type": "play", "id": 99, "seat": seat, "version": acknowledged, "action": program});
                socket.send(&play.to_string()).await?;
                break;
            }
            acknowledged = socket.play(seat, acknowledged, &program).await?;
            let news = socket.wait_for_type("events").await?;
            told.extend(news["seen"][0]["list"].as_array().context("news")?.clone());
            to_act = serde_json::from_value(news["status"]["to_act"].clone())?;
        }
        if last {
            break;
        }
        server.kill()?;
        server = Server::start(folder.path())?;
        let cookie = browser.cookie.take();
        browser = Browser::new(server.address);
        browser.cookie = cookie;
    }
    let record = browser.get(&format!("/api/matches/{id}/record")).await?.json();
    let verified = verify(&golemry_registry::games(), &Record::from_value(record)?)?;
    assert_eq!((json!(verified.commitment), verified.decisions), (promised, acknowledged));
    Ok(())
}

#[tokio::test]
async fn the_hosts_programs_play_at_its_tables() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players/offers.js");
    let good = format!("any=node '{}'", root.display());
    // It greets each table, and ends when it is asked.
    let frail = "frail=sh -c 'read hello; echo \"{\\\"golemry\\\":1}\"; read question'";
    let server = Server::with(folder.path(), &["--bot", &good, "--bot", frail, "--bot-limit", "600000"])?;
    let mut browser = Browser::new(server.address);
    assert_eq!(browser.get("/api/games").await?.json()["programs"], json!(["any", "frail"]));
    let program = |name: &str| json!({"kind": "program", "name": name});
    let wanted = json!({
        "game": "golem-it", "seats": 3, "chairs": [{"kind": "you"}, program("any"), program("frail")],
    });
    let id = browser.post("/api/matches", &wanted).await?.json()["id"].as_str().context("an id")?.to_owned();
    let mut socket = browser.socket(&id).await?;
    let mut news = socket.hello(None).await?;
    let mut rng = PlayoutRng::new(Seed(1));
    loop {
        let status = news.get("status").unwrap_or(&news["info"]["status"]).clone();
        if status["over"] == true {
            break;
        }
        if status["to_act"] == json!([0]) {
            let version = news["version"].as_u64().context("a version")? as usize;
            let action = socket.build(0, |count| rng.below(count as u32) as usize).await?;
            socket.play(0, version, &action).await?;
        }
        news = socket.wait_for_type("events").await?;
    }
    let info = browser.get(&format!("/api/matches/{id}")).await?.json();
    let [any, frail] = [1, 2].map(|seat| &info["chairs"][seat]);
    assert!(any["program"] == "any" && any["stood_in"].is_null(), "{any}");
    assert!(frail["program"] == "frail" && frail["stood_in"]["times"].as_u64() > Some(0), "{frail}");
    let record = browser.get(&format!("/api/matches/{id}/record")).await?.json();
    assert_eq!(record["seating"][1]["program"], "any");
    verify(&golemry_registry::games(), &Record::from_value(record)?)?;
    Ok(())
}

#[tokio::test]
async fn it_says_where_it_is_and_stops_when_asked() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut server = Server::start(folder.path())?;
    assert!(server.greeting.starts_with("Golemry is open at http://localhost:"), "{}", server.greeting);
    let page = Browser::new(server.address).get("/").await?;
    assert_eq!(page.status, 200);
    assert!(golemry(&["health", &server.address.to_string()]).status.success());

    let taken = golemry(&["serve", "--port", &server.address.port().to_string()]);
    let complaint = String::from_utf8(taken.stderr)?;
    assert!(
        !taken.status.success() && complaint.contains("is in use") && complaint.contains("--port"),
        "{complaint}"
    );

    server.signal("-INT")?;
    assert!(server.process.wait()?.success(), "it stops without a failure");
    assert!(folder.path().join("golemry.db").exists());
    Ok(())
}

/// Half a request holds the end up, and a second signal does not wait for it.
#[test]
fn a_second_signal_ends_it_at_once() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut server = Server::start(folder.path())?;
    let mut stuck = std::net::TcpStream::connect(server.address)?;
    stuck.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n")?;
    server.signal("-TERM")?;
    // The port is closed as soon as it drains.
    while std::net::TcpStream::connect(server.address).is_ok() {}
    server.signal("-TERM")?;
    assert!(server.process.wait()?.success());
    drop(stuck);
    Ok(())
}

#[test]
fn a_server_that_is_not_there_is_not_well() {
    // The port is free again as soon as its listener is dropped.
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap();
    let output = golemry(&["health", &free.to_string()]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint.contains(&format!("no server answers at {free}")), "{complaint}");
}

#[tokio::test]
async fn it_knows_its_names_and_proxies() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let words = ["--public-host", "golems.example,table.example", "--proxy=10.0.0.0/8"];
    let server = Server::with(folder.path(), &words)?;
    for (host, status) in [("table.example", "200"), ("evil.example", "421")] {
        let mut stream = std::net::TcpStream::connect(server.address)?;
        write!(stream, "GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line)?;
        assert!(line.contains(status), "{host}: {line}");
    }
    let wrong = golemry(&["serve", "--proxy=example.org"]);
    let complaint = String::from_utf8(wrong.stderr)?;
    assert!(!wrong.status.success() && complaint.contains("10.0.0.0/8"), "{complaint}");
    Ok(())
}

#[test]
fn a_database_that_cannot_be_opened_is_named_without_its_password() {
    let output = golemry(&["serve", "--port", "0", "--database", "postgres://ada:secret@127.0.0.1:1/none"]);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        complaint.contains("postgres://ada@127.0.0.1:1/none") && !complaint.contains("secret"),
        "{complaint}"
    );
}

/// A match of Golem It that is over.
fn played(seed: Seed) -> Record {
    let table = golemry_registry::games().find("golem-it").unwrap();
    let mut table = table.open(&golemry_core::Settings::new(3, "standard"), seed).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    while let Some(&seat) = table.status().to_act.first() {
        let actions = table.legal(seat, 0, 100).unwrap().actions;
        table.apply(seat, rng.pick(&actions).unwrap().get(), &[]).unwrap();
    }
    table.record()
}

/// What `golemry verify` makes of a record: its exit code, and what it says.
fn check(record: &Record, words: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    std::fs::write(&file, serde_json::to_string(record).unwrap()).unwrap();
    let output = golemry(&[&["verify", file.to_str().unwrap()], words].concat());
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

#[test]
fn a_shuffle_is_verified_or_refused_with_words() {
    let secret = |digit: &str| digit.repeat(64);
    let seats = [Seat::new(0), Seat::new(2)];
    let commit = |shuffle: &mut Shuffle, seat: Seat, secret: &str| {
        let round = shuffle.rounds.len();
        shuffle.commit(seat, round, &seat_commitment("abc", round, seat, secret)).unwrap();
    };
    // The second player withholds a secret; the first one shuffles on without them.
    let mut shuffle = Shuffle::new("abc", secret("5"));
    commit(&mut shuffle, seats[0], &secret("a"));
    commit(&mut shuffle, seats[1], &secret("b"));
    shuffle.close();
    shuffle.reveal(seats[0], 1, &secret("a")).unwrap();
    shuffle.begin_round(secret("6"));
    commit(&mut shuffle, seats[0], &secret("c"));
    shuffle.close();
    shuffle.reveal(seats[0], 2, &secret("c")).unwrap();
    let hash = shuffle.commitment().unwrap();
    let good = played(shuffle.seed().unwrap());
    let good = Record { shuffle: Some(shuffle), commitment: Some(hash.clone()), ..good };
    let (code, said) = check(&good, &["--commitment", &hash]);
    assert_eq!(code, Some(0), "{said}");
    for words in [
        "round 1 of the shuffle was thrown away: seat 2 did not reveal a secret",
        "the seed is the hash of the secrets of the server and of seat 0, each as committed",
        "the match was fair",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let tampered = |change: fn(&mut Shuffle)| {
        let mut other = good.clone();
        other.shuffle.as_mut().map(change).unwrap();
        let (code, said) = check(&other, &[]);
        assert_eq!(code, Some(1), "{said}");
        said
    };
    let said = tampered(|shuffle| shuffle.rounds[1].seats[0].secret = Some("d".repeat(64)));
    assert!(said.contains("round 2: the secret of 0 does not fit its commitment"), "{said}");
    let said = tampered(|shuffle| drop(shuffle.rounds.remove(0)));
    assert!(said.contains("does not fit its commitment"), "{said}");
    let said = tampered(|shuffle| {
        let hidden = "e".repeat(64);
        shuffle.rounds[0].seats[1].commitment = seat_commitment("abc", 1, Seat::new(2), &hidden);
        shuffle.rounds[0].seats[1].secret = Some(hidden);
    });
    assert!(said.contains("round 1 was thrown away although every secret was revealed"), "{said}");
    let (code, said) = check(&Record { commitment: Some(secret("0")), ..good.clone() }, &[]);
    assert!(code == Some(1) && said.contains("the commitments have the hash"), "{said}");
    let (code, said) = check(&Record { salt: Some("salt".to_owned()), ..good }, &[]);
    assert!(code == Some(1) && said.contains("either a salt or a shuffle"), "{said}");
}

#[test]
fn a_record_is_verified_or_refused_with_words() {
    let played = played(Seed(1 << 60));
    let salt = "5a".repeat(32);
    let hash = golemry_table::commitment(played.seed, &salt);
    let good = Record { salt: Some(salt.clone()), commitment: Some(hash.clone()), ..played };
    let (code, said) = check(&good, &["--commitment", &hash]);
    assert!(code == Some(0) && said.contains("the match was fair"), "{said}");
    assert!(said.contains("the server alone drew the seed"), "{said}");
    assert!(said.contains(&format!("seed and salt have the hash {hash} (version 2)")), "{said}");
    assert_eq!(check(&good, &[]).0, Some(0));
    let (code, said) = check(&good, &["--commitment", &"0".repeat(64)]);
    assert!(code == Some(1) && said.contains("the one that was shown is 000"), "{said}");

    // Another seed gives another chance; another salt another hash; another draw is not the seed's.
    let (code, said) = check(&Record { seed: Seed(5), ..good.clone() }, &[]);
    assert!(code == Some(1) && said.contains("the seed gives"), "{said}");
    let (code, said) = check(&Record { salt: Some("5b".repeat(32)), ..good.clone() }, &[]);
    assert!(code == Some(1) && said.contains("have the hash"), "{said}");
    let mut bent = good.clone();
    let deal = bent.events.iter_mut().find(|event| event["chance"]["type"] == "deal").unwrap();
    deal["chance"]["seed"] = json!(7);
    bent.events.truncate(2);
    bent.scores = None;
    let (code, said) = check(&bent, &[]);
    assert!(code == Some(1) && said.contains("events[1]: the seed gives"), "{said}");
    let (code, said) = check(&Record { salt: None, commitment: None, ..good }, &[]);
    assert!(code == Some(1) && said.contains("no salt"), "{said}");
}

/// Anyone can take the same hashes with the commands that docs/server.md shows.
#[test]
#[cfg(unix)]
fn the_documents_say_how_to_hash_by_hand() {
    let document = include_str!("../../../docs/server.md");
    let played = played(Seed(1 << 60));
    let salt = "5a".repeat(32);
    let mut hashes = Vec::new();
    for line in document.lines().filter(|line| line.starts_with("$ printf") && line.contains("$SALT")) {
        let shell = Command::new("sh")
            .args(["-c", &line[2..]])
            .env("SEED", played.seed.to_string())
            .env("SALT", &salt)
            .output()
            .unwrap();
        hashes.push(String::from_utf8(shell.stdout).unwrap().split_whitespace().next().unwrap().to_owned());
    }
    assert_eq!(hashes[0], golemry_table::commitment(played.seed, &salt));
    for (hash, version) in hashes.iter().zip([2, 1]) {
        let record = Record { salt: Some(salt.clone()), commitment: Some(hash.clone()), ..played.clone() };
        let (code, said) = check(&record, &["--commitment", hash]);
        assert!(code == Some(0) && said.contains(&format!("(version {version})")), "{said}");
    }
    assert_eq!(hashes.len(), 2);
}
