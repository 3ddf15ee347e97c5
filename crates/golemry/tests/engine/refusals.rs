//! Requests that are refused: each with its error, and none changes the match.

use golemry_core::{PlayoutRng, Seed};
use serde_json::json;

use crate::process::{Engine, small_position};

#[test]
fn nothing_is_played_after_the_end() {
    let mut engine = Engine::golem_it();
    engine.play_out(json!({"to_act": [0]}), &mut PlayoutRng::new(Seed(1)));
    for cmd in ["check", "apply"] {
        let pass = json!({"cmd": cmd, "seat": 0, "action": {"type": "pass", "return": 0}});
        let error = engine.refused(&pass);
        assert_eq!(error, json!({"code": "action/over", "message": "the match is over"}));
    }
    let error = engine.refused_line(br#"{"cmd":"build","seat":0}"#);
    assert_eq!(error, json!({"code": "action/over", "message": "the match is over"}));
    let nothing = json!({"ok": true, "actions": [], "total": 0, "more": false});
    assert_eq!(engine.ok(&json!({"cmd": "legal", "seat": 0})), nothing);
    engine.ok(&json!({"cmd": "view", "seat": 3}));
    engine.end();
}

#[test]
fn lines_that_are_no_request_are_refused() {
    let mut engine = Engine::golem_it();
    for line in [
        &b"{"[..],
        b"{\"cmd\":\"games\"} {}",
        b"hello",
        b"",
        b"   \t\r",
        b"null",
        b"7",
        b"\"games\"",
        b"[{\"cmd\":\"games\"}]",
        b"{}",
        b"{\"cmd\":null}",
        b"{\"cmd\":[\"games\"]}",
        b"\xff\xfe",
        b"{\"cmd\":\"games\xc3\"}",
        b"{\"cmd\":\"games\"\0}",
        b"{\"cmd\":\"games\",\"id\":1e999}",
    ] {
        assert_eq!(engine.refused_line(line)["code"], json!("request/malformed"));
    }
    assert_eq!(engine.refused_line("[".repeat(100_000).as_bytes())["code"], json!("request/malformed"));
    let error = engine.refused_line(br#"{"cmd":"castle"}"#);
    assert_eq!(error["code"], json!("request/unknown-command"));
    assert!(error["message"].as_str().unwrap().contains("the commands are games, new, setup"), "{error}");
    // Windows ends its lines with \r\n.
    assert_eq!(engine.line(b"{\"cmd\":\"games\"}\r")["ok"], json!(true));
    engine.end();
}

#[test]
fn requests_with_wrong_fields_are_refused() {
    let mut engine = Engine::golem_it();
    for (request, message) in [
        (json!({"cmd": "games", "all": true}), "unknown field `all`"),
        (json!({"cmd": "new"}), "missing field `game`"),
        (json!({"cmd": "new", "game": 7}), "expected a string"),
        (json!({"cmd": "new", "game": "golem-it", "seats": "4"}), "invalid type: string \"4\""),
        (json!({"cmd": "new", "game": "golem-it", "seats": -1}), "invalid value: integer `-1`"),
        (json!({"cmd": "new", "game": "golem-it", "options": []}), "expected a map"),
        (json!({"cmd": "new", "game": "golem-it", "seed": 1.5}), "a seed: a whole number"),
        (json!({"cmd": "new", "game": "golem-it", "sead": 1}), "unknown field `sead`"),
        (
            json!({"cmd": "new", "game": "golem-it", "position": small_position()}),
            "\"setup\" from a position",
        ),
        (json!({"cmd": "setup", "game": "golem-it", "seats": 3}), "missing field `position`"),
        (
            json!({"cmd": "setup", "game": "golem-it", "seats": 3, "position": null}),
            "missing field `position`",
        ),
        (
            json!({"cmd": "setup", "game": "golem-it", "seats": 3, "position": small_position(), "sead": 1}),
            "unknown field `sead`",
        ),
        (json!({"cmd": "position", "seat": 0}), "unknown field `seat`"),
        (json!({"cmd": "view", "seat": "0"}), "invalid type: string \"0\""),
        (json!({"cmd": "legal"}), "missing field `seat`"),
        (json!({"cmd": "legal", "seat": null}), "invalid type: null"),
        (json!({"cmd": "legal", "seat": 0, "limit": -1}), "invalid value: integer `-1`"),
        (json!({"cmd": "legal", "seat": 0, "offset": 0.5}), "invalid type: floating point `0.5`"),
        (json!({"cmd": "check", "seat": 0}), "missing field `action`"),
        (json!({"cmd": "apply", "action": {"type": "pass", "return": 1}}), "missing field `seat`"),
        (json!({"cmd": "build", "seat": 0, "choices": {}}), "expected a sequence"),
        (json!({"cmd": "record", "format": 1}), "unknown field `format`"),
        (json!({"cmd": "replay"}), "missing field `record`"),
    ] {
        let error = engine.refused(&request);
        assert_eq!(error["code"], json!("request/malformed"), "{request}");
        assert!(error["message"].as_str().unwrap().contains(message), "{request}: {error}");
    }
    engine.end();
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let mut engine = Engine::golem_it();
    for (field, value, code, message) in [
        ("game", json!("chess"), "setup/game", "there is no game \"chess\": the games are "),
        (
            "variant",
            json!("solo"),
            "setup/variant",
            "golem-it has no variant \"solo\": it has standard, tournament",
        ),
        ("seats", json!(2), "setup/seats", "variant standard is for 3 to 6 seats, not 2"),
        ("seats", json!(7), "setup/seats", "variant standard is for 3 to 6 seats, not 7"),
        (
            "options",
            json!({"speed": 1}),
            "setup/option",
            "golem-it has no option \"speed\" in variant standard",
        ),
        ("options", json!({"first": 4}), "setup/option", "option first is a seat from 0 to 3, not 4"),
        (
            "options",
            json!({"start_points": 10}),
            "setup/option",
            "option start_points is a whole number from 0 to 9",
        ),
        ("options", json!({"start_points": true}), "setup/option", "option start_points is a whole number"),
        ("options", json!({"turn_limit": "long"}), "setup/option", "whole number from 50 to 10000, not long"),
        (
            "options",
            json!({"first": 1.5}),
            "setup/option",
            "option first is a whole number, true, false or a text",
        ),
        (
            "options",
            json!({"first": null}),
            "setup/option",
            "option first is a whole number, true, false or a text",
        ),
        ("deck", json!({"cards": []}), "setup/material", "golem-it takes no deck or board of one's own"),
        ("board", json!("board.toml"), "setup/material", "golem-it takes no deck or board of one's own"),
    ] {
        let mut request = json!({"cmd": "new", "game": "golem-it", "seats": 4, "variant": "standard", "options": {}, "seed": 7});
        request[field] = value;
        let error = engine.refused(&request);
        assert_eq!(error["code"], json!(code), "{request}");
        assert!(error["message"].as_str().unwrap().contains(message), "{request}: {error}");
    }
    engine.end();
}

#[test]
fn without_a_match_there_is_nothing_to_ask() {
    let mut engine = Engine::start();
    for request in [
        json!({"cmd": "position"}),
        json!({"cmd": "view", "seat": 0}),
        json!({"cmd": "legal", "seat": 99}),
        json!({"cmd": "check", "seat": 0, "action": {"type": "pass", "return": 1}}),
        json!({"cmd": "apply", "seat": 0, "action": {"type": "pass", "return": 1}}),
        json!({"cmd": "build", "seat": 0}),
        json!({"cmd": "record"}),
    ] {
        let error = engine.refused(&request);
        assert_eq!(error["code"], json!("request/no-match"), "{request}");
    }
    engine.end();
}

#[test]
fn seats_that_do_not_exist_are_refused() {
    let mut engine = Engine::golem_it();
    let pass = json!({"type": "pass", "return": 1});
    for seat in [4, 5, 6, 300, -1] {
        for request in [
            json!({"cmd": "view", "seat": seat}),
            json!({"cmd": "legal", "seat": seat}),
            json!({"cmd": "check", "seat": seat, "action": pass}),
            json!({"cmd": "apply", "seat": seat, "action": pass}),
            json!({"cmd": "build", "seat": seat}),
        ] {
            let error = engine.refused(&request);
            let message = format!("there is no seat {seat}: this table has seats 0 to 3");
            assert_eq!(error, json!({"code": "request/seat", "message": message}), "{request}");
        }
    }
    engine.end();
}

#[test]
fn refused_actions_say_why() {
    let mut engine = Engine::golem_it();
    let play = |value: u32, cards: &[&str]| json!({"type": "play", "value": value, "cards": cards});
    let illegal = |clause: &str, reason: &str, message: &str| json!({"code": "action/illegal", "clause": clause, "reason": reason, "message": message});
    let turn = json!({"code": "action/turn", "message": "seat 1 is not to act: seat 0 is"});
    for (seat, action, error) in [
        (1, json!({"type": "pass", "return": 1}), turn),
        (
            0,
            play(8, &["m7", "m9"]),
            illegal("GI-7", "not_in_hand", "your hand does not hold m9, or not that many of it"),
        ),
        (0, play(6, &["m7"]), illegal("GI-7", "cannot_be_worth", "m7 cannot be worth 6")),
        (
            0,
            play(200, &["m7"]),
            illegal("GI-7", "pool_too_small", "this takes 193 points, and the pool holds 87"),
        ),
        (
            0,
            json!({"type": "pass", "return": 0}),
            illegal("GI-10", "leader_returns_nothing", "a leader who passes returns at least 1 point"),
        ),
    ] {
        for cmd in ["check", "apply"] {
            let request = json!({"cmd": cmd, "seat": seat, "action": action});
            assert_eq!(engine.refused(&request), error, "{request}");
        }
    }
    for malformed in [
        json!(null),
        json!("pass 1"),
        json!({}),
        json!({"type": "jump"}),
        json!({"type": "pass"}),
        json!({"type": "pass", "return": -1}),
        json!({"type": "pass", "return": 1, "loudly": true}),
        json!({"type": "play", "value": 7, "cards": ["m99"]}),
        json!({"type": "play", "value": 7, "cards": "m7"}),
    ] {
        for cmd in ["check", "apply"] {
            let request = json!({"cmd": cmd, "seat": 0, "action": malformed});
            let error = engine.refused(&request);
            assert_eq!(
                (&error["code"], error.get("clause")),
                (&json!("action/malformed"), None),
                "{request}"
            );
        }
    }
    engine.ok(&json!({"cmd": "apply", "seat": 0, "action": play(17, &["m17"])}));
    for (action, clause) in [(play(17, &["m16"]), "GI-8"), (play(20, &["m3", "m3"]), "GI-8")] {
        let request = json!({"cmd": "apply", "seat": 1, "action": action});
        assert_eq!(engine.refused(&request)["clause"], json!(clause));
    }
    engine.end();
}

#[test]
fn records_that_do_not_fit_leave_the_match_alone() {
    let mut engine = Engine::golem_it();
    let record = engine.ok(&json!({"cmd": "record"}))["record"].clone();
    for (field, value, code) in [
        ("format", json!(2), "record/format"),
        ("rules", json!(99), "record/rules"),
        ("game", json!("chess"), "setup/game"),
        ("seats", json!(7), "setup/seats"),
        ("events", json!([{"chance": {"type": "first", "seat": 5}}]), "record/event"),
        ("events", json!("none"), "record/malformed"),
        ("scores", json!([2, 0, 0, 0]), "record/scores"),
        ("winner", json!(0), "record/malformed"),
    ] {
        let mut record = record.clone();
        record[field] = value;
        let request = json!({"cmd": "replay", "record": record});
        assert_eq!(engine.refused(&request)["code"], json!(code), "{request}");
    }
    assert_eq!(engine.refused_line(br#"{"cmd":"replay","record":7}"#)["code"], json!("record/malformed"));
    engine.end();
}

#[test]
fn a_line_may_have_a_mebibyte() {
    let mut engine = Engine::golem_it();
    let games = br#"{"cmd":"games"}"#;
    let padded = |length: usize| [&games[..], &vec![b' '; length - games.len()]].concat();
    assert_eq!(engine.line(&padded(1 << 20))["ok"], json!(true));
    for length in [(1 << 20) + 1, 3 << 20] {
        let error = engine.refused_line(&padded(length));
        assert_eq!(error, json!({"code": "request/too-long", "message": "a line has at most 1048576 bytes"}));
    }
    assert_eq!(engine.line(games)["ok"], json!(true));
    engine.end();
}

#[test]
fn actions_too_far_down_a_long_list_are_refused() {
    let mut engine = Engine::start();
    let options = json!({"bonus": "all"});
    engine.ok(&json!({"cmd": "new", "game": "duel", "variant": "standard", "options": options, "seed": 1}));
    let legal = |offset: usize| json!({"cmd": "legal", "seat": 0, "offset": offset, "limit": 1});
    assert_eq!(
        engine.ok(&legal(100_000))["actions"].as_array().unwrap().len(),
        1,
        "with every bonus a duel has millions of programs"
    );
    for offset in [100_001, usize::MAX >> 11] {
        let error = engine.refused(&legal(offset));
        assert_eq!(error["code"], "request/offset");
        assert!(error["message"].as_str().unwrap().contains("at most"), "{error}");
    }
    // Beyond the end of a short list there is nothing, as always.
    engine.ok(&json!({"cmd": "new", "game": "capek", "seed": 1}));
    let reply = engine.ok(&legal(1_000_000_000));
    assert_eq!((&reply["actions"], &reply["more"]), (&json!([]), &json!(false)));
    engine.end();
}
