//! Tutorials over real sockets: the opponents follow the script while the learner does.

use crate::common::{self, Guest, TestServer, info};
use anyhow::{Context as _, Result};
use golemry_load::Browser;
use golemry_registry::games;
use golemry_table::{Tutorial, TutorialStep};
use serde_json::{Value, json};

async fn open(browser: &mut Browser, game: &str) -> Result<String> {
    let reply = browser.post(&format!("/api/tutorials/{game}"), &json!({})).await?;
    anyhow::ensure!(reply.status == 201, "{} {}", reply.status, reply.body);
    Ok(reply.json()["id"].as_str().context("an id")?.to_owned())
}

/// Plays this as soon as the seat is to act.
async fn play(guest: &mut Guest, action: &Value) -> Result<()> {
    while guest.to_act().is_none() {
        guest.receive().await?;
    }
    let version = guest.socket.play(0, guest.version, action).await?;
    while guest.version < version {
        guest.receive().await?;
    }
    Ok(())
}

fn script(tutorial: &Tutorial) -> impl Iterator<Item = &Value> {
    tutorial.steps.iter().filter_map(|step| match step {
        TutorialStep::Choose { action, .. } => action.as_ref(),
        _ => None,
    })
}

#[tokio::test]
async fn every_tutorial_is_won_by_doing_what_it_says() -> Result<()> {
    let server = TestServer::start().await;
    for game in games().iter().filter(|game| !game.about().tutorial.is_empty()) {
        let id = game.about().id;
        let mut browser = server.browser();
        let steps = browser.get(&format!("/api/tutorials/{id}")).await?.json();
        assert!(steps["steps"].is_array() && steps["position"].is_null(), "{id}: {steps}");
        let opened = open(&mut browser, id).await?;
        assert_eq!(info(&mut browser, &opened).await?["tutorial"], true);
        let mut guest = Guest::sit(&browser, &opened).await?;
        let tutorial = game.tutorial()?;
        for action in script(tutorial) {
            play(&mut guest, action).await.with_context(|| format!("{id}: {action}"))?;
        }
        while !guest.is_over() {
            guest.receive().await?;
        }
        let over = info(&mut browser, &opened).await?;
        let scores: Vec<i64> = serde_json::from_value(over["status"]["scores"].clone())?;
        assert!(scores[1..].iter().all(|score| *score < scores[0]), "{id}: {scores:?}");
        let record = browser.get(&format!("/api/matches/{opened}/record")).await?.json();
        assert_eq!(record["tutorial"], true);
        assert!(browser.get("/api/matches?mine").await?.json()["matches"][0]["tutorial"] == true);
    }
    Ok(())
}

#[tokio::test]
async fn leaving_the_script_means_playing_against_easy_bots() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let id = open(&mut browser, "golem-it").await?;
    let mut guest = Guest::sit(&browser, &id).await?;
    // The script leads two cards.
    play(&mut guest, &json!({"type": "play", "cards": ["m18"], "value": 18})).await?;
    guest.play_to_the_end().await
}

#[tokio::test]
async fn a_tutorial_is_the_only_match_that_is_the_same_every_time() -> Result<()> {
    let server = TestServer::start().await;
    let mut browser = server.browser();
    let unknown = browser.post("/api/tutorials/chess", &json!({})).await?;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("setup/game")));
    // Neither a seed nor a position can be asked for otherwise.
    for field in ["seed", "position", "tutorial"] {
        let mut wanted = json!({"game": "duel", "chairs": [common::you(), common::friend()]});
        wanted[field] = json!(1);
        assert_eq!(browser.post("/api/matches", &wanted).await?.status, 400, "{field}");
    }
    Ok(())
}
