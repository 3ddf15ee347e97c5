use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing;
use golemry_load::Browser;
use golemry_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::Message;
use crate::thinking::{AbortOnDrop, Owner, Stop};
use crate::{Address, ApiError, App, Config, Mount, Proxies, serve};

/// A server whose inside can be looked at.
pub(super) struct Inside {
    pub(super) app: App,
    pub(super) browser: Browser,
    served: JoinHandle<std::io::Result<()>>,
    _folder: TempDir,
}

impl Inside {
    pub(super) async fn start(config: Config) -> Inside {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        Inside::over(store, config, folder).await
    }

    pub(super) async fn over(store: Store, config: Config, folder: TempDir) -> Inside {
        let app = App::open(golemry_registry::games(), vec![endless_work()], store, config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let browser = Browser::new(listener.local_addr().unwrap());
        let served = app.clone();
        let served = tokio::spawn(async move { serve(&served, listener, std::future::pending()).await });
        Inside { app, browser, served, _folder: folder }
    }

    async fn open(&mut self, chairs: Value) -> String {
        self.open_match(json!({"game": "duel", "variant": "beginner", "chairs": chairs})).await
    }

    /// A match whose strongest bot searches until it is stopped: a `master` would be done after a while.
    async fn open_for_endless_hints(&mut self) -> String {
        let chairs = vec![json!({"kind": "you"}); 3];
        self.open_match(json!({"game": "golem-it", "seats": 3, "options": {"first": 0}, "chairs": chairs}))
            .await
    }

    async fn open_match(&mut self, wanted: Value) -> String {
        let reply = self.browser.post("/api/matches", &wanted).await.unwrap();
        reply.json()["id"].as_str().unwrap_or_else(|| panic!("{}", reply.body)).to_owned()
    }

    /// Waits until so many jobs run.
    async fn thinking(&self, jobs: usize) {
        while self.app.rooms.shared.scheduler.running() != jobs {
            tokio::task::yield_now().await;
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        self.served.abort();
    }
}

/// Bots that think until they are stopped, and people who wait for them that long.
fn endless() -> Config {
    let hour = Duration::from_secs(3600);
    Config { think: hour, patience: hour, ..Config::default() }
}

fn against_hard() -> Value {
    json!([{"kind": "you"}, {"kind": "bot", "level": "hard"}])
}

#[tokio::test]
async fn bots_think_only_while_a_socket_is_attached() {
    let mut server = Inside::start(endless()).await;
    let id = server.open(against_hard()).await;
    let info = server.browser.get(&format!("/api/matches/{id}")).await.unwrap();
    assert_eq!(info.json()["status"]["to_act"], json!([0, 1]));
    // The room has answered, so it has looked at its bots before.
    assert_eq!(server.app.rooms.shared.scheduler.submitted(), 0);

    let mut socket = server.browser.socket(&id).await.unwrap();
    socket.hello(None).await.unwrap();
    server.thinking(1).await;
    drop(socket);
    server.thinking(0).await;
    assert_eq!(server.app.rooms.shared.scheduler.waiting(), 0);
}

#[tokio::test]
async fn a_match_that_is_loaded_wakes_no_bot() {
    let mut server = Inside::start(endless()).await;
    let id = server.open(against_hard()).await;
    let config = Config { idle: Duration::ZERO, ..endless() };
    let store = server.app.rooms.shared.store.clone();
    let mut again = Inside::over(store, config, tempfile::tempdir().unwrap()).await;
    again.browser.cookie = server.browser.cookie.clone();
    for path in ["/api/matches?mine", &format!("/api/matches/{id}"), &format!("/api/matches/{id}/material")] {
        assert_eq!(again.browser.get(path).await.unwrap().status, 200, "{path}");
    }
    assert_eq!(again.app.rooms.shared.scheduler.submitted(), 0);
}

#[tokio::test]
async fn a_player_waits_for_one_hint_and_it_is_dropped_with_the_socket() {
    let mut server = Inside::start(endless()).await;
    let ids = [server.open_for_endless_hints().await, server.open(against_hard()).await];
    let hint = |id: u32| json!({"type": "hint", "id": id, "seat": 0}).to_string();
    let mut first = server.browser.socket(&ids[0]).await.unwrap();
    let mut second = server.browser.socket(&ids[1]).await.unwrap();
    for socket in [&mut first, &mut second] {
        socket.hello(None).await.unwrap();
    }
    first.send(&hint(1000)).await.unwrap();
    let refused = first.ask(json!({"type": "hint", "seat": 0})).await.unwrap();
    assert_eq!(refused["error"]["code"], "limit/hint", "{refused}");
    let refused = second.ask(json!({"type": "hint", "seat": 0})).await.unwrap();
    assert_eq!(refused["error"]["code"], "limit/hint", "at another table, too: {refused}");

    // It is refused before anything is looked at: that the seat has decided already is not even noticed.
    let decided =
        json!({"type": "play", "seat": 0, "version": 0, "action": {"type": "program", "slots": ["F"]}});
    assert_eq!(second.ask(decided).await.unwrap()["type"], "ack");
    let refused = second.ask(json!({"type": "hint", "seat": 0})).await.unwrap();
    assert_eq!(refused["error"]["code"], "limit/hint", "{refused}");

    // With the sockets go the hint and the bot, and a new hint may be asked for.
    drop((first, second));
    server.thinking(0).await;
    assert_eq!(server.app.rooms.shared.scheduler.waiting(), 0);
    let player =
        crate::random::hash(server.browser.cookie.as_deref().unwrap().trim_start_matches("golemry="));
    assert!(server.app.rooms.shared.hints.begin(&player).is_some());
}

#[tokio::test]
async fn a_hint_that_takes_too_long_is_refused_and_its_work_stops() {
    let mut server = Inside::start(Config { patience: Duration::ZERO, ..endless() }).await;
    let id = server.open_for_endless_hints().await;
    let mut socket = server.browser.socket(&id).await.unwrap();
    socket.hello(None).await.unwrap();
    let late = socket.ask(json!({"type": "hint", "seat": 0})).await.unwrap();
    assert_eq!(late["error"]["code"], "limit/busy", "{late}");
    server.thinking(0).await;
}

/// A mount whose work ends only when its `Stop` is set.
fn endless_work() -> Mount {
    async fn work(State(app): State<App>, address: Address) -> Result<(), ApiError> {
        app.work(address, None, until_stopped).await
    }
    Mount { routes: axum::Router::new().route("/api/endless", routing::post(work)), ..Mount::default() }
}

fn until_stopped(stop: &Stop) {
    while !stop.is_set() {
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn mounted_work_that_takes_too_long_is_stopped() {
    let mut server = Inside::start(Config { patience: Duration::from_millis(1), ..endless() }).await;
    let late = server.browser.post("/api/endless", &json!({})).await.unwrap();
    assert_eq!((late.status, &late.json()["error"]["code"]), (503, &json!("limit/busy")), "{}", late.body);
    server.thinking(0).await;
}

#[tokio::test]
async fn mounted_work_whose_client_hangs_up_leaves_the_queue() {
    let server = Inside::start(endless()).await;
    let scheduler = &server.app.rooms.shared.scheduler;
    // Every worker is busy with somebody else's work.
    let mut busy = Vec::new();
    for address in 0..scheduler.workers() {
        let scheduler = scheduler.clone();
        let owner = Owner::new(IpAddr::from([192, 0, 2, address as u8]), None);
        busy.push(AbortOnDrop(tokio::spawn(async move {
            let _ = scheduler.run(owner, until_stopped).await;
        })));
    }
    server.thinking(scheduler.workers()).await;
    let mut client = server.browser.clone();
    let asking = tokio::spawn(async move { client.post("/api/endless", &json!({})).await });
    while scheduler.waiting() != 1 {
        tokio::task::yield_now().await;
    }
    asking.abort();
    while scheduler.waiting() != 0 {
        tokio::task::yield_now().await;
    }
    drop(busy);
    server.thinking(0).await;
}

/// A panic ends one room. Its sockets go on from the store without noticing, and other rooms are not touched.
#[tokio::test]
async fn a_panic_ends_one_room_and_its_match_goes_on() {
    let mut server = Inside::start(Config::default()).await;
    let two = || json!([{"kind": "you"}, {"kind": "you"}]);
    let ids = [server.open(two()).await, server.open(two()).await];
    let mut broken = server.browser.socket(&ids[0]).await.unwrap();
    let mut other = server.browser.socket(&ids[1]).await.unwrap();
    broken.hello(None).await.unwrap();
    other.hello(None).await.unwrap();
    let program = |slot: &str| json!({"type": "program", "slots": [slot]});
    assert_eq!(broken.play(0, 0, &program("F")).await.unwrap(), 1);
    broken.wait_for_type("events").await.unwrap();

    let room = server.app.rooms.find(&ids[0]).await.unwrap().unwrap();
    assert!(room.send(Message::Panic).await.is_ok());
    // The same socket receives the table again, and goes on.
    let back = broken.wait_for_type("events").await.unwrap();
    assert_eq!((&back["from"], &back["version"]), (&json!(1), &json!(1)));
    assert_eq!(broken.play(1, 1, &program("F")).await.unwrap(), 2);
    assert!(room.is_gone());
    assert_eq!(other.play(0, 0, &program("F")).await.unwrap(), 1);
}

#[tokio::test]
async fn a_socket_learns_that_its_match_is_gone_for_good() {
    let mut server = Inside::start(Config::default()).await;
    let id = server.open(json!([{"kind": "you"}, {"kind": "you"}])).await;
    let mut socket = server.browser.socket(&id).await.unwrap();
    socket.hello(None).await.unwrap();
    server.app.store().delete_matches(vec![id.clone()]).await.unwrap();
    let room = server.app.rooms.find(&id).await.unwrap().unwrap();
    assert!(room.send(Message::Close).await.is_ok());
    assert_eq!(socket.wait_for_type("reject").await.unwrap()["error"]["code"], "match/unknown");
    // Not 1012, after which it would come back.
    assert!(socket.next().await.unwrap_err().to_string().contains("1011"));
}

impl Inside {
    /// Somebody at another address opens a match against a bot, whose work begins before any work of others has ended.
    async fn others_are_not_delayed(&mut self) {
        let before = self.app.rooms.shared.scheduler.running();
        let mut victim = Browser::clone(&self.browser);
        (victim.cookie, victim.forwarded_for) = (None, Some(IpAddr::from([192, 0, 2, 200])));
        let wanted = json!({"game": "duel", "variant": "beginner", "chairs": against_hard()});
        let opened = victim.post("/api/matches", &wanted).await.unwrap();
        assert_eq!(opened.status, 201, "{}", opened.body);
        let mut socket = victim.socket(opened.json()["id"].as_str().unwrap()).await.unwrap();
        socket.hello(None).await.unwrap();
        self.thinking(before + 1).await;
        let scheduler = &self.app.rooms.shared.scheduler;
        let ended = scheduler.submitted() as usize - scheduler.waiting() - scheduler.running();
        assert_eq!(ended, 0, "units of work that had to end first");
    }
}

/// Bots that never end, and clients with different addresses.
fn endless_behind_a_proxy() -> Config {
    Config { proxies: Proxies::Any, ..endless() }
}

#[tokio::test]
async fn a_flood_of_hints_is_one_unit_of_work_and_delays_nobody_else() {
    let mut server = Inside::start(endless_behind_a_proxy()).await;
    server.browser.forwarded_for = Some(IpAddr::from([192, 0, 2, 1]));
    let id = server.open_for_endless_hints().await;
    let mut socket = server.browser.socket(&id).await.unwrap();
    socket.hello(None).await.unwrap();
    for number in 1..=55 {
        socket.send(json!({"type": "hint", "id": number, "seat": 0}).to_string()).await.unwrap();
    }
    for _ in 1..55 {
        let refused = socket.wait_for_type("reject").await.unwrap();
        assert_eq!(refused["error"]["code"], "limit/hint", "{refused}");
    }
    assert_eq!(server.app.rooms.shared.scheduler.submitted(), 1);
    server.thinking(1).await;
    server.others_are_not_delayed().await;
    drop(socket);
    server.thinking(0).await;
}

#[tokio::test]
async fn sixty_matches_with_five_hard_bots_each_delay_nobody_else() {
    let mut server = Inside::start(endless_behind_a_proxy()).await;
    server.browser.forwarded_for = Some(IpAddr::from([192, 0, 2, 1]));
    let mut chairs = vec![json!({"kind": "bot", "level": "hard"}); 6];
    chairs[5] = json!({"kind": "you"});
    let wanted = json!({"game": "golem-it", "seats": 6, "chairs": chairs});
    let mut sockets = Vec::new();
    for _ in 0..60 {
        let opened = server.browser.post("/api/matches", &wanted).await.unwrap();
        if opened.status != 201 {
            assert_eq!(opened.json()["error"]["code"], "limit/matches", "{}", opened.body);
            continue;
        }
        let mut socket = server.browser.socket(opened.json()["id"].as_str().unwrap()).await.unwrap();
        socket.hello(None).await.unwrap();
        sockets.push(socket);
    }
    let most = Config::default().limits.bot_matches;
    assert_eq!(sockets.len(), most, "as many as one address may have");
    // One bot of each match has a decision to make, unless its person begins; most of them have to wait for each other.
    let scheduler = Arc::clone(&server.app.rooms.shared.scheduler);
    server.thinking(scheduler.workers() - 1).await;
    assert!(scheduler.submitted() <= most as u64 && scheduler.waiting() > 0);
    server.others_are_not_delayed().await;
    drop(sockets);
    server.thinking(0).await;
    assert_eq!(scheduler.waiting(), 0);
}

#[tokio::test]
async fn a_bot_that_does_not_search_waits_for_none_that_does() {
    let mut server = Inside::start(endless_behind_a_proxy()).await;
    let workers = server.app.rooms.shared.scheduler.workers();
    let mut sockets = Vec::new();
    for address in 1..=workers as u8 {
        server.browser.forwarded_for = Some(IpAddr::from([192, 0, 2, address]));
        let id = server.open(against_hard()).await;
        let mut socket = server.browser.socket(&id).await.unwrap();
        socket.hello(None).await.unwrap();
        sockets.push(socket);
    }
    server.thinking(workers).await;
    server.browser.forwarded_for = Some(IpAddr::from([198, 51, 100, 1]));
    let id = server.open(json!([{"kind": "you"}, {"kind": "bot", "level": "normal"}])).await;
    let mut socket = server.browser.socket(&id).await.unwrap();
    socket.hello(None).await.unwrap();
    assert_eq!(socket.wait_for_type("events").await.unwrap()["version"], 1, "the bot has decided");
    server.thinking(workers).await;
}
