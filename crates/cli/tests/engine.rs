//! The engine protocol, through the real program and its pipes.
//!
//! Each request waits for its reply before the next one is written: a reply that is not flushed at once would hang these tests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use golemry_core::{Draw as _, PlayoutRng, Seed};
use serde_json::{Value, json};

/// A running `golemry engine`.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_golemry"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Engine { child, input, output }
    }

    /// One that plays Golem It, 4 seats, seed 7: seat 0 leads.
    fn golem_it() -> Engine {
        let mut engine = Engine::start();
        engine.ok(json!({"cmd": "new", "game": "golem-it", "seats": 4, "seed": 7}));
        engine
    }

    /// The reply to a line of any bytes.
    fn line(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        let mut reply = String::new();
        self.output.read_line(&mut reply).unwrap();
        assert!(reply.ends_with('\n'), "the program ended instead of answering");
        serde_json::from_str(&reply).unwrap()
    }

    fn ask(&mut self, request: Value) -> Value {
        self.line(request.to_string().as_bytes())
    }

    /// The reply to a request that must be carried out.
    fn ok(&mut self, request: Value) -> Value {
        let reply = self.ask(request.clone());
        assert_eq!(reply["ok"], json!(true), "{request} is answered with {reply}");
        reply
    }

    /// The error a line must give, which changes nothing.
    fn refused(&mut self, line: &[u8]) -> Value {
        let before = self.ask(json!({"cmd": "record"}));
        let reply = self.line(line);
        assert_eq!(reply["ok"], json!(false), "{} is answered with {reply}", String::from_utf8_lossy(line));
        assert!(reply["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{reply}");
        assert_eq!(self.ask(json!({"cmd": "record"})), before, "an error changed the match");
        reply["error"].clone()
    }

    /// Plays listed actions, those that `rng` picks, from the reply that began the match to its end: the last reply.
    fn play_out(&mut self, mut status: Value, rng: &mut PlayoutRng) -> Value {
        while status["over"] != json!(true) {
            let seat = &status["to_act"][0];
            let listing = self.ok(json!({"cmd": "legal", "seat": seat, "limit": 100}));
            let action = rng.pick(listing["actions"].as_array().unwrap()).unwrap();
            status = self.ok(json!({"cmd": "apply", "seat": seat, "action": action}));
        }
        status
    }

    /// Ends the input, which ends the program.
    fn end(mut self) {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "a reply without a request");
        assert!(self.child.wait().unwrap().success());
    }
}

/// A position of three in which seat 0 leads with `m5` and `p7`, so that the legal actions can be counted by hand.
fn small_position() -> Value {
    let mut unused = Vec::new();
    let hands = [vec!["m5", "p7"], vec!["m9", "m9"], vec!["m10", "p2"]];
    for (colour, last) in [("m", 21), ("p", 11)] {
        unused
            .extend((2..=last).flat_map(|number| [format!("{colour}{number}"), format!("{colour}{number}")]));
    }
    for card in hands.iter().flatten() {
        unused.remove(unused.iter().position(|it| it == card).unwrap());
    }
    let players: Vec<Value> = hands.iter().map(|hand| json!({"hand": hand, "points": 3})).collect();
    json!({
        "variant": "standard", "turn": 0, "to_beat": null, "players": players, "pool": 90, "discard": [],
        "unused": unused, "match": {"game": 1, "games": 1, "first": 0, "scores": [0, 0, 0]}, "turns": 0,
    })
}

fn small() -> Engine {
    let mut engine = Engine::start();
    engine
        .ok(json!({"cmd": "setup", "game": "golem-it", "seats": 3, "position": small_position(), "seed": 1}));
    engine
}

#[test]
fn games_tell_what_can_be_set() {
    let mut engine = Engine::start();
    let games = engine.ok(json!({"cmd": "games"}))["games"].clone();
    let golem_it = games.as_array().unwrap().iter().find(|game| game["id"] == "golem-it").unwrap();
    assert_eq!(golem_it["name"], "Golem It");
    assert_eq!(golem_it["seats"], json!([2, 6]));
    assert_eq!(golem_it["material"], Value::Null);
    let variants: Vec<&Value> = golem_it["variants"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(json!(variants), json!(["standard", "tournament", "two-player", "own-magic"]));
    let handicap = &golem_it["options"][2];
    for (name, value) in [
        ("name", json!("handicap")),
        ("type", json!("whole")),
        ("min", json!(0)),
        ("max", json!(9)),
        ("default", json!(0)),
        ("defaults_by_variant", json!([["two-player", 2]])),
    ] {
        assert_eq!(handicap[name], value, "{handicap}");
    }
    engine.end();
}

#[test]
fn every_variant_is_played_to_its_end() {
    let mut engine = Engine::start();
    let games = engine.ok(json!({"cmd": "games"}))["games"].clone();
    for game in games.as_array().unwrap() {
        for variant in game["variants"].as_array().unwrap() {
            let [fewest, most] = [0, 1].map(|end| &variant["seats"][end]);
            for (seats, seed) in [(fewest, 7), (most, 8)] {
                let table = json!({
                    "cmd": "new", "game": game["id"], "variant": variant["id"], "seats": seats, "seed": seed,
                });
                let status = engine.ok(table.clone());
                assert_eq!((&status["over"], &status["seed"]), (&json!(false), &json!(seed)));
                assert_eq!(status.get("scores"), None, "{table}");
                let end = engine.play_out(status, &mut PlayoutRng::new(Seed(seed)));
                assert_eq!(end["to_act"], json!([]), "{table}");
                assert_eq!(json!(end["scores"].as_array().unwrap().len()), *seats, "{table}");

                let record = engine.ok(json!({"cmd": "record"}))["record"].clone();
                let position = engine.ok(json!({"cmd": "position"}));
                assert_eq!(record["scores"], end["scores"]);
                engine.ok(table.clone());
                // Long matches may not fit on a line; they are replayed from a file.
                if record.to_string().len() < 1_000_000 {
                    let replayed = engine.ok(json!({"cmd": "replay", "record": record}));
                    let over = json!({
                        "ok": true, "to_act": [], "over": true, "scores": end["scores"], "seed": seed,
                    });
                    assert_eq!(replayed, over);
                    assert_eq!(engine.ok(json!({"cmd": "record"}))["record"], record);
                    assert_eq!(engine.ok(json!({"cmd": "position"})), position);
                }
            }
        }
    }
    engine.end();
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut engine = Engine::golem_it();
    engine.play_out(json!({"to_act": [0]}), &mut PlayoutRng::new(Seed(1)));
    for cmd in ["check", "apply"] {
        let pass = json!({"cmd": cmd, "seat": 0, "action": {"type": "pass", "return": 0}});
        let error = engine.refused(pass.to_string().as_bytes());
        assert_eq!(error, json!({"code": "action/over", "message": "the match is over"}));
    }
    let error = engine.refused(br#"{"cmd":"build","seat":0}"#);
    assert_eq!(error, json!({"code": "action/over", "message": "the match is over"}));
    let nothing = json!({"ok": true, "actions": [], "total": 0, "more": false});
    assert_eq!(engine.ok(json!({"cmd": "legal", "seat": 0})), nothing);
    engine.ok(json!({"cmd": "view", "seat": 3}));
    engine.end();
}

#[test]
fn two_programs_write_the_same_record() {
    let [one, other] = [(); 2].map(|()| {
        let mut engine = Engine::start();
        let table =
            json!({"cmd": "new", "game": "golem-it", "variant": "tournament", "seats": 3, "seed": "7"});
        let status = engine.ok(table);
        engine.play_out(status, &mut PlayoutRng::new(Seed(3)));
        engine.ask(json!({"cmd": "record"})).to_string()
    });
    assert_eq!(one, other);
}

#[test]
fn without_a_seed_each_match_is_another() {
    let mut engine = Engine::start();
    let [one, other] = [(); 2].map(|()| engine.ok(json!({"cmd": "new", "game": "golem-it"}))["seed"].clone());
    assert_ne!(one, other);
    let record = engine.ok(json!({"cmd": "record"}));
    assert_eq!(record["record"]["seed"], other);
    // The seed in the reply is enough to have the match again.
    engine.ok(json!({"cmd": "new", "game": "golem-it", "seed": other}));
    assert_eq!(engine.ok(json!({"cmd": "record"})), record);
    engine.end();
}

#[test]
fn a_position_goes_out_and_comes_back() {
    let mut engine = Engine::golem_it();
    engine.ok(
        json!({"cmd": "apply", "seat": 0, "action": {"type": "play", "value": 9, "cards": ["p9", "p9"]}}),
    );
    let position = engine.ok(json!({"cmd": "position"}))["position"].clone();
    let view = engine.ok(json!({"cmd": "view", "seat": 1}));
    let mut engine = Engine::start();
    let setup =
        |position: &Value| json!({"cmd": "setup", "game": "golem-it", "position": position, "seed": 5});
    let reply = engine.ok(setup(&position));
    assert_eq!(reply, json!({"ok": true, "to_act": [1], "over": false, "seed": 5}));
    assert_eq!(engine.ok(json!({"cmd": "position"}))["position"], position);
    assert_eq!(engine.ok(json!({"cmd": "view", "seat": 1})), view);
    assert_eq!(engine.ok(json!({"cmd": "record"}))["record"]["position"], position);

    // A seed in the position counts before the one in the request.
    let mut seeded = position.clone();
    seeded["seed"] = json!(6);
    assert_eq!(engine.ok(setup(&seeded))["seed"], json!(6));

    for (field, value, clause, message) in [
        ("pool", json!(99), json!("GI-2"), "pool"),
        ("players", json!([]), Value::Null, "has 0 entries for 4 seats"),
        ("dice", json!([7]), Value::Null, "a die shows 1 to 6, not 7"),
        ("seed", json!("x"), Value::Null, "seed: "),
        ("variant", json!("own-magic"), Value::Null, "variant: "),
        ("weather", json!("fine"), Value::Null, "unknown field `weather`"),
    ] {
        let mut position = position.clone();
        position[field] = value;
        let error = engine.refused(setup(&position).to_string().as_bytes());
        assert_eq!((&error["code"], &error["clause"]), (&json!("setup/position"), &clause), "{error}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
    engine.end();
}

#[test]
fn a_view_holds_what_its_viewer_may_know() {
    let mut engine = Engine::golem_it();
    let position = engine.ok(json!({"cmd": "position"}))["position"].clone();
    for seat in 0..4 {
        let view = engine.ok(json!({"cmd": "view", "seat": seat}))["view"].clone();
        assert_eq!(view["viewer"], json!(seat));
        assert_eq!(view["hand"], position["players"][seat]["hand"]);
        assert!(view["players"].as_array().unwrap().iter().all(|player| player.get("hand").is_none()));
    }
    let spectator = engine.ok(json!({"cmd": "view", "seat": null}));
    assert_eq!((&spectator["view"]["viewer"], &spectator["view"]["hand"]), (&Value::Null, &Value::Null));
    assert_eq!(engine.ok(json!({"cmd": "view"})), spectator);
    engine.end();
}

#[test]
fn a_short_listing_is_counted_and_paged() {
    let mut engine = small();
    // GI-10: a pass returns 1 or 2. GI-7: m5 is worth 5 to 95 with the 90 points of the pool, p7 a multiple of 7 up to 637,
    // and both together 7, 14, … 84, which takes 79 + 11 points.
    let total = 2 + 91 + 91 + 12;
    let whole = engine.ok(json!({"cmd": "legal", "seat": 0}));
    assert_eq!((&whole["total"], &whole["more"]), (&json!(total), &json!(false)));
    let actions = whole["actions"].as_array().unwrap();
    assert_eq!(actions.len(), total);
    assert_eq!(actions[0], json!({"type": "pass", "return": 1}));

    for (offset, limit, listed, more) in [
        (0, 10, 0..10, true),
        (10, 10, 10..20, true),
        (total - 10, 10, total - 10..total, false),
        (total - 10, 9, total - 10..total - 1, true),
        (total - 10, 99, total - 10..total, false),
        (total, 10, total..total, false),
        (total + 1000, 10, total..total, false),
        (0, 0, 0..0, true),
        (usize::MAX, usize::MAX, total..total, false),
    ] {
        let page = engine.ok(json!({"cmd": "legal", "seat": 0, "offset": offset, "limit": limit}));
        let expected = json!({"ok": true, "actions": actions[listed], "total": total, "more": more});
        assert_eq!(page, expected, "{offset}, {limit}");
    }
    for action in actions {
        assert_eq!(engine.ok(json!({"cmd": "check", "seat": 0, "action": action})), json!({"ok": true}));
    }
    // Who is not to act has nothing to choose.
    let nothing = json!({"ok": true, "actions": [], "total": 0, "more": false});
    assert_eq!(engine.ok(json!({"cmd": "legal", "seat": 1})), nothing);
    engine.end();
}

#[test]
fn a_long_listing_comes_in_pages() {
    let mut engine = Engine::golem_it();
    let first = engine.ok(json!({"cmd": "legal", "seat": 0}));
    // A leader with 15 cards has more actions than are counted for one page.
    assert_eq!((&first["total"], &first["more"]), (&Value::Null, &json!(true)));
    assert_eq!(first["actions"].as_array().unwrap().len(), 2000);
    let mut parts = Vec::new();
    for offset in [0, 700, 1400] {
        let page = engine.ok(json!({"cmd": "legal", "seat": 0, "offset": offset, "limit": 700}));
        parts.extend(page["actions"].as_array().unwrap().clone());
    }
    assert_eq!(parts[..2000], *first["actions"].as_array().unwrap());
    // Following `more` finds the end, where the total is known.
    let mut offset = 0;
    let last = loop {
        let page = engine.ok(json!({"cmd": "legal", "seat": 0, "offset": offset}));
        offset += page["actions"].as_array().unwrap().len();
        if page["more"] == json!(false) {
            break page;
        }
    };
    assert_eq!(last["total"], json!(offset));
    engine.end();
}

#[test]
fn actions_are_built_choice_by_choice() {
    let mut engine = small();
    let mut choices = Vec::new();
    for (choice, label, cost) in [
        (json!({"card": "m5"}), "m5", Value::Null),
        (json!({"card": "p7"}), "p7", Value::Null),
        (json!({"value": 14}), "worth 14", json!({"amount": 10, "unit": "points"})),
    ] {
        let step = engine.ok(json!({"cmd": "build", "seat": 0, "choices": choices}));
        assert!(step["action"].is_null() && step["prompt"].as_str() != Some(""), "{step}");
        let offers = step["choices"].as_array().unwrap();
        let offer = offers.iter().find(|offer| offer["choice"] == choice).unwrap();
        assert_eq!((&offer["label"], &offer["cost"]), (&json!(label), &cost));
        choices.push(choice);
    }
    let done = engine.ok(json!({"cmd": "build", "seat": 0, "choices": choices}));
    let action = json!({"type": "play", "value": 14, "cards": ["m5", "p7"]});
    assert_eq!(done, json!({"ok": true, "prompt": "", "choices": [], "action": action}));
    let applied = engine.ok(json!({"cmd": "apply", "seat": 0, "action": action}));
    assert_eq!(applied["events"], json!([{"seat": 0, "action": action}]));

    let first = engine.ok(json!({"cmd": "build", "seat": 1}));
    assert_eq!(first, engine.ok(json!({"cmd": "build", "seat": 1, "choices": []})));
    for (choices, code, message) in [
        (json!([{"card": "m21"}]), "build/not-offered", "choice 0 is not"),
        (json!([{"pass": 1}, {"pass": 1}]), "build/not-offered", "choice 1 is not"),
        (json!([{"pass": 1}, {"coin": 1}]), "build/malformed", "choice 1: unknown variant `coin`"),
        (json!(["m9"]), "build/malformed", "choice 0: "),
    ] {
        let request = json!({"cmd": "build", "seat": 1, "choices": choices});
        let error = engine.refused(request.to_string().as_bytes());
        assert_eq!(error["code"], json!(code), "{error}");
        assert!(error["message"].as_str().unwrap().starts_with(message), "{error}");
    }
    let error = engine.refused(br#"{"cmd":"build","seat":2}"#);
    assert_eq!(error, json!({"code": "action/turn", "message": "seat 2 is not to act: seat 1 is"}));
    engine.end();
}

#[test]
fn every_walk_ends_at_a_legal_action() {
    let mut engine = Engine::golem_it();
    let mut rng = PlayoutRng::new(Seed(5));
    let mut seat = json!(0);
    for _ in 0..30 {
        let mut choices = Vec::new();
        let action = loop {
            let step = engine.ok(json!({"cmd": "build", "seat": seat, "choices": choices}));
            match rng.pick(step["choices"].as_array().unwrap()) {
                Some(offer) => choices.push(offer["choice"].clone()),
                None => break step["action"].clone(),
            }
        };
        let status = engine.ok(json!({"cmd": "apply", "seat": seat, "action": action}));
        seat = status["to_act"][0].clone();
        if status["over"] == json!(true) {
            break;
        }
    }
    engine.end();
}

#[test]
fn an_id_comes_back() {
    let mut engine = Engine::golem_it();
    for id in [
        json!(0),
        json!(-1.5),
        json!("é\n\"x"),
        json!(null),
        json!(true),
        json!([1, {"a": []}]),
        json!({"id": 1}),
    ] {
        assert_eq!(engine.ok(json!({"cmd": "view", "id": id}))["id"], id);
        for request in
            [json!({"cmd": "jump", "id": id}), json!({"id": id}), json!({"cmd": "legal", "id": id})]
        {
            let reply = engine.ask(request);
            assert_eq!((&reply["ok"], reply.get("id")), (&json!(false), Some(&id)));
        }
    }
    assert_eq!(engine.ok(json!({"cmd": "view"})).get("id"), None);
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
        assert_eq!(engine.refused(line)["code"], json!("request/malformed"));
    }
    assert_eq!(engine.refused("[".repeat(100_000).as_bytes())["code"], json!("request/malformed"));
    let error = engine.refused(br#"{"cmd":"castle"}"#);
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
        let error = engine.refused(request.to_string().as_bytes());
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
        let error = engine.refused(request.to_string().as_bytes());
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
        let error = engine.refused(request.to_string().as_bytes());
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
            let error = engine.refused(request.to_string().as_bytes());
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
            illegal("GI-7", "not_in_hand", "your hand does not hold m9, or not so often"),
        ),
        (0, play(6, &["m7"]), illegal("GI-7", "cannot_be_worth", "m7 cannot be worth 6")),
        (
            0,
            play(200, &["m7"]),
            illegal("GI-7", "pool_too_small", "this takes 193 points and the pool holds 87"),
        ),
        (
            0,
            json!({"type": "pass", "return": 0}),
            illegal("GI-10", "leader_returns_nothing", "a leader who passes returns at least 1 point"),
        ),
    ] {
        for cmd in ["check", "apply"] {
            let request = json!({"cmd": cmd, "seat": seat, "action": action});
            assert_eq!(engine.refused(request.to_string().as_bytes()), error, "{request}");
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
            let error = engine.refused(request.to_string().as_bytes());
            assert_eq!(
                (&error["code"], error.get("clause")),
                (&json!("action/malformed"), None),
                "{request}"
            );
        }
    }
    engine.ok(json!({"cmd": "apply", "seat": 0, "action": play(17, &["m17"])}));
    for (action, clause) in [(play(17, &["m16"]), "GI-8"), (play(20, &["m3", "m3"]), "GI-8")] {
        let request = json!({"cmd": "apply", "seat": 1, "action": action});
        assert_eq!(engine.refused(request.to_string().as_bytes())["clause"], json!(clause));
    }
    engine.end();
}

#[test]
fn records_that_do_not_fit_leave_the_match_alone() {
    let mut engine = Engine::golem_it();
    let record = engine.ok(json!({"cmd": "record"}))["record"].clone();
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
        assert_eq!(engine.refused(request.to_string().as_bytes())["code"], json!(code), "{request}");
    }
    assert_eq!(engine.refused(br#"{"cmd":"replay","record":7}"#)["code"], json!("record/malformed"));
    engine.end();
}

#[test]
fn a_line_may_have_a_mebibyte() {
    let mut engine = Engine::golem_it();
    let games = br#"{"cmd":"games"}"#;
    let padded = |length: usize| [&games[..], &vec![b' '; length - games.len()]].concat();
    assert_eq!(engine.line(&padded(1 << 20))["ok"], json!(true));
    for length in [(1 << 20) + 1, 3 << 20] {
        let error = engine.refused(&padded(length));
        assert_eq!(error, json!({"code": "request/too-long", "message": "a line has at most 1048576 bytes"}));
    }
    assert_eq!(engine.line(games)["ok"], json!(true));
    engine.end();
}

#[test]
fn requests_may_come_all_at_once() {
    // As `printf` of some lines into the engine does; the last one lacks its line end.
    let mut engine = Engine::start();
    let lines = [
        json!({"cmd": "new", "game": "golem-it", "seats": 4, "seed": 7, "id": 1}),
        json!({"cmd": "legal", "seat": 0, "limit": 5, "id": 2}),
        json!({"cmd": "record", "id": 3}),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    engine.input.write_all(text.as_bytes()).unwrap();
    drop(engine.input);
    let replies: Vec<Value> =
        engine.output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    let ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    assert_eq!(json!(ids), json!([1, 2, 3]));
    assert!(replies.iter().all(|reply| reply["ok"] == json!(true)));
    assert!(engine.child.wait().unwrap().success());
}
