//! The same seed gives the same reply of every bot on every machine, down to the last digit of its estimate: the replies, the hints and
//! the reviews of the matches are compared with a file. `GOLEMRY_BLESS=1 cargo test -p golemry --test replies` updates it; read the difference first.

use std::path::Path;

use golemry::engine::Engine;
use serde_json::{Value, json};

/// How many decisions each bot makes in each game, at most.
const DECISIONS: usize = 16;

#[test]
fn bots_reply_as_they_always_did() {
    let mut replies = String::new();
    for game in golemry_registry::games() {
        for bot in ["easy", "normal", "hard"] {
            let mut engine = Engine::default();
            let mut status = ask(&mut engine, &json!({"cmd": "new", "game": game.about().id, "seed": 5}));
            for seed in 0..DECISIONS {
                if status["over"] == true {
                    break;
                }
                let seat = &status["to_act"][0];
                let budget = json!({"iterations": 40});
                let reply = ask(
                    &mut engine,
                    &json!({"cmd": "bot", "seat": seat, "bot": bot, "budget": budget, "seed": seed}),
                );
                replies += &format!("{} {bot} {reply}\n", game.about().id);
                status = ask(&mut engine, &json!({"cmd": "apply", "seat": seat, "action": reply["action"]}));
            }
        }
    }
    compare("replies.txt", &replies);
}

#[test]
fn hints_and_reviews_stay_the_same() {
    let mut told = String::new();
    for game in golemry_registry::games() {
        let mut engine = Engine::default();
        let mut status = ask(&mut engine, &json!({"cmd": "new", "game": game.about().id, "seed": 5}));
        for seed in 0..DECISIONS {
            if status["over"] == true {
                break;
            }
            let seat = &status["to_act"][0];
            let hint = json!({"cmd": "hint", "seat": seat, "budget": {"iterations": 40}, "seed": seed});
            let reply = ask(&mut engine, &hint);
            told += &format!("{} hint {reply}\n", game.about().id);
            let action = &reply["options"][0]["action"];
            status = ask(&mut engine, &json!({"cmd": "apply", "seat": seat, "action": action}));
        }
        let record = ask(&mut engine, &json!({"cmd": "record"}))["record"].take();
        let record = golemry_registry::Record::from_value(record).unwrap();
        let how = golemry_registry::Reviewing { iterations: 20, seed: golemry_core::Seed(1) };
        let mut reviewer = game.replay(&record).unwrap().reviewer(how).unwrap();
        while reviewer.progress().0 < reviewer.progress().1 {
            reviewer.step();
        }
        told += &format!("{} review {}\n", game.about().id, json!(reviewer.review()));
    }
    compare("hints.txt", &told);
}

/// Compares with a file beside this one, line by line.
fn compare(file: &str, replies: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("GOLEMRY_BLESS").is_some() {
        std::fs::write(&path, replies).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (reply, golden) in replies.lines().zip(golden.lines()) {
        assert_eq!(reply, golden, "a bot replies otherwise; GOLEMRY_BLESS=1 updates the file");
    }
    assert_eq!(replies.lines().count(), golden.lines().count());
}

fn ask(engine: &mut Engine, request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&engine.answer(request.to_string().as_bytes())).unwrap();
    assert_eq!(reply["ok"], true, "{request} gives {reply}");
    reply
}
