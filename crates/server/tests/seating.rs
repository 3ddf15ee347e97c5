//! The record says who decided for which seat from which event on.

mod common;

use anyhow::Result;
use common::{Guest, TestServer, duel, friend, join, open, you};
use serde_json::json;

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
    drop(bobs);
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
