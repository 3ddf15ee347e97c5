use golemry_load::Browser;
use golemry_store::Store;
use serde_json::json;
use tokio::net::TcpListener;

use super::Message;
use crate::{App, Config, serve};

/// A panic ends one room; who was there goes on from the store and need not notice, and others never do.
#[tokio::test]
async fn a_panic_ends_one_room_and_its_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
    let app = App::open(store, Config::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut browser = Browser::new(listener.local_addr().unwrap());
    let served = app.clone();
    let server = tokio::spawn(async move { serve(&served, listener, std::future::pending()).await });

    let wanted = json!({"game": "duel", "variant": "beginner", "chairs": [{"kind": "you"}, {"kind": "you"}]});
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(
            browser.post("/api/matches", &wanted).await.unwrap().json()["id"].as_str().unwrap().to_owned(),
        );
    }
    let mut broken = browser.socket(&ids[0]).await.unwrap();
    let mut other = browser.socket(&ids[1]).await.unwrap();
    broken.hello(None).await.unwrap();
    other.hello(None).await.unwrap();
    let program = |slot: &str| json!({"type": "program", "slots": [slot]});
    assert_eq!(broken.play(0, 0, &program("F")).await.unwrap(), 1);
    broken.wait_for_type("events").await.unwrap();

    let room = app.hall.find(&ids[0]).await.unwrap().unwrap();
    assert!(room.say(Message::Panic).await.is_ok());
    // The same socket is told where it stands, and goes on.
    let back = broken.wait_for_type("events").await.unwrap();
    assert_eq!((&back["from"], &back["version"]), (&json!(1), &json!(1)));
    assert_eq!(broken.play(1, 1, &program("F")).await.unwrap(), 2);
    assert!(room.is_gone());
    assert_eq!(other.play(0, 0, &program("F")).await.unwrap(), 1);
    server.abort();
}
