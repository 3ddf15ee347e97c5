//! All tables of a round have the same deal, and nothing of it leaves before the last one has finished.

use anyhow::Result;
use serde_json::json;

use crate::common::{Person, TestServer, play_round};

#[tokio::test(flavor = "multi_thread")]
async fn tables_have_the_same_deal_and_are_sealed_until_all_have_played_it() -> Result<()> {
    let server = TestServer::start().await;
    let mut people: Vec<Person> = ["Ada", "Ben", "Cleo", "Dan"].map(|name| server.person(name)).into();
    let wanted = json!({"game": "its-alive", "variant": "standard", "duplicate": true, "rounds": 2});
    let code = people[0].open(wanted).await?;
    for person in &mut people {
        person.enter(&code).await?;
    }
    let view = people[0].begin(&code).await?;
    assert_eq!(view["current"]["sealed"], true);
    let tables = view["current"]["tables"].as_object().unwrap().clone();
    let ids: Vec<String> = tables.values().map(|table| table["match"].as_str().unwrap().to_owned()).collect();
    let players: Vec<usize> =
        tables["1"]["chairs"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as usize).collect();

    // Nobody draws the seed, and nobody looks on, not even a player of another table.
    let info = people[0].get(&format!("/api/matches/{}", ids[0])).await?;
    assert!(info.get("shuffle").is_none() && info["version"].as_u64() > Some(0), "dealt at once: {info}");
    let mut stranger = server.person("Zoe");
    let outside = (0..4).find(|number| !players.contains(number)).unwrap();
    for person in [&stranger, &people[outside]] {
        assert!(person.browser.socket(&ids[0]).await.is_err());
    }
    let table = people[players[0]].sit(&ids[0]).await?.table;
    assert_eq!(table["info"]["status"]["over"], false);

    // One table finishes.
    let mut first = [people[players[0]].clone(), people[players[1]].clone()];
    play_round(&mut first, &code).await?;
    people[0].wait(&code, |view| view["current"]["tables"]["1"]["over"] == true).await?;
    for person in [&mut stranger, &mut first[0]] {
        for (method, rest) in [
            ("GET", "record"),
            ("GET", "replay?event=1"),
            ("GET", "review"),
            ("POST", "again"),
            ("POST", "rematch"),
        ] {
            for id in
                [ids[0].clone(), ids[0].replacen(&ids[0][..1], &format!("%{:x}", ids[0].as_bytes()[0]), 1)]
            {
                let path = format!("/api/matches/{id}/{rest}");
                assert_eq!(
                    person.refused(method, &path, json!({"event": 1})).await?,
                    "match/sealed",
                    "{path}"
                );
            }
        }
        let info = person.get(&format!("/api/matches/{}", ids[0])).await?;
        assert!(
            info["status"]["over"] == true && info.get("seed").is_none() && info.get("salt").is_none(),
            "{info}"
        );
    }
    let mine = first[0].get("/api/matches?mine").await?;
    assert!(!mine.to_string().contains("seed"), "{mine}");
    assert!(!people[0].view(&code).await?.to_string().contains("seed"));

    // The other one finishes, and all is open.
    play_round(&mut people, &code).await?;
    people[0].wait(&code, |view| view["stage"] == "between").await?;
    let mut records = Vec::new();
    for id in &ids {
        let record = loop {
            let reply = stranger.browser.get(&format!("/api/matches/{id}/record")).await?;
            if reply.status == 200 {
                break reply.json();
            }
            // The round is over, and is unsealed in a moment.
            assert_eq!(reply.json()["error"]["code"], "match/sealed");
            tokio::time::sleep(std::time::Duration::from_millis(30)).await;
        };
        stranger.browser.socket(id).await?;
        assert!(stranger.get(&format!("/api/matches/{id}")).await?["seed"].is_string());
        records.push(record);
    }
    assert_eq!(records[0]["seed"], records[1]["seed"]);
    assert_eq!(records[0]["events"][0], records[1]["events"][0], "the same cards");
    // The next round has another deal.
    let view = people[0].begin(&code).await?;
    people[0].post(&format!("/api/tournaments/{code}/end"), json!({})).await?;
    let id = view["current"]["tables"]["1"]["match"].as_str().unwrap().to_owned();
    let (first, second) =
        (server.store.load(&ids[0]).await?.unwrap().0, server.store.load(&id).await?.unwrap().0);
    assert_ne!(first.opening.seed, second.opening.seed);
    assert!(!second.sealed, "ended early");
    Ok(())
}
