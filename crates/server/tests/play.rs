//! Matches from the first request to the record, over real sockets.

use std::time::Duration;

use crate::common::{Guest, TestServer, bot, config, duel, friend, info, join, open, program, you};
use anyhow::Result;
use golemry_server::Config;
use golemry_table::{Record, verify};
use serde_json::{Value, json};

#[tokio::test]
async fn every_game_is_played_to_its_end_against_bots() -> Result<()> {
    let server = TestServer::start().await;
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let mut browser = server.browser();
        let mut chairs = vec![you()];
        chairs.resize(about.default_seats.into(), bot("normal"));
        let id = open(&mut browser, &json!({"game": about.id, "chairs": chairs})).await?;
        let promised = info(&mut browser, &id).await?["commitment"].clone();
        let mut guest = Guest::sit(&browser, &id).await?;
        guest.play_to_the_end().await?;

        let over = info(&mut browser, &id).await?;
        assert_eq!(over["status"]["over"], true, "{}", about.id);
        let record = browser.get(&format!("/api/matches/{id}/record")).await?.json();
        assert_eq!((&record["commitment"], record["seed"].is_null()), (&promised, false));
        assert_eq!(over["salt"], record["salt"]);
        let verified = verify(&golemry_registry::games(), &Record::from_value(record)?)?;
        assert_eq!(verified.commitment.as_deref(), promised.as_str(), "{}", about.id);
        assert_eq!(json!(verified.scores), over["status"]["scores"]);
    }
    Ok(())
}

/// Plays to the end as the page does: the first offers come with the news, and a decision is sent as the choices that make it.
#[tokio::test]
async fn the_first_offers_come_with_the_news_and_choices_are_a_decision() -> Result<()> {
    let server = TestServer::start().await;
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let mut browser = server.browser();
        // All seats are at one screen: each of them that is to act has its offers, and each viewer's log is there from the start.
        let seats = about.default_seats;
        let chairs = vec![you(); seats.into()];
        let id = open(&mut browser, &json!({"game": about.id, "chairs": chairs})).await?;
        let mut socket = browser.socket(&id).await?;
        let mut news = socket.hello(None).await?;
        let logs = news["also_seen"].as_array().map_or(0, Vec::len);
        assert_eq!(logs + 1, usize::from(seats), "{}", about.id);
        let mut status = news["info"]["status"].clone();
        let mut incomplete = 0;
        for _ in 0..60 {
            let steps = news["steps"].as_array().unwrap().clone();
            let offered: Vec<&Value> = steps.iter().map(|step| &step["seat"]).collect();
            assert_eq!(json!(offered), status["to_act"], "{}", about.id);
            let Some(first) = steps.into_iter().next() else { break };
            let (seat, version) = (first["seat"].clone(), news["version"].clone());
            let built = socket.ask(json!({"type": "build", "seat": seat, "choices": []})).await?;
            assert_eq!((&built["prompt"], &built["choices"]), (&first["prompt"], &first["choices"]));
            let (mut step, mut choices) = (first, Vec::new());
            loop {
                choices.push(step["choices"].as_array().unwrap().last().unwrap()["choice"].clone());
                step = socket
                    .ask(json!({"type": "play", "seat": seat, "version": version, "choices": choices}))
                    .await?;
                if step["type"] == "ack" {
                    break;
                }
                assert_eq!((&step["type"], &step["action"]), (&json!("step"), &Value::Null));
                incomplete += 1;
            }
            news = socket
                .wait_for(|frame| frame["type"] == "events" && frame["version"] == step["version"])
                .await?;
            status = news["status"].clone();
        }
        assert!(incomplete > 0 || about.id != "duel", "a program is made of several choices");
        // What is not on offer changes nothing.
        if let Some(seat) = status["to_act"][0].as_u64() {
            let wrong = json!({"type": "play", "seat": seat, "version": news["version"], "choices": ["nothing", "like it"]});
            let refused = socket.ask(wrong).await?;
            assert!(refused["error"]["code"].as_str().unwrap().starts_with("build/"), "{refused}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn friends_join_by_link_and_each_sees_their_own_view() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob, mut eve) = (server.browser(), server.browser(), server.browser());
    assert_eq!(ada.get("/api/me").await?.json(), json!({"name": null}));
    assert_eq!(ada.put("/api/me", &json!({"name": " Ada "})).await?.json(), json!({"name": "Ada"}));
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let seen = info(&mut eve, &id).await?;
    assert_eq!(seen["chairs"][1]["secret"], Value::Null, "a stranger does not get the link");
    assert_eq!((&seen["host"], &seen["seed"], &seen["salt"]), (&json!(false), &Value::Null, &Value::Null));

    let reply = bob.post(&format!("/api/matches/{id}/join"), &json!({"seat": 1, "secret": "guess"})).await?;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (403, &json!("match/secret")));
    let joined = join(&mut ada, &mut bob, &id, 1).await?;
    assert_eq!((&joined["chairs"][1]["yours"], &joined["chairs"][0]["name"]), (&json!(true), &json!("Ada")));
    let secret = info(&mut ada, &id).await?["chairs"][1]["secret"].clone();
    assert_eq!(secret, Value::Null, "a seat that is taken has no link");
    let reply = eve.post(&format!("/api/matches/{id}/join"), &json!({"seat": 1, "secret": "guess"})).await?;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (403, &json!("match/secret")));

    let mut ada_at = Guest::sit(&ada, &id).await?;
    let mut bob_at = Guest::sit(&bob, &id).await?;
    let mut eve_at = Guest::sit(&eve, &id).await?;
    assert_eq!((&ada_at.seats, &bob_at.seats, eve_at.seats.len()), (&vec![0], &vec![1], 0));

    // A secret commit is sent to its author with the program, to the others without it.
    ada_at.socket.play(0, 0, &program(&["F", "R"])).await?;
    let (mine, theirs, watched) = (ada_at.receive().await?, bob_at.receive().await?, eve_at.receive().await?);
    assert!(mine["seen"][0]["list"][0]["glimpse"].to_string().contains("\"F\""), "{mine}");
    for frame in [&theirs, &watched] {
        assert!(!frame["seen"].to_string().contains("\"F\""), "{frame}");
        assert!(frame["views"][0]["view"]["golems"][0]["program"].is_null(), "{frame}");
    }
    assert_eq!(theirs["status"]["to_act"], json!([1]));

    // Bob decided at version 0, before Ada's commit: it did not change what he may do.
    assert_eq!(bob_at.socket.play(1, 0, &program(&["F"])).await?, 2);
    assert_eq!(ada_at.receive().await?["version"], 2);
    Ok(())
}

#[tokio::test]
async fn a_new_client_gets_the_table_once_and_the_others_an_update() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut ada_at = Guest::sit(&ada, &id).await?;
    let mut bob_at = bob.socket(&id).await?;
    let table = bob_at.hello(None).await?;
    assert_eq!(table["info"]["chairs"][1]["online"], true, "{table}");
    // The room answers in turn: no update of presence comes before it.
    bob_at.send(&json!({"type": "build", "id": 7, "seat": 1, "choices": []}).to_string()).await?;
    assert_eq!(bob_at.next().await?["type"], "step");
    assert_eq!(ada_at.socket.next().await?["info"]["chairs"][1]["online"], true);
    Ok(())
}

#[tokio::test]
async fn what_is_not_allowed_is_refused_with_its_reason_and_changes_nothing() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut at = Guest::sit(&ada, &id).await?;
    let play = |seat: u64, version: usize, slots: &[&str]| json!({"type": "play", "seat": seat, "version": version, "action": program(slots)});
    for (message, code) in [
        (play(1, 0, &["F"]), "match/seat"),
        (play(7, 0, &["F"]), "request/seat"),
        (play(0, 9, &["F"]), "match/version"),
        (play(0, 0, &["F", "F", "F", "F", "F"]), "action/illegal"),
        (json!({"type": "play", "seat": 0, "version": 0, "action": {"type": "dance"}}), "action/malformed"),
        (json!({"type": "build", "seat": 1}), "match/seat"),
        (json!({"type": "hint", "seat": 1}), "match/seat"),
        (json!({"type": "dance"}), "request/malformed"),
        (json!({"type": "play", "seat": 0}), "request/malformed"),
        (json!({"type": "hello", "protocol": 1, "version": null}), "request/hello"),
    ] {
        let answer = at.socket.ask(message).await?;
        assert_eq!((&answer["type"], &answer["error"]["code"]), (&json!("reject"), &json!(code)), "{answer}");
    }
    let refused = at.socket.ask(play(0, 0, &["F", "F", "F", "F", "F"])).await?;
    assert_eq!(refused["error"]["clause"], "GD-6", "{refused}");
    let check = json!({"type": "check", "seat": 0, "action": program(&["F"])});
    assert_eq!(at.socket.ask(check.clone()).await?["type"], "ack");
    // A number can be used again once it is answered.
    let mut numbered = check;
    numbered["id"] = json!(900);
    for _ in 0..3 {
        at.socket.send(numbered.to_string()).await?;
        assert_eq!(at.socket.wait_for(|answer| answer["id"] == 900).await?["type"], "ack");
    }
    for frame in ["", "[]", "{", "null", "\u{0}"] {
        at.socket.send(frame).await?;
        assert_eq!(at.socket.wait_for_type("reject").await?["error"]["code"], "request/malformed");
    }
    assert_eq!(info(&mut ada, &id).await?["version"], 0);

    // After a round the decision is another one: what was decided before is stale.
    at.socket.play(0, 0, &program(&["F"])).await?;
    let again = at.socket.ask(play(0, 1, &["F"])).await?;
    assert_eq!(again["error"]["code"], "action/turn", "{again}");
    let mut bob_at = Guest::sit(&bob, &id).await?;
    bob_at.socket.play(1, 1, &program(&["F"])).await?;
    assert_eq!(at.socket.ask(play(0, 1, &["F"])).await?["error"]["code"], "match/version");

    // Before it is over, nothing of it can be had.
    for path in ["record", "replay?event=0", "review"] {
        let reply = bob.get(&format!("/api/matches/{id}/{path}")).await?;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("match/not-over")));
    }
    assert_eq!(ada.get("/api/matches/nowhere").await?.status, 404);
    assert!(ada.socket("nowhere").await.is_err());
    Ok(())
}

#[tokio::test]
async fn several_share_one_screen() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let id = open(&mut browser, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&browser, &id).await?;
    assert_eq!(guest.seats, [0, 1]);
    guest.socket.play(0, 0, &program(&["F"])).await?;
    let news = guest.receive().await?;
    assert_eq!((news["views"][0]["seat"].as_u64(), news["views"][1]["seat"].as_u64()), (Some(0), Some(1)));
    assert!(news["seen"][0]["list"][0]["glimpse"].to_string().contains("\"F\""));
    assert!(
        !news["seen"][1]["list"][0]["glimpse"].to_string().contains("\"F\""),
        "the other seat's eyes see less"
    );
    guest.play_to_the_end().await
}

#[tokio::test]
async fn who_comes_back_gets_what_they_missed() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut ada_at = Guest::sit(&ada, &id).await?;
    let bob_at = Guest::sit(&bob, &id).await?;
    let online = |info: &Value| info["info"]["chairs"][1]["online"] == true;
    ada_at.socket.wait_for(|message| message["type"] == "info" && online(message)).await?;
    drop(bob_at);
    ada_at.socket.wait_for(|message| message["type"] == "info" && !online(message)).await?;
    ada_at.socket.play(0, 0, &program(&["F"])).await?;

    let mut socket = bob.socket(&id).await?;
    let missed = socket.hello(Some(0)).await?;
    assert_eq!(
        (&missed["type"], &missed["from"], &missed["version"]),
        (&json!("events"), &json!(0), &json!(1))
    );
    assert_eq!(missed["seen"][0]["list"].as_array().map(Vec::len), Some(1));
    assert_eq!(missed["views"][0]["seat"], 1);
    // A version from nowhere cannot be continued: the whole table comes.
    let whole = bob.socket(&id).await?.hello(Some(99)).await?;
    assert_eq!((&whole["type"], &whole["version"]), (&json!("table"), &json!(1)));
    assert_eq!(whole["seen"].as_array().map(Vec::len), Some(1));

    // The same after the server was stopped and started: clients are asked to reconnect.
    let bob_cookie = bob.cookie.clone();
    let restart = server.restarted(config());
    let (server, left) = tokio::join!(restart, ada_at.socket.wait_for(|_| false));
    assert!(left.unwrap_err().to_string().contains("1001"));
    let mut bob = server.browser();
    bob.cookie = bob_cookie;
    let mut socket = bob.socket(&id).await?;
    assert_eq!(socket.hello(Some(1)).await?["version"], 1);
    assert_eq!(socket.play(1, 1, &program(&["F"])).await?, 2);
    Ok(())
}

#[tokio::test]
async fn a_bot_stands_in_for_who_is_gone_and_gets_up_when_they_return() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let mut wanted = duel(&[you(), friend()]);
    wanted["takeover_seconds"] = json!(0);
    let id = open(&mut ada, &wanted).await?;
    let mut ada_at = Guest::sit(&ada, &id).await?;
    assert_eq!(
        info(&mut ada, &id).await?["chairs"][1]["level"],
        Value::Null,
        "nobody is gone who never came"
    );
    join(&mut ada, &mut bob, &id, 1).await?;
    // Bob has a seat and no socket: a bot decides for him at once.
    let taken = |info: &Value| info["info"]["chairs"][1]["level"].is_string();
    let news = ada_at.socket.wait_for(|message| message["type"] == "info" && taken(message)).await?;
    assert_eq!(news["info"]["chairs"][1]["kind"], "human");
    assert_eq!(ada_at.receive().await?["seen"][0]["list"][0]["seat"], 1);
    // He comes, and the bot gets up.
    let mut bob_at = Guest::sit(&bob, &id).await?;
    ada_at.socket.wait_for(|message| message["type"] == "info" && !taken(message)).await?;
    let version = ada_at.socket.play(0, ada_at.version, &program(&["F"])).await?;
    bob_at.socket.wait_for(|message| message["type"] == "events" && message["version"] == version).await?;
    bob_at.socket.play(1, version, &program(&["F"])).await?;

    // The host can have one stand in, but not for a friend who is here; and give the seat back.
    let path = format!("/api/matches/{id}/seats/1/bot");
    assert_eq!(bob.post(&path, &json!({"level": "random"})).await?.status, 403);
    assert_eq!(ada.post(&path, &json!({"level": "nobody"})).await?.status, 400);
    let refused = ada.post(&path, &json!({"level": "random"})).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("match/present")));
    assert_eq!(info(&mut bob, &id).await?["chairs"][1]["level"], Value::Null);
    drop(bob_at);
    let gone = |message: &Value| message["type"] == "info" && message["info"]["chairs"][1]["online"] == false;
    ada_at.socket.wait_for(gone).await?;
    let asked = ada.post(&path, &json!({"level": "random"})).await?.json();
    assert_eq!(asked["chairs"][1]["level"], "random");
    assert_eq!(ada.post(&path, &json!({"level": null})).await?.json()["chairs"][1]["level"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn when_somebody_leaves_the_others_keep_their_seats() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let mut wanted = duel(&[you(), friend()]);
    wanted["takeover_seconds"] = json!(0);
    let id = open(&mut ada, &wanted).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let bob_at = Guest::sit(&bob, &id).await?;
    let mut ada_at = Guest::sit(&ada, &id).await?;
    drop(bob_at);
    let taken = |message: &Value| message["info"]["chairs"][1]["level"].is_string();
    let news = ada_at.socket.wait_for(taken).await?;
    assert_eq!(news["info"]["chairs"][0]["level"], Value::Null);
    Ok(())
}

#[tokio::test]
async fn a_player_whose_seat_a_bot_plays_cannot_play_it() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let mut at = Guest::sit(&ada, &id).await?;
    let path = format!("/api/matches/{id}/seats/0/bot");
    // The bot decides once, and then waits for the other seat.
    assert_eq!(ada.post(&path, &json!({"level": "random"})).await?.status, 200);
    let version = at.receive().await?["version"].clone();
    let play = json!({"type": "play", "seat": 0, "version": version, "action": program(&["F"])});
    let refused = at.socket.ask(play).await?;
    assert_eq!(refused["error"]["code"], "match/stand-in", "{refused}");
    Ok(())
}

#[tokio::test]
async fn a_link_does_not_open_a_seat_that_a_bot_plays() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut second) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let (bot, join) = (format!("/api/matches/{id}/seats/1/bot"), format!("/api/matches/{id}/join"));
    let secret = ada.post(&bot, &json!({"level": "easy"})).await?.json()["chairs"][1]["secret"].clone();
    let link = json!({"seat": 1, "secret": secret, "name": "Eve"});
    let refused = second.post(&join, &link).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!("match/stand-in")));
    assert_eq!(info(&mut ada, &id).await?["chairs"][1]["joined"], false);
    // A wrong link does not learn that there is a bot.
    let wrong = second.post(&join, &json!({"seat": 1, "secret": "guess"})).await?;
    assert_eq!(wrong.json()["error"]["code"], "match/secret");
    // Everyone sees that the host gives the seat back.
    assert_eq!(ada.post(&bot, &json!({"level": null})).await?.status, 200);
    let joined = second.post(&join, &link).await?.json();
    assert_eq!(joined["chairs"][1]["name"], "Eve");
    assert_eq!(joined["chairs"][1]["changes"][0]["name"], "Eve");
    Ok(())
}

#[tokio::test]
async fn a_link_that_does_not_work_changes_no_name() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    bob.put("/api/me", &json!({"name": "Bob"})).await?;
    let join = format!("/api/matches/{id}/join");
    let wrong = bob.post(&join, &json!({"seat": 1, "secret": "guess", "name": "Eve"})).await?;
    assert_eq!(wrong.json()["error"]["code"], "match/secret");
    assert_eq!(bob.get("/api/me").await?.json()["name"], "Bob");
    let secret = info(&mut ada, &id).await?["chairs"][1]["secret"].clone();
    let blank = bob.post(&join, &json!({"seat": 1, "secret": secret, "name": " "})).await?;
    assert_eq!(blank.json()["error"]["code"], "request/name");
    assert_eq!(info(&mut ada, &id).await?["chairs"][1]["joined"], false, "nothing has changed");
    let right = bob.post(&join, &json!({"seat": 1, "secret": secret, "name": "Robert"})).await?;
    assert_eq!(right.json()["chairs"][1]["name"], "Robert");
    assert_eq!(bob.get("/api/me").await?.json()["name"], "Robert");
    Ok(())
}

#[tokio::test]
async fn the_host_cannot_take_the_seat_of_a_friend_who_is_here() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let link = format!("/api/matches/{id}/seats/1/link");
    let before = info(&mut ada, &id).await?["chairs"][1]["secret"].clone();
    let after = ada.post(&link, &json!({})).await?.json()["chairs"][1]["secret"].clone();
    assert!(after.is_string() && after != before, "a seat that nobody has taken gets a new link at any time");
    assert_eq!(bob.post(&link, &json!({})).await?.json()["error"]["code"], "match/host");

    join(&mut ada, &mut bob, &id, 1).await?;
    let bob_at = Guest::sit(&bob, &id).await?;
    let refused = ada.post(&link, &json!({})).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (409, &json!("match/present")));
    // He leaves; that is not long enough yet.
    let mut ada_at = Guest::sit(&ada, &id).await?;
    drop(bob_at);
    let gone = |message: &Value| message["type"] == "info" && message["info"]["chairs"][1]["online"] == false;
    ada_at.socket.wait_for(gone).await?;
    let refused = ada.post(&link, &json!({})).await?.json();
    assert_eq!(refused["error"]["code"], "match/present", "{refused}");
    assert_eq!(Guest::sit(&bob, &id).await?.seats, [1], "the seat is still his");
    Ok(())
}

#[tokio::test]
async fn a_seat_is_given_away_after_an_absence_and_everyone_sees_it() -> Result<()> {
    let server = TestServer::with(Config { absence: Duration::ZERO, ..config() }).await;
    let (mut ada, mut bob, mut cy, mut eve) =
        (server.browser(), server.browser(), server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    bob.put("/api/me", &json!({"name": "Bob"})).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut ada_at = Guest::sit(&ada, &id).await?;
    let mut eve_at = Guest::sit(&eve, &id).await?;
    let bob_at = Guest::sit(&bob, &id).await?;
    let link = format!("/api/matches/{id}/seats/1/link");
    assert_eq!(ada.post(&link, &json!({})).await?.json()["error"]["code"], "match/present");
    drop(bob_at);
    let online = |message: &Value| message["info"]["chairs"][1]["online"] == true;
    ada_at.socket.wait_for(|message| message["type"] == "info" && online(message)).await?;
    ada_at.socket.wait_for(|message| message["type"] == "info" && !online(message)).await?;
    let shown = ada.post(&link, &json!({})).await?.json();
    assert!(shown["chairs"][1]["secret"].is_string() && shown["chairs"][1]["joined"] == false, "{shown}");

    let kinds = |info: &Value| {
        let changes = info["chairs"][1]["changes"].as_array().unwrap().iter();
        changes.map(|change| format!("{} {}", change["kind"], change["name"])).collect::<Vec<_>>()
    };
    let left = |message: &Value| message["type"] == "info" && message["info"]["chairs"][1]["joined"] == false;
    let seen = eve_at.socket.wait_for(left).await?;
    assert_eq!(seen["info"]["chairs"][1]["secret"], Value::Null, "the link is for the host");
    assert_eq!(kinds(&info(&mut eve, &id).await?), ["\"joined\" \"Bob\"", "\"removed\" \"Bob\""]);
    join(&mut ada, &mut cy, &id, 1).await?;
    assert_eq!(Guest::sit(&cy, &id).await?.seats, [1]);
    assert!(Guest::sit(&bob, &id).await?.seats.is_empty(), "he may still watch");

    // It is remembered with the match.
    let server = server.restarted(config()).await;
    let mut later = server.browser();
    assert_eq!(kinds(&info(&mut later, &id).await?).len(), 3);
    Ok(())
}

#[tokio::test]
async fn a_player_can_give_their_seat_up() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    join(&mut ada, &mut bob, &id, 1).await?;
    let mut bob_at = Guest::sit(&bob, &id).await?;
    let left = bob.post(&format!("/api/matches/{id}/seats/1/link"), &json!({})).await?.json();
    assert_eq!((&left["chairs"][1]["joined"], &left["chairs"][1]["secret"]), (&json!(false), &Value::Null));
    assert_eq!(left["chairs"][1]["changes"][1]["kind"], "left", "{left}");
    let lost = bob_at.socket.wait_for_type("table").await?;
    assert_eq!(lost["views"][0]["seat"], Value::Null, "he may still watch");
    let play = json!({"type": "play", "seat": 1, "version": 0, "action": program(&["F"])});
    assert_eq!(bob_at.socket.ask(play).await?["error"]["code"], "match/seat");
    assert!(info(&mut ada, &id).await?["chairs"][1]["secret"].is_string());
    Ok(())
}

#[tokio::test]
async fn after_the_match_there_is_a_replay_and_a_rematch() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), bot("random")])).await?;
    let early = ada.post(&format!("/api/matches/{id}/rematch"), &json!({})).await?;
    assert_eq!(early.status, 409);
    let mut guest = Guest::sit(&ada, &id).await?;
    guest.play_to_the_end().await?;
    let total = guest.version;

    let moment = |event: usize, seat: &str| format!("/api/matches/{id}/replay?event={event}&seat={seat}");
    let mut stranger = server.browser();
    for seat in ["", "0", "1"] {
        let last = stranger.get(&moment(total, seat)).await?.json();
        assert_eq!(
            (last["events"].as_u64(), last["event"].as_u64()),
            (Some(total as u64), Some(total as u64))
        );
        assert_eq!(last["seen"].as_array().map(Vec::len), Some(total));
        let first = stranger.get(&moment(0, seat)).await?.json();
        assert_eq!((first["seen"].as_array().map(Vec::len), &first["view"]["round"]), (Some(0), &json!(1)));
    }
    assert_eq!(stranger.get(&moment(total + 1, "")).await?.status, 400);
    assert_eq!(stranger.get(&moment(0, "4")).await?.status, 400);

    assert_eq!(stranger.post(&format!("/api/matches/{id}/rematch"), &json!({})).await?.status, 403);
    let next = ada.post(&format!("/api/matches/{id}/rematch"), &json!({})).await?.json()["id"].clone();
    assert_eq!(ada.post(&format!("/api/matches/{id}/rematch"), &json!({})).await?.json()["id"], next);
    assert_eq!(info(&mut ada, &id).await?["next"], next);
    let again = info(&mut ada, next.as_str().unwrap()).await?;
    let kinds: Vec<&Value> = again["chairs"].as_array().unwrap().iter().map(|chair| &chair["kind"]).collect();
    assert_eq!(kinds, ["bot", "human"], "everyone sits one seat further");
    assert_eq!(again["chairs"][1]["yours"], true);

    let mine = ada.get("/api/matches?mine").await?.json();
    let ids: Vec<&Value> = mine["matches"].as_array().unwrap().iter().map(|info| &info["id"]).collect();
    assert_eq!(ids, [&next, &json!(id)], "the newest first");
    assert_eq!(stranger.get("/api/matches?mine").await?.json(), json!({"matches": []}));
    Ok(())
}

#[tokio::test]
async fn a_hint_is_something_one_can_do() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), bot("easy")])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    let hint = guest.socket.ask(json!({"type": "hint", "seat": 0})).await?;
    assert_eq!(hint["type"], "hint", "{hint}");
    let options = hint["options"].as_array().unwrap();
    assert!((1..=3).contains(&options.len()) && options[0]["action"] == hint["action"], "{hint}");
    assert!(options.iter().all(|option| option["text"].is_string()), "{hint}");
    guest.socket.play(0, guest.version, &options[0]["action"]).await?;
    Ok(())
}

#[tokio::test]
async fn a_match_that_is_over_is_reviewed_bit_by_bit() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), bot("random")])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    guest.play_to_the_end().await?;
    let path = format!("/api/matches/{id}/review");
    let mut done = 0;
    let review = loop {
        let reply = ada.get(&path).await?.json();
        let (now, total) = (reply["done"].as_u64().unwrap(), reply["total"].as_u64().unwrap());
        assert!(now >= done && now <= total && total == guest.version as u64, "{reply}");
        done = now;
        if !reply["review"].is_null() {
            break reply["review"].clone();
        }
    };
    assert_eq!(review["chances"].as_array().map(Vec::len), Some(guest.version + 1));
    assert_eq!(review["players"].as_array().map(Vec::len), Some(2));
    // It is kept, and anyone may see it.
    assert_eq!(server.browser().get(&path).await?.json()["review"], review);
    assert_eq!(ada.get("/api/matches/nowhere/review").await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn a_decision_of_a_match_that_is_over_can_be_made_again() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), bot("random")])).await?;
    let path = format!("/api/matches/{id}/again");
    assert_eq!(ada.post(&path, &json!({"event": 0})).await?.status, 409, "it is not over");
    let mut guest = Guest::sit(&ada, &id).await?;
    guest.play_to_the_end().await?;
    let record = ada.get(&format!("/api/matches/{id}/record")).await?.json();
    let events = record["events"].as_array().unwrap();
    let event = events.iter().rposition(|event| event["seat"] == 0).unwrap();

    let reply = ada.post(&path, &json!({"event": event})).await?;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let again = reply.json()["id"].as_str().unwrap().to_owned();
    let info = info(&mut ada, &again).await?;
    assert_eq!((&info["status"]["over"], &info["version"]), (&json!(false), &json!(0)), "{info}");
    let chairs = &info["chairs"];
    assert_eq!((&chairs[0]["yours"], &chairs[1]["level"]), (&json!(true), &json!("random")), "{info}");
    let mut guest = Guest::sit(&ada, &again).await?;
    guest.play_to_the_end().await?;

    for wrong in [json!({"event": events.len()}), json!({"event": -1}), json!({})] {
        let refused = ada.post(&path, &wrong).await?;
        assert_eq!(refused.status, 400, "{wrong}: {}", refused.body);
    }
    assert_eq!(ada.post("/api/matches/nowhere/again", &json!({"event": 0})).await?.status, 404);
    Ok(())
}
