//! A server whose database fails: players get an error, and nothing acknowledged is lost.

use crate::common::{Guest, TestServer, bot, config, duel, info, open, program, you};
use anyhow::Result;
use golemry_server::Config;
use golemry_store::Fault;
use serde_json::{Value, json};

#[tokio::test]
async fn a_move_that_is_not_stored_is_refused_with_its_own_code() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut at = Guest::sit(&ada, &id).await?;
    let mut acknowledged = 0;
    for fault in [Fault::Fail("input/output error"), Fault::Full, Fault::Fail("database is locked")] {
        server.store.inject(Some(fault));
        for _ in 0..3 {
            let seat = at.to_act().unwrap();
            let play =
                json!({"type": "play", "seat": seat, "version": acknowledged, "action": program(&["F"])});
            let answer = at.socket.ask(play).await?;
            if answer["type"] == "ack" {
                // The last page of the file had room for one more.
                acknowledged = at.receive().await?["version"].as_u64().unwrap();
                continue;
            }
            assert_eq!(answer["error"]["code"], "store/not-stored", "{answer}");
            let refused = ada.post("/api/matches", &duel(&[you(), you()])).await?;
            assert_eq!((refused.status, &refused.json()["error"]["code"]), (503, &json!("store/not-stored")));
            assert_eq!(info(&mut ada, &id).await?["version"], acknowledged, "nothing has changed");
        }
        server.store.inject(None);
        let seat = at.to_act().unwrap();
        acknowledged = at.socket.play(seat, acknowledged as usize, &program(&["F"])).await? as u64;
        at.receive().await?;
    }
    drop(at);
    let cookie = ada.cookie.clone();
    let server = server.restarted(config()).await;
    let mut ada = server.browser();
    ada.cookie = cookie;
    assert_eq!(info(&mut ada, &id).await?["version"], acknowledged);
    Ok(())
}

#[tokio::test]
async fn decks_count_against_the_quota_of_an_address() -> Result<()> {
    let server = TestServer::with(Config { daily_quota: 40_000, ..config() }).await;
    let mut ada = server.browser();
    let deck = |name: &str| {
        let types = json!({"sea": {"name": name}});
        let parts = json!({"head": {"copies": 1, "faces": [2]}, "torso": {"copies": 1}, "arm": {"copies": 2, "faces": [1]}, "leg": {"copies": 2}});
        let deck = json!({"ring": ["sea", "sky", "salt", "sand"], "parts": parts, "types": types});
        json!({"game": "its-alive", "seats": 2, "deck": deck, "chairs": [you(), bot("random")]})
    };
    let mut stored = Vec::new();
    for number in 0..100 {
        let reply = ada.post("/api/matches", &deck(&format!("The Sea {number} {}", "~".repeat(20)))).await?;
        if reply.status != 201 {
            assert_eq!((reply.status, &reply.json()["error"]["code"]), (429, &json!("limit/storage")));
            break;
        }
        stored.push(reply.json()["id"].clone());
    }
    assert!((5..40).contains(&stored.len()), "{}", stored.len());
    let shown: Value =
        ada.get(&format!("/api/matches/{}/material", stored[1].as_str().unwrap())).await?.json();
    assert!(shown["types"]["sea"]["name"].as_str().unwrap().starts_with("The Sea 1 "), "{shown}");
    Ok(())
}

/// Plays until a move is refused; the version and the refusal.
async fn play_until_refused(guest: &mut Guest) -> Result<(usize, Value)> {
    loop {
        let seat = guest.to_act().expect("the match goes on");
        let action = guest.socket.build(seat, |_| 0).await?;
        let play = json!({"type": "play", "seat": seat, "version": guest.version, "action": action});
        let answer = guest.socket.ask(play).await?;
        if answer["type"] != "ack" {
            return Ok((guest.version, answer["error"].clone()));
        }
        guest.receive().await?;
    }
}

#[tokio::test]
async fn moves_count_against_the_quota_and_a_full_one_loses_nothing() -> Result<()> {
    let server = TestServer::with(Config { daily_quota: 12_000, ..config() }).await;
    let mut ada = server.browser();
    let wanted = json!({"game": "inner-circle", "seats": 2, "chairs": [you(), you()]});
    let id = open(&mut ada, &wanted).await?;
    let (version, refusal) = play_until_refused(&mut Guest::sit(&ada, &id).await?).await?;
    assert!((20..200).contains(&version) && refusal["code"] == "limit/storage", "{version} {refusal}");
    assert!(refusal["message"].as_str().unwrap().contains("nothing is lost"), "{refusal}");
    assert_eq!(info(&mut ada, &id).await?["version"], version, "it can still be looked at");
    // Later there is room again.
    let cookie = ada.cookie.clone();
    let server = server.restarted(config()).await;
    let mut ada = server.browser();
    ada.cookie = cookie;
    let mut at = Guest::sit(&ada, &id).await?;
    assert_eq!(at.version, version);
    at.play_anything(at.to_act().unwrap()).await?;
    Ok(())
}

/// How often a request succeeds before the quota is full. Each time it is another player: only the address is the same.
async fn until_full(config: Config, method: &str, path: &str, body: &Value) -> Result<usize> {
    let server = TestServer::with(config).await;
    for done in 0..1000 {
        let reply = server.browser().request(method, path, &[], Some(body.to_string())).await?;
        if reply.status >= 400 {
            assert_eq!((reply.status, &reply.json()["error"]["code"]), (429, &json!("limit/storage")));
            return Ok(done);
        }
    }
    anyhow::bail!("the quota is never full")
}

#[tokio::test]
async fn names_tutorials_and_rematches_count_against_the_quota() -> Result<()> {
    let small = || Config { daily_quota: 20_000, ..config() };
    let name = json!({"name": "Ada"});
    assert!((10..100).contains(&until_full(small(), "PUT", "/api/me", &name).await?));
    assert!((2..40).contains(&until_full(small(), "POST", "/api/tutorials/duel", &json!({})).await?));
    // All addresses together have one, too.
    let all = Config { daily_quota_all: 20_000, ..config() };
    assert!((10..100).contains(&until_full(all, "PUT", "/api/me", &name).await?));

    let server = TestServer::with(Config { daily_quota: 60_000, ..config() }).await;
    let mut ada = server.browser();
    let mut id = open(&mut ada, &duel(&[you(), bot("random")])).await?;
    for number in 0..1000 {
        // Everyone moves one seat on.
        let seat = number % 2;
        let resigned = ada.post(&format!("/api/matches/{id}/seats/{seat}/resign"), &json!({})).await?;
        let next = ada.post(&format!("/api/matches/{id}/rematch"), &json!({})).await?;
        if [resigned.status, next.status] != [200, 200] {
            assert_eq!(next.json()["error"]["code"], "limit/storage", "{} {}", resigned.body, next.body);
            assert!((5..60).contains(&number), "{number}");
            return Ok(());
        }
        id = next.json()["id"].as_str().unwrap().to_owned();
    }
    anyhow::bail!("rematches are never refused")
}
