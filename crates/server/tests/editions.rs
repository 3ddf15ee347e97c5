//! Matches that were played under another edition of the rules: they are listed and handed out, and nothing fails.

use std::path::Path;

use crate::common::{self, TestServer, config};
use anyhow::Result;
use golemry_load::{Browser, Postgres};
use golemry_server::{App, Membership, Peers, Secret, serve};
use golemry_store::{Node, Store};
use golemry_table::Record;
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _};
use std::time::Duration;
use tokio::net::TcpListener;

/// A database that an earlier edition left.
struct Left {
    edition: u32,
    /// The migrations that the edition knew.
    tables: &'static [&'static str],
    rows: &'static str,
    /// Ada, who played all of its matches.
    cookie: &'static str,
    matches: usize,
    /// How many of them are over, as far as the database says.
    over: usize,
    /// How many have a deck of their own.
    decks: usize,
}

macro_rules! migrations {
    ($($number:literal)*) => { &[$(include_str!(concat!("../../store/migrations/sqlite/", $number, ".sql"))),*] };
}

const LEFT: [Left; 2] = [
    Left {
        edition: 1,
        tables: migrations!(1),
        rows: include_str!("../../../data/first-edition/database.sql"),
        cookie: "golemry=ead9f7b7b06d92f7e70c4b14752a1b80e79049e52054c6d8f22be8d5b2221624",
        matches: 11,
        // The first edition did not write results down.
        over: 0,
        decks: 1,
    },
    Left {
        edition: 2,
        tables: migrations!(1 2 3 4 5 6),
        rows: include_str!("../../../data/second-edition/database.sql"),
        cookie: "golemry=bdaf53b3638f61d205f6e1342a821b673615fdd9ddd7beceecbe03dd2315ed4c",
        matches: 10,
        over: 5,
        decks: 0,
    },
];

/// The server over a database that an edition left; its rules can be said to be of any other.
async fn server(left: &Left, rules: u32) -> Result<(TestServer, Browser)> {
    let folder = tempfile::tempdir()?;
    let rows = left.rows.replace(&format!("\"rules\":{},", left.edition), &format!("\"rules\":{rules},"));
    write_database(&folder.path().join("test.db"), left.tables, rows).await?;
    let server = TestServer::in_folder(folder, config()).await;
    let mut ada = server.browser();
    ada.cookie = Some(left.cookie.to_owned());
    Ok((server, ada))
}

async fn write_database(path: &Path, tables: &[&str], rows: String) -> Result<()> {
    let url = format!("sqlite://{}?mode=rwc", path.display());
    let mut connection = sqlx::SqliteConnection::connect(&url).await?;
    let mut scripts = vec!["BEGIN; CREATE TABLE schema_version (version BIGINT NOT NULL);".to_owned()];
    for (migration, version) in tables.iter().zip(1..) {
        scripts.extend([(*migration).to_owned(), format!("INSERT INTO schema_version VALUES ({version});")]);
    }
    scripts.extend([rows, "COMMIT".to_owned()]);
    for script in scripts {
        sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut connection).await?;
    }
    Ok(connection.close().await?)
}

fn edition_of(game: &Value) -> u32 {
    golemry_registry::games().find(game.as_str().unwrap()).unwrap().about().rules_version
}

#[tokio::test]
async fn matches_of_other_editions_are_listed_and_their_records_handed_out() -> Result<()> {
    // As they were written, and as if by an edition that nobody has yet.
    for (left, rules) in LEFT.iter().flat_map(|left| [(left, left.edition), (left, 99)]) {
        let (_server, mut ada) = server(left, rules).await?;
        let mine = ada.get("/api/matches?mine").await?;
        assert_eq!(mine.status, 200, "{}", mine.body);
        let mine = mine.json()["matches"].as_array().unwrap().clone();
        assert_eq!(mine.len(), left.matches);
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

            assert_ne!(edition_of(&listed["game"]), rules);
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
        assert_eq!(over, left.over);
        assert_eq!(mine.iter().filter(|listed| listed["material"] == true).count(), left.decks);
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
    let membership =
        Membership { peers: Some(Peers { address: "127.0.0.1:1".to_owned(), url: None, secret }), expiry };
    let app = App::join(golemry_registry::games(), vec![], store.clone(), config(), membership).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut ada = Browser::new(listener.local_addr()?);
    let served = tokio::spawn(async move { serve(&app, listener, std::future::pending()).await });
    let id = common::open(&mut ada, &common::duel(&[common::you(), common::bot("random")])).await?;
    let mut connection = sqlx::AnyConnection::connect(&url).await?;
    let query = "UPDATE matches SET opening = regexp_replace(opening, '\"rules\":\\d+', '\"rules\":99')";
    assert_eq!(connection.execute(query).await?.rows_affected(), 1);

    let path = format!("/api/matches/{id}/record");
    let node =
        |editions| Node { id: "b".to_owned(), address: Some("127.0.0.1:2".to_owned()), url: None, editions };
    let of = |edition: u32| Some([("duel".to_owned(), edition)].into());
    // The one that plays it, one that does not say what it plays, and one that cannot.
    for (editions, status) in [(of(99), 409), (None, 409), (of(98), 200)] {
        assert_eq!(store.add_node(&node(editions.clone()), &[]).await?, []);
        let reply = ada.get(&path).await?;
        assert_eq!(reply.status, status, "{editions:?}: {}", reply.body);
        assert!(status == 200 || reply.json()["error"]["code"] == "match/not-over", "{}", reply.body);
        store.remove_node("b").await?;
    }
    assert_eq!(ada.get(&path).await?.json()["rules"], 99, "nobody is left who could play on");
    served.abort();
    Ok(())
}
