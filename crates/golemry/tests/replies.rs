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
    for game in golemry_registry::games().iter().map(|game| game.about().id) {
        for bot in ["easy", "normal", "hard"] {
            let (_, told) = play(game, &json!({"cmd": "bot", "bot": bot}), 40, "/action");
            replies.extend(told.iter().map(|reply| format!("{game} {bot} {reply}\n")));
        }
    }
    compare("replies.txt", &replies);
}

#[test]
fn hints_and_reviews_stay_the_same() {
    let mut told = String::new();
    for entry in golemry_registry::games().iter() {
        let game = entry.about().id;
        let (mut engine, hints) = play(game, &json!({"cmd": "hint"}), 300, "/options/0/action");
        told.extend(hints.iter().map(|hint| format!("{game} hint {hint}\n")));
        let record = ask(&mut engine, &json!({"cmd": "record"}))["record"].take();
        let record = golemry_table::Record::from_value(record).unwrap();
        let how = golemry_table::Reviewing { iterations: 20, seed: golemry_core::Seed(1) };
        let mut reviewer = entry.replay(&record).unwrap().reviewer(how).unwrap();
        while reviewer.progress().0 < reviewer.progress().1 {
            reviewer.step();
        }
        told += &format!("{game} review {}\n", json!(reviewer.review()));
    }
    compare("hints.txt", &told);
}

/// Begins a match, makes its first decisions by asking for them with `request`, and returns the replies. A reply has its action at
/// `action`.
fn play(game: &str, request: &Value, iterations: u32, action: &str) -> (Engine, Vec<Value>) {
    let mut engine = Engine::new(golemry_registry::games());
    let mut status = ask(&mut engine, &json!({"cmd": "new", "game": game, "seed": 5}));
    let mut replies = Vec::new();
    while replies.len() < DECISIONS && status["over"] == false {
        let seat = &status["to_act"][0];
        let mut request = request.clone();
        request["seat"] = seat.clone();
        request["budget"] = json!({"iterations": iterations});
        request["seed"] = json!(replies.len());
        let reply = ask(&mut engine, &request);
        let action = reply.pointer(action).unwrap();
        status = ask(&mut engine, &json!({"cmd": "apply", "seat": seat, "action": action}));
        replies.push(reply);
    }
    (engine, replies)
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
