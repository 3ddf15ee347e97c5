//! What a store must do: one list, on SQLite and on PostgreSQL.
#![allow(clippy::print_stdout, reason = "a failure names the test of the list by what was printed last")]

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::time::Duration;

use golemry_core::{Seat, Seed, Settings};
use golemry_load::Postgres;
use golemry_store::{
    Deal, Fault, JournalEntry, MatchRow, NewJournal, NewMatch, Node, OpenTable, RatingRow, SqlValue, Store,
    StoreError, Tables,
};
use golemry_table::{Chair, Level, Occupancy, Record, SeatChange, SeatChangeKind, Shuffle, Sitter, Status};

/// A test of the list: it gets a store of its own, empty, and its address.
type Test = (&'static str, fn(Store, String) -> Pin<Box<dyn Future<Output = ()>>>);

macro_rules! list {
    ($($name:ident),* $(,)?) => {
        const LIST: &[Test] = &[$((stringify!($name), |store, url| Box::pin($name(store, url)))),*];
    };
}

macro_rules! migrations {
    ($dialect:literal $($number:literal)*) => {
        &[$(include_str!(concat!("../migrations/", $dialect, "/", $number, ".sql"))),*]
    };
}

list![
    a_match_comes_back_as_it_was,
    lists_know_where_matches_stand,
    a_deck_is_stored_once,
    deleted_matches_leave_nothing_behind,
    deleted_players_leave_their_matches,
    a_database_of_the_first_edition_is_brought_up_to_date,
    a_database_of_the_second_edition_is_brought_up_to_date,
    a_shuffle_is_kept_until_the_match_is_dealt,
    events_come_back_in_order,
    events_that_go_on_differently_are_refused,
    events_of_an_earlier_claim_are_refused,
    a_failure_in_a_batch_is_nobody_elses,
    many_at_once_are_all_kept,
    players_find_their_matches,
    a_match_leaves_a_list_and_comes_back,
    resignations_end_a_match,
    names_and_progress_are_kept,
    journals_are_kept_in_order,
    tables_of_others_are_kept_and_brought_up_to_date,
    sealed_matches_are_unsealed,
    open_tables_are_listed_until_they_are_closed,
    a_match_is_rated_once,
    a_database_before_tournaments_is_brought_up_to_date,
    a_store_is_opened_again,
    a_broken_database_is_not_the_writers_end,
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
    let server = Postgres::start().unwrap();
    for (name, test) in LIST {
        println!("{name}");
        let url = server.create_database(name).unwrap();
        test(Store::open(&url).await.unwrap(), url).await;
    }
}

#[tokio::test]
async fn two_programs_share_a_postgresql() {
    let server = Postgres::start().unwrap();
    let url = server.create_database("shared").unwrap();
    let (store, other) = (Store::open(&url).await.unwrap(), Store::open(&url).await.unwrap());
    store.add_match(new("m")).await.unwrap();
    add(&other, "m", 1, &["theirs"]).await.unwrap();
    let late = add(&store, "m", 1, &["ours"]).await;
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    assert_eq!(events(&store, "m").await[1..], ["theirs"]);
}

/// A claim that commits while a write waits for the row of the match.
#[tokio::test]
async fn events_on_postgresql_wait_for_a_claim_and_are_refused_after_it() {
    use sqlx::{Connection as _, Executor as _};
    let server = Postgres::start().unwrap();
    let url = server.create_database("fence").unwrap();
    let store = Store::open(&url).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    store.add_match(new("n")).await.unwrap();
    let mut other = sqlx::AnyConnection::connect(&url).await.unwrap();
    other.execute("BEGIN").await.unwrap();
    other.execute("UPDATE matches SET node = 'b', epoch = epoch + 1 WHERE id = 'm'").await.unwrap();
    let late = tokio::spawn({
        let store = store.clone();
        async move {
            // What is batched with it is nobody else's fault.
            tokio::join!(add(&store, "m", 1, &["late"]), add(&store, "n", 1, &["fine"]))
        }
    });
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while count(&url, waiting).await == 0 {
        assert!(!late.is_finished(), "it did not wait: {:?}", late.await);
    }
    other.execute("COMMIT").await.unwrap();
    let (late, fine) = late.await.unwrap();
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    fine.unwrap();
    assert_eq!((events(&store, "m").await.len(), events(&store, "n").await.len()), (1, 2));
}

/// Connections that the old server had are not used.
#[tokio::test]
async fn reads_go_on_after_postgresql_was_restarted() {
    let mut server = Postgres::start().unwrap();
    let store = Store::open(&server.create_database("again").unwrap()).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    assert!(store.summary("m").await.unwrap().is_some());
    server.crash().unwrap();
    server.start_again().unwrap();
    assert!(store.summary("m").await.unwrap().is_some());
}

fn node(id: &str) -> Node {
    let editions = [("duel".to_owned(), 2)].into();
    Node {
        id: id.to_owned(),
        address: Some(format!("{id}:4747")),
        url: Some(format!("https://{id}.example.org")),
        editions: Some(editions),
    }
}

#[tokio::test]
async fn a_match_on_postgresql_has_one_node_that_is_alive() {
    let server = Postgres::start().unwrap();
    let store = Store::open(&server.create_database("nodes").unwrap()).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    assert_eq!(store.owner("m").await.unwrap(), None);
    assert!(!store.claim("m", "a").await.unwrap(), "a node that never joined holds nothing");
    assert_eq!(store.add_node(&node("a"), &[]).await.unwrap(), []);
    assert_eq!(store.add_node(&node("b"), &[]).await.unwrap(), []);
    assert_eq!(store.live_nodes().await.unwrap(), [node("a"), node("b")]);
    assert!(node("a").plays("duel", 2) && !node("a").plays("duel", 1) && !node("a").plays("capek", 2));
    // A program that does not say what it plays may play anything.
    let silent = Node { editions: None, ..node("d") };
    assert_eq!(store.add_node(&silent, &[]).await.unwrap(), []);
    assert_eq!(store.live_nodes().await.unwrap().last(), Some(&silent));
    assert!(silent.plays("duel", 1));
    store.remove_node("d").await.unwrap();

    let epoch = async || store.load("m").await.unwrap().unwrap().0.epoch;
    assert!(store.claim("m", "a").await.unwrap());
    assert!(!store.claim("m", "b").await.unwrap());
    assert!(store.claim("m", "a").await.unwrap(), "its own");
    assert_eq!((store.owner("m").await.unwrap(), epoch().await), (Some(node("a")), 1));
    store.set_chairs("m", 1, vec![], 0).await.unwrap();

    // The owner is unseen for too long. It cannot come back under its name, nor claim anything.
    let seen = store.heartbeats().await.unwrap();
    assert!(store.beat("b").await.unwrap() && !store.claim("m", "b").await.unwrap());
    store.remove_stopped(&seen).await.unwrap();
    assert_eq!(
        store.live_nodes().await.unwrap(),
        [node("b")],
        "only those whose heartbeat has not moved are removed"
    );
    assert!(!store.beat("a").await.unwrap());
    assert!(!store.claim("m", "a").await.unwrap() && store.claim("m", "b").await.unwrap());
    assert_eq!((store.owner("m").await.unwrap(), epoch().await), (Some(node("b")), 2));
    let late = store.set_chairs("m", 1, vec![Chair::bot(Level::Random)], 0).await;
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    assert_eq!(store.load("m").await.unwrap().unwrap().0.chairs, []);

    store.release("m", 1).await.unwrap();
    assert_eq!(store.owner("m").await.unwrap(), Some(node("b")), "that claim is over");
    store.release("m", 2).await.unwrap();
    assert_eq!(store.owner("m").await.unwrap(), None);
    assert_eq!(store.add_node(&node("c"), &[]).await.unwrap(), []);
    assert!(store.claim("m", "c").await.unwrap());
    assert_eq!(epoch().await, 3);
}

#[tokio::test]
async fn a_node_without_an_address_has_a_postgresql_for_itself() {
    let server = Postgres::start().unwrap();
    let store = Store::open(&server.create_database("alone").unwrap()).await.unwrap();
    let alone = |id: &str| Node { address: None, ..node(id) };
    // Of several that start at once one is first.
    let (a, b) = (alone("a"), alone("b"));
    let (first, second) = tokio::join!(store.add_node(&a, &[]), store.add_node(&b, &[]));
    let there = [first.unwrap(), second.unwrap()].concat();
    let alive = store.live_nodes().await.unwrap();
    assert!(there.len() == 1 && (alive == [alone("a")] || alive == [alone("b")]), "{there:?} {alive:?}");
    assert_eq!(store.add_node(&alone("c"), &[]).await.unwrap(), there);
    assert_eq!(store.add_node(&node("c"), &[]).await.unwrap(), there);
    // One that is unseen for too long is in nobody's way.

    // It is removed by its last heartbeat alone.
    assert!(store.beat(&alive[0].id).await.unwrap());
    let now = store.add_node(&alone("c"), &there).await.unwrap();
    assert!(now.len() == 1 && now != there);
    assert_eq!(store.add_node(&alone("c"), &now).await.unwrap(), []);
    assert!(!store.beat(&alive[0].id).await.unwrap());
    assert_eq!(store.live_nodes().await.unwrap(), [alone("c")]);

    store.remove_node("c").await.unwrap();
    assert_eq!(store.add_node(&node("e"), &[]).await.unwrap(), []);
    assert_eq!(store.add_node(&node("f"), &[]).await.unwrap(), []);
    assert_eq!(store.add_node(&alone("g"), &[]).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_file_is_opened_by_one_program_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = Store::open_file(&path).await.unwrap();
    let second = Store::open_file(&path).await.unwrap_err();
    assert!(matches!(second, StoreError::InUse { .. }), "{second}");
    let message = second.to_string();
    assert!(
        message.contains("test.db is in use by another golemry") && message.contains("--data"),
        "{message}"
    );
    store.add_match(new("m")).await.unwrap();
    store.close().await;
    let again = Store::open_file(&path).await.unwrap();
    assert_eq!(events(&again, "m").await.len(), 1);
}

#[tokio::test]
async fn a_damaged_file_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    std::fs::write(&path, "this is not a database".repeat(1000)).unwrap();
    let error = Store::open_file(&path).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Corrupt(_)) && error.to_string().contains("restore a backup"),
        "{error}"
    );

    // A real one, whose pages were overwritten while nobody used it.
    let path = folder.path().join("other.db");
    let store = Store::open_file(&path).await.unwrap();
    for number in 0..50 {
        store.add_match(new(&format!("m{number}"))).await.unwrap();
    }
    store.close().await;
    let sound = std::fs::read(&path).unwrap();
    let pages = sound.len() / 4096;
    assert!(pages > 15, "{pages} pages");
    for page in 0..pages {
        let mut bytes = sound.clone();
        bytes[page * 4096..][..4096].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let error = Store::open_file(&path).await.err();
        assert!(matches!(error, Some(StoreError::Corrupt(_))), "page {page} of {pages}: {error:?}");
    }
    std::fs::write(&path, sound).unwrap();
    Store::open_file(&path).await.unwrap();
}

#[tokio::test]
async fn a_file_that_can_only_be_read_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    Store::open_file(&path).await.unwrap().close().await;
    let error = Store::open(&format!("sqlite://{}?mode=ro", path.display())).await.unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert!(error.to_string().contains("check its permissions"), "{error}");
}

/// Every process of the server stands still: connections stay open, and nothing answers.
#[tokio::test]
async fn a_frozen_postgresql_is_not_waited_for_for_ever() {
    let server = Postgres::start().unwrap();
    let url = server.create_database("frozen").unwrap();
    let store = Store::open(&url).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    store.check().await.unwrap();
    server.freeze(true).unwrap();
    // From now on nothing can happen but timeouts, so the clock need not wait for them.
    tokio::time::pause();
    let errors = [
        add(&store, "m", 1, &["late"]).await.err(),
        store.load("m").await.err(),
        store.check().await.err(),
        store.beat("a").await.map(|_| ()).err(),
        store.claim("m", "a").await.map(|_| ()).err(),
    ];
    for error in errors {
        assert!(matches!(error, Some(StoreError::Silent | StoreError::Database(_))), "{error:?}");
    }
    tokio::time::resume();
    server.freeze(false).unwrap();
    // What was under way may have been written after all. Either way it goes on from what is there.
    let written = events(&store, "m").await.len();
    add(&store, "m", written, &["next"]).await.unwrap();
    store.check().await.unwrap();
    assert_eq!(events(&store, "m").await.len(), written + 1);
}

#[cfg(unix)]
#[tokio::test]
async fn a_deleted_file_takes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let (path, log) = (folder.path().join("test.db"), folder.path().join("test.db-wal"));
    let elsewhere = folder.path().join("elsewhere.db");
    let store = Store::open_file(&path).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    std::fs::rename(&path, &elsewhere).unwrap();
    for _ in 0..3 {
        let error = add(&store, "m", 1, &["lost"]).await.unwrap_err();
        assert!(
            matches!(error, StoreError::Gone { .. }) && error.to_string().contains("was deleted"),
            "{error}"
        );
    }
    assert!(!path.exists(), "no empty database takes its place");
    // Put back, it goes on; what was refused may be there, and then the log says so.
    std::fs::rename(&elsewhere, &path).unwrap();
    match add(&store, "m", 1, &["again"]).await {
        Ok(()) | Err(StoreError::Conflict(_)) => {}
        other => panic!("{other:?}"),
    }
    store.add_match(new("n")).await.unwrap();
    // Without its log the file lacks whatever was not checkpointed.
    std::fs::remove_file(&log).unwrap();
    for _ in 0..2 {
        assert!(matches!(store.add_match(new("o")).await, Err(StoreError::Gone { .. })));
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
    add(&store, "one", 1, &[&"{}".repeat(50_000)]).await.unwrap();
    let reached = async {
        while std::fs::metadata(&path).unwrap().len() < 100_000 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), reached).await.expect("the log is checkpointed");
}

#[tokio::test]
async fn vacuum_returns_the_space_of_what_was_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let store = Store::open_file(&path).await.unwrap();
    store.add_match(new("one")).await.unwrap();
    add(&store, "one", 1, &[&"{}".repeat(50_000)]).await.unwrap();
    store.delete_matches(vec!["one".to_owned()]).await.unwrap();
    let url = format!("sqlite://{}", path.display());
    assert!(count(&url, "PRAGMA freelist_count").await > 0);
    store.vacuum().await.unwrap();
    assert_eq!(count(&url, "PRAGMA freelist_count").await, 0);
}

#[tokio::test]
async fn an_address_of_no_database_is_refused_with_words() {
    for (url, word) in [("mysql://host/name", "sqlite: or postgres:"), ("nonsense", "sqlite: or postgres:")] {
        let error = Store::open(url).await.unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    let error = Store::open("sqlite:///nowhere/at/all.db?mode=rwc").await.unwrap_err().to_string();
    assert!(error.starts_with("cannot open the database /nowhere/at/all.db"), "{error}");
}

fn row(id: &str) -> MatchRow {
    let table = golemry_registry::games()
        .find("golem-it")
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
        resigned: player.map(|_| 1),
        changes: player.map(|_| joined.clone()).into_iter().collect(),
        occupancies: vec![Occupancy {
            from: 2,
            player: player.map(str::to_owned),
            bot: Some(Level::Easy),
            program: None,
        }],
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
        epoch: 0,
        sealed: false,
        shuffle: None,
    }
}

fn new(id: &str) -> NewMatch {
    with_row(row(id))
}

fn with_row(row: MatchRow) -> NewMatch {
    NewMatch { row, events: vec!["{\"chance\":1}".to_owned()], status: to_act(0), previous: None }
}

fn to_act(seat: u8) -> Status {
    Status { to_act: vec![Seat::new(seat)], over: false, scores: None, winners: None }
}

async fn add(store: &Store, id: &str, from: usize, events: &[&str]) -> Result<(), StoreError> {
    let events = events.iter().map(|event| (*event).to_owned()).collect();
    store.add_events(id, 0, from, events, &to_act(1), 0).await
}

async fn events(store: &Store, id: &str) -> Vec<String> {
    store.load(id).await.unwrap().unwrap().1
}

async fn a_match_comes_back_as_it_was(store: Store, _: String) {
    assert!(store.load("m").await.unwrap().is_none());
    store.add_match(new("m")).await.unwrap();
    let plain = MatchRow { takeover: None, chairs: vec![], ..row("plain") };
    store.add_match(NewMatch { events: vec![], ..with_row(plain.clone()) }).await.unwrap();
    assert_eq!(store.load("m").await.unwrap().unwrap(), (row("m"), vec!["{\"chance\":1}".to_owned()]));
    assert_eq!(store.load("plain").await.unwrap().unwrap(), (plain, vec![]));

    let chairs = vec![Chair::bot(Level::Random); 3];
    store.set_chairs("m", 0, chairs.clone(), 0).await.unwrap();
    store.add_match(NewMatch { previous: Some("m".to_owned()), ..new("n") }).await.unwrap();
    let changed = store.load("m").await.unwrap().unwrap().0;
    assert_eq!((changed.chairs, changed.next.as_deref()), (chairs.clone(), Some("n")));
    let second = store.add_match(NewMatch { previous: Some("m".to_owned()), ..new("o") }).await;
    assert!(second.is_err() && store.load("o").await.unwrap().is_none(), "one match is the next");
    let late = store.set_chairs("m", 1, chairs, 0).await;
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    assert!(store.add_match(new("m")).await.is_err(), "an id is given once");
}

async fn events_come_back_in_order(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    store.add_match(new("other")).await.unwrap();
    // More than one statement holds, and numbers that texts would sort otherwise.
    for from in (1..200).step_by(7) {
        let list: Vec<String> = (from..from + 7).map(|number| format!("{{\"n\":{number}}}")).collect();
        add(&store, "m", from, &list.iter().map(String::as_str).collect::<Vec<_>>()).await.unwrap();
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
    add(&store, "m", 1, &["a", "b"]).await.unwrap();
    let again = add(&store, "m", 2, &["x", "y"]).await;
    assert!(matches!(again, Err(StoreError::Conflict(what)) if what == "match m"));
    assert_eq!(events(&store, "m").await[1..], ["a", "b"], "all or nothing");
    assert!(add(&store, "nowhere", 0, &["a"]).await.is_err(), "events belong to a match");
}

async fn events_of_an_earlier_claim_are_refused(store: Store, url: String) {
    store.add_match(new("m")).await.unwrap();
    add(&store, "m", 1, &["ours"]).await.unwrap();
    let add_at = async |epoch: i64, events: &[&str], status: &Status| {
        let events = events.iter().map(|event| (*event).to_owned()).collect();
        store.add_events("m", epoch, 2, events, status, 77).await
    };
    let over = Status { to_act: vec![], over: true, scores: Some(vec![1, 2, 3]), winners: None };
    claimed(&url).await;
    for status in [&to_act(1), &over] {
        let late = add_at(0, &["late", "later"], status).await;
        assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    }
    let summary = store.summary("m").await.unwrap().unwrap();
    assert_eq!((summary.version, summary.finished), (2, None));
    add_at(1, &["theirs"], &over).await.unwrap();
    assert_eq!(events(&store, "m").await[1..], ["ours", "theirs"]);
    assert_eq!(store.summary("m").await.unwrap().unwrap().finished, Some(77));
}

/// Match "m" is claimed by another program.
async fn claimed(url: &str) {
    use sqlx::{Connection as _, Executor as _};
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    connection.execute("UPDATE matches SET epoch = epoch + 1 WHERE id = 'm'").await.unwrap();
    connection.close().await.unwrap();
}

async fn a_failure_in_a_batch_is_nobody_elses(store: Store, _: String) {
    store.add_match(new("good")).await.unwrap();
    store.add_match(new("bad")).await.unwrap();
    let good = (1..50).map(|from| add(&store, "good", from, &["yes"]));
    let bad = (0..3).map(|_| add(&store, "bad", 0, &["no"]));
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
        let texts: Vec<String> = ids.iter().map(|id| format!("{id} {from}")).collect();
        let kept =
            all(ids.iter().zip(&texts).map(async |(id, text)| add(&store, id, from, &[text]).await)).await;
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
        store.add_match(with_row(row)).await.unwrap();
    }
    assert_eq!(ids_of(&store, "ada", 10).await, ["new", "middle", "old"]);
    assert_eq!(ids_of(&store, "ada", 2).await, ["new", "middle"]);
    assert!(store.matches_of("bob", 10).await.unwrap().is_empty());
    let mut chairs = row("old").chairs;
    if let Sitter::Human { player, .. } = &mut chairs[1].sitter {
        *player = Some("bob".to_owned());
    }
    store.set_chairs("old", 0, chairs, 4).await.unwrap();
    assert_eq!(ids_of(&store, "bob", 10).await, ["old"]);
}

async fn ids_of(store: &Store, player: &str, limit: u32) -> Vec<String> {
    store.matches_of(player, limit).await.unwrap().into_iter().map(|summary| summary.row.id).collect()
}

async fn a_match_leaves_a_list_and_comes_back(store: Store, _: String) {
    for id in ["m", "n"] {
        store.add_match(new(id)).await.unwrap();
    }
    let mut chairs = row("m").chairs;
    if let Sitter::Human { player, .. } = &mut chairs[1].sitter {
        *player = Some("bob".to_owned());
    }
    store.set_chairs("m", 0, chairs.clone(), 1).await.unwrap();
    let listed = async |player: &str| -> Vec<String> {
        store.matches_of(player, 10).await.unwrap().into_iter().map(|listed| listed.row.id).collect()
    };
    store.set_listed("ada", "m", false, 100).await.unwrap();
    assert_eq!((listed("ada").await, listed("bob").await), (vec!["n".to_owned()], vec!["m".to_owned()]));
    // Later changes at the table do not bring it back.
    store.set_chairs("m", 0, chairs, 2).await.unwrap();
    assert_eq!(listed("ada").await, ["n"]);
    assert!(store.is_guest("ada", "m").await.unwrap() && !store.is_guest("eve", "m").await.unwrap());
    assert_eq!(store.unlisted_before(1000, 10).await.unwrap(), [""; 0], "Bob has it");

    store.set_listed("bob", "m", false, 200).await.unwrap();
    assert_eq!(store.unlisted_before(200, 10).await.unwrap(), [""; 0], "he has only just taken it off");
    assert_eq!(store.unlisted_before(201, 10).await.unwrap(), ["m"]);
    store.set_listed("ada", "m", true, 300).await.unwrap();
    assert_eq!((listed("ada").await, listed("bob").await.len()), (vec!["m".to_owned(), "n".to_owned()], 0));
    assert_eq!(store.unlisted_before(1000, 10).await.unwrap(), [""; 0]);
}

async fn resignations_end_a_match(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    let mut chairs = row("m").chairs;
    chairs[1].resigned = None;
    store.set_chairs("m", 0, chairs.clone(), 7).await.unwrap();
    let goes_on = store.summary("m").await.unwrap().unwrap();
    assert_eq!((goes_on.status, goes_on.finished), (Some(to_act(0)), None), "a bot and a friend play on");
    chairs[1].resigned = Some(4);
    store.set_chairs("m", 0, chairs.clone(), 8).await.unwrap();
    store.set_chairs("m", 0, chairs, 9).await.unwrap();
    let ended = store.summary("m").await.unwrap().unwrap();
    let over = Status { to_act: vec![], over: true, scores: None, winners: None };
    assert_eq!((ended.status, ended.finished), (Some(over), Some(8)), "only a bot is left");
    assert_eq!(store.finished_before(9, 10).await.unwrap(), ["m"]);
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

async fn journals_are_kept_in_order(store: Store, url: String) {
    let journal = |id: &str, code: Option<&str>| NewJournal {
        id: id.to_owned(),
        kind: "club",
        code: code.map(str::to_owned),
        created: 5,
        entries: vec!["opened".to_owned()],
    };
    let entry = |at: i64, entry: &str| JournalEntry { at, entry: entry.to_owned() };
    let add = async |from: usize, entries: &[&str]| {
        store.add_entries("a", from, 6, entries.iter().map(|entry| (*entry).to_owned()).collect()).await
    };
    let is_conflict = |result: Result<(), StoreError>| matches!(result, Err(StoreError::Conflict(_)));
    store.add_journal(journal("a", Some("code"))).await.unwrap();
    store.add_journal(journal("b", None)).await.unwrap();
    store.add_journal(journal("c", None)).await.unwrap();
    store.add_journal(NewJournal { kind: "other", ..journal("d", Some("code")) }).await.unwrap();
    assert!(is_conflict(store.add_journal(journal("e", Some("code"))).await), "a code is for one of a kind");
    assert!(is_conflict(store.add_journal(journal("a", None)).await));
    assert!(store.entries("e", 0).await.unwrap().is_empty(), "nothing is left of it");

    add(1, &["joined", "left"]).await.unwrap();
    assert!(is_conflict(add(1, &["another"]).await) && is_conflict(add(2, &["x", "y"]).await));
    add(3, &["ended"]).await.unwrap();
    let all = [entry(5, "opened"), entry(6, "joined"), entry(6, "left"), entry(6, "ended")];
    assert_eq!(store.entries("a", 0).await.unwrap(), all);
    assert_eq!(store.entries("a", 3).await.unwrap(), all[3..]);

    assert_eq!(store.journal_with_code("club", "code").await.unwrap().as_deref(), Some("a"));
    assert_eq!(store.journal_with_code("club", "other").await.unwrap(), None);
    assert_eq!(store.journals("club").await.unwrap(), ["a", "b", "c"]);
    assert!(store.has_journal("club", "a").await.unwrap() && !store.has_journal("other", "a").await.unwrap());

    store.delete_journal("a").await.unwrap();
    assert!(is_conflict(add(4, &["too late"]).await), "it is gone");
    assert!(store.entries("a", 0).await.unwrap().is_empty());
    store.close().await;
    assert_eq!(Store::open(&url).await.unwrap().journals("club").await.unwrap(), ["b", "c"]);
}

async fn tables_of_others_are_kept_and_brought_up_to_date(store: Store, url: String) {
    const FIRST: &str = "CREATE TABLE club_notes (id TEXT PRIMARY KEY, stars BIGINT NOT NULL);";
    const SECOND: &str = "ALTER TABLE club_notes ADD COLUMN author TEXT NOT NULL DEFAULT 'nobody';";
    const BROKEN: &str = "CREATE TABLE club_more (id TEXT PRIMARY KEY); CREATE TABLE";
    const ADD: &str = "INSERT INTO club_notes (id, stars) VALUES ($1, $2)";
    const ALL: &str = "SELECT id, stars, author FROM club_notes WHERE stars > $1 ORDER BY id";
    let club = |scripts| Tables { name: "club", sqlite: scripts, postgres: scripts, forget: &[] };
    store.add_tables(&club(&[FIRST])).await.unwrap();
    store.execute(ADD, vec!["a".into(), 3.into()]).await.unwrap();
    let twice = store.execute(ADD, vec!["a".into(), 4.into()]).await.unwrap_err();
    assert!(matches!(twice, StoreError::Database(_)), "{twice}");
    store.close().await;

    let store = Store::open(&url).await.unwrap();
    // All or nothing: what the broken script began with is gone.
    assert!(store.add_tables(&club(&[FIRST, SECOND, BROKEN])).await.is_err());
    assert!(store.query("SELECT id FROM club_more", &[]).await.is_err());
    for _ in 0..2 {
        store.add_tables(&club(&[FIRST, SECOND])).await.unwrap();
    }
    let row: Vec<SqlValue> = vec!["a".into(), 3.into(), "nobody".into()];
    assert_eq!(store.query(ALL, &[2.into()]).await.unwrap(), [row]);
    assert!(store.query(ALL, &[3.into()]).await.unwrap().is_empty());
    let newer = store.add_tables(&club(&[FIRST])).await.unwrap_err();
    assert!(matches!(newer, StoreError::Newer { found: 2, known: 1 }), "{newer}");
    store.close().await;
}

async fn sealed_matches_are_unsealed(store: Store, _: String) {
    let sealed = MatchRow { sealed: true, ..row("sealed") };
    store.add_match(with_row(sealed.clone())).await.unwrap();
    store.add_match(new("plain")).await.unwrap();
    let again = store.add_match(new("sealed")).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict(_)), "there already: {again}");
    assert_eq!(store.load("sealed").await.unwrap().unwrap().0, sealed);
    assert!(store.summary("sealed").await.unwrap().unwrap().row.sealed);
    assert_eq!(store.is_sealed("sealed").await.unwrap(), Some(true));
    assert_eq!(store.is_sealed("plain").await.unwrap(), Some(false));
    assert_eq!(store.is_sealed("nowhere").await.unwrap(), None);
    store.unseal(vec!["sealed".to_owned(), "nowhere".to_owned()]).await.unwrap();
    assert_eq!(store.is_sealed("sealed").await.unwrap(), Some(false));
    store.add_events("plain", 0, new("plain").events.len(), vec!["1".to_owned()], &over(), 7).await.unwrap();
    let ended = store.are_over(&["sealed", "plain", "nowhere"]).await.unwrap();
    assert_eq!(ended, HashMap::from([("sealed".to_owned(), false), ("plain".to_owned(), true)]));
}

fn over() -> Status {
    Status { to_act: vec![], over: true, scores: Some(vec![2, 0]), winners: Some(vec![Seat::new(0)]) }
}

async fn open_tables_are_listed_until_they_are_closed(store: Store, _: String) {
    for id in ["a", "b"] {
        store.add_match(new(id)).await.unwrap();
    }
    let listed = |id: &str, since, fill: Option<i64>| OpenTable {
        match_id: id.to_owned(),
        since,
        fill,
        level: fill.map(|_| "normal".to_owned()),
    };
    store.open_table(listed("b", 1, None)).await.unwrap();
    store.open_table(listed("a", 2, Some(9))).await.unwrap();
    store.open_table(listed("b", 3, Some(8))).await.unwrap();
    let tables = store.open_tables(10).await.unwrap();
    let tables: Vec<_> = tables.into_iter().map(|(table, summary)| (table, summary.row.id)).collect();
    let (b, a) = (listed("b", 1, Some(8)), listed("a", 2, Some(9)));
    assert_eq!(tables, [(b, "b".to_owned()), (a, "a".to_owned())]);
    assert_eq!(store.open_tables(1).await.unwrap().len(), 1);
    store.close_table("b").await.unwrap();
    store.delete_matches(vec!["a".to_owned()]).await.unwrap();
    assert!(store.open_tables(10).await.unwrap().is_empty());
}

async fn a_match_is_rated_once(store: Store, _: String) {
    for (id, at) in [("late", 20), ("early", 10)] {
        store.add_match(new(id)).await.unwrap();
        store.add_events(id, 0, new(id).events.len(), vec!["1".to_owned()], &over(), at).await.unwrap();
    }
    store.add_match(new("going on")).await.unwrap();
    let unrated = async || {
        let matches = store.unrated(10).await.unwrap();
        matches.into_iter().map(|summary| summary.row.id).collect::<Vec<_>>()
    };
    assert_eq!(unrated().await, ["early", "late"], "in the order in which they ended");
    let rating = |player: &str, matches, mean| RatingRow {
        player: player.to_owned(),
        game: "duel".to_owned(),
        seats: 2,
        mean,
        deviation: 8.25,
        matches,
        played: 10,
    };
    let first = vec![rating("ada", 1, 26.5), rating("bob", 1, -1.5)];
    store.rate("early", first.clone()).await.unwrap();
    let again = store.rate("early", vec![rating("ada", 2, 30.0)]).await.unwrap_err();
    assert!(matches!(again, StoreError::Conflict(_)), "{again}");
    // Another server has rated Ada meanwhile: nothing of it is stored.
    let stale = store.rate("late", vec![rating("bob", 2, 5.0), rating("ada", 1, 5.0)]).await.unwrap_err();
    assert!(matches!(stale, StoreError::Conflict(_)), "{stale}");
    assert_eq!(unrated().await, ["late"]);
    assert_eq!(store.ratings_of("ada").await.unwrap(), [first[0].clone()]);
    let both = store.ratings("duel", 2, &["ada", "bob", "cy"]).await.unwrap();
    assert_eq!(both, first.into_iter().map(|row| (row.player.clone(), row)).collect());
    store.rate("late", vec![]).await.unwrap();
    assert!(unrated().await.is_empty());
    // Only those with a name are listed.
    store.set_name("bob", "Bob").await.unwrap();
    let best = store.best_players("duel", 2, 10, 5.0, 10).await.unwrap();
    assert_eq!(best, [("Bob".to_owned(), rating("bob", 1, -1.5))]);
    store.set_name("ada", "Ada").await.unwrap();
    let names = async |certain| {
        let best = store.best_players("duel", 2, 0, certain, 10).await.unwrap();
        best.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert_eq!(names(10.0).await, ["Ada", "Bob"], "the better one first");
    assert!(store.best_players("duel", 2, 11, 5.0, 10).await.unwrap().is_empty(), "not played since");
    assert!(store.best_players("duel", 3, 0, 5.0, 10).await.unwrap().is_empty());
    store.delete_player("ada").await.unwrap();
    assert!(store.ratings_of("ada").await.unwrap().is_empty());
}

/// The tables of the version before tournaments, with the matches of a real evening.
async fn a_database_before_tournaments_is_brought_up_to_date(store: Store, url: String) {
    let tables: [&[&str]; 2] =
        [migrations!("sqlite" 1 2 3 4 5 6 7 8 9), migrations!("postgres" 1 2 3 4 5 6 7 8)];
    let rows = include_str!("../../../data/second-edition/database.sql");
    let store = left_behind(store, &url, tables, rows).await;
    let unrated = store.unrated(10).await.unwrap();
    assert_eq!(unrated.len(), 5, "those that are over");
    for summary in unrated {
        assert_eq!(store.is_sealed(&summary.row.id).await.unwrap(), Some(false));
        store.rate(&summary.row.id, vec![]).await.unwrap();
    }
    assert!(store.unrated(10).await.unwrap().is_empty());
    assert!(store.open_tables(10).await.unwrap().is_empty());
}

async fn a_store_is_opened_again(store: Store, url: String) {
    store.add_match(new("m")).await.unwrap();
    store.close().await;
    assert!(store.set_name("ada", "Ada").await.is_err(), "what is closed takes nothing");
    let again = Store::open(&url).await.unwrap();
    assert_eq!(again.load("m").await.unwrap().unwrap().0, row("m"));
    again.close().await;
}

async fn a_shuffle_is_kept_until_the_match_is_dealt(store: Store, _: String) {
    let mut shuffle = Shuffle::new("m", "5".repeat(64));
    let opening = Record { seed: Seed(0), ..row("m").opening };
    let undealt = MatchRow { shuffle: Some(shuffle.clone()), opening: opening.clone(), ..row("m") };
    let nobody = Status { to_act: vec![], over: false, scores: None, winners: None };
    let new = NewMatch { events: vec![], status: nobody, ..with_row(undealt.clone()) };
    store.add_match(new).await.unwrap();
    assert_eq!(store.load("m").await.unwrap().unwrap(), (undealt.clone(), vec![]));
    assert!(!undealt.is_dealt());
    let record = undealt.into_record(vec![], None, &HashMap::new());
    assert_eq!(
        (record.shuffle, record.salt, record.commitment),
        (None, None, None),
        "there is nothing to check"
    );

    shuffle.close();
    store.set_shuffle("m", 0, shuffle.clone(), None).await.unwrap();
    let late = store.set_shuffle("m", 1, shuffle.clone(), None).await;
    assert!(matches!(late, Err(StoreError::Conflict(_))), "{late:?}");
    let deal = Deal {
        opening: Record { seed: shuffle.seed().unwrap(), ..opening },
        commitment: shuffle.commitment().unwrap(),
        events: vec!["first".to_owned(), "second".to_owned()],
        status: to_act(2),
    };
    store.set_shuffle("m", 0, shuffle.clone(), Some(deal.clone())).await.unwrap();
    let (dealt, events) = store.load("m").await.unwrap().unwrap();
    assert_eq!((&dealt.opening, &dealt.commitment, &events), (&deal.opening, &deal.commitment, &deal.events));
    assert!(dealt.is_dealt() && dealt.shuffle.as_ref() == Some(&shuffle));
    let summary = store.summary("m").await.unwrap().unwrap();
    assert_eq!((summary.version, summary.status), (2, Some(to_act(2))));
    let again = store.set_shuffle("m", 0, shuffle.clone(), Some(deal)).await;
    assert!(matches!(again, Err(StoreError::Conflict(_))), "it is dealt once: {again:?}");
    let record = dealt.into_record(vec![], None, &HashMap::new());
    assert_eq!((record.shuffle, record.salt), (Some(shuffle), None));
}

async fn lists_know_where_matches_stand(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    store.add_match(NewMatch { events: vec![], status: to_act(2), ..new("empty") }).await.unwrap();
    let known = async |id: &str| {
        let summary = store.summary(id).await.unwrap().unwrap();
        let listed = store.matches_of("ada", 10).await.unwrap();
        assert_eq!(
            listed.iter().find(|listed| listed.row.id == id),
            Some(&summary),
            "one by one and in a list"
        );
        (summary.version, summary.status, summary.finished)
    };
    assert_eq!(known("m").await, (1, Some(to_act(0)), None));
    assert_eq!(known("empty").await, (0, Some(to_act(2)), None));
    add(&store, "m", 1, &["a", "b"]).await.unwrap();
    assert_eq!(known("m").await, (3, Some(to_act(1)), None));
    let over = Status { to_act: vec![], over: true, scores: Some(vec![2, -1, 0]), winners: None };
    store.add_events("m", 0, 3, vec!["c".to_owned()], &over, 77).await.unwrap();
    assert_eq!(known("m").await, (4, Some(over), Some(77)));
    assert_eq!(store.finished_before(77, 10).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.finished_before(78, 10).await.unwrap(), ["m"]);
    assert!(store.summary("nowhere").await.unwrap().is_none());
}

/// A match with a deck of somebody's own.
fn with_deck(id: &str, deck: &str) -> NewMatch {
    let mut row = row(id);
    row.opening.material = Some(serde_json::json!({"deck": deck}));
    with_row(row)
}

async fn a_deck_is_stored_once(store: Store, url: String) {
    let deck = "x".repeat(10_000);
    let same = with_deck("a", &deck);
    let first = store.size_of(&same).await.unwrap();
    for id in ["a", "b", "c"] {
        store.add_match(with_deck(id, &deck)).await.unwrap();
    }
    store.add_match(with_deck("d", "another")).await.unwrap();
    let known = store.size_of(&same).await.unwrap();
    assert!(known < first - 10_000, "only a new deck costs space");
    let longer = NewMatch { events: [&same.events[..], &["x".repeat(500)]].concat(), ..same.clone() };
    assert!(store.size_of(&longer).await.unwrap() > known + 500, "every event does");
    let mut named = same.clone();
    named.row.host += &"x".repeat(100);
    let guests = named.row.chairs.len() + 1;
    assert_eq!(store.size_of(&named).await.unwrap(), known + 100 * guests, "and so does every list it is on");
    assert_eq!(store.load("b").await.unwrap().unwrap().0, with_deck("b", &deck).row);
    let summary = store.summary("c").await.unwrap().unwrap();
    assert!(summary.own_material && summary.row.opening.material.is_none());
    store.add_match(new("plain")).await.unwrap();
    assert!(!store.summary("plain").await.unwrap().unwrap().own_material);
    assert_eq!(count(&url, "SELECT COUNT(*) FROM materials").await, 2);
    // It goes with the last match that uses it.
    store.delete_matches(vec!["a".to_owned(), "b".to_owned(), "d".to_owned()]).await.unwrap();
    assert_eq!(count(&url, "SELECT COUNT(*) FROM materials").await, 1);
    assert_eq!(store.load("c").await.unwrap().unwrap().0, with_deck("c", &deck).row);
}

async fn deleted_matches_leave_nothing_behind(store: Store, url: String) {
    for id in ["m", "n"] {
        store.add_match(new(id)).await.unwrap();
    }
    store.delete_matches(vec!["m".to_owned(), "nowhere".to_owned()]).await.unwrap();
    store.vacuum().await.unwrap();
    assert!(store.load("m").await.unwrap().is_none());
    assert_eq!(ids_of(&store, "ada", 10).await, ["n"]);
    for table in
        ["SELECT COUNT(*) FROM matches", "SELECT COUNT(*) FROM events", "SELECT COUNT(*) FROM guests"]
    {
        assert_eq!(count(&url, table).await, 1, "{table}");
    }
}

async fn deleted_players_leave_their_matches(store: Store, _: String) {
    store.add_match(new("m")).await.unwrap();
    store.set_name("ada", "Ada").await.unwrap();
    store.set_name("bob", "Bob").await.unwrap();
    store.add_progress("ada", "smash", 3).await.unwrap();
    assert_eq!(store.names(&["ada", "bob", "cy"]).await.unwrap().len(), 2);
    store.delete_player("ada").await.unwrap();
    assert_eq!(store.players_after("", 10).await.unwrap(), [("bob".to_owned(), "Bob".to_owned())]);
    assert_eq!(store.name("ada").await.unwrap(), None);
    assert!(store.progress("ada").await.unwrap().is_empty());
    assert!(store.matches_of("ada", 10).await.unwrap().is_empty());
    assert!(store.load("m").await.unwrap().is_some());
}

async fn count(url: &str, query: &'static str) -> i64 {
    use sqlx::{Connection as _, Row as _};
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    let count = sqlx::query(query).fetch_one(&mut connection).await.unwrap().get(0);
    connection.close().await.unwrap();
    count
}

/// Ada, in the database of the first edition.
const ADA: &str = "1c4e2809278a7a9d2c9ab57ad7d74454bdc156d12e87ee5c387b26ca6964623c";

/// Opens a database as an earlier edition left it: with the tables of its migrations, and these rows.
async fn left_behind(store: Store, url: &str, tables: [&[&'static str]; 2], rows: &'static str) -> Store {
    use sqlx::Connection as _;
    store.close().await;
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    let mut scripts = vec!["BEGIN".to_owned()];
    for table in [
        "open_tables",
        "ratings",
        "events",
        "guests",
        "progress",
        "matches",
        "materials",
        "nodes",
        "players",
        "journal_entries",
        "journals",
    ] {
        scripts.push(format!("DROP TABLE {table}"));
    }
    let [sqlite, postgres] = tables;
    let tables = if url.starts_with("sqlite") { sqlite } else { postgres };
    scripts.extend(tables.iter().map(|script| (*script).to_owned()));
    scripts.push(format!("DELETE FROM schema_version WHERE version > {};", tables.len()));
    scripts.extend([rows.to_owned(), "COMMIT".to_owned()]);
    for script in scripts {
        sqlx::raw_sql(sqlx::AssertSqlSafe(script)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    Store::open(url).await.unwrap()
}

async fn a_database_of_the_second_edition_is_brought_up_to_date(store: Store, url: String) {
    const PLAYER: &str = "55b6b28eb50f784f2a2e8c389b9f293f3c74045e94edb4772ef5a155272474fc";
    let tables: [&[&str]; 2] = [migrations!("sqlite" 1 2 3 4 5 6), migrations!("postgres" 1 2 3 4 5)];
    let rows = include_str!("../../../data/second-edition/database.sql");
    let store = left_behind(store, &url, tables, rows).await;
    let listed = store.matches_of(PLAYER, 50).await.unwrap();
    assert_eq!(listed.len(), 10);
    for summary in &listed {
        let (row, events) = store.load(&summary.row.id).await.unwrap().unwrap();
        assert_eq!((row.opening.rules, summary.version), (2, events.len()));
        let over = summary.status.as_ref().is_some_and(|status| status.over);
        assert_eq!(summary.finished.is_some(), over);
    }
    assert_eq!(listed.iter().filter(|summary| summary.finished.is_some()).count(), 5);
    store.close().await;
}

async fn a_database_of_the_first_edition_is_brought_up_to_date(store: Store, url: String) {
    let tables: [&[&str]; 2] = [migrations!("sqlite" 1), migrations!("postgres" 1)];
    let rows = include_str!("../../../data/first-edition/database.sql");
    let store = left_behind(store, &url, tables, rows).await;
    let listed = store.matches_of(ADA, 50).await.unwrap();
    assert_eq!(listed.len(), 11);
    for summary in &listed {
        let (row, events) = store.load(&summary.row.id).await.unwrap().unwrap();
        assert_eq!((row.opening.rules, summary.version), (1, events.len()));
        assert_eq!((&summary.status, summary.finished), (&None, None), "nobody wrote it down then");
        assert_eq!(summary.own_material, row.opening.material.is_some());
    }
    assert_eq!(listed.iter().filter(|summary| summary.own_material).count(), 1);
    // What is found out later is kept.
    let (id, version) = (&listed[0].row.id, listed[0].version);
    let over = Status { to_act: vec![], over: true, scores: Some(vec![2, 0]), winners: None };
    store.set_status(id, version, &over, Some(5)).await.unwrap();
    let known = store.summary(id).await.unwrap().unwrap();
    assert_eq!((known.status, known.finished), (Some(over), Some(5)));
    store.close().await;
    Store::open(&url).await.unwrap();
}

async fn a_broken_database_is_not_the_writers_end(store: Store, url: String) {
    let mut acknowledged = vec!["{\"chance\":1}".to_owned()];
    store.add_match(new("m")).await.unwrap();
    for round in 0..4 {
        store.inject(Some(Fault::Fail("input/output error")));
        let texts: Vec<String> = (0..5).map(|number| format!("lost {round} {number}")).collect();
        let lost =
            all(texts.iter().map(async |text| add(&store, "m", acknowledged.len(), &[text]).await)).await;
        for result in lost {
            let error = result.unwrap_err();
            assert!(error.is_temporary() && error.to_string().contains("input/output error"), "{error}");
        }
        store.inject(None);
        for number in 0..3 {
            let text = format!("kept {round} {number}");
            add(&store, "m", acknowledged.len(), &[&text]).await.unwrap();
            acknowledged.push(text);
        }
        // Another connection sees exactly what was acknowledged.
        assert_eq!(count(&url, "SELECT COUNT(*) FROM events").await, acknowledged.len() as i64);
    }
    assert_eq!(events(&store, "m").await, acknowledged);

    // While the database does not answer nothing is acknowledged, and nothing is lost when it does.
    store.inject(Some(Fault::Stall));
    let mut waiting = Box::pin(add(&store, "m", acknowledged.len(), &["late"]));
    tokio::select! {
        biased;
        result = &mut waiting => panic!("{result:?} before it was stored"),
        count = count(&url, "SELECT COUNT(*) FROM events") => assert_eq!(count, acknowledged.len() as i64),
    }
    store.inject(None);
    waiting.await.unwrap();
    assert_eq!(events(&store, "m").await.len(), acknowledged.len() + 1);
}

/// SQLite rolls back on its own when the disk is full. Whatever is acknowledged later must be committed all the same.
#[tokio::test]
async fn after_a_full_disk_acknowledged_events_are_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.db");
    let url = format!("sqlite://{}", path.display());
    let store = Store::open_file(&path).await.unwrap();
    store.add_match(new("m")).await.unwrap();
    let mut acknowledged = 1;
    for round in 0..4 {
        store.inject(Some(Fault::Full));
        for _ in 0..3 {
            let error = add(&store, "m", acknowledged, &[&"x".repeat(20_000)]).await.unwrap_err();
            assert!(error.is_temporary() && error.to_string().contains("full"), "{error}");
        }
        store.inject(None);
        for _ in 0..5 {
            add(&store, "m", acknowledged, &[&"y".repeat(round * 1000)]).await.unwrap();
            acknowledged += 1;
        }
        assert_eq!(
            count(&url, "SELECT COUNT(*) FROM events").await,
            acknowledged as i64,
            "committed, not promised"
        );
    }
}

async fn a_newer_store_is_left_alone(store: Store, url: String) {
    store.close().await;
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    sqlx::query("INSERT INTO schema_version (version) VALUES (99)").execute(&pool).await.unwrap();
    pool.close().await;
    let error = Store::open(&url).await.unwrap_err().to_string();
    assert!(error.contains("version 99") && error.contains("newer golemry"), "{error}");
}
