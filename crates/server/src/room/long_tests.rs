//! Matches that somebody stalls.

use golemry_core::{OptionValue, Seed, Settings};
use golemry_store::{NewMatch, Store};
use golemry_table::{Chair, Sitter};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::broadcast::BACKLOG;
use super::tests::Inside;
use crate::limits::Rate;
use crate::rooms::set_up;
use crate::{Config, Limits, random};
use golemry_room::Opening;

/// A server, and a match in its store that nobody tries to win, `left` events before the most it may have.
async fn stalled(config: Config, left: usize) -> (Inside, String, usize) {
    let folder = TempDir::new().unwrap();
    let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
    let games = golemry_registry::games();
    let game = games.find("inner-circle").unwrap();
    let settings = [("start_coins", 200), ("round_limit", 1000), ("game_limit", 100)];
    let settings = settings.into_iter().fold(Settings::new(2, "match"), |settings, (name, value)| {
        settings.with(name, OptionValue::Whole(value))
    });
    let token = "a".repeat(64);
    let player = random::hash(&token);
    let sitter = Sitter::Human { player: Some(player.clone()), name: None, secret: "secret".to_owned() };
    let chairs = vec![Chair::new(sitter); 2];
    let opening = Opening::new(game, &settings, Seed(1)).unwrap();
    let (new, mut table) = set_up(opening, player, chairs, None, false);
    let most = game.about().most_events;
    while table.event_count() < most - left {
        let status = table.status();
        let seat = status.to_act[0];
        let action = table.legal(seat, 0, 1).unwrap().actions.remove(0);
        table.apply(seat, action.get(), &[]).unwrap();
    }
    let events = table.record().events.iter().map(Value::to_string).collect();
    let id = new.row.id.clone();
    store.add_match(NewMatch { events, status: table.status(), ..new }).await.unwrap();
    let mut server = Inside::over(store, config, folder).await;
    server.browser.cookie = Some(format!("golemry={token}"));
    (server, id, table.event_count())
}

/// Plays the first thing that the seat to act can do.
async fn play(server: &Inside, id: &str) -> Value {
    let mut socket = server.browser.socket(id).await.unwrap();
    let table = socket.hello(None).await.unwrap();
    let seat = table["info"]["status"]["to_act"][0].as_u64().unwrap_or_default();
    let mut choices: Vec<Value> = Vec::new();
    loop {
        let play = json!({"type": "play", "seat": seat, "version": table["version"], "choices": choices});
        let answer = socket.ask(play).await.unwrap();
        if answer["type"] != "step" {
            return answer;
        }
        choices.push(answer["choices"][0]["choice"].clone());
    }
}

#[tokio::test]
async fn a_match_that_is_too_long_ends_without_a_result() {
    let (mut server, id, version) = stalled(Config::default(), 1).await;
    assert_eq!(server.browser.get(&format!("/api/matches/{id}/record")).await.unwrap().status, 409);
    let played = play(&server, &id).await;
    assert!(played["version"].as_u64().unwrap() > version as u64, "{played}");
    let over = server.browser.get(&format!("/api/matches/{id}")).await.unwrap().json();
    assert_eq!(over["status"], json!({"to_act": [], "over": true}));
    let refused = play(&server, &id).await;
    assert_eq!(refused["error"]["code"], "action/over", "{refused}");
    // It is as over as any other match: also for a server that has only read it.
    let record = server.browser.get(&format!("/api/matches/{id}/record")).await.unwrap();
    let record: golemry_table::Record = serde_json::from_str(&record.body).unwrap();
    let verified = golemry_table::verify(&golemry_registry::games(), &record).unwrap();
    assert_eq!((record.events.len(), verified.scores), (played["version"].as_u64().unwrap() as usize, None));
    let store = server.app.rooms.shared.store.clone();
    let mut again = Inside::over(store, Config::default(), TempDir::new().unwrap()).await;
    again.browser.cookie = server.browser.cookie.clone();
    let listed = again.browser.get("/api/matches?mine").await.unwrap().json();
    assert_eq!(listed["matches"][0]["status"], json!({"to_act": [], "over": true}));
    assert_eq!(play(&again, &id).await["error"]["code"], "action/over");
    let next = again.browser.post(&format!("/api/matches/{id}/rematch"), &Value::Null).await.unwrap();
    assert_eq!(next.status, 200, "{}", next.body);
}

#[tokio::test]
async fn a_client_is_sent_the_last_events_of_a_long_match() {
    let (mut server, id, version) = stalled(Config::default(), 1000).await;
    for known in [None, Some(0), Some(version - BACKLOG - 1)] {
        let table = server.browser.socket(&id).await.unwrap().hello(known).await.unwrap();
        assert_eq!(table["type"], "table", "it cannot go on from {known:?}");
        for seen in [&table["seen"], &table["also_seen"][0]["list"]] {
            assert_eq!(seen.as_array().map(Vec::len), Some(BACKLOG));
            assert_eq!(seen[0]["event"], version - BACKLOG);
        }
    }
    let events = server.browser.socket(&id).await.unwrap().hello(Some(version - BACKLOG)).await.unwrap();
    assert_eq!((&events["type"], &events["from"]), (&json!("events"), &json!(version - BACKLOG)));
    let resign = format!("/api/matches/{id}/seats/0/resign");
    assert_eq!(server.browser.post(&resign, &Value::Null).await.unwrap().status, 200);
    let replayed = format!("/api/matches/{id}/replay?event={}", version - 5);
    let replayed = server.browser.get(&replayed).await.unwrap().json();
    assert_eq!(replayed["seen"].as_array().map(Vec::len), Some(200));
    assert_eq!(replayed["seen"][199]["event"], version - 6);
}

#[tokio::test]
async fn an_address_gets_so_many_old_events_and_records() {
    let only = |burst| Rate { burst, per_second: 0 };
    let limits =
        Limits { resent_events: only(2 * BACKLOG as u32 + 7), records: only(1), ..Limits::default() };
    let (mut server, id, version) = stalled(Config { limits, ..Config::default() }, 0).await;
    let whole = server.browser.socket(&id).await.unwrap().hello(None).await.unwrap();
    assert_eq!(whole["seen"].as_array().map(Vec::len), Some(BACKLOG));
    // Then only what happens from now on. The position is always there.
    let rest = server.browser.socket(&id).await.unwrap().hello(Some(version - 10)).await.unwrap();
    assert_eq!((&rest["type"], &rest["seen"]), (&json!("table"), &json!([])));
    assert_eq!(rest["views"], whole["views"]);
    let few = server.browser.socket(&id).await.unwrap().hello(Some(version - 3)).await.unwrap();
    assert_eq!((&few["type"], few["seen"][0]["list"].as_array().map(Vec::len)), (&json!("events"), Some(3)));

    let path = format!("/api/matches/{id}/record");
    assert_eq!(server.browser.get(&path).await.unwrap().status, 200);
    let refused = server.browser.get(&path).await.unwrap();
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("limit/rate")));
}
