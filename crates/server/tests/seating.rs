//! Occupants of seats: who decided from which event on, resignations, and emotes.

use crate::common::{Guest, TestServer, bot, config, duel, friend, info, join, open, you};
use anyhow::Result;
use golemry_load::Browser;
use golemry_store::Fault;
use golemry_table::{Record, verify};
use serde_json::{Value, json};

#[tokio::test]
async fn whoever_sits_may_join_again_and_be_called_otherwise() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    // The link has done its work: its secret is not asked for again.
    let again = bob.post(&format!("/api/matches/{id}/join"), &json!({"seat": 1, "secret": ""})).await?;
    assert_eq!((again.status, &again.json()["chairs"][1]["online"]), (200, &json!(false)), "{}", again.body);
    let mut at = Guest::sit(&ada, &id).await?;
    for name in ["Bob", "Robert"] {
        bob.put("/api/me", &json!({"name": name})).await?;
        at.socket.wait_for(|message| message["info"]["chairs"][1]["name"] == name).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_record_has_those_who_came_and_went_and_their_bots() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    ada.put("/api/me", &json!({"name": "Ada"})).await?;
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let mut at = Guest::sit(&ada, &id).await?;
    at.play_anything(0).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut bobs = Guest::sit(&bob, &id).await?;
    bobs.play_anything(1).await?;
    let from = bobs.version;
    while at.version < from {
        at.receive().await?;
    }
    drop(bobs);
    let gone = |message: &Value| message["type"] == "info" && message["info"]["chairs"][1]["online"] == false;
    at.socket.wait_for(gone).await?;
    // A bot decides for the rest of the match.
    let bot = ada.post(&format!("/api/matches/{id}/seats/1/bot"), &json!({"level": "random"})).await?;
    assert_eq!(bot.status, 200, "{}", bot.body);
    at.play_to_the_end().await?;

    let record = ada.get(&format!("/api/matches/{id}/record")).await?.json();
    let expected = json!([
        {"seat": 0, "from": 0, "by": "person", "name": "Ada"},
        {"seat": 1, "from": 0, "by": "nobody"},
        {"seat": 1, "from": 1, "by": "person"},
        {"seat": 1, "from": from, "by": "bot", "level": "random"},
    ]);
    assert_eq!(record["seating"], expected);
    Ok(())
}

async fn resign(browser: &mut Browser, id: &str, seat: u8) -> Result<(u16, Value)> {
    let reply = browser.post(&format!("/api/matches/{id}/seats/{seat}/resign"), &json!({})).await?;
    Ok((reply.status, reply.json()))
}

#[tokio::test]
async fn in_a_match_of_two_the_other_wins_and_a_restart_changes_nothing() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut bobs = Guest::sit(&bob, &id).await?;
    bobs.play_anything(1).await?;
    let mut adas = Guest::sit(&ada, &id).await?;

    let (status, refused) = resign(&mut bob, &id, 0).await?;
    assert_eq!((status, &refused["error"]["code"]), (403, &json!("match/seat")));
    server.store.inject(Some(Fault::Fail("input/output error")));
    assert_eq!(resign(&mut bob, &id, 1).await?.0, 503);
    assert_eq!(info(&mut bob, &id).await?["status"]["over"], false, "nothing has changed");
    server.store.inject(None);
    let (status, resigned) = resign(&mut bob, &id, 1).await?;
    assert_eq!((status, &resigned["status"]["over"]), (200, &json!(true)), "{resigned}");
    let shown = loop {
        let shown = adas.socket.wait_for_type("info").await?;
        if shown["info"]["chairs"][1]["resigned"] == true {
            break shown["info"].clone();
        }
    };
    assert_eq!((&shown["status"]["to_act"], shown["seed"].is_null()), (&json!([]), false));
    let late = adas.socket.ask(json!({"type": "build", "seat": 0, "choices": []})).await?;
    assert_eq!(late["error"]["code"], "action/over", "{late}");
    let late = bobs.socket.ask(json!({"type": "build", "seat": 1, "choices": []})).await?;
    assert_eq!(late["error"]["code"], "match/resigned", "{late}");
    drop((adas, bobs));

    let server = server.restarted(config()).await;
    let (mut ada, mut bob) = (ada.at(server.address), bob.at(server.address));
    let listed = ada.get("/api/matches?mine").await?.json()["matches"][0].clone();
    assert_eq!(
        (&listed["status"], &listed["chairs"][1]["resigned"]),
        (&json!({"to_act": [], "over": true}), &json!(true))
    );
    let again = Guest::sit(&ada, &id).await?;
    assert!(again.is_over());
    let record = ada.get(&format!("/api/matches/{id}/record")).await?.json();
    assert_eq!(record["resignations"], json!([{"seat": 1, "after": 1}]));
    let record = Record::from_value(record)?;
    assert!(record.ended_by_resignation());
    assert_eq!(verify(&golemry_registry::games(), &record)?.decisions, 1);
    let rematch = format!("/api/matches/{id}/rematch");
    let mut eve = server.browser();
    eve.get("/api/me").await?;
    let refused = eve.post(&rematch, &json!({})).await?;
    assert_eq!(refused.json()["error"]["code"], "match/host", "for the host and those who sit here");
    let next = bob.post(&rematch, &json!({})).await?;
    assert_eq!(next.status, 200, "{}", next.body);
    let next = info(&mut ada, next.json()["id"].as_str().unwrap()).await?;
    assert_eq!((&next["status"]["over"], &next["chairs"][0]["resigned"]), (&json!(false), &json!(false)));
    Ok(())
}

#[tokio::test]
async fn with_more_players_a_bot_plays_on_until_no_person_is_left() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id =
        open(&mut ada, &json!({"game": "its-alive", "seats": 3, "chairs": [you(), friend(), bot("easy")]}))
            .await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let (_, resigned) = resign(&mut ada, &id, 0).await?;
    let chair = &resigned["chairs"][0];
    assert_eq!(
        (&chair["resigned"], &chair["level"], &chair["yours"]),
        (&json!(true), &json!("normal"), &json!(true))
    );
    assert_eq!(chair["changes"][0]["kind"], "resigned");
    assert_eq!(resigned["status"]["over"], false);
    // Not even the host gets the seat back, neither by coming nor by asking.
    let watching = Guest::sit(&ada, &id).await?;
    for (path, body) in [("bot", json!({"level": null})), ("link", json!({}))] {
        let refused = ada.post(&format!("/api/matches/{id}/seats/0/{path}"), &body).await?;
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (409, &json!("match/resigned")),
            "{path}"
        );
    }
    assert_eq!(info(&mut bob, &id).await?["chairs"][0]["level"], "normal");
    let mut bobs = Guest::sit(&bob, &id).await?;
    while bobs.to_act().is_none() {
        bobs.receive().await?;
    }
    bobs.play_anything(1).await?;
    let after = bobs.version;
    drop(watching);
    let (_, ended) = resign(&mut bob, &id, 1).await?;
    assert_eq!(
        (&ended["status"]["over"], &ended["status"]["scores"]),
        (&json!(true), &Value::Null),
        "only bots are left"
    );
    let record = Record::from_value(ada.get(&format!("/api/matches/{id}/record")).await?.json())?;
    assert_eq!(record.resignations.len(), 2);
    assert!(record.resignations[1].after >= after);
    let mut first = record.seating.iter().flatten().filter(|entry| u8::from(entry.seat) == 0);
    assert_eq!(first.next_back().and_then(|entry| entry.level.as_deref()), Some("normal"));
    verify(&golemry_registry::games(), &record)?;
    Ok(())
}

#[tokio::test]
async fn a_match_is_taken_off_a_list_by_those_who_no_longer_play() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob, mut eve) = (server.browser(), server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let listing = format!("/api/matches/{id}/listing");
    let refused = ada.request("DELETE", &listing, &[], None).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("match/not-over")));
    assert_eq!(eve.request("DELETE", &listing, &[], None).await?.status, 404, "it is not on her list");
    resign(&mut ada, &id, 0).await?;
    assert_eq!(ada.request("DELETE", &listing, &[], None).await?.status, 204);
    let listed = async |browser: &mut Browser| -> Result<usize> {
        Ok(browser.get("/api/matches?mine").await?.json()["matches"].as_array().unwrap().len())
    };
    assert_eq!((listed(&mut ada).await?, listed(&mut bob).await?), (0, 1));
    assert_eq!(ada.request("PUT", &listing, &[], None).await?.status, 204);
    assert_eq!(listed(&mut ada).await?, 1);
    Ok(())
}

#[tokio::test]
async fn people_call_across_the_table() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob, eve) = (server.browser(), server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let mut adas = Guest::sit(&ada, &id).await?;
    let hello = |seat: u8| json!({"type": "emote", "seat": seat, "emote": "hello"});
    let alone = adas.socket.ask(hello(0)).await?;
    assert_eq!(alone["error"]["code"], "match/alone", "{alone}");
    join(&mut ada, &mut bob, &id, 1).await?;
    let (mut bobs, mut eves) = (Guest::sit(&bob, &id).await?, Guest::sit(&eve, &id).await?);
    assert_eq!(eves.socket.ask(hello(0)).await?["error"]["code"], "match/seat", "spectators are silent");
    assert_eq!(adas.socket.ask(hello(0)).await?["type"], "ack");
    for guest in [&mut bobs, &mut eves] {
        assert_eq!(
            guest.socket.wait_for_type("emote").await?,
            json!({"type": "emote", "seat": 0, "emote": "hello"})
        );
    }
    assert_eq!(bobs.socket.ask(hello(1)).await?["type"], "ack");
    Ok(())
}

#[tokio::test]
async fn a_master_that_was_not_made_for_the_table_is_shown_as_the_level_it_plays_as() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let for_three = json!({"game": "its-alive", "seats": 3, "chairs": [you(), bot("master"), bot("hard")]});
    let id = open(&mut ada, &for_three).await?;
    let mut socket = ada.socket(&id).await?;
    // Both ways in which the page gets to know the chairs.
    for shown in [info(&mut ada, &id).await?, socket.hello(None).await?["info"].clone()] {
        let bots = [1, 2]
            .map(|seat| (shown["chairs"][seat]["level"].clone(), shown["chairs"][seat].get("plays_as")));
        assert_eq!(bots, [(json!("master"), Some(&json!("hard"))), (json!("hard"), None)], "{shown}");
    }
    // A bot that stands in for a person is shown in the same way.
    let stand_in = ada.post(&format!("/api/matches/{id}/seats/0/bot"), &json!({"level": "master"})).await?;
    assert_eq!(stand_in.status, 200, "{}", stand_in.body);
    assert_eq!(info(&mut ada, &id).await?["chairs"][0]["plays_as"], "hard");

    let for_two = json!({"game": "its-alive", "seats": 2, "chairs": [you(), bot("master")]});
    let id = open(&mut ada, &for_two).await?;
    let chair = info(&mut ada, &id).await?["chairs"][1].clone();
    assert_eq!(
        (&chair["level"], chair.get("plays_as")),
        (&json!("master"), None),
        "it has a network for two"
    );
    Ok(())
}

#[tokio::test]
async fn a_bot_that_the_table_does_not_have_is_refused_and_the_seat_stays_as_it_was() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(
        &mut ada,
        &json!({"game": "its-alive", "seats": 3, "chairs": [you(), bot("easy"), bot("easy")]}),
    )
    .await?;
    let before = info(&mut ada, &id).await?["chairs"].clone();
    for (level, code, says) in [
        ("cunning", "request/malformed", "random, easy, normal, hard, master, perfect"),
        ("perfect", "bot/unavailable", "there are random, easy, normal, hard"),
    ] {
        let refused = ada.post(&format!("/api/matches/{id}/seats/0/bot"), &json!({"level": level})).await?;
        let error = refused.json()["error"].clone();
        assert_eq!((refused.status, &error["code"]), (400, &json!(code)), "{error}");
        assert!(error["message"].as_str().is_some_and(|message| message.contains(says)), "{error}");
    }
    assert_eq!(info(&mut ada, &id).await?["chairs"], before);
    Ok(())
}
