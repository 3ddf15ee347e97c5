//! What nobody may do too much of.

use crate::common::{Guest, TestServer, bot, config, duel, info, open, you};
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
        let mut guest = Guest::sit(&ada, id).await?;
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
