//! The house, as a page uses it.

mod driver;

use driver::{Page, against};
use serde_json::{Value, json};

/// Every game and variant with its fewest seats.
fn tables() -> Vec<(&'static str, &'static str, u8)> {
    let games = golemry_registry::games();
    let of = |about: &'static golemry_core::About| {
        about.variants.iter().map(move |variant| (about.id, variant.id, variant.seats.0))
    };
    games.about().flat_map(of).collect()
}

fn to_the_end(page: &mut Page, most: usize) {
    for _ in 0..most {
        if !page.decide() {
            return;
        }
    }
}

#[test]
fn every_game_is_played_and_reviewed_without_a_server() {
    for (game, variant, seats) in tables() {
        let mut page = Page::open(3);
        let mut wanted = against(game, seats, variant, "easy");
        if game == "duel" && variant == "puzzle" {
            continue;
        }
        if game == "inner-circle" {
            wanted["options"] = json!({});
        }
        let id = page.play(&wanted);
        to_the_end(&mut page, 400);
        if !page.over {
            let (status, body) = page.ask("POST", &format!("/matches/{id}/seats/0/resign"), Value::Null);
            assert_eq!(status, 200, "{body}");
        }
        assert!(page.over, "{game} {variant}");
        let (status, record) = page.ask("GET", &format!("/matches/{id}/record"), Value::Null);
        assert_eq!((status, record["game"].as_str()), (200, Some(game)));
        let record = golemry_table::Record::from_value(record).unwrap();
        let verified = golemry_table::verify(&golemry_registry::games(), &record);
        assert!(verified.is_ok(), "{game} {variant}: {:?}", verified.err());
        let (status, then) = page.ask("GET", &format!("/matches/{id}/replay?event=1&seat=0"), Value::Null);
        assert_eq!((status, then["event"].as_u64()), (200, Some(1)), "{then}");
    }
}

#[test]
fn bots_that_search_and_hints_and_reviews_are_jobs() {
    let mut page = Page::open(5);
    let id = page.play(&against("capek", 2, "standard", "hard"));
    let answer = page.frame(&json!({"type": "hint", "id": 9, "seat": 0})).expect("a hint comes");
    assert_eq!((answer["type"].as_str(), answer["id"].as_u64()), (Some("hint"), Some(9)), "{answer}");
    assert!(answer["options"].as_array().is_some_and(|options| !options.is_empty()));
    let (status, body) = page.ask("GET", &format!("/matches/{id}/review"), Value::Null);
    assert_eq!((status, body["error"]["code"].as_str()), (409, Some("match/not-over")));
    for _ in 0..3 {
        assert!(page.decide());
    }
    page.ask("POST", &format!("/matches/{id}/seats/0/resign"), Value::Null);
    let review = loop {
        let (status, review) = page.ask("GET", &format!("/matches/{id}/review"), Value::Null);
        assert_eq!(status, 200, "{review}");
        if !review["review"].is_null() {
            break review;
        }
        assert!(review["done"].as_u64() < review["total"].as_u64());
    };
    assert_eq!(review["done"], review["total"]);
    let jobs: Vec<&str> =
        page.story.iter().filter(|(to, ..)| *to == "thinker").map(|(_, job, _)| &**job).collect();
    for kind in ["bot", "hint", "review"] {
        assert!(jobs.iter().any(|job| job.contains(kind)), "{kind}");
    }
}

#[test]
fn a_decision_is_made_again_in_a_new_match() {
    let mut page = Page::open(6);
    let id = page.play(&against("golem-it", 3, "standard", "normal"));
    for _ in 0..4 {
        assert!(page.decide());
    }
    let path = format!("/matches/{id}/again");
    let (status, body) = page.ask("POST", &path, json!({"event": 2}));
    assert_eq!((status, body["error"]["code"].as_str()), (409, Some("match/not-over")));
    page.ask("POST", &format!("/matches/{id}/seats/0/resign"), Value::Null);
    let (_, record) = page.ask("GET", &format!("/matches/{id}/record"), Value::Null);
    let own = |event: &Value| event["seat"] == 0;
    let event = record["events"].as_array().unwrap().iter().rposition(own).unwrap();
    let (status, again) = page.ask("POST", &path, json!({"event": event}));
    assert_eq!(status, 201, "{again}");
    let again = again["id"].as_str().unwrap().to_owned();
    let (_, info) = page.ask("GET", &format!("/matches/{again}"), Value::Null);
    assert_eq!(
        (&info["status"]["to_act"], &info["chairs"][0]["yours"]),
        (&json!([0]), &json!(true)),
        "{info}"
    );
    assert_eq!(info["chairs"][1]["level"], "normal", "{info}");
    // It is kept like any other match.
    page.replace(6);
    page.show(&again);
    assert!(page.decide());
    let (status, body) = page.ask("POST", &path, json!({"event": 0}));
    assert_eq!((status, body["error"]["code"].as_str()), (400, Some("request/malformed")), "{body}");
}

#[test]
fn a_match_goes_on_in_another_instance() {
    let mut page = Page::open(2);
    let id = page.play(&against("golem-it", 3, "standard", "normal"));
    for _ in 0..5 {
        assert!(page.decide());
    }
    let version = page.version;
    page.replace(2);
    page.show(&id);
    assert_eq!(page.version, version, "nothing is lost");
    assert!(page.decide());
    let (status, next) = page.ask("POST", &format!("/matches/{id}/rematch"), Value::Null);
    assert_eq!((status, next["error"]["code"].as_str()), (409, Some("match/not-over")));
    let (_, info) = page.ask("POST", &format!("/matches/{id}/seats/0/resign"), Value::Null);
    assert!(
        info["chairs"][0]["resigned"] == true && info["status"]["over"] == true,
        "only bots are left: {info}"
    );
    let (status, next) = page.ask("POST", &format!("/matches/{id}/rematch"), Value::Null);
    let next = next["id"].as_str().expect("a rematch has an id").to_owned();
    let again = page.ask("POST", &format!("/matches/{id}/rematch"), Value::Null);
    assert_eq!((status, again), (200, (200, json!({"id": next}))), "there is one next match");
    page.replace(2);
    let (_, info) = page.ask("GET", &format!("/matches/{next}"), Value::Null);
    assert_eq!(info["chairs"][1]["yours"], true, "everyone moves on by a seat: {info}");
}

#[test]
fn a_tutorial_follows_its_script() {
    for game in golemry_registry::games().iter() {
        let mut page = Page::open(1);
        let about = game.about();
        let (status, body) = page.ask("POST", &format!("/tutorials/{}", about.id), Value::Null);
        assert_eq!(status, 201, "{body}");
        page.show(body["id"].as_str().unwrap());
        let (_, tutorial) = page.ask("GET", &format!("/tutorials/{}", about.id), Value::Null);
        for step in tutorial["steps"].as_array().unwrap() {
            if !step["action"].is_null() && step["kind"] == "choose" {
                let version = page.version;
                let play =
                    json!({"type": "play", "id": 1, "seat": 0, "version": version, "action": step["action"]});
                let answer = page.frame(&play).expect("a play has an answer");
                assert_eq!(answer["type"], "ack", "{}: {answer}", about.id);
            }
        }
        assert!(page.over, "{}: the learner wins", about.id);
    }
}

#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    let mut page = Page::open(1);
    let you = json!({"kind": "you"});
    let friend = json!({"kind": "friend"});
    for (method, path, body, status, code) in [
        ("GET", "/matches/here-nothing", Value::Null, 0, ""),
        ("GET", "/matches/abc", Value::Null, 404, "match/unknown"),
        ("GET", "/nothing", Value::Null, 404, "request/path"),
        ("GET", "/rules/chess", Value::Null, 404, "setup/game"),
        ("POST", "/matches", json!({"game": "duel", "chairs": [you]}), 400, "request/chairs"),
        ("POST", "/matches", json!({"game": "duel", "chairs": [you, friend]}), 400, "request/chairs"),
        ("POST", "/matches", json!({"game": "duel", "colour": 1, "chairs": []}), 400, "request/malformed"),
        ("POST", "/matches", json!({"record": {"format": 9}}), 400, "record/format"),
        ("POST", "/matches", json!({"record": "no"}), 400, "record/malformed"),
        ("PUT", "/me", json!({"name": "\u{200b}"}), 400, "request/name"),
    ] {
        if status == 0 {
            continue;
        }
        let (found, body) = page.ask(method, path, body);
        assert_eq!((found, body["error"]["code"].as_str()), (status, Some(code)), "{path}: {body}");
    }
    let mut house = golemry_wasm::House::default();
    for message in ["", "{", "[]", r#"{"do":"dance"}"#, r#"{"do":"load","match":{"id":"here-x"}}"#] {
        let reply: Value = serde_json::from_slice(&house.call(message.as_bytes())).unwrap();
        assert_eq!(reply["status"], 400, "{message}: {reply}");
    }
}

#[test]
fn a_match_moves_as_a_record() {
    let mut page = Page::open(1);
    let id = page.play(&against("its-alive", 3, "standard", "easy"));
    for _ in 0..6 {
        page.decide();
    }
    let version = page.version;
    let (status, record) = page.ask("GET", &format!("/matches/{id}/export"), Value::Null);
    assert_eq!(status, 200);
    page.leave();
    let (status, copy) = page.ask("POST", "/matches", json!({"record": record}));
    assert_eq!(status, 201, "{copy}");
    let copy = copy["id"].as_str().unwrap().to_owned();
    assert_ne!(copy, id);
    page.show(&copy);
    assert_eq!(page.version, version);
    let (_, info) = page.ask("GET", &format!("/matches/{copy}"), Value::Null);
    assert_eq!((&info["chairs"][0]["kind"], &info["chairs"][1]["level"]), (&json!("human"), &json!("easy")));
    assert!(page.decide(), "it goes on");
    // A damaged one is refused, and nothing is opened.
    let mut damaged = record.clone();
    damaged["events"][1] = json!({"seat": 0, "action": {"type": "fly"}});
    let (status, refused) = page.ask("POST", "/matches", json!({"record": damaged}));
    assert_eq!((status, refused["error"]["code"].as_str()), (400, Some("record/event")), "{refused}");
}

#[test]
fn nobody_thinks_where_nobody_looks() {
    let mut page = Page::open(1);
    let (_, opened) = page.ask("POST", "/matches", against("capek", 2, "standard", "hard"));
    assert!(opened["id"].is_string());
    assert!(page.story.iter().all(|(to, ..)| *to == "house"), "no job was handed out");
}

#[test]
fn puzzles_are_solved_and_what_was_reached_is_kept() {
    let mut page = Page::open(1);
    let (status, puzzles) = page.ask("GET", "/puzzles", Value::Null);
    assert_eq!(status, 200);
    assert!(puzzles["puzzles"].as_array().unwrap().iter().all(|puzzle| puzzle["best"].is_null()));
    let (status, run) = page.ask("POST", "/puzzles/smash/run", json!({"program": ["A", "F", "F"]}));
    assert_eq!((status, &run["solved"], &run["best"]), (200, &json!(true), &json!(3)), "{run}");
    page.replace(1);
    let (_, puzzle) = page.ask("GET", "/puzzles/smash", Value::Null);
    assert_eq!(puzzle["best"], 3, "the note was kept");
}
