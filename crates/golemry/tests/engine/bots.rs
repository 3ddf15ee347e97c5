//! What `bot` answers.

use serde_json::{Value, json};

use crate::process::Engine;

/// The reply of a bot for the first seat to act.
fn think(engine: &mut Engine, seat: &Value, bot: &str) -> Value {
    engine.ok(
        &json!({"cmd": "bot", "seat": seat, "bot": bot, "budget": {"iterations": 20}, "seed": "18446744073709551615"}),
    )
}

#[test]
fn bots_of_every_level_play_every_game() {
    let mut engine = Engine::start();
    let games = engine.ok(&json!({"cmd": "games"}))["games"].clone();
    for game in games.as_array().unwrap() {
        for level in ["random", "easy", "normal", "hard"] {
            let mut status = engine.ok(&json!({"cmd": "new", "game": game["id"], "seed": 7}));
            for _ in 0..12 {
                let Some(seat) = status["to_act"].get(0).cloned() else { break };
                let reply = think(&mut engine, &seat, level);
                assert_eq!(think(&mut engine, &seat, level), reply, "the same seed gives the same thought");
                assert_eq!(reply["seed"], json!("18446744073709551615"));
                let play = json!({"cmd": "apply", "seat": seat, "action": reply["action"]});
                status = engine.ok(&play);
            }
        }
    }
    engine.end();
}

#[test]
fn a_hard_bot_tells_what_it_weighed() {
    let mut engine = Engine::golem_it();
    let position = engine.ok(&json!({"cmd": "position"}));
    let reply =
        engine.ok(&json!({"cmd": "bot", "seat": 0, "bot": "hard", "budget": {"iterations": 200}, "seed": 1}));
    let alternatives = reply["alternatives"].as_array().unwrap();
    assert!((2..=10).contains(&alternatives.len()), "{reply}");
    assert_eq!(alternatives[0]["action"], reply["action"]);
    assert!((0.0..=1.0).contains(&reply["value"].as_f64().unwrap()), "{reply}");
    let visits: Vec<u64> = alternatives.iter().map(|it| it["visits"].as_u64().unwrap()).collect();
    assert!(visits.is_sorted_by(|more, less| more >= less), "{visits:?}");
    assert_eq!(reply["worlds"], json!(200));
    // The same as a word of its own, and nothing has changed at the table.
    assert_eq!(engine.ok(&json!({"cmd": "bot", "seat": 0, "bot": "hard:200", "seed": 1})), reply);
    assert_eq!(engine.ok(&json!({"cmd": "position"})), position);
    engine.ok(&json!({"cmd": "bot", "seat": 0, "bot": "hard", "budget": {"milliseconds": 20}}));
    engine.end();
}

#[test]
fn bots_that_are_not_there_are_refused() {
    let mut engine = Engine::golem_it();
    for (request, code, message) in [
        (
            json!({"seat": 0, "bot": "grandmaster"}),
            "bot/unknown",
            "random, easy, normal, hard, master, perfect",
        ),
        (json!({"seat": 0, "bot": "perfect"}), "bot/unavailable", "the game is not solved"),
        (json!({"seat": 0, "bot": "hard:soon"}), "bot/budget", "hard:500 or hard:50ms"),
        (
            json!({"seat": 0, "bot": "hard", "budget": {"iterations": 10_000_001}}),
            "bot/budget",
            "at most 10000000",
        ),
        (json!({"seat": 0, "bot": "hard:600001ms"}), "bot/budget", "at most 600000 milliseconds"),
        (json!({"seat": 0, "bot": "hard", "budget": {"hours": 1}}), "request/malformed", "hours"),
        (json!({"seat": 0}), "request/malformed", "bot"),
        (json!({"seat": 1, "bot": "hard"}), "action/turn", "seat 1 is not to act"),
        (json!({"seat": 9, "bot": "hard"}), "request/seat", "seats 0 to 3"),
    ] {
        let mut request = request;
        request["cmd"] = json!("bot");
        let error = engine.refused(&request);
        assert_eq!(error["code"], json!(code), "{error}");
        assert!(error["message"].as_str().unwrap().contains(message), "{error}");
    }
    engine.end();
}

#[test]
fn a_hint_gives_reasons_and_a_chance() {
    let mut engine = Engine::golem_it();
    let position = engine.ok(&json!({"cmd": "position"}));
    let request = json!({"cmd": "hint", "seat": 0, "budget": {"iterations": 200}, "seed": 1});
    let reply = engine.ok(&request);
    assert_eq!(engine.ok(&request), reply, "the same seed gives the same hint");
    assert_eq!((&reply["bot"], &reply["worlds"], &reply["seed"]), (&json!("hard"), &json!(200), &json!(1)));
    let options = reply["options"].as_array().unwrap();
    assert!((1..=3).contains(&options.len()), "{reply}");
    let chances: Vec<f64> = options.iter().map(|option| option["chance"].as_f64().unwrap()).collect();
    assert!(
        chances[1..].iter().all(|worse| chances[0] - worse > 0.01),
        "only what is clearly worse: {reply}"
    );
    for option in options {
        engine.ok(&json!({"cmd": "check", "seat": 0, "action": option["action"]}));
        let (chance, text) = (option["chance"].as_f64().unwrap(), option["text"].as_str().unwrap());
        assert!(text.contains(&format!("; {:.0} %", chance * 100.0)), "{option}");
        assert!(option["gain"]["why"].is_string(), "{option}");
    }
    // A bot that does not think ahead has one option and no chance.
    let normal = engine.ok(&json!({"cmd": "hint", "seat": 0, "bot": "normal"}));
    assert_eq!(
        (normal["options"].as_array().unwrap().len(), &normal["options"][0]["chance"]),
        (1, &Value::Null)
    );
    assert_eq!(engine.ok(&json!({"cmd": "position"})), position, "nothing has changed at the table");
    for (request, code) in [
        (json!({"cmd": "hint", "seat": 9}), "request/seat"),
        (json!({"cmd": "hint", "seat": 1}), "action/turn"),
        (json!({"cmd": "hint", "seat": 0, "bot": "oracle"}), "bot/unknown"),
        (json!({"cmd": "hint", "seat": 0, "bot": "perfect"}), "bot/unavailable"),
        (json!({"cmd": "hint", "seat": 0, "budget": {"iterations": 99_999_999}}), "bot/budget"),
    ] {
        let refused = engine.ask(&request);
        assert_eq!(refused["error"]["code"], code, "{request} gives {refused}");
    }
    engine.end();
}
