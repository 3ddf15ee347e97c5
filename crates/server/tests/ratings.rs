//! Ratings of matches between people.

use anyhow::Result;
use golemry_load::Browser;
use golemry_server::Config;
use serde_json::{Value, json};

use crate::common::{Guest, TestServer, bot, config, duel, friend, join, open, you};

async fn ratings(browser: &mut Browser) -> Result<Value> {
    let reply = browser.get("/api/ratings?game=duel&seats=2").await?;
    anyhow::ensure!(reply.status == 200, "{} {}", reply.status, reply.body);
    Ok(reply.json())
}

async fn wait_for_matches(browser: &mut Browser, matches: u64) -> Result<Value> {
    loop {
        let ratings = ratings(browser).await?;
        if ratings["own"][0]["rating"]["matches"] == matches {
            return Ok(ratings);
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
}

/// Two play a duel, and the second one resigns.
async fn win(winner: &mut Browser, loser: &mut Browser) -> Result<()> {
    let id = open(winner, &duel(&[you(), friend()])).await?;
    join(winner, loser, &id, 1).await?;
    let resigned = loser.post(&format!("/api/matches/{id}/seats/1/resign"), &json!({})).await?;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    Ok(())
}

#[tokio::test]
async fn matches_between_people_are_rated_once() -> Result<()> {
    let server = TestServer::with(Config { ratings: true, ..config() }).await;
    let (mut ada, mut bob) = (server.browser(), server.browser());
    ada.put("/api/me", &json!({"name": "Ada"})).await?;
    bob.get("/api/me").await?;
    assert_eq!(ratings(&mut ada).await?, json!({"best": [], "own": []}));
    assert_eq!(ada.get("/api/games").await?.json()["pages"], json!(["open", "ratings"]));

    // With a bot: never. It ends first, so it has been looked at when the next one is rated.
    let with_bot = open(&mut ada, &duel(&[you(), bot("random")])).await?;
    Guest::sit(&ada, &with_bot).await?.play_to_the_end().await?;
    win(&mut ada, &mut bob).await?;
    let after = wait_for_matches(&mut ada, 1).await?;
    let own = &after["own"][0];
    assert_eq!(
        (&own["game"], &own["seats"], &own["rating"]["provisional"]),
        (&json!("duel"), &json!(2), &json!(true))
    );
    assert_eq!(own["rating"]["value"], 1579);
    // Bob has not chosen a name.
    assert_eq!(after["best"], json!([{"place": 1, "name": "Ada", "rating": own["rating"], "you": true}]));
    let other = wait_for_matches(&mut bob, 1).await?;
    assert_eq!(
        (&other["own"][0]["rating"]["value"], &other["best"][0]["you"]),
        (&json!(1421), &json!(false))
    );

    win(&mut bob, &mut ada).await?;
    let after = wait_for_matches(&mut ada, 2).await?;
    assert!(after["own"][0]["rating"]["value"].as_i64() < Some(1579));

    // A restart rates nothing again, and without the flag there are none.
    let server = server.restarted(Config { ratings: true, ..config() }).await;
    let (mut ada, mut bob) = (ada.at(server.address), bob.at(server.address));
    win(&mut ada, &mut bob).await?;
    wait_for_matches(&mut ada, 3).await?;

    // Whoever wants to be forgotten is.
    assert_eq!(ada.request("DELETE", "/api/me", &[], None).await?.status, 204);
    assert_eq!(ratings(&mut ada).await?, json!({"best": [], "own": []}));
    assert_eq!(ada.get("/api/me").await?.json()["name"], Value::Null);
    assert!(ada.get("/api/matches?mine").await?.json()["matches"].as_array().unwrap().is_empty());
    let server = server.restarted(config()).await;
    let mut bob = bob.at(server.address);
    assert_eq!(bob.get("/api/ratings").await?.json()["error"]["code"], "ratings/off");
    Ok(())
}

#[tokio::test]
async fn a_list_names_a_game_and_a_number_of_seats() -> Result<()> {
    let server = TestServer::with(Config { ratings: true, ..config() }).await;
    let mut ada = server.browser();
    for (query, code) in [
        ("game=duel", "request/malformed"),
        ("seats=2", "request/malformed"),
        ("game=chess&seats=2", "setup/game"),
        ("game=duel&seats=x", "request/malformed"),
    ] {
        assert_eq!(ada.get(&format!("/api/ratings?{query}")).await?.json()["error"]["code"], code, "{query}");
    }
    assert_eq!(ada.get("/api/ratings").await?.status, 200);
    Ok(())
}
