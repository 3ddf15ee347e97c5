//! Matches that were played under another edition of the rules: they are listed and handed out, and nothing fails.

use std::path::Path;

use crate::common::{self, TestServer, config};
use anyhow::Result;
use golemry_load::{Browser, Postgres};
use golemry_registry::Record;
use golemry_server::{App, Membership, Peers, Secret, serve};
use golemry_store::{Node, Store};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use std::time::Duration;
use tokio::net::TcpListener;

/// Ada, who played all matches of the first edition's database.
const COOKIE: &str = "golemry=ead9f7b7b06d92f7e70c4b14752a1b80e79049e52054c6d8f22be8d5b2221624";

/// The server over the database that the first edition left; its rules can be said to be of any edition.
async fn server(rules: u32) -> Result<(TestServer, Browser)> {
    let folder = tempfile::tempdir()?;
    let rows = include_str!("../../../data/first-edition/database.sql");
    let rows = rows.replace("\"rules\":1,", &format!("\"rules\":{rules},"));
    write_first_database(&folder.path().join("test.db"), rows).await?;
    let server = TestServer::in_folder(folder, config()).await;
    let mut ada = server.browser();
    ada.cookie = Some(COOKIE.to_owned());
    Ok((server, ada))
}

async fn write_first_database(path: &Path, rows: String) -> Result<()> {
    let url = format!("sqlite://{}?mode=rwc", path.display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await?;
    let tables = include_str!("../../store/migrations/sqlite/1.sql").to_owned();
    let version =
        "CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT INTO schema_version VALUES (1);";
    for script in ["BEGIN".to_owned(), tables, version.to_owned(), rows, "COMMIT".to_owned()] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

fn edition_of(game: &Value) -> u32 {
    golemry_registry::find(game.as_str().unwrap()).unwrap().about().rules_version
}

#[tokio::test]
async fn the_first_editions_matches_are_listed_and_their_records_handed_out() -> Result<()> {
    // Written under edition 1, and as if by one that nobody has yet.
    for rules in [1, 99] {
        let (_server, mut ada) = server(rules).await?;
        let mine = ada.get("/api/matches?mine").await?;
        assert_eq!(mine.status, 200, "{}", mine.body);
        let mine = mine.json()["matches"].as_array().unwrap().clone();
        assert_eq!(mine.len(), 11);
        let mut over = 0;
        for listed in &mine {
            assert_eq!((&listed["rules"], &listed["chairs"][0]["name"]), (&json!(rules), &json!("Ada")));
            assert_eq!(listed["chairs"][0]["yours"], true);
            assert!(listed["created"].as_i64().unwrap() > 1_700_000_000_000);
            assert!(
                listed["chairs"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|chair| chair["kind"] == "bot" || chair["name"] == "Ada" || chair["name"] == "Bob")
            );
            let path = format!("/api/matches/{}", listed["id"].as_str().unwrap());
            assert_eq!(ada.get(&path).await?.json(), *listed);
            over += usize::from(listed["status"]["over"] == true);

            if edition_of(&listed["game"]) == rules {
                continue;
            }
            let record = ada.get(&format!("{path}/record")).await?;
            assert_eq!(record.status, 200, "{}", record.body);
            let record = Record::from_value(record.json())?;
            assert_eq!(
                (record.rules, record.events.len()),
                (rules, listed["version"].as_u64().unwrap() as usize)
            );
            assert_eq!(record.commitment.as_deref(), listed["commitment"].as_str());

            // Whatever needs the rules says which edition it would take.
            let bob = json!({"seat": 1, "secret": "guess"});
            for reply in [
                ada.get(&format!("{path}/replay?event=0")).await?,
                ada.get(&format!("{path}/review")).await?,
                ada.get(&format!("{path}/material")).await?,
                ada.post(&format!("{path}/join"), &bob).await?,
                ada.post(&format!("{path}/rematch"), &json!({})).await?,
            ] {
                assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("record/rules")));
                let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
                let editions =
                    [format!("edition {rules} of"), format!("edition {}", edition_of(&listed["game"]))];
                assert!(editions.iter().all(|edition| message.contains(edition)), "{message}");
            }
            let refused = ada.socket(listed["id"].as_str().unwrap()).await.err().unwrap().to_string();
            assert!(refused.contains("409"), "{refused}");
        }
        let playable = mine.iter().filter(|listed| edition_of(&listed["game"]) == rules).count();
        // Each game has one finished match, and capek another with a deck of its own.
        assert!(if playable == 0 { over == 0 } else { playable < 11 || over == 6 }, "{over}");
        assert_eq!(mine.iter().filter(|listed| listed["material"] == true).count(), 1);
    }
    Ok(())
}

/// A match that ended under an edition which wrote results down keeps its result, whatever edition comes later.
#[tokio::test]
async fn a_result_outlives_its_edition() -> Result<()> {
    let server = TestServer::start().await;
    let mut ada = server.browser();
    let id = common::open(&mut ada, &common::duel(&[common::you(), common::bot("random")])).await?;
    common::Guest::sit(&ada, &id).await?.play_to_the_end().await?;
    let before = common::info(&mut ada, &id).await?;
    let (cookie, folder) = (ada.cookie.clone(), server.stopped().await);
    let url = format!("sqlite://{}", folder.path().join("test.db").display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await?;
    let query = "UPDATE matches SET opening = json_set(opening, '$.rules', 99)";
    assert_eq!(sqlx::raw_sql(query).execute(&mut connection).await?.rows_affected(), 1);
    connection.close().await?;

    let server = TestServer::in_folder(folder, config()).await;
    let mut ada = server.browser();
    ada.cookie = cookie;
    let after = ada.get("/api/matches?mine").await?.json()["matches"][0].clone();
    assert_eq!((&after["rules"], &after["status"]), (&json!(99), &before["status"]));
    assert_eq!(after["status"]["over"], true);
    let record = ada.get(&format!("/api/matches/{id}/record")).await?.json();
    assert_eq!((&record["rules"], &record["scores"]), (&json!(99), &before["status"]["scores"]));
    Ok(())
}

/// Two editions on one database, as during an update: who plays the other one keeps its hands secret.
#[tokio::test]
async fn a_record_on_postgresql_is_kept_while_another_server_can_play_on() -> Result<()> {
    let postgres = Postgres::start()?;
    let url = postgres.create_database("editions")?;
    let store = Store::open(&url).await?;
    let secret = Secret::new("a secret of the tests, which is long enough")?;
    let expiry = Duration::from_secs(3600);
    let membership = Membership { peers: Some(Peers { address: "127.0.0.1:1".to_owned(), secret }), expiry };
    let app = App::join(store.clone(), config(), membership).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut ada = Browser::new(listener.local_addr()?);
    let served = tokio::spawn(async move { serve(&app, listener, std::future::pending()).await });
    let id = common::open(&mut ada, &common::duel(&[common::you(), common::bot("random")])).await?;
    let mut connection = sqlx::AnyConnection::connect(&url).await?;
    let query = "UPDATE matches SET opening = regexp_replace(opening, '\"rules\":\\d+', '\"rules\":99')";
    assert_eq!(connection.execute(query).await?.rows_affected(), 1);

    let path = format!("/api/matches/{id}/record");
    let node = |editions| Node { id: "b".to_owned(), address: Some("127.0.0.1:2".to_owned()), editions };
    let of = |edition: u32| Some([("duel".to_owned(), edition)].into());
    // The one that plays it, one that does not say what it plays, and one that cannot.
    for (editions, status) in [(of(99), 409), (None, 409), (of(98), 200)] {
        assert_eq!(store.add_node(&node(editions.clone()), expiry, &[]).await?, []);
        let reply = ada.get(&path).await?;
        assert_eq!(reply.status, status, "{editions:?}: {}", reply.body);
        assert!(status == 200 || reply.json()["error"]["code"] == "match/not-over", "{}", reply.body);
        store.remove_node("b").await?;
    }
    assert_eq!(ada.get(&path).await?.json()["rules"], 99, "nobody is left who could play on");
    served.abort();
    Ok(())
}
