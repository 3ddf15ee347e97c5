//! `golemry admin` on a real database, and records of other editions on the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings};
use golemry_store::{MatchRow, NewMatch, Store};
use golemry_table::{Chair, Level, Record, Sitter, commitment};
use sqlx::Connection as _;

fn golemry(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_golemry")).args(words).stdin(Stdio::null()).output().unwrap()
}

fn admin(data: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = golemry(&[&["admin", "--data", data.to_str().unwrap()], words].concat());
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(said).unwrap())
}

/// Stores a match of Golem It as a server does, played to its end.
async fn store_match(store: &Store, id: &str) {
    let entry = golemry_registry::games().find("golem-it").unwrap();
    let mut table = entry.open(&Settings::new(3, "standard"), Seed(7)).unwrap();
    let mut rng = PlayoutRng::new(Seed(1));
    while let Some(&seat) = table.status().to_act.first() {
        let actions = table.legal(seat, 0, 100).unwrap().actions;
        table.apply(seat, rng.pick(&actions).unwrap().get(), &[]).unwrap();
    }
    let record = table.record();
    let player = Sitter::Human { player: Some("ada".to_owned()), name: None, secret: "secret".to_owned() };
    let mut chairs = vec![Chair::bot(Level::Random); 3];
    chairs[0].sitter = player;
    let salt = "5a".repeat(32);
    let row = MatchRow {
        id: id.to_owned(),
        commitment: commitment(record.seed, &salt),
        salt,
        host: "ada".to_owned(),
        chairs,
        takeover: None,
        created: 1_800_000_000_000,
        next: None,
        epoch: 0,
        sealed: false,
        shuffle: None,
        opening: Record { events: vec![], scores: None, ..record.clone() },
    };
    let opened =
        golemry_table::Status { to_act: vec![Seat::new(0)], over: false, scores: None, winners: None };
    store.add_match(NewMatch { row, events: vec![], status: opened, previous: None }).await.unwrap();
    let events = record.events.iter().map(ToString::to_string).collect();
    store.add_events(id, 0, 0, events, &table.status(), 1).await.unwrap();
}

#[tokio::test]
async fn a_database_is_listed_exported_checked_and_cleaned_up() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let store = Store::open_file(&data.join("golemry.db")).await.unwrap();
    for id in ["one", "two", "three"] {
        store_match(&store, id).await;
    }
    store.set_name("ada", "Ada").await.unwrap();
    let (code, said) = admin(data, &["list"]);
    assert!(code == Some(1) && said.contains("in use by another golemry"), "{said}");
    store.close().await;

    let (code, said) = admin(data, &["list"]);
    assert_eq!((code, said.lines().count()), (Some(0), 3), "{said}");
    assert!(
        said.starts_with("one  opened 1800000000  golem-it edition ") && said.contains("over, scores ["),
        "{said}"
    );
    assert_eq!(admin(data, &["list", "--players"]), (Some(0), "ada  Ada\n".to_owned()));
    let (code, said) = admin(data, &["check"]);
    assert_eq!((code, said.as_str()), (Some(0), "3 matches are sound, 0 are not\n"));

    let (code, json) = admin(data, &["export", "two"]);
    let record = Record::from_json(&json).unwrap();
    assert!(
        code == Some(0)
            && golemry_table::verify(&golemry_registry::games(), &record).unwrap().scores.is_some()
    );
    assert!(admin(data, &["export", "nowhere"]).1.contains("there is no match \"nowhere\""));
    let records = data.join("records");
    assert_eq!(admin(data, &["export", "--all", records.to_str().unwrap()]).0, Some(0));
    assert_eq!(std::fs::read_dir(&records).unwrap().count(), 3);

    // A backup is restored by putting the file where the database was.
    std::fs::create_dir(data.join("backup")).unwrap();
    std::fs::copy(data.join("golemry.db"), data.join("backup/golemry.db")).unwrap();

    // A match whose events were tampered with is found.
    let store = Store::open_file(&data.join("golemry.db")).await.unwrap();
    let (mut row, events) = store.load("one").await.unwrap().unwrap();
    row.id = "bent".to_owned();
    row.opening.seed = Seed(8);
    let status = store.summary("one").await.unwrap().unwrap().status.unwrap();
    store.add_match(NewMatch { row, events, status, previous: None }).await.unwrap();
    store.close().await;
    let (code, said) = admin(data, &["check"]);
    assert!(
        code == Some(1)
            && said.contains("bent: events[0]")
            && said.contains("3 matches are sound, 1 are not"),
        "{said}"
    );

    let (code, said) = admin(data, &["delete", "--match", "nowhere", "--match", "one"]);
    assert!(code == Some(1) && said.contains("nothing was deleted"), "{said}");
    let (code, said) = admin(data, &["delete", "--match", "bent", "--player", "ada"]);
    assert_eq!((code, said.as_str()), (Some(0), "deleted 1 matches and 1 players\n"));
    assert_eq!(admin(data, &["delete", "--finished-before", "30"]).1, "deleted 3 matches and 0 players\n");
    assert_eq!(admin(data, &["vacuum"]), (Some(0), String::new()));
    assert_eq!(admin(data, &["list"]), (Some(0), String::new()));
    assert_eq!(admin(&data.join("backup"), &["check"]).1, "3 matches are sound, 0 are not\n");
}

/// The statement that docs/server.md gives for backups.
#[tokio::test]
async fn a_backup_of_a_running_database_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("golemry.db"), folder.path().join("copy"));
    let store = Store::open_file(&file).await.unwrap();
    store_match(&store, "one").await;
    std::fs::create_dir(&copy).unwrap();
    let mut other = sqlx::SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let target = copy.join("golemry.db").display().to_string();
    sqlx::query("VACUUM INTO $1").bind(target).execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    store_match(&store, "two").await;
    let (code, said) = admin(&copy, &["check"]);
    assert_eq!((code, said.as_str()), (Some(0), "1 matches are sound, 0 are not\n"));
}

#[test]
fn a_record_of_another_edition_is_named_as_such() {
    let golden = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/first-edition"));
    let files = std::fs::read_dir(golden).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|it| it == "json")) {
        let json = std::fs::read_to_string(file).unwrap();
        let record = Record { rules: 99, ..Record::from_json(&json).unwrap() };
        let about = golemry_registry::games().find(&record.game).unwrap().about();
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("edition-{}.json", about.id));
        std::fs::write(&file, serde_json::to_string(&record).unwrap()).unwrap();
        let words = format!(
            "played under edition 99 of the rules of {}, and this program has edition {}",
            about.id, about.rules_version
        );
        for command in ["replay", "verify"] {
            let output = golemry(&[command, file.to_str().unwrap()]);
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(1) && said.contains(&words), "{said}");
        }
        let request = serde_json::json!({"cmd": "replay", "record": record}).to_string();
        let mut engine = golemry::engine::Engine::new(golemry_registry::games());
        let reply: serde_json::Value = serde_json::from_str(&engine.answer(request.as_bytes())).unwrap();
        assert_eq!((&reply["ok"], reply["error"]["code"].as_str()), (&false.into(), Some("record/rules")));
    }
}
