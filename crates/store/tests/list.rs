//! What a store must do: one list, on SQLite and on PostgreSQL.
#![allow(clippy::print_stdout, reason = "a failure names the test of the list by what was printed last")]

mod postgres;

use std::collections::BTreeMap;
use std::pin::Pin;
use std::time::Duration;

use golemry_core::{Seed, Settings};
use golemry_registry::{Level, Record};
use golemry_store::{Chair, MatchRow, NewMatch, SeatChange, SeatChangeKind, Sitter, Store, StoreError};

/// A test of the list: it gets a store of its own, empty, and its address.
type Test = (&'static str, fn(Store, String) -> Pin<Box<dyn Future<Output = ()>>>);

macro_rules! list {
    ($($name:ident),* $(,)?) => {
        const LIST: &[Test] = &[$((stringify!($name), |store, url| Box::pin($name(store, url)))),*];
    };
}

list![
    a_match_comes_back_as_it_was,
    events_come_back_in_order,
    events_that_go_on_differently_are_refused,
    a_failure_in_a_batch_is_nobody_elses,
    many_at_once_are_all_kept,
    players_find_their_matches,
    names_and_progress_are_kept,
    a_store_is_opened_again,
    two_programs_share_a_store,
    a_newer_store_is_left_alone,
];

#[tokio::test]
async fn sqlite() {
    for (name, test) in LIST {
        println!("{name}");
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("test.db").display());
        test(Store::open(&url).await.unwrap(), url).await;
    }
}

#[tokio::test]
async fn postgresql() {
    let server = postgres::Server::start();
    for (name, test) in LIST {
        println!("{name}");
        let url = server.create_database(name);
        test(Store::open(&url).await.unwrap(), url).await;
    }
}

#[tokio::test]
async fn a_file_may_have_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("100% mine? #1.db");
    Store::open_file(&path).await.unwrap().close().await;
    assert!(path.exists());
}

#[tokio::test]
async fn what_is_kept_reaches_the_file_while_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = Store::open_file(&path).await.unwrap();
    store.add_match(new("one")).await.unwrap();
    let told = ["{}".repeat(50_000)];
    store.add_events("one", events(&store, "one").await.len(), told.to_vec()).await.unwrap();
    let reached = async {
        while std::fs::metadata(&path).unwrap().len() < 100_000 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), reached).await.expect("the log is carried over");
}

#[tokio::test]
async fn an_address_of_no_database_is_refused_with_words() {
    for (url, word) in [("mysql://host/name", "sqlite: or postgres:"), ("nonsense", "sqlite: or postgres:")] {
        let error = Store::open(url).await.unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    let error = Store::open("sqlite:///nowhere/at/all.db?mode=rwc").await.unwrap_err().to_string();
    assert!(error.starts_with("cannot open the database sqlite:///nowhere/at/all.db"), "{error}");
}

fn row(id: &str) -> MatchRow {
    let table = golemry_registry::find("golem-it")
        .unwrap()
        .open(&Settings::new(3, "standard"), Seed(u64::MAX))
        .unwrap();
    let joined = SeatChange {
        kind: SeatChangeKind::Joined,
        name: Some("Ada".to_owned()),
        version: 3,
        at: 1_700_000_000_000,
    };
    let human = |player: Option<&str>, name: Option<&str>| Chair {
        sitter: Sitter::Human {
            player: player.map(str::to_owned),
            name: name.map(str::to_owned),
            secret: "it's \"secret\"".to_owned(),
        },
        stand_in: player.map(|_| Level::Easy),
        changes: player.map(|_| joined.clone()).into_iter().collect(),
    };
    MatchRow {
        id: id.to_owned(),
        opening: Record { events: Vec::new(), ..table.record() },
        salt: "salt".to_owned(),
        commitment: "promise".to_owned(),
        host: "ada".to_owned(),
        chairs: vec![human(Some("ada"), None), human(None, Some("Böb 🂡")), Chair::bot(Level::Hard)],
        takeover: Some(60),
        created: 1_800_000_000_000,
        next: None,
    }
}

fn new(id: &str) -> NewMatch {
    NewMatch { row: row(id), events: vec!["{\"chance\":1}".to_owned()] }
}

async fn events(store: &Store, id: &str) -> Vec<String> {
    store.load(id).await.unwrap().unwrap().1
}

async fn a_match_comes_back_as_it_was(store: Store, _: String) {
    assert!(store.load("m").await.unwrap().is_none());
    store.add_match(new("m")).await.unwrap();
    let plain = MatchRow { takeover: None, chairs: vec![], ..row("plain") };
    store.add_match(NewMatch { row: plain.clone(), events: vec![] }).await.unwrap();
    assert_eq!(store.load("m").await.unwrap().unwrap(), (row("m"), vec!["{\"chance\":1}".to_owned()]));
    assert_eq!(store.load("plain").await.unwrap().unwrap(), (plain, vec![]));

    let chairs = vec![Chair::bot(Level::Random); 3];
    store.set_chairs("m", chairs.clone(), 0).await.unwrap();
    store.set_next("m", "n").await.unwrap();
    let changed = store.load("m").await.unwrap().unwrap().0;
    assert_eq!((changed.chairs, changed.next.as_deref()), (chairs, Some("n")));
    assert!(store.add_match(new("m")).await.is_err(), "an id is given once");
}

async fn events_come_back_in_order(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    store.add_match(new("other")).await.unwrap();
    // More than one statement holds, and numbers that texts would sort otherwise.
    for from in (1..200).step_by(7) {
        let list = (from..from + 7).map(|number| format!("{{\"n\":{number}}}")).collect();
        store.add_events("m", from, list).await.unwrap();
    }
    let kept = events(&store, "m").await;
    assert_eq!(kept.len(), 204);
    for (number, event) in kept.iter().enumerate().skip(1) {
        assert_eq!(*event, format!("{{\"n\":{number}}}"));
    }
    assert_eq!(events(&store, "other").await.len(), 1);
}

async fn events_that_go_on_differently_are_refused(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    store.add_events("m", 1, vec!["a".to_owned(), "b".to_owned()]).await.unwrap();
    let again = store.add_events("m", 2, vec!["x".to_owned(), "y".to_owned()]).await;
    assert!(matches!(again, Err(StoreError::Conflict(id)) if id == "m"));
    assert_eq!(events(&store, "m").await[1..], ["a", "b"], "all or nothing");
    assert!(store.add_events("nowhere", 0, vec!["a".to_owned()]).await.is_err(), "events belong to a match");
}

async fn a_failure_in_a_batch_is_nobody_elses(store: Store, _: String) {
    store.add_match(new("good")).await.unwrap();
    store.add_match(new("bad")).await.unwrap();
    let good = (1..50).map(|from| store.add_events("good", from, vec![from.to_string()]));
    let bad = (0..3).map(|_| store.add_events("bad", 0, vec!["no".to_owned()]));
    // All of them wait before the writer takes the first.
    let (good, bad) = tokio::join!(all(good), all(bad));
    assert!(good.iter().all(Result::is_ok), "{good:?}");
    assert!(bad.iter().all(Result::is_err));
    assert_eq!(events(&store, "good").await.len(), 50);
    assert_eq!(events(&store, "bad").await.len(), 1);
}

async fn many_at_once_are_all_kept(store: Store, _: String) {
    let ids: Vec<String> = (0..40).map(|number| format!("m{number}")).collect();
    let opened = all(ids.iter().map(|id| store.add_match(new(id)))).await;
    assert!(opened.iter().all(Result::is_ok), "{opened:?}");
    for from in 1..10 {
        let kept = all(ids.iter().map(|id| store.add_events(id, from, vec![format!("{id} {from}")]))).await;
        assert!(kept.iter().all(Result::is_ok), "{kept:?}");
    }
    for id in &ids {
        assert_eq!(events(&store, id).await.last(), Some(&format!("{id} 9")));
    }
}

/// Waits for all of them at the same time.
async fn all<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|context| {
        for (future, result) in waiting.iter_mut().filter(|(_, result)| result.is_none()) {
            if let std::task::Poll::Ready(value) = future.as_mut().poll(context) {
                *result = Some(value);
            }
        }
        if waiting.iter().all(|(_, result)| result.is_some()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    waiting.into_iter().filter_map(|(_, result)| result).collect()
}

async fn players_find_their_matches(store: Store, _: String) {
    for (id, created) in [("old", 1), ("new", 3), ("middle", 2)] {
        let row = MatchRow { created, ..row(id) };
        store.add_match(NewMatch { row, events: vec![] }).await.unwrap();
    }
    assert_eq!(store.matches_of("ada", 10).await.unwrap(), ["new", "middle", "old"]);
    assert_eq!(store.matches_of("ada", 2).await.unwrap(), ["new", "middle"]);
    assert!(store.matches_of("bob", 10).await.unwrap().is_empty());
    let mut chairs = row("old").chairs;
    if let Sitter::Human { player, .. } = &mut chairs[1].sitter {
        *player = Some("bob".to_owned());
    }
    store.set_chairs("old", chairs, 4).await.unwrap();
    assert_eq!(store.matches_of("bob", 10).await.unwrap(), ["old"]);
}

async fn names_and_progress_are_kept(store: Store, _: String) {
    assert_eq!(store.name("ada").await.unwrap(), None);
    store.set_name("ada", "Ada").await.unwrap();
    store.set_name("ada", "Ada 'Λ' \\ \"L\"").await.unwrap();
    assert_eq!(store.name("ada").await.unwrap().as_deref(), Some("Ada 'Λ' \\ \"L\""));
    for cards in [5, 3, 4] {
        store.add_progress("ada", "smash", cards).await.unwrap();
    }
    store.add_progress("bob", "smash", 9).await.unwrap();
    assert_eq!(store.progress("ada").await.unwrap(), BTreeMap::from([("smash".to_owned(), 3)]));
}

async fn a_store_is_opened_again(store: Store, url: String) {
    store.add_match(new("m")).await.unwrap();
    store.close().await;
    assert!(store.set_name("ada", "Ada").await.is_err(), "what is closed takes nothing");
    let again = Store::open(&url).await.unwrap();
    assert_eq!(again.load("m").await.unwrap().unwrap().0, row("m"));
    again.close().await;
}

async fn two_programs_share_a_store(store: Store, url: String) {
    let other = Store::open(&url).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    other.add_events("m", 1, vec!["theirs".to_owned()]).await.unwrap();
    let late = store.add_events("m", 1, vec!["ours".to_owned()]).await;
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    assert_eq!(events(&store, "m").await[1..], ["theirs"]);
}

async fn a_newer_store_is_left_alone(store: Store, url: String) {
    store.close().await;
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    sqlx::query("INSERT INTO schema_version (version) VALUES (99)").execute(&pool).await.unwrap();
    pool.close().await;
    let error = Store::open(&url).await.unwrap_err().to_string();
    assert!(error.contains("version 99") && error.contains("newer golemry"), "{error}");
}
