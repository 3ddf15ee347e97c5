//! What a page without a server is answered.

use golemry_puzzles::{Answer, Day, Shelf};
use golemry_table::WireError;
use serde_json::{Value, json};

use crate::LARGE;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Asks a shelf at a time.
fn ask_at(shelf: &mut Shelf, at: i64, method: &str, path: &str, body: &Value) -> Result<Answer, WireError> {
    let body = Some(body).filter(|body| !body.is_null());
    shelf.answer(method, path, body, at, &mut || false).expect("it is a path of puzzles and boards")
}

/// Asks it on the first day, and expects a body.
fn ask(shelf: &mut Shelf, method: &str, path: &str, body: &Value) -> Value {
    ask_at(shelf, 0, method, path, body).unwrap().body.unwrap()
}

/// The shelf that is read from the notes of an answer.
fn restored<'a>(notes: impl IntoIterator<Item = &'a (String, Value)>) -> Shelf {
    let mut shelf = Shelf::default();
    for (key, value) in notes {
        assert!(shelf.restore(key, value), "{key}");
    }
    shelf
}

/// A small puzzle with this hint.
fn small_puzzle(hint: &str) -> Value {
    let puzzle = json!({"title": "mine", "hint": hint, "chapter": 1, "par": 4, "rounds": 1});
    json!({"board": {"name": "mine", "size": 4, "goal": "reach b3", "golem": [{"at": "a1", "facing": "n"}], "puzzle": puzzle}})
}

#[test]
fn the_fewest_slots_are_kept() {
    let mut shelf = Shelf::default();
    assert_eq!(ask(&mut shelf, "GET", "/puzzles/first-steps", &Value::Null)["best"], Value::Null);
    let mut run = |program: Value| {
        let program = json!({"program": program});
        ask_at(&mut shelf, 0, "POST", "/puzzles/first-steps/run", &program).unwrap()
    };
    let failed = run(json!(["F"]));
    let body = failed.body.unwrap();
    assert_eq!((failed.kept, &body["solved"], &body["best"]), (vec![], &json!(false), &Value::Null));
    let note = |answer: &Answer| answer.kept.iter().find(|(key, _)| key == "puzzle:first-steps").cloned();
    let kept = |best: u32| Some(("puzzle:first-steps".to_owned(), json!({"best": best})));
    let short = run(json!(["F", "F"]));
    assert_eq!((note(&short), &short.body.unwrap()["best"]), (kept(2), &json!(2)));
    assert_eq!(note(&run(json!(["F", "F"]))), kept(2), "the note comes again, as after a failed write");

    let mut other = Shelf::default();
    let best = |shelf: &mut Shelf| {
        let list = ask(shelf, "GET", "/puzzles", &Value::Null);
        list["puzzles"].as_array().unwrap().iter().find(|puzzle| puzzle["id"] == "first-steps").unwrap()["best"]
            .clone()
    };
    for (stored, expected) in [(4, 4), (2, 2), (3, 2)] {
        assert!(other.restore("puzzle:first-steps", &json!({"best": stored})));
        assert_eq!(best(&mut other), expected);
    }
}

#[test]
fn the_puzzle_of_the_day_counts_a_streak() {
    /// The solver's first solution of a day's puzzle, sent at noon.
    fn solve(shelf: &mut Shelf, day: i64) -> Answer {
        let id = Day(day).puzzle();
        let toml = ask(shelf, "GET", &format!("/puzzles/{id}"), &Value::Null)["toml"].clone();
        let checked = ask(shelf, "POST", "/boards/check", &json!({"toml": toml}));
        let program = json!({"program": checked["solution"]["programs"][0]});
        ask_at(shelf, day * DAY + DAY / 2, "POST", &format!("/puzzles/{id}/run"), &program).unwrap()
    }
    fn standing(shelf: &mut Shelf, day: i64) -> (Value, Value) {
        let list = ask_at(shelf, day * DAY, "GET", "/puzzles", &Value::Null).unwrap().body.unwrap();
        assert_eq!(list["daily"]["day"], day);
        (list["daily"]["streak"].clone(), list["daily"]["solved"].clone())
    }
    let is = |streak: u32, solved: bool| (json!(streak), json!(solved));
    let mut shelf = Shelf::default();
    assert_eq!(standing(&mut shelf, 1), is(0, false));
    solve(&mut shelf, 1);
    let second = solve(&mut shelf, 2);
    assert_eq!(second.kept[1], ("daily".to_owned(), json!({"day": 2, "days": 2})));
    assert_eq!(second.body.unwrap()["daily"]["streak"], 2);
    assert_eq!(standing(&mut shelf, 2), is(2, true));
    let mut shelf = restored(&second.kept);
    assert_eq!(standing(&mut shelf, 3), is(2, false));
    assert_eq!(standing(&mut shelf, 4), is(0, false), "a day was missed");
    solve(&mut shelf, 4);
    assert_eq!(standing(&mut shelf, 4), is(1, true));
    assert!(shelf.restore("daily", &json!({"day": 2, "days": 2})), "older than what is there");
    assert_eq!(standing(&mut shelf, 4), is(1, true));
    // The clock was wrong for a while.
    assert!(shelf.restore("daily", &json!({"day": 40_000, "days": 7})));
    assert_eq!(standing(&mut shelf, 5), is(0, false));
    solve(&mut shelf, 5);
    assert_eq!(standing(&mut shelf, 5), is(1, true));
}

#[test]
fn a_board_is_stored_and_read_back() {
    let board = small_puzzle("");
    let mut shelf = Shelf::default();
    let stored = ask_at(&mut shelf, 0, "POST", "/boards", &board).unwrap();
    let id = stored.body.as_ref().unwrap()["id"].as_str().unwrap().to_owned();
    assert_eq!((stored.status, stored.kept.len(), id.len()), (201, 1, 12));
    assert_eq!(stored.kept[0].0, format!("board:{id}"));
    assert_eq!(ask_at(&mut shelf, 0, "POST", "/boards", &board).unwrap(), stored, "the same board again");

    let mut shelf = restored(&stored.kept);
    let shown = ask(&mut shelf, "GET", &format!("/boards/{id}"), &Value::Null);
    assert_eq!(
        (&shown["yours"], &shown["title"], &shown["puzzle"]["par"]),
        (&json!(true), &Value::Null, &json!(4))
    );
    let program = json!({"program": ["F", "F", "R", "F"]});
    let run = ask_at(&mut shelf, 0, "POST", &format!("/boards/{id}/run"), &program).unwrap();
    assert_eq!((&run.body.unwrap()["solved"], run.kept), (&json!(true), vec![]));
    let way = ask(&mut shelf, "POST", &format!("/boards/{id}/preview"), &json!({"program": ["F"]}));
    assert_eq!(way["way"].as_array().map(Vec::len), Some(2));
}

#[test]
fn damaged_notes_are_ignored() {
    let mut shelf = Shelf::default();
    for (key, note) in [
        ("puzzle:smash", json!("three")),
        ("puzzle:smash", json!({"best": -1})),
        ("puzzle:smash", Value::Null),
        ("daily", json!({"day": 3})),
        ("daily:3", json!({"day": 3, "days": 1})),
        ("board:abcdefghjkmn", json!({"toml": "name = \"not this one\"\nsize = 4\n"})),
        ("board:abcdefghjkmn", json!([])),
        ("me", json!({"name": "Ada"})),
    ] {
        assert!(!shelf.restore(key, &note), "{key} {note}");
    }
    let list = ask(&mut shelf, "GET", "/puzzles", &Value::Null);
    assert!(list["puzzles"].as_array().unwrap().iter().all(|puzzle| puzzle["best"].is_null()));
    assert_eq!(list["daily"]["streak"], 0);
}

#[test]
fn refusals_have_the_codes_of_the_server() {
    let mut shelf = Shelf::default();
    let plain = json!({"board": {"name": "plain", "size": 4}});
    let plain = ask(&mut shelf, "POST", "/boards", &plain)["id"].as_str().unwrap().to_owned();
    let program = |slots: Value| json!({"program": slots});
    let none = &Value::Null;
    for (method, path, body, code) in [
        ("GET", "/puzzles/none", none, "puzzle/unknown"),
        ("GET", "/puzzles/%ff", none, "request/malformed"),
        ("POST", "/puzzles/smash", none, "request/method"),
        ("POST", "/puzzles/smash/run", none, "request/malformed"),
        ("POST", "/puzzles/smash/run", &json!({"program": ["F"], "more": 1}), "request/malformed"),
        ("POST", "/puzzles/smash/run", &program(json!("F")), "action/malformed"),
        ("POST", "/puzzles/smash/run", &program(json!(["S"])), "action/illegal"),
        ("POST", "/puzzles/none/preview", &program(json!(["S"])), "puzzle/unknown"),
        ("POST", "/boards", &json!({}), "request/malformed"),
        ("POST", "/boards", &json!({"toml": "name = \"x\"\nsize = 5\n"}), "setup/material"),
        ("POST", "/boards", &small_puzzle(&"x".repeat(4096)), "limit/size"),
        ("POST", "/boards/check", &json!({"toml": LARGE}), "puzzle/too-large"),
        ("GET", "/boards/check", none, "request/method"),
        ("GET", "/boards/nowhere", none, "board/unknown"),
        ("POST", &format!("/boards/{plain}/run"), &program(json!(["F"])), "board/unknown"),
        ("GET", "/boards?before=yesterday", none, "request/malformed"),
        ("PUT", &format!("/boards/{plain}/listing"), &json!({"title": "Plain"}), "gallery/closed"),
        ("DELETE", &format!("/boards/{plain}/listing"), none, "gallery/closed"),
    ] {
        let refused = ask_at(&mut shelf, 0, method, path, body).unwrap_err();
        assert_eq!(refused.code.name(), code, "{method} {path} {body}: {refused}");
    }
    let toml = ask(&mut shelf, "GET", "/puzzles/spiral", none)["toml"].clone();
    let stopped = shelf.answer("POST", "/boards/check", Some(&json!({"toml": toml})), 0, &mut || true);
    assert_eq!(stopped.unwrap().unwrap_err().code, golemry_puzzles::TOO_LARGE);
    let closed = json!({"open": false, "boards": [], "next": null});
    for path in ["/boards", "/boards?before=5"] {
        assert_eq!(ask(&mut shelf, "GET", path, none), closed);
    }
}

#[test]
fn what_is_for_others_is_not_answered() {
    let mut shelf = Shelf::default();
    for path in [
        "",
        "/",
        "puzzles",
        "/puzzle",
        "/puzzles/",
        "/puzzles//run",
        "/puzzles/smash/listing",
        "/boards/a/b/c",
        "/matches",
    ] {
        assert!(shelf.answer("GET", path, None, 0, &mut || false).is_none(), "{path}");
    }
}
