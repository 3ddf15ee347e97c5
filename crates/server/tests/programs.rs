//! The host's programs at the tables of a server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::Result;
use golemry_server::Config;
use golemry_table::{Answer, Fault, FaultKind, Guest, Outsider, Question, Record};
use serde_json::{Value, json};

use crate::common::{self, TestServer, bot, config, friend, info, open, you};

/// A program that decides for a while, and then fails.
struct Program {
    name: &'static str,
    decides: AtomicU32,
}

impl Outsider for Program {
    fn name(&self) -> &str {
        self.name
    }

    fn decide(&self, question: &Question<'_>) -> Result<Answer, Fault> {
        let left =
            self.decides.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map_err(|_| Fault::new(FaultKind::Died, "it ended with exit status: 1, and said a secret"))?;
        let mut choices = Vec::<Value>::new();
        loop {
            let so_far = json!(choices).to_string();
            let step = question.step(&so_far).unwrap();
            let offers: Vec<Value> = serde_json::from_str(step.choices.get()).unwrap();
            let Some(offer) = offers.first() else { return Ok(Answer::Choices(so_far)) };
            choices.push(offer["choice"].clone());
        }
    }
}

fn offering(programs: &[(&'static str, u32)]) -> Config {
    let guest = |(name, decides): &(&'static str, u32)| {
        Guest::new(Arc::new(Program { name, decides: AtomicU32::new(*decides) }))
    };
    Config { programs: programs.iter().map(guest).collect(), ..config() }
}

fn program(name: &str) -> Value {
    json!({"kind": "program", "name": name})
}

#[tokio::test]
async fn a_program_plays_wherever_a_bot_does_and_is_named() -> Result<()> {
    let server = TestServer::with(offering(&[("greedy", u32::MAX), ("other", 0)])).await;
    let mut ada = server.browser();
    assert_eq!(ada.get("/api/games").await?.json()["programs"], json!(["greedy", "other"]));
    for game in golemry_registry::games().iter() {
        let mut chairs = vec![you()];
        chairs.resize(game.about().default_seats.into(), program("greedy"));
        let id = open(&mut ada, &json!({"game": game.about().id, "chairs": chairs})).await?;
        let chair = &info(&mut ada, &id).await?["chairs"][1];
        assert_eq!(
            (&chair["kind"], &chair["program"], &chair["level"]),
            (&json!("bot"), &json!("greedy"), &json!("normal"))
        );
        common::Guest::sit(&ada, &id).await?.play_to_the_end().await?;
        let chair = &info(&mut ada, &id).await?["chairs"][1];
        assert!(chair["stood_in"].is_null(), "{chair}");
        let record = Record::from_value(ada.get(&format!("/api/matches/{id}/record")).await?.json())?;
        let seating = record.seating.unwrap();
        assert!(seating[1..].iter().all(|entry| entry.program.as_deref() == Some("greedy")), "{seating:?}");
    }
    Ok(())
}

#[tokio::test]
async fn when_a_program_fails_a_bot_decides_and_the_table_is_told_no_more_than_that() -> Result<()> {
    let server = TestServer::with(offering(&[("frail", 2)])).await;
    let mut ada = server.browser();
    let chairs = [you(), program("frail")];
    let id = open(&mut ada, &json!({"game": "golem-it", "seats": 2, "chairs": chairs})).await?;
    common::Guest::sit(&ada, &id).await?.play_to_the_end().await?;
    let over = info(&mut ada, &id).await?;
    let stood_in = &over["chairs"][1]["stood_in"];
    assert_eq!(stood_in["why"], "died");
    assert!(stood_in["times"].as_u64().unwrap() > 0);
    assert!(!over.to_string().contains("secret"), "what a program says is for its host");
    Ok(())
}

#[tokio::test]
async fn a_match_goes_on_at_a_server_without_its_program() -> Result<()> {
    let server = TestServer::with(offering(&[("greedy", u32::MAX)])).await;
    let mut ada = server.browser();
    let chairs = [you(), program("greedy")];
    let id = open(&mut ada, &json!({"game": "golem-it", "seats": 2, "chairs": chairs})).await?;
    let server = server.restarted(config()).await;
    let mut ada = ada.at(server.address);
    common::Guest::sit(&ada, &id).await?.play_to_the_end().await?;
    let over = info(&mut ada, &id).await?;
    assert_eq!(over["chairs"][1]["program"], "greedy");
    assert_eq!(over["chairs"][1]["stood_in"]["why"], "absent");
    Ok(())
}

#[tokio::test]
async fn programs_that_are_not_there_are_refused_and_people_are_needed_all_the_same() -> Result<()> {
    let server = TestServer::with(offering(&[("greedy", 1)])).await;
    let mut ada = server.browser();
    let mut error = async |chairs: [Value; 2]| {
        let wanted = json!({"game": "golem-it", "seats": 2, "chairs": chairs});
        let reply = ada.post("/api/matches", &wanted).await.unwrap();
        (reply.json()["error"]["code"].clone(), reply.json()["error"]["message"].clone())
    };
    let missing = error([you(), program("grandma")]).await;
    let message = "there is no program \"grandma\" here: the host offers greedy";
    assert_eq!(missing, (json!("bot/unknown"), json!(message)));
    let nobody = error([program("greedy"), bot("normal")]).await;
    assert_eq!(nobody.0, "request/bots");
    Ok(())
}

#[tokio::test]
async fn the_host_hands_a_programs_seat_to_a_bot() -> Result<()> {
    let server = TestServer::with(offering(&[("greedy", 0)])).await;
    let mut ada = server.browser();
    let chairs = [you(), program("greedy"), friend()];
    let id = open(&mut ada, &json!({"game": "golem-it", "seats": 3, "chairs": chairs})).await?;
    let path = format!("/api/matches/{id}/seats/1/bot");
    ada.post(&path, &json!({"level": "easy"})).await?;
    let chair = &info(&mut ada, &id).await?["chairs"][1];
    assert_eq!((&chair["level"], chair["program"].is_null()), (&json!("easy"), true), "{chair}");
    Ok(())
}
