//! The same seed gives the same reply of every bot on every machine, down to the last digit of its estimate: the replies are
//! compared with a file. `GOLEMRY_BLESS=1 cargo test -p golemry --test replies` updates it; read the difference first.

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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies.txt");
    if std::env::var_os("GOLEMRY_BLESS").is_some() {
        std::fs::write(&path, &replies).unwrap();
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
