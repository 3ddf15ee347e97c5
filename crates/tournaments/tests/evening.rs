//! Whole tournaments.

use anyhow::Result;
use serde_json::{Value, json};

use crate::common::{Person, TestServer, play_round};

/// People who have entered, the host first.
async fn people(server: &TestServer, names: &[&str], more: Value) -> Result<(Vec<Person>, String)> {
    let mut people: Vec<Person> = names.iter().map(|name| server.person(name)).collect();
    let code = people[0].open(more).await?;
    for (number, person) in people.iter_mut().enumerate() {
        assert_eq!(person.enter(&code).await?, number as u64);
    }
    Ok((people, code))
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_with_two_bots_a_leaver_and_a_latecomer() -> Result<()> {
    let server = TestServer::start().await;
    let wanted = json!({"rounds": 3, "takeover_seconds": 1, "late": "half"});
    let (mut people, code) = people(&server, &["Ada", "Ben", "Cleo", "Dan", "Eve"], wanted).await?;
    let players = format!("/api/tournaments/{code}/players");
    for level in ["random", "easy"] {
        people[0].post(&players, json!({"kind": "bot", "level": level})).await?;
    }
    let view = people[1].view(&code).await?;
    assert_eq!(
        (&view["stage"], &view["planned"], &view["host"]),
        (&json!("entering"), &json!(3), &json!(false))
    );
    assert_eq!((&view["you"], &view["players"]["5"]["name"]), (&json!(1), &json!("random 1")));

    // Seven: somebody has the bye.
    let view = people[0].begin(&code).await?;
    assert_eq!(view["current"]["tables"].as_object().map(serde_json::Map::len), Some(3));
    assert_eq!(view["current"]["rests"][0]["reason"], "bye");
    assert!(
        view["current"]["tables"]["1"]["why"]["text"].as_str().is_some_and(|why| why.contains("never met"))
    );
    assert!(!view.to_string().contains("seed"), "{view}");
    play_round(&mut people, &code).await?;
    let view = people[0].wait(&code, |view| view["stage"] == "between").await?;
    let points: f64 =
        view["standings"].as_array().unwrap().iter().filter_map(|row| row["points"].as_f64()).sum();
    assert_eq!(points, 4.0, "one for each table and the bye");

    // One leaves, and one comes late, with half a point.
    people[4].post(&format!("{players}/4"), json!({"do": "leave"})).await?;
    let mut late = server.person("Fay");
    let number = late.enter(&code).await?;
    people.push(late);
    let view = people[0].begin(&code).await?;
    assert_eq!(view["players"][&number.to_string()]["given"], 0.5);
    assert_eq!(view["players"]["4"]["status"], "left");
    assert!(people[4].view(&code).await?.get("seat").is_none());
    play_round(&mut people, &code).await?;
    people[0].wait(&code, |view| view["stage"] == "between").await?;

    // One does not come: a bot decides. One pauses.
    people[2].post(&format!("{players}/2"), json!({"do": "pause"})).await?;
    people[0].begin(&code).await?;
    let mut here = [people[0].clone(), people[3].clone(), people[5].clone()];
    play_round(&mut here, &code).await?;
    let view = people[0].wait(&code, |view| view["stage"] == "over").await?;
    assert_eq!((&view["round"], &view["results"]), (&json!(3), &json!(9)));
    let rests = view["current"]["rests"].as_array().unwrap();
    assert!(rests.iter().any(|rest| rest["player"] == 2 && rest["reason"] == "paused"), "{rests:?}");

    // Nobody has met twice, and the sheet has everything.
    let sheet = people[5].get(&format!("/api/tournaments/{code}/sheet")).await?;
    assert_eq!(sheet["rounds"].as_array().map(Vec::len), Some(3));
    for row in sheet["cross"].as_object().unwrap().values() {
        assert!(row.as_object().unwrap().values().all(|met| met.as_array().unwrap().len() == 1));
    }
    assert_eq!(
        people[0].refused("POST", &format!("/api/tournaments/{code}/rounds"), json!({})).await?,
        "tournament/stage"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_alone_play_to_the_end_and_rounds_begin_by_themselves() -> Result<()> {
    let server = TestServer::start().await;
    let mut host = server.person("Ada");
    let wanted = json!({"game": "its-alive", "variant": "standard", "seats": 4, "format": "rotation", "rounds": 2, "pause_seconds": 0});
    let code = host.open(wanted).await?;
    let players = format!("/api/tournaments/{code}/players");
    for _ in 0..7 {
        host.post(&players, json!({"kind": "bot", "level": "random"})).await?;
    }
    let mut socket = host.browser.socket_at(&format!("/api/tournaments/{code}/socket")).await?;
    let all = socket.next().await?;
    assert_eq!((&all["type"], &all["value"]["stage"]), (&json!("all"), &json!("entering")));
    host.begin(&code).await?;
    socket.wait_for(|message| message["patch"]["stage"] == "over").await?;
    let view = host.view(&code).await?;
    let mut sizes: Vec<usize> = view["current"]["tables"]
        .as_object()
        .unwrap()
        .values()
        .map(|table| table["chairs"].as_array().unwrap().len())
        .collect();
    sizes.sort_unstable();
    assert_eq!((&view["round"], sizes), (&json!(2), vec![3, 4]));
    assert_eq!(view["current"]["method"], "search");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_stopped_in_a_round_goes_on() -> Result<()> {
    let server = TestServer::start().await;
    let (mut people, code) = people(&server, &["Ada", "Ben", "Cleo", "Dan"], json!({"rounds": 2})).await?;
    people[0].begin(&code).await?;
    let matches = |view: &Value| -> Vec<String> {
        let tables = view["current"]["tables"].as_object().unwrap();
        tables.values().map(|table| table["match"].as_str().unwrap().to_owned()).collect()
    };
    let before = people[0].view(&code).await?;
    // As though it had died between pairing and opening: one match is missing.
    server.store.delete_matches(vec![matches(&before)[1].clone()]).await?;
    let server = server.restarted().await;
    let mut people: Vec<Person> = people.iter().map(|person| person.at(server.address)).collect();
    assert_eq!(people[0].view(&code).await?, before);
    for id in matches(&before) {
        // Whoever finds it missing opens it again.
        while people[0].browser.get(&format!("/api/matches/{id}")).await?.status != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        }
    }
    play_round(&mut people, &code).await?;
    people[0].wait(&code, |view| view["stage"] == "between").await?;
    people[0].begin(&code).await?;
    play_round(&mut people, &code).await?;
    let view = people[0].wait(&code, |view| view["stage"] == "over").await?;
    assert_eq!(view["results"], 4);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_corrects_results_sits_bots_in_and_ends_early() -> Result<()> {
    let server = TestServer::start().await;
    let (mut people, code) = people(&server, &["Ada", "Ben", "Cleo", "Dan"], json!({"rounds": 3})).await?;
    let players = format!("/api/tournaments/{code}/players");
    people[0].post(&format!("{players}/3"), json!({"do": "stand_in", "level": "random"})).await?;
    let view = people[0].begin(&code).await?;
    let tables = view["current"]["tables"].as_object().unwrap().clone();
    let of = |player: u64| {
        tables
            .iter()
            .find(|(_, table)| table["chairs"].as_array().unwrap().iter().any(|id| id == player))
            .unwrap()
    };
    assert!(of(3).1["stand_ins"].as_array().unwrap().contains(&json!("random")));
    // Resigning loses; of the tables one has Ada and one has not.
    let (own, other) = (of(0), tables.iter().find(|(number, _)| *number != of(0).0).unwrap());
    let seat = own.1["chairs"].as_array().unwrap().iter().position(|id| id == 0).unwrap();
    let id = own.1["match"].as_str().unwrap();
    let resign = format!("/api/matches/{id}/seats/{seat}/resign");
    people[0].post(&resign, json!({})).await?;
    let view = people[0].wait(&code, |view| view["current"]["tables"][own.0]["over"] == true).await?;
    let table = &view["current"]["tables"][own.0];
    assert_eq!((&table["places"][seat], &table["resigned"][seat]), (&json!(2), &json!(true)));
    // Nobody can give their seat to somebody else, or get hints.
    let link = format!("/api/matches/{id}/seats/{seat}/link");
    assert_eq!(people[0].refused("POST", &link, json!({})).await?, "match/host");

    let result = |number: &str| format!("/api/tournaments/{code}/rounds/1/tables/{number}");
    for (path, body, refused) in [
        (result(other.0), json!({"places": [1, 3]}), "tournament/result"),
        (result("9"), json!({"places": [1, 2]}), "tournament/result"),
        (result("0"), json!({"places": [1, 2]}), "tournament/result"),
    ] {
        assert_eq!(people[0].refused("PUT", &path, body).await?, refused);
    }
    let put = people[0].browser.put(&result(other.0), &json!({"places": [2, 1]})).await?;
    assert_eq!(put.status, 204, "{}", put.body);
    let view = people[0].view(&code).await?;
    assert_eq!(
        (&view["stage"], &view["current"]["tables"][other.0]["corrected"]),
        (&json!("between"), &json!(true))
    );
    // A joint loss.
    assert_eq!(people[0].browser.put(&result(other.0), &json!({"places": null})).await?.status, 204);
    let view = people[0].view(&code).await?;
    assert_eq!(view["current"]["tables"][other.0]["points"], json!([0.0, 0.0]));

    people[0].begin(&code).await?;
    people[0].post(&format!("/api/tournaments/{code}/end"), json!({})).await?;
    let view = people[1].view(&code).await?;
    assert_eq!((&view["stage"], &view["round"]), (&json!("over"), &json!(2)));
    // The sockets of those who look on hear that it is gone.
    let mut socket = people[1].browser.socket_at(&format!("/api/tournaments/{code}/socket")).await?;
    assert_eq!(socket.next().await?["type"], "all");
    let gone = people[0].browser.request("DELETE", &format!("/api/tournaments/{code}"), &[], None).await?;
    assert_eq!(gone.status, 204);
    socket.wait_for_type("gone").await?;
    assert_eq!(people[0].browser.get(&format!("/api/tournaments/{code}")).await?.status, 404);
    // The matches stay with those who played them.
    assert!(!people[1].get("/api/matches?mine").await?["matches"].as_array().unwrap().is_empty());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_holds_up_a_round() -> Result<()> {
    let server = TestServer::start().await;
    // Nobody ever comes: bots decide for both.
    let (mut absent, code) =
        people(&server, &["Ada", "Ben"], json!({"rounds": 1, "takeover_seconds": 1})).await?;
    absent[0].begin(&code).await?;
    let view = absent[0].wait(&code, |view| view["stage"] == "over").await?;
    assert_eq!(view["results"], 1);

    // There is no such time, and the host lets bots sit in while the round is played.
    let (mut absent, code) = people(&server, &["Ada", "Ben"], json!({"rounds": 1})).await?;
    let view = absent[0].begin(&code).await?;
    let sitting = absent[1].sit(view["current"]["tables"]["1"]["match"].as_str().unwrap()).await?;
    for player in [0, 1] {
        let path = format!("/api/tournaments/{code}/players/{player}");
        absent[0].post(&path, json!({"do": "stand_in", "level": "random"})).await?;
    }
    // Who is at the table decides for themselves, and gets no hints.
    let mut sitting = sitting;
    let seat = sitting.table["views"][0]["seat"].as_u64().unwrap();
    let hint = sitting.socket.ask(json!({"type": "hint", "seat": seat})).await?;
    assert_eq!(hint["error"]["code"], "match/no-hints", "{hint}");
    sitting.play_to_the_end().await?;
    absent[0].wait(&code, |view| view["stage"] == "over").await?;
    Ok(())
}
