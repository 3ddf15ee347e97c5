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
    let server = TestServer::with(Config { daily_quota: 12_000, ..config() }).await;
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
