//! What strangers, guests and bored players send.

use anyhow::Result;
use golemry_server::{Config, Limits};
use serde_json::json;

use crate::common::{TestServer, config};

#[tokio::test]
async fn only_the_host_steers() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut ben, mut stranger) = (server.person("Ada"), server.person("Ben"), server.person("Zoe"));
    let code = ada.open(json!({})).await?;
    ada.enter(&code).await?;
    ben.enter(&code).await?;
    stranger.browser.get("/api/me").await?;
    let path = format!("/api/tournaments/{code}");
    for person in [&mut ben, &mut stranger] {
        for (method, rest, body) in [
            ("POST", "/rounds", json!({})),
            ("POST", "/end", json!({})),
            ("POST", "/players", json!({"kind": "bot", "level": "random"})),
            ("PUT", "/rounds/1/tables/1", json!({"places": [1, 2]})),
            ("PATCH", "", json!({"name": "Mine"})),
            ("DELETE", "", json!({})),
        ] {
            let refused = person.refused(method, &format!("{path}{rest}"), body).await?;
            assert_eq!(refused, "tournament/host", "{method} {rest}");
        }
        for change in [json!({"do": "leave"}), json!({"do": "rename", "name": "Silly"})] {
            assert_eq!(
                person.refused("POST", &format!("{path}/players/0"), change).await?,
                "tournament/player"
            );
        }
    }
    let stand_in = json!({"do": "stand_in", "level": "random"});
    assert_eq!(ben.refused("POST", &format!("{path}/players/1"), stand_in).await?, "tournament/host");
    assert_eq!(
        ben.refused("POST", &format!("{path}/players/9"), json!({"do": "leave"})).await?,
        "tournament/nobody"
    );

    // Whoever is removed stays away until the host brings them back.
    ada.post(&format!("{path}/players/1"), json!({"do": "leave"})).await?;
    let enter = json!({"kind": "me", "name": "Ben again"});
    assert_eq!(ben.refused("POST", &format!("{path}/players"), enter).await?, "tournament/removed");
    assert_eq!(
        ben.refused("POST", &format!("{path}/players/1"), json!({"do": "resume"})).await?,
        "tournament/removed"
    );
    ada.post(&format!("{path}/players/1"), json!({"do": "resume"})).await?;
    ben.post(&format!("{path}/players/1"), json!({"do": "leave"})).await?;
    assert_eq!(ben.enter(&code).await?, 1, "whoever left by themselves comes back as who they were");
    Ok(())
}

#[tokio::test]
async fn names_are_cleaned_and_nobody_enters_twice() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut ben) = (server.person("Ada"), server.person("Ben"));
    let code = ada.open(json!({"name": "  Friday\u{202e} night  "})).await?;
    assert_eq!(ada.view(&code).await?["name"], "Friday night");
    let players = format!("/api/tournaments/{code}/players");
    for name in ["", "\u{200b}", &"x".repeat(31), "\u{202e}"] {
        let enter = json!({"kind": "me", "name": name});
        assert_eq!(ada.refused("POST", &players, enter).await?, "request/name", "{name:?}");
    }
    ada.post(&players, json!({"kind": "me", "name": "<b>A\u{202e}da</b>"})).await?;
    assert_eq!(
        ada.view(&code).await?["players"]["0"]["name"],
        "<b>Ada</b>",
        "text, which the page shows as text"
    );
    assert_eq!(
        ada.refused("POST", &players, json!({"kind": "me", "name": "Again"})).await?,
        "tournament/entered"
    );
    assert_eq!(
        ben.refused("POST", &players, json!({"kind": "me", "name": "<B>ADA</B>"})).await?,
        "tournament/name"
    );
    ben.enter(&code).await?;
    let rename = json!({"do": "rename", "name": "<b>ada</b>"});
    assert_eq!(ben.refused("POST", &format!("{players}/1"), rename).await?, "tournament/name");
    // Each change is stored for good, so that there are only so many.
    for number in 0..100 {
        ben.post(&format!("{players}/1"), json!({"do": "rename", "name": format!("Ben {number}")})).await?;
    }
    let once_more = json!({"do": "rename", "name": "Ben"});
    assert_eq!(ben.refused("POST", &format!("{players}/1"), once_more.clone()).await?, "limit/tournaments");
    ada.post(&format!("{players}/1"), once_more).await?;
    // Codes are typed by hand.
    let typed = format!("{}-{}", code[..3].to_uppercase(), code[3..].to_uppercase());
    assert_eq!(ada.view(&typed).await?["code"], code);
    assert_eq!(
        ada.browser.get("/api/tournaments/qqqqqq").await?.json()["error"]["code"],
        "tournament/unknown"
    );
    assert_eq!(
        ada.browser.get("/api/tournaments/a'%22;--").await?.json()["error"]["code"],
        "tournament/unknown"
    );
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_before_anybody_enters() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada");
    let plan = |more: serde_json::Value| {
        let mut wanted = json!({"name": "Friday", "game": "duel", "seats": 2, "format": "swiss"});
        more.as_object().unwrap().iter().for_each(|(key, value)| wanted[key] = value.clone());
        wanted
    };
    for (wanted, refused) in [
        (plan(json!({"game": "chess"})), "setup/game"),
        (plan(json!({"seats": 3})), "setup/seats"),
        (plan(json!({"game": "its-alive", "seats": 4})), "tournament/plan"),
        (plan(json!({"format": "rotation"})), "tournament/plan"),
        (plan(json!({"rounds": 31})), "tournament/plan"),
        (plan(json!({"takeover_seconds": 100_000})), "request/takeover"),
        (plan(json!({"name": "x".repeat(61)})), "request/name"),
        (plan(json!({"variant": "chess"})), "setup/variant"),
        (plan(json!({"surprise": 1})), "request/malformed"),
    ] {
        assert_eq!(ada.refused("POST", "/api/tournaments", wanted.clone()).await?, refused, "{wanted}");
    }
    // Five players fill no tables of four and three.
    let code = ada
        .open(json!({"game": "its-alive", "variant": "standard", "seats": 4, "format": "rotation"}))
        .await?;
    let players = format!("/api/tournaments/{code}/players");
    for number in 0..5 {
        ada.post(&players, json!({"kind": "bot", "level": "random", "name": format!("Bot {number}")}))
            .await?;
    }
    assert_eq!(
        ada.refused("POST", &players, json!({"kind": "bot", "level": "grandmaster"})).await?,
        "request/malformed"
    );
    assert_eq!(
        ada.refused("POST", &players, json!({"kind": "program", "program": "x"})).await?,
        "bot/unknown"
    );
    let view = ada.view(&code).await?;
    assert_eq!(view["problem"]["reason"], "field");
    assert_eq!((&view["problem"]["fewer"], &view["problem"]["more"]), (&json!(4), &json!(6)));
    assert_eq!(
        ada.refused("POST", &format!("/api/tournaments/{code}/rounds"), json!({})).await?,
        "tournament/stage"
    );
    Ok(())
}

#[tokio::test]
async fn a_thousand_enter_and_four_hundred_get_in() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.person("Ada");
    let code = ada.open(json!({})).await?;
    let players = format!("/api/tournaments/{code}/players");
    let mut refused = 0;
    for number in 0..1000 {
        let mut person = server.person("");
        let name = format!("P{number}");
        let reply = person.browser.post(&players, &json!({"kind": "me", "name": name})).await?;
        if reply.status != 201 {
            assert_eq!(reply.json()["error"]["code"], "tournament/closed");
            refused += 1;
        }
    }
    assert_eq!(refused, 600);
    // Bots are bounded by themselves.
    let code = ada.open(json!({})).await?;
    let players = format!("/api/tournaments/{code}/players");
    for _ in 0..64 {
        ada.post(&players, json!({"kind": "bot", "level": "random"})).await?;
    }
    let bot = json!({"kind": "bot", "level": "random"});
    assert_eq!(ada.refused("POST", &players, bot).await?, "tournament/closed");
    Ok(())
}

#[tokio::test]
async fn an_address_opens_so_many() -> Result<()> {
    let limited = Config { limits: Limits::default(), ..config() };
    let server = TestServer::with(tempfile::tempdir()?, limited).await;
    let mut ada = server.person("Ada");
    for _ in 0..6 {
        ada.open(json!({})).await?;
    }
    let wanted = json!({"name": "Friday", "game": "duel", "seats": 2, "format": "swiss"});
    assert_eq!(ada.refused("POST", "/api/tournaments", wanted).await?, "limit/openings");
    Ok(())
}
