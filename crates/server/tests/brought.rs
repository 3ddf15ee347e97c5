//! Matches that were begun elsewhere and go on here.

use crate::common::{Guest, TestServer, bot, friend, info, join, open, you};
use anyhow::Result;
use golemry_core::{Seat, Seed, Settings};
use golemry_table::{Level, Record, verify};
use serde_json::{Value, json};

/// A match of bots after some of their decisions.
fn begun(game: &str, decisions: usize) -> Record {
    let mut table =
        golemry_registry::games().find(game).unwrap().open(&Settings::default(), Seed(7)).unwrap();
    for number in 0..decisions {
        let Some(&seat) = table.status().to_act.first() else { break };
        let thought = table.thinker(seat, Level::Normal).unwrap().think(None, Seed(number as u64));
        table.apply(seat, thought.action.get(), &[]).unwrap();
    }
    table.record()
}

#[tokio::test]
async fn a_match_goes_on_with_a_friend() -> Result<()> {
    let server = TestServer::start().await;
    let (mut host, mut ada) = (server.browser(), server.browser());
    for game in golemry_registry::games().about() {
        let record = begun(game.id, 4);
        let mut chairs = vec![you(), friend()];
        chairs.resize(record.seats.into(), bot("easy"));
        let id = open(&mut host, &json!({"record": record, "chairs": chairs})).await?;
        let brought = info(&mut host, &id).await?;
        let events = record.events.len();
        assert_eq!(
            (&brought["brought"], &brought["version"]),
            (&json!(events), &json!(events)),
            "{}",
            game.id
        );
        assert!(brought.get("shuffle").is_none(), "its seed is known: {brought}");
        join(&mut host, &mut ada, &id, 1).await?;
        // It survives its room, since everything is in the store.
        let mut guest = Guest::sit(&host, &id).await?;
        if guest.to_act() == Some(0) {
            guest.play_anything(0).await?;
            assert!(info(&mut host, &id).await?["version"].as_u64() > Some(events as u64));
        }
        host.post(&format!("/api/matches/{id}/seats/0/resign"), &Value::Null).await?;
        ada.post(&format!("/api/matches/{id}/seats/1/resign"), &Value::Null).await?;
        let kept = host.get(&format!("/api/matches/{id}/record")).await?.json();
        let kept = Record::from_value(kept)?;
        assert_eq!(
            (kept.brought, kept.seed, &kept.events[..events]),
            (Some(events), record.seed, &*record.events)
        );
        verify(&golemry_registry::games(), &kept)?;
    }
    Ok(())
}

#[tokio::test]
async fn what_cannot_go_on_is_refused() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let record = json!(begun("its-alive", 4));
    let mut seats = vec![you(), you()];
    seats.resize(record["seats"].as_u64().unwrap() as usize, you());
    let with = |field: &str, value: Value| {
        let mut changed = record.clone();
        changed[field] = value;
        json!({"record": changed, "chairs": seats})
    };
    let mut events = record["events"].clone();
    events[3] = json!({"seat": Seat::new(5), "action": {"type": "fly"}});
    for (wanted, code) in [
        (with("rules", json!(1)), "record/rules"),
        (with("events", events), "record/event"),
        (with("format", json!(7)), "record/format"),
        (with("game", json!("chess")), "setup/game"),
        (json!({"record": begun("golem-it", 10_000), "chairs": seats}), "action/over"),
        (json!({"record": record, "game": "its-alive", "chairs": seats}), "request/malformed"),
        (json!({"record": record, "chairs": [you()]}), "request/chairs"),
        (json!({"chairs": seats}), "setup/game"),
    ] {
        let reply = browser.post("/api/matches", &wanted).await?;
        assert_eq!(reply.json()["error"]["code"], code, "{}", reply.body);
    }
    let listed = browser.get("/api/matches?mine").await?.json();
    assert_eq!(listed["matches"], json!([]), "nothing was opened");
    Ok(())
}
