//! The program, held by its pipes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use golemry_core::{Draw as _, PlayoutRng};
use serde_json::{Value, json};

/// A running `golemry engine`.
pub struct Engine {
    pub child: Child,
    pub input: ChildStdin,
    pub output: BufReader<ChildStdout>,
}

impl Engine {
    pub fn start() -> Engine {
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
    pub fn golem_it() -> Engine {
        let mut engine = Engine::start();
        engine.ok(&json!({"cmd": "new", "game": "golem-it", "seats": 4, "seed": 7}));
        engine
    }

    /// The reply to a line of any bytes.
    pub fn line(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        let mut reply = String::new();
        self.output.read_line(&mut reply).unwrap();
        assert!(reply.ends_with('\n'), "the program ended instead of answering");
        serde_json::from_str(&reply).unwrap()
    }

    /// The reply to a request.
    pub fn ask(&mut self, request: &Value) -> Value {
        self.line(request.to_string().as_bytes())
    }

    /// The reply to a request that must be carried out.
    pub fn ok(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert_eq!(reply["ok"], json!(true), "{request} is answered with {reply}");
        reply
    }

    /// The error a request must give, which changes nothing.
    pub fn refused(&mut self, request: &Value) -> Value {
        self.refused_line(request.to_string().as_bytes())
    }

    /// The same for a line of any bytes.
    pub fn refused_line(&mut self, line: &[u8]) -> Value {
        let before = self.ask(&json!({"cmd": "record"}));
        let reply = self.line(line);
        assert_eq!(reply["ok"], json!(false), "{} is answered with {reply}", String::from_utf8_lossy(line));
        assert!(reply["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{reply}");
        assert_eq!(self.ask(&json!({"cmd": "record"})), before, "an error changed the match");
        reply["error"].clone()
    }

    /// Plays listed actions, those that `rng` picks, from the reply that began the match to its end: the last reply.
    pub fn play_out(&mut self, mut status: Value, rng: &mut PlayoutRng) -> Value {
        while status["over"] != json!(true) {
            let seat = &status["to_act"][0];
            let listing = self.ok(&json!({"cmd": "legal", "seat": seat, "limit": 100}));
            let action = rng.pick(listing["actions"].as_array().unwrap()).unwrap();
            status = self.ok(&json!({"cmd": "apply", "seat": seat, "action": action}));
        }
        status
    }

    /// Ends the input, which ends the program.
    pub fn end(mut self) {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "a reply without a request");
        assert!(self.child.wait().unwrap().success());
    }
}

/// A position of three in which seat 0 leads with `m5` and `p7`, so that the legal actions can be counted by hand.
pub fn small_position() -> Value {
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

/// A program that plays on from there.
pub fn small() -> Engine {
    let mut engine = Engine::start();
    engine.ok(
        &json!({"cmd": "setup", "game": "golem-it", "seats": 3, "position": small_position(), "seed": 1}),
    );
    engine
}
