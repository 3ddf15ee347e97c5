//! What nobody may do too much of.

use crate::common::{Guest, TestServer, bot, config, duel, friend, info, join, open, you};
use anyhow::Result;
use golemry_server::{Config, Limits, Proxies, Rate};
use serde_json::json;

fn limited(limits: Limits) -> Config {
    Config { limits, ..config() }
}

/// A rate that never comes back within a test.
fn only(burst: u32) -> Rate {
    Rate { burst, per_second: 0 }
}

#[tokio::test]
async fn a_socket_that_talks_too_much_is_closed() -> Result<()> {
    let server = TestServer::with(limited(Limits { messages: only(3), ..Limits::default() })).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    for _ in 0..2 {
        assert_eq!(guest.socket.ask(json!({"type": "ping"})).await?["type"], "pong");
    }
    guest.socket.send("{\"type\":\"ping\"}").await?;
    assert_eq!(guest.socket.wait_for_type("reject").await?["error"]["code"], "limit/rate");
    assert!(guest.socket.wait_for(|_| false).await.unwrap_err().to_string().contains("1008"));
    Ok(())
}

#[tokio::test]
async fn a_frame_that_is_too_long_is_refused() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    let long = json!({"type": "build", "id": 1, "seat": 0, "choices": ["x".repeat(64 << 10)]});
    guest.socket.send(&long.to_string()).await?;
    assert_eq!(guest.socket.wait_for_type("reject").await?["error"]["code"], "limit/size");
    assert!(guest.socket.wait_for(|_| false).await.unwrap_err().to_string().contains("1009"));
    // The match does not mind.
    assert_eq!(Guest::sit(&ada, &id).await?.version, 0);
    Ok(())
}

#[tokio::test]
async fn an_address_has_its_limits() -> Result<()> {
    let limits = Limits { openings: only(3), matches: 2, sockets: 1, body: 1000, ..Limits::default() };
    let server = TestServer::with(limited(limits)).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    open(&mut ada, &duel(&[you(), you()])).await?;
    let third = ada.post("/api/matches", &duel(&[you(), you()])).await?;
    assert_eq!((third.status, &third.json()["error"]["code"]), (429, &json!("limit/matches")));
    let fourth = server.browser().post("/api/matches", &duel(&[you(), you()])).await?;
    assert_eq!(fourth.json()["error"]["code"], "limit/openings", "another cookie is not another address");

    let first = Guest::sit(&ada, &id).await?;
    assert!(ada.socket(&id).await.unwrap_err().to_string().contains("429"));
    first.socket.close().await?;

    let long = json!({"game": "x".repeat(2000), "chairs": []});
    assert_eq!(ada.post("/api/matches", &long).await?.status, 413);
    Ok(())
}

#[tokio::test]
async fn requests_are_counted_by_address_and_a_proxy_is_believed_only_where_there_is_one() -> Result<()> {
    let limits = || Limits { requests: only(3), ..Limits::default() };
    let from = |address| [("x-forwarded-for", address)];
    let server = TestServer::with(limited(limits())).await;
    let mut browser = server.browser();
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        assert_eq!(browser.request("GET", "/api/games", &from(address), None).await?.status, 200);
    }
    let fourth = browser.request("GET", "/api/games", &from("192.0.2.4"), None).await?;
    assert_eq!((fourth.status, &fourth.json()["error"]["code"]), (429, &json!("limit/rate")));
    assert_eq!(browser.get("/").await?.status, 200, "the page itself is not counted");

    let server = TestServer::with(Config { proxies: Proxies::Any, ..limited(limits()) }).await;
    let mut browser = server.browser();
    for _ in 0..3 {
        assert_eq!(browser.request("GET", "/api/games", &from("192.0.2.1"), None).await?.status, 200);
    }
    assert_eq!(browser.request("GET", "/api/games", &from("192.0.2.1"), None).await?.status, 429);
    let forged = browser.request("GET", "/api/games", &from("192.0.2.9, 192.0.2.1"), None).await?;
    assert_eq!(forged.status, 429, "only the last address is the proxy's word");
    assert_eq!(browser.request("GET", "/api/games", &from("192.0.2.2"), None).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn a_match_that_nobody_looks_at_is_put_away_and_found_again() -> Result<()> {
    let limits = Limits { matches: 1, ..Limits::default() };
    let server = TestServer::with(Config { idle: std::time::Duration::ZERO, ..limited(limits) }).await;
    let mut ada = server.browser();
    // A room without anyone ends at once here, and gives back its place: any number can be opened one after another.
    let mut ids = Vec::new();
    while ids.len() < 3 {
        let reply = ada.post("/api/matches", &duel(&[you(), you()])).await?;
        match reply.status {
            201 => ids.push(reply.json()["id"].as_str().unwrap().to_owned()),
            status => assert_eq!(status, 429, "{}", reply.body),
        }
    }
    for id in &ids {
        // The same holds for matches that are looked at again.
        let mut guest = loop {
            match Guest::sit(&ada, id).await {
                Ok(guest) => break guest,
                Err(error) => assert!(error.to_string().contains("429"), "{error}"),
            }
        };
        guest.play_anything(0).await?;
    }
    for id in &ids {
        assert_eq!(info(&mut ada, id).await?["version"], 1);
    }
    Ok(())
}

#[tokio::test]
async fn an_address_has_so_many_matches_with_bots() -> Result<()> {
    let server = TestServer::with(limited(Limits { bot_matches: 1, ..Limits::default() })).await;
    let mut ada = server.browser();
    open(&mut ada, &duel(&[you(), bot("random")])).await?;
    let second = ada.post("/api/matches", &duel(&[you(), bot("random")])).await?;
    assert_eq!((second.status, &second.json()["error"]["code"]), (429, &json!("limit/matches")));
    open(&mut ada, &duel(&[you(), you()])).await?;
    Ok(())
}

#[tokio::test]
async fn an_address_chooses_so_many_names_and_a_refused_one_takes_no_seat() -> Result<()> {
    let server = TestServer::with(limited(Limits { names: only(2), ..Limits::default() })).await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    for name in ["Ada", "Ada L."] {
        assert_eq!(ada.put("/api/me", &json!({"name": name})).await?.status, 200);
    }
    let refused = ada.put("/api/me", &json!({"name": "Countess"})).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("limit/rate")));
    let secret = info(&mut ada, &id).await?["chairs"][1]["secret"].clone();
    let path = format!("/api/matches/{id}/join");
    let refused = bob.post(&path, &json!({"seat": 1, "secret": secret, "name": "Bob"})).await?;
    assert_eq!(refused.json()["error"]["code"], "limit/rate");
    assert_eq!(info(&mut ada, &id).await?["chairs"][1]["joined"], false);
    assert_eq!(bob.post(&path, &json!({"seat": 1, "secret": secret})).await?.status, 200);
    Ok(())
}

#[tokio::test]
async fn sockets_are_not_sent_who_came_and_went() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    let mut link = async || -> Result<()> {
        join(&mut ada, &mut bob, &id, 1).await?;
        bob.post(&format!("/api/matches/{id}/seats/1/link"), &json!({})).await?;
        Ok(())
    };
    link().await?;
    link().await?;
    for _ in 0..4 {
        let info = guest.socket.wait_for_type("info").await?;
        assert!(
            info["info"]["chairs"][1]["name"].is_null() && info["info"]["chairs"][1].get("changes").is_none()
        );
    }
    let table = ada.socket(&id).await?.hello(None).await?;
    assert!(table["info"]["chairs"][1].get("changes").is_none());
    let changes = info(&mut ada, &id).await?["chairs"][1]["changes"].clone();
    assert_eq!(changes.as_array().map(Vec::len), Some(4), "{changes}");
    Ok(())
}

#[tokio::test]
async fn an_address_sends_so_many_bytes() -> Result<()> {
    let server = TestServer::with(limited(Limits { bytes: only(5000), ..Limits::default() })).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), you()])).await?;
    let mut guest = Guest::sit(&ada, &id).await?;
    let long = json!({"type": "build", "seat": 0, "choices": ["x".repeat(3000)]});
    assert_eq!(guest.socket.ask(long).await?["error"]["code"], "build/malformed");
    // A frame is counted when the next one begins.
    guest.socket.send(json!({"type": "ping", "id": 1000}).to_string()).await?;
    guest
        .socket
        .send(json!({"type": "build", "id": 1001, "seat": 0, "choices": ["x".repeat(3000)]}).to_string())
        .await?;
    guest.socket.send(json!({"type": "ping", "id": 1002}).to_string()).await?;
    assert!(guest.socket.wait_for(|_| false).await.unwrap_err().to_string().contains("1008"));
    let name = json!({"name": "x".repeat(3000)});
    let refused = server.browser().put("/api/me", &name).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("limit/rate")));
    Ok(())
}

#[tokio::test]
async fn matches_that_somebody_looks_at_again_count_for_them() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(open(&mut ada, &duel(&[you(), you()])).await?);
    }
    let server = server.restarted(limited(Limits { matches: 2, ..Limits::default() })).await;
    let mut stranger = server.browser();
    let material = |id: &str| format!("/api/matches/{id}/material");
    for id in &ids[..2] {
        assert_eq!(stranger.get(&material(id)).await?.status, 200);
    }
    let refused = stranger.get(&material(&ids[2])).await?;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (429, &json!("limit/matches")));
    assert_eq!(stranger.get(&material(&ids[0])).await?.status, 200, "it is open already");
    assert_eq!(info(&mut stranger, &ids[2]).await?["version"], 0, "this needs no room");
    Ok(())
}
