//! Boards that players store, the gallery, and streaks: one list, on SQLite and on PostgreSQL.

use golemry_cli::Program;
use golemry_core::MaterialSource;
use golemry_load::Postgres;
use golemry_puzzles::{BoardFile, Day, FULL, Gallery};
use golemry_store::Store;
use golemry_workshop::DuelWorkshop;
use golemry_workshop::web::{BoardLimits, Boards, Streaks, TABLES};
use serde_json::json;

/// The file of a small board with this name.
fn board(name: &str) -> BoardFile {
    BoardFile::read(&MaterialSource::Json(json!({"name": name, "size": 4}).to_string())).unwrap()
}

async fn all(store: &Store) {
    // Twice, as after a restart.
    store.add_tables(&TABLES).await.unwrap();
    store.add_tables(&TABLES).await.unwrap();
    the_oldest_unlisted_boards_go_first(store).await;
    the_gallery_is_bounded_and_paged(store).await;
    a_streak_counts_days_in_a_row(store).await;
    a_player_is_forgotten(store).await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    all(&Store::open_file(&folder.path().join("test.db")).await.unwrap()).await;
}

#[tokio::test]
async fn postgresql() {
    let server = Postgres::start().unwrap();
    all(&Store::open(&server.create_database("boards").unwrap()).await.unwrap()).await;
}

async fn the_oldest_unlisted_boards_go_first(store: &Store) {
    let boards = Boards::new(store).with_limits(BoardLimits { each: 2, all: 3, ..BoardLimits::default() });
    let mut ids = Vec::new();
    for name in ["a", "b"] {
        ids.push(boards.add(&board(name), "ada").await.unwrap());
    }
    let toml = MaterialSource::Toml("size = 4\nname = \"a\"\n".to_owned());
    let again = boards.add(&BoardFile::read(&toml).unwrap(), "ada").await.unwrap();
    assert_eq!(again, ids[0], "the same board has the same id, however it is written");
    assert_eq!(again.len(), 12);
    // Stored again just now, `a` is younger than `b`: the third one of this player takes the place of `b`.
    boards.publish(&ids[0], "ada", "A").await.unwrap();
    boards.withdraw(&ids[0], "ada").await.unwrap();
    ids.push(boards.add(&board("c"), "ada").await.unwrap());
    assert!(boards.get(&ids[1], None).await.is_err());
    assert!(boards.get(&ids[0], Some("ada")).await.unwrap().yours);
    assert!(!boards.get(&ids[0], Some("bob")).await.unwrap().yours);
    // Those of all players are bounded, too. What is in the gallery stays.
    boards.publish(&ids[0], "ada", "A").await.unwrap();
    for (name, player) in [("d", "bob"), ("e", "bob"), ("f", "cid")] {
        ids.push(boards.add(&board(name), player).await.unwrap());
    }
    assert!(boards.get(&ids[2], None).await.is_err(), "the oldest of four");
    assert_eq!(boards.get(&ids[0], None).await.unwrap().title.as_deref(), Some("A"));
    // A board belongs to the last player who stored it, unless it is in the gallery.
    boards.add(&board("a"), "bob").await.unwrap();
    boards.add(&board("f"), "bob").await.unwrap();
    assert!(boards.get(&ids[0], Some("ada")).await.unwrap().yours);
    assert!(boards.get(&ids[5], Some("bob")).await.unwrap().yours);
    assert!(boards.remove(&ids[0]).await.unwrap() && !boards.remove(&ids[0]).await.unwrap());
}

async fn the_gallery_is_bounded_and_paged(store: &Store) {
    let limits = BoardLimits { shown: 3, shown_each: 2, page: 2, ..BoardLimits::default() };
    let boards = Boards::new(store).with_limits(limits);
    let mut ids = Vec::new();
    for (name, player) in [("u", "ada"), ("v", "ada"), ("w", "ada"), ("x", "bob"), ("y", "bob")] {
        ids.push(boards.add(&board(name), player).await.unwrap());
    }
    let refused = |published: Result<(), golemry_server::ApiError>| published.unwrap_err().code();
    for title in ["", " \u{200b} ", &"x".repeat(41)] {
        assert_eq!(refused(boards.publish(&ids[0], "ada", title).await).name(), "request/name");
    }
    boards.publish(&ids[0], "ada", " first\u{202e}  one ").await.unwrap();
    boards.publish(&ids[1], "ada", &"x".repeat(40)).await.unwrap();
    assert_eq!(refused(boards.publish(&ids[2], "ada", "third").await), FULL);
    boards.publish(&ids[3], "bob", "third").await.unwrap();
    assert_eq!(refused(boards.publish(&ids[4], "bob", "fourth").await), FULL);
    // Another title is not another board, and puts it to the front.
    boards.publish(&ids[0], "ada", "first").await.unwrap();
    let titles = |page: &Gallery| {
        page.boards.iter().map(|board| board.title.chars().take(5).collect()).collect::<Vec<String>>()
    };
    let page = boards.gallery(None).await.unwrap();
    assert_eq!(titles(&page), ["first", "third"]);
    let page = boards.gallery(page.next).await.unwrap();
    assert_eq!((titles(&page), page.next), (vec!["xxxxx".to_owned()], None));
    boards.publish(&ids[3], "cid", "not his").await.unwrap();
    assert_eq!(boards.get(&ids[3], None).await.unwrap().title.as_deref(), Some("third"));
    boards.withdraw(&ids[3], "bob").await.unwrap();
    assert_eq!(titles(&boards.gallery(None).await.unwrap()), ["first", "xxxxx"]);
    assert!(boards.get(&ids[3], None).await.unwrap().title.is_none(), "it stays stored");
}

async fn a_streak_counts_days_in_a_row(store: &Store) {
    let streaks = Streaks::new(store);
    let standing = async |day: i64| {
        let daily = streaks.standing(Day(day), Some("ada")).await.unwrap();
        (daily.streak, daily.solved)
    };
    assert_eq!(standing(100).await, (0, false));
    for day in [100, 100, 101] {
        streaks.add_solved(Day(day), "ada").await.unwrap();
    }
    assert_eq!(
        [standing(101).await, standing(102).await, standing(103).await],
        [(2, true), (2, false), (0, false)]
    );
    streaks.add_solved(Day(103), "ada").await.unwrap();
    assert_eq!(standing(103).await, (1, true), "a day was missed");
    streaks.add_solved(Day(102), "ada").await.unwrap();
    assert_eq!(standing(103).await, (1, true), "a server whose clock is behind changes nothing");
    // Streaks that were broken are not kept.
    streaks.add_solved(Day(105), "bob").await.unwrap();
    let kept = store.query("SELECT player FROM duel_daily", &[]).await.unwrap();
    assert_eq!(kept, [vec!["bob".into()]]);
    assert_eq!(streaks.standing(Day(105), None).await.unwrap().streak, 0);
}

async fn a_player_is_forgotten(store: &Store) {
    let boards = Boards::new(store);
    let id = boards.add(&board("z"), "bob").await.unwrap();
    for statement in TABLES.forget {
        store.execute(statement, vec!["bob".into()]).await.unwrap();
    }
    assert!(
        !boards.get(&id, Some("bob")).await.unwrap().yours,
        "the board stays, since others have its link"
    );
    for query in [
        "SELECT player FROM duel_boards WHERE player = 'bob'",
        "SELECT player FROM duel_daily WHERE player = 'bob'",
    ] {
        assert!(store.query(query, &[]).await.unwrap().is_empty(), "{query}");
    }
}

#[test]
fn a_host_removes_boards_and_forgets_players_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let open = || runtime.block_on(Store::open_file(&folder.path().join("golemry.db"))).unwrap();
    let id = {
        let store = open();
        runtime.block_on(async {
            store.add_tables(&TABLES).await.unwrap();
            Streaks::new(&store).add_solved(Day(100), "ada").await.unwrap();
            let id = Boards::new(&store).add(&board("a"), "ada").await.unwrap();
            store.close().await;
            id
        })
    };
    let program = Program::default().mount(DuelWorkshop);
    let run = |words: &[&str]| {
        let (command, rest) = words.split_at(words.iter().position(|word| *word == "--").unwrap());
        let data = ["--data", folder.path().to_str().unwrap()];
        let line = [&["golemry"], command, &data, &rest[1..]].concat();
        golemry_cli::main(&program, line)
    };
    assert_eq!(run(&["duel", "gallery", "--", "list"]), 0);
    assert_eq!(run(&["duel", "gallery", "--", "remove", &id]), 0);
    assert_eq!(run(&["duel", "gallery", "--", "remove", &id]), 1, "it is gone");
    assert_eq!(run(&["admin", "--", "delete", "--player", "ada"]), 0);
    let store = open();
    runtime.block_on(async {
        assert!(Boards::new(&store).get(&id, None).await.is_err());
        assert_eq!(Streaks::new(&store).standing(Day(100), Some("ada")).await.unwrap().streak, 0);
        store.close().await;
    });
}
