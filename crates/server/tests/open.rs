//! Open tables: listed matches that anybody may join.

use anyhow::Result;
use golemry_load::Browser;
use golemry_server::{Config, Limits};
use serde_json::{Value, json};

use crate::common::{Guest, TestServer, bot, config, duel, friend, info, open, you};

async fn listed(browser: &mut Browser) -> Result<Vec<Value>> {
    let reply = browser.get("/api/open").await?;
    anyhow::ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
    Ok(reply.json()["tables"].as_array().cloned().unwrap_or_default())
}

async fn list(browser: &mut Browser, id: &str, how: Value) -> Result<(u16, Value)> {
    let reply = browser.put(&format!("/api/matches/{id}/open"), &how).await?;
    Ok((reply.status, reply.json()["error"]["code"].clone()))
}

async fn wait_until_unlisted(browser: &mut Browser) -> Result<()> {
    while !listed(browser).await?.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    Ok(())
}

#[tokio::test]
async fn a_stranger_finds_a_table_and_sits_down() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob, mut cy) = (server.browser(), server.browser(), server.browser());
    ada.put("/api/me", &json!({"name": "Ada"})).await?;
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    assert!(listed(&mut bob).await?.is_empty(), "only what is listed");
    assert_eq!(list(&mut bob, &id, json!({})).await?, (403, json!("match/host")));
    assert_eq!(list(&mut ada, &id, json!({})).await?.0, 204);
    let tables = listed(&mut bob).await?;
    assert_eq!(tables[0]["id"], id.as_str());
    assert_eq!(tables[0]["chairs"][0], json!({"seat": 0, "kind": "human", "free": false, "name": "Ada"}));
    assert_eq!(tables[0]["chairs"][1], json!({"seat": 1, "kind": "human", "free": true, "name": null}));
    assert!(!tables[0].to_string().contains("secret"));
    assert_eq!((&tables[0]["host"], &listed(&mut ada).await?[0]["host"]), (&json!(false), &json!(true)));

    let join = format!("/api/open/{id}/join");
    let joined = bob.post(&join, &json!({"name": "<i>B\u{202e}ob</i>"})).await?;
    assert_eq!(joined.status, 200, "{}", joined.body);
    assert_eq!(joined.json()["chairs"][1]["name"], "<i>Bob</i>");
    assert_eq!(joined.json()["chairs"][1]["yours"], true);
    assert!(listed(&mut cy).await?.is_empty(), "full");
    let late = cy.post(&join, &json!({})).await?;
    assert_eq!((late.status, &late.json()["error"]["code"]), (409, &json!("open/gone")));
    assert_eq!(list(&mut ada, &id, json!({})).await?, (409, json!("open/gone")));
    Guest::sit(&bob, &id).await?;
    Ok(())
}

#[tokio::test]
async fn two_who_come_at_once_get_two_seats() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let wanted = json!({"game": "its-alive", "chairs": [you(), friend(), friend()]});
    let id = open(&mut ada, &wanted).await?;
    list(&mut ada, &id, json!({})).await?;
    let join = async |mut browser: Browser| browser.post(&format!("/api/open/{id}/join"), &json!({})).await;
    let (bob, cy) = tokio::join!(join(server.browser()), join(server.browser()));
    assert_eq!((bob?.status, cy?.status), (200, 200));
    let chairs = info(&mut ada, &id).await?["chairs"].clone();
    assert!(chairs.as_array().unwrap().iter().all(|chair| chair["joined"] == true), "{chairs}");
    Ok(())
}

#[tokio::test]
async fn bots_fill_up_and_hosts_unlist() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    for how in [json!({"fill_seconds": 9}), json!({"fill_seconds": 3601})] {
        assert_eq!(list(&mut ada, &id, how).await?, (400, json!("request/takeover")));
    }
    assert_eq!(list(&mut ada, &id, json!({"fill_seconds": 10, "level": "easy"})).await?.0, 204);
    assert!(listed(&mut ada).await?[0]["fill_at"].as_i64() > Some(1_700_000_000_000));
    let unlisted = ada.request("DELETE", &format!("/api/matches/{id}/open"), &[], None).await?;
    assert_eq!(unlisted.status, 204);
    assert!(listed(&mut ada).await?.is_empty());
    assert_eq!(info(&mut ada, &id).await?["chairs"][1]["joined"], false);
    // As though the time had come.
    let due = golemry_store::OpenTable {
        match_id: id.clone(),
        since: i64::MAX / 2,
        fill: Some(1),
        level: Some("easy".to_owned()),
    };
    server.store.open_table(due).await?;
    while info(&mut ada, &id).await?["chairs"][1]["level"] != "easy" {
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    wait_until_unlisted(&mut ada).await?;
    Guest::sit(&ada, &id).await?.play_to_the_end().await
}

#[tokio::test]
async fn what_nobody_can_join_is_taken_off_the_list() -> Result<()> {
    let server = TestServer::start().await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    let [old, full] = [
        open(&mut ada, &duel(&[you(), friend()])).await?,
        open(&mut ada, &duel(&[you(), bot("random")])).await?,
    ];
    for (id, since) in [(old, 1), (full.clone(), i64::MAX / 2)] {
        let table = golemry_store::OpenTable { match_id: id, since, fill: None, level: None };
        server.store.open_table(table).await?;
    }
    while !server.store.open_tables(9).await?.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    wait_until_unlisted(&mut bob).await?;
    assert_eq!(list(&mut ada, &full, json!({})).await?, (409, json!("open/gone")));
    Ok(())
}

#[tokio::test]
async fn an_address_lists_so_many_and_a_host_can_turn_it_off() -> Result<()> {
    // Requests are not what is counted here.
    let limits = Limits { requests: Limits::none().requests, ..Limits::default() };
    let server = TestServer::with(Config { limits, ..config() }).await;
    let mut ada = server.browser();
    for number in 0..11 {
        let id = open(&mut ada, &duel(&[you(), friend()])).await?;
        let (status, code) = list(&mut ada, &id, json!({})).await?;
        assert_eq!(status, if number < 10 { 204 } else { 429 }, "{number}: {code}");
    }
    let server = TestServer::with(Config { open_tables: false, ..config() }).await;
    let mut ada = server.browser();
    let id = open(&mut ada, &duel(&[you(), friend()])).await?;
    assert_eq!(list(&mut ada, &id, json!({})).await?, (403, json!("open/closed")));
    assert_eq!(ada.get("/api/open").await?.json()["error"]["code"], "open/closed");
    assert_eq!(ada.get("/api/games").await?.json()["pages"], json!([]));
    Ok(())
}
