//! Requests that are carried out.

use std::io::{BufRead as _, Write as _};

use golemry_core::{Draw as _, PlayoutRng, Seed};
use serde_json::{Value, json};

use crate::process::{Engine, small};

#[test]
fn games_tell_what_can_be_set() {
    let mut engine = Engine::start();
    let games = engine.ok(&json!({"cmd": "games"}))["games"].clone();
    let golem_it = games.as_array().unwrap().iter().find(|game| game["id"] == "golem-it").unwrap();
    assert_eq!(golem_it["name"], "Golem It");
    assert_eq!(golem_it["seats"], json!([2, 6]));
    assert_eq!(golem_it["material"], Value::Null);
    let variants: Vec<&Value> = golem_it["variants"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(json!(variants), json!(["standard", "tournament", "two-player"]));
    let options = golem_it["options"].as_array().unwrap();
    let handicap = options.iter().find(|option| option["name"] == "handicap").unwrap();
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
    let games = engine.ok(&json!({"cmd": "games"}))["games"].clone();
    for game in games.as_array().unwrap() {
        for variant in game["variants"].as_array().unwrap() {
            let [fewest, most] = [0, 1].map(|end| &variant["seats"][end]);
            for (seats, seed) in [(fewest, 7), (most, 8)] {
                let table = json!({
                    "cmd": "new", "game": game["id"], "variant": variant["id"], "seats": seats, "seed": seed,
                });
                let status = engine.ok(&table);
                assert_eq!((&status["over"], &status["seed"]), (&json!(false), &json!(seed)));
                assert_eq!(status.get("scores"), None, "{table}");
                let end = engine.play_out(status, &mut PlayoutRng::new(Seed(seed)));
                assert_eq!(end["to_act"], json!([]), "{table}");
                assert_eq!(json!(end["scores"].as_array().unwrap().len()), *seats, "{table}");

                let record = engine.ok(&json!({"cmd": "record"}))["record"].clone();
                let position = engine.ok(&json!({"cmd": "position"}));
                assert_eq!(record["scores"], end["scores"]);
                engine.ok(&table);
                // Long matches may not fit on a line; they are replayed from a file.
                if record.to_string().len() < 1_000_000 {
                    let replayed = engine.ok(&json!({"cmd": "replay", "record": record}));
                    let over = json!({
                        "ok": true, "to_act": [], "over": true, "scores": end["scores"], "winners": end["winners"],
                        "seed": seed,
                    });
                    assert_eq!(replayed, over);
                    assert_eq!(engine.ok(&json!({"cmd": "record"}))["record"], record);
                    assert_eq!(engine.ok(&json!({"cmd": "position"})), position);
                }
            }
        }
    }
    engine.end();
}

#[test]
fn two_programs_write_the_same_record() {
    let [one, other] = [(); 2].map(|()| {
        let mut engine = Engine::start();
        let table =
            json!({"cmd": "new", "game": "golem-it", "variant": "tournament", "seats": 3, "seed": "7"});
        let status = engine.ok(&table);
        engine.play_out(status, &mut PlayoutRng::new(Seed(3)));
        engine.ask(&json!({"cmd": "record"})).to_string()
    });
    assert_eq!(one, other);
}

#[test]
fn without_a_seed_each_match_is_another() {
    let mut engine = Engine::start();
    let [one, other] =
        [(); 2].map(|()| engine.ok(&json!({"cmd": "new", "game": "golem-it"}))["seed"].clone());
    assert_ne!(one, other);
    let record = engine.ok(&json!({"cmd": "record"}));
    assert_eq!(record["record"]["seed"], other);
    // The seed in the reply is enough to have the match again.
    engine.ok(&json!({"cmd": "new", "game": "golem-it", "seed": other}));
    assert_eq!(engine.ok(&json!({"cmd": "record"})), record);
    engine.end();
}

#[test]
fn a_position_goes_out_and_comes_back() {
    let mut engine = Engine::golem_it();
    engine.ok(
        &json!({"cmd": "apply", "seat": 0, "action": {"type": "play", "value": 9, "cards": ["p9", "p9"]}}),
    );
    let position = engine.ok(&json!({"cmd": "position"}))["position"].clone();
    let view = engine.ok(&json!({"cmd": "view", "seat": 1}));
    let mut engine = Engine::start();
    let setup =
        |position: &Value| json!({"cmd": "setup", "game": "golem-it", "position": position, "seed": 5});
    let reply = engine.ok(&setup(&position));
    assert_eq!(reply, json!({"ok": true, "to_act": [1], "over": false, "seed": 5}));
    assert_eq!(engine.ok(&json!({"cmd": "position"}))["position"], position);
    assert_eq!(engine.ok(&json!({"cmd": "view", "seat": 1})), view);
    assert_eq!(engine.ok(&json!({"cmd": "record"}))["record"]["position"], position);

    // A seed in the position counts before the one in the request.
    let mut seeded = position.clone();
    seeded["seed"] = json!(6);
    assert_eq!(engine.ok(&setup(&seeded))["seed"], json!(6));

    for (field, value, clause, message) in [
        ("pool", json!(99), json!("GI-2"), "pool"),
        ("players", json!([]), Value::Null, "there are 4 seats at the table, not 0"),
        ("dice", json!([7]), Value::Null, "a die shows 1 to 6, not 7"),
        ("seed", json!("x"), Value::Null, "seed: "),
        ("variant", json!("tournament"), Value::Null, "variant: "),
        ("weather", json!("fine"), Value::Null, "unknown field `weather`"),
    ] {
        let mut position = position.clone();
        position[field] = value;
        let error = engine.refused(&setup(&position));
        assert_eq!((&error["code"], &error["clause"]), (&json!("setup/position"), &clause), "{error}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
    engine.end();
}

#[test]
fn a_view_holds_what_its_viewer_may_know() {
    let mut engine = Engine::golem_it();
    let position = engine.ok(&json!({"cmd": "position"}))["position"].clone();
    for seat in 0..4 {
        let view = engine.ok(&json!({"cmd": "view", "seat": seat}))["view"].clone();
        assert_eq!(view["viewer"], json!(seat));
        assert_eq!(view["hand"], position["players"][seat]["hand"]);
        assert!(view["players"].as_array().unwrap().iter().all(|player| player.get("hand").is_none()));
    }
    let spectator = engine.ok(&json!({"cmd": "view", "seat": null}));
    assert_eq!((&spectator["view"]["viewer"], &spectator["view"]["hand"]), (&Value::Null, &Value::Null));
    assert_eq!(engine.ok(&json!({"cmd": "view"})), spectator);
    engine.end();
}

#[test]
fn a_short_listing_is_counted_and_paged() {
    let mut engine = small();
    // GI-10: a pass returns 1 or 2. GI-7: m5 is worth 5 to 95 with the 90 points of the pool, p7 a multiple of 7 up to 637,
    // and both together 7, 14, … 84, which takes 79 + 11 points.
    let total = 2 + 91 + 91 + 12;
    let whole = engine.ok(&json!({"cmd": "legal", "seat": 0}));
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
        let page = engine.ok(&json!({"cmd": "legal", "seat": 0, "offset": offset, "limit": limit}));
        let expected = json!({"ok": true, "actions": actions[listed], "total": total, "more": more});
        assert_eq!(page, expected, "{offset}, {limit}");
    }
    for action in actions {
        assert_eq!(engine.ok(&json!({"cmd": "check", "seat": 0, "action": action})), json!({"ok": true}));
    }
    // Who is not to act has nothing to choose.
    let nothing = json!({"ok": true, "actions": [], "total": 0, "more": false});
    assert_eq!(engine.ok(&json!({"cmd": "legal", "seat": 1})), nothing);
    engine.end();
}

#[test]
fn a_long_listing_comes_in_pages() {
    let mut engine = Engine::golem_it();
    let first = engine.ok(&json!({"cmd": "legal", "seat": 0}));
    // A leader with 15 cards has more actions than are counted for one page.
    assert_eq!((&first["total"], &first["more"]), (&Value::Null, &json!(true)));
    assert_eq!(first["actions"].as_array().unwrap().len(), 2000);
    let mut parts = Vec::new();
    for offset in [0, 700, 1400] {
        let page = engine.ok(&json!({"cmd": "legal", "seat": 0, "offset": offset, "limit": 700}));
        parts.extend(page["actions"].as_array().unwrap().clone());
    }
    assert_eq!(parts[..2000], *first["actions"].as_array().unwrap());
    // Following `more` finds the end, where the total is known.
    let mut offset = 0;
    let last = loop {
        let page = engine.ok(&json!({"cmd": "legal", "seat": 0, "offset": offset}));
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
        let step = engine.ok(&json!({"cmd": "build", "seat": 0, "choices": choices}));
        assert!(step["action"].is_null() && step["prompt"].as_str() != Some(""), "{step}");
        let offers = step["choices"].as_array().unwrap();
        let offer = offers.iter().find(|offer| offer["choice"] == choice).unwrap();
        assert_eq!((&offer["label"], &offer["cost"]), (&json!(label), &cost));
        choices.push(choice);
    }
    let done = engine.ok(&json!({"cmd": "build", "seat": 0, "choices": choices}));
    let action = json!({"type": "play", "value": 14, "cards": ["m5", "p7"]});
    assert_eq!(done, json!({"ok": true, "prompt": "", "choices": [], "action": action}));
    let applied = engine.ok(&json!({"cmd": "apply", "seat": 0, "action": action}));
    assert_eq!(applied["events"], json!([{"seat": 0, "action": action}]));

    let first = engine.ok(&json!({"cmd": "build", "seat": 1}));
    assert_eq!(first, engine.ok(&json!({"cmd": "build", "seat": 1, "choices": []})));
    for (choices, code, message) in [
        (json!([{"card": "m21"}]), "build/not-offered", "choice 0 is not"),
        (json!([{"pass": 1}, {"pass": 1}]), "build/not-offered", "choice 1 is not"),
        (json!([{"pass": 1}, {"coin": 1}]), "build/malformed", "choice 1: unknown variant `coin`"),
        (json!(["m9"]), "build/malformed", "choice 0: "),
    ] {
        let request = json!({"cmd": "build", "seat": 1, "choices": choices});
        let error = engine.refused(&request);
        assert_eq!(error["code"], json!(code), "{error}");
        assert!(error["message"].as_str().unwrap().starts_with(message), "{error}");
    }
    let error = engine.refused_line(br#"{"cmd":"build","seat":2}"#);
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
            let step = engine.ok(&json!({"cmd": "build", "seat": seat, "choices": choices}));
            match rng.pick(step["choices"].as_array().unwrap()) {
                Some(offer) => choices.push(offer["choice"].clone()),
                None => break step["action"].clone(),
            }
        };
        let status = engine.ok(&json!({"cmd": "apply", "seat": seat, "action": action}));
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
        assert_eq!(engine.ok(&json!({"cmd": "view", "id": id}))["id"], id);
        for request in
            [json!({"cmd": "jump", "id": id}), json!({"id": id}), json!({"cmd": "legal", "id": id})]
        {
            let reply = engine.ask(&request);
            assert_eq!((&reply["ok"], reply.get("id")), (&json!(false), Some(&id)));
        }
    }
    assert_eq!(engine.ok(&json!({"cmd": "view"})).get("id"), None);
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
