//! No viewer receives what it may not know: the same match with other hidden cards gives the same frames.

use crate::common::{self, TestServer, you};
use anyhow::{Context as _, Result};
use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_store::{MatchRow, NewMatch};
use golemry_table::{Chair, Json, Record, Referee, Sitter, Status, Table};
use serde_json::{Value, json};

/// A match whose table is known, put into the store as if somebody had opened it.
async fn plant(server: &TestServer, table: &dyn Referee, id: &str, players: &[String]) -> Result<()> {
    let record = table.record();
    let chair = |player: &String| {
        Chair::new(Sitter::Human {
            player: Some(player.clone()),
            name: None,
            secret: format!("secret-{player}"),
        })
    };
    let row = MatchRow {
        id: id.to_owned(),
        // The same for both: what is compared must not differ by it.
        commitment: "promise".to_owned(),
        salt: format!("salt of {id}"),
        host: players[0].clone(),
        chairs: players.iter().map(chair).collect(),
        takeover: None,
        created: 0,
        next: None,
        epoch: 0,
        sealed: false,
        shuffle: None,
        opening: Record { events: Vec::new(), scores: None, ..record.clone() },
    };
    let events = record.events.iter().map(Value::to_string).collect();
    // Rooms work it out anew, so that any will do; but the same for both.
    let status = Status { to_act: Vec::new(), over: false, scores: None, winners: None };
    Ok(server.store.add_match(NewMatch { row, events, status, previous: None }).await?)
}

#[tokio::test]
async fn other_hidden_cards_give_the_same_frames() -> Result<()> {
    let server = TestServer::start().await;
    let mut compared = 0;
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let seats = about.default_seats;
        // One browser for each seat and one that watches; their cookies make them players.
        let mut browsers = Vec::new();
        for _ in 0..=seats {
            let mut browser = server.browser();
            browser.get("/api/me").await?;
            browsers.push(browser);
        }
        let mut players = Vec::new();
        for browser in &mut browsers[..seats.into()] {
            // The server alone knows a player's id: it is read from a match that the player opens.
            let mut chairs = vec![you()];
            chairs.resize(seats.into(), common::bot("random"));
            let id = common::open(browser, &json!({"game": about.id, "chairs": chairs})).await?;
            let (row, _) = server.store.load(&id).await?.context("the match is there")?;
            players.push(row.host);
        }
        for round in 0..2_u64 {
            let mut rng = PlayoutRng::new(Seed(round));
            let mut true_table = game.open(&Settings::default(), Seed(100 + round))?;
            for _ in 0..rng.below(12) {
                let Some(&seat) = true_table.status().to_act.first() else { break };
                let actions = true_table.legal(seat, 0, 50)?.actions;
                true_table.apply(
                    seat,
                    rng.pick(&actions).context("a seat to act has an action")?.get(),
                    &[],
                )?;
            }
            if true_table.status().over {
                continue;
            }
            // Both begin from a position, so that they differ in nothing but what is hidden.
            let start = game.setup(&Settings::default(), &true_table.position(), Seed(1))?;
            for viewer in Viewer::all(seats) {
                let twin = start.look_alike(viewer, Seed(7 + round))?;
                assert_eq!(start.view(viewer)?, twin.view(viewer)?);
                let place = Option::<Seat>::from(viewer).map_or(seats.into(), Seat::index);
                let ids = ["true", "twin"]
                    .map(|which| format!("{}-{round}-{viewer}-{which}", about.id).replace(' ', "-"));
                plant(&server, &*start, &ids[0], &players).await?;
                plant(&server, &*twin, &ids[1], &players).await?;
                compared += compare(&browsers, place, viewer, [start.rewound(0), twin], &ids).await?;
            }
        }
    }
    assert!(compared > 50, "only {compared} frames were compared");
    Ok(())
}

/// Plays the same in both matches for as long as the viewer sees the same, and compares every frame they get; how many.
async fn compare(
    browsers: &[golemry_load::Browser],
    place: usize,
    viewer: Viewer,
    mut tables: [Box<dyn Referee>; 2],
    ids: &[String; 2],
) -> Result<usize> {
    let mut rng = PlayoutRng::new(Seed(3));
    let mut spies = [browsers[place].socket(&ids[0]).await?, browsers[place].socket(&ids[1]).await?];
    let mut frames = 0;
    let mut hellos = Vec::new();
    for (spy, id) in spies.iter_mut().zip(ids) {
        hellos.push(without_id(spy.hello(None).await?, id));
    }
    assert_eq!(hellos[0], hellos[1], "{viewer} of {}", ids[0]);
    frames += 1;
    for _ in 0..6 {
        let Some(&seat) = tables[0].status().to_act.first() else { break };
        if tables[1].status().to_act.first() != Some(&seat) {
            break;
        }
        let actions = tables[0].legal(seat, 0, 200)?.actions;
        let both: Vec<&Json> =
            actions.iter().filter(|action| tables[1].check(seat, action.get()).is_ok()).collect();
        let Some(&action) = rng.pick(&both) else { break };
        let from = tables.each_ref().map(|table| table.event_count());
        for table in &mut tables {
            table.apply(seat, action.get(), &[])?;
        }
        // What is drawn afterwards may differ in the open: from there on they are different matches.
        let sent = |table: &dyn Table, from| -> Result<(Value, Value)> {
            Ok((json!(table.seen(viewer, from)?), table.view(viewer)?))
        };
        let sent = [sent(&*tables[0], from[0])?, sent(&*tables[1], from[1])?];
        for (id, from) in ids.iter().zip(from) {
            let mut player = browsers[seat.index()].socket(id).await?;
            player.hello(None).await?;
            player.play(u8::from(seat).into(), from, action).await?;
        }
        if sent[0] != sent[1] {
            break;
        }
        let mut received = Vec::new();
        for (spy, id) in spies.iter_mut().zip(ids) {
            received.push(without_id(spy.wait_for_type("events").await?, id));
        }
        assert_eq!(received[0], received[1], "{viewer} of {} after {action} by {seat}", ids[0]);
        frames += 1;
    }
    Ok(frames)
}

/// A frame without what two matches may differ in, and surely without what nobody may know yet.
fn without_id(mut frame: Value, id: &str) -> Value {
    assert!(!frame.to_string().contains("salt of"), "{frame}");
    if frame["type"] == "table" {
        assert_eq!(frame["info"]["id"], id);
        frame["info"]["id"] = Value::Null;
        // Who is connected at this moment is not secret, and not part of the match.
        frame["info"]["chairs"] = Value::Null;
    }
    frame
}
