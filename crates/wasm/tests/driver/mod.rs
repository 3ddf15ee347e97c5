//! A page without a browser: it keeps what it is told to keep, does the jobs, and plays by chance.
#![allow(dead_code, reason = "each program that uses it needs a part of it")]

use std::collections::BTreeMap;

use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_wasm::House;
use serde_json::{Value, json};

/// A page, and all that was said: to which instance, the message, and the reply.
pub struct Page {
    house: House,
    thinker: House,
    matches: BTreeMap<String, (Value, Vec<Value>)>,
    pub notes: BTreeMap<String, Value>,
    /// What the table was told last.
    pub version: u64,
    pub over: bool,
    steps: Vec<Value>,
    answers: Vec<Value>,
    rng: PlayoutRng,
    said: u64,
    pub story: Vec<(&'static str, String, String)>,
}

impl Page {
    /// A page whose bots search for so many iterations.
    pub fn open(iterations: u32) -> Page {
        let mut page = Page {
            house: House::default(),
            thinker: House::default(),
            matches: BTreeMap::new(),
            notes: BTreeMap::new(),
            version: 0,
            over: false,
            steps: Vec::new(),
            answers: Vec::new(),
            rng: PlayoutRng::new(Seed(u64::from(iterations))),
            said: 0,
            story: Vec::new(),
        };
        let reply = page.tell(json!({"do": "hello", "think": {"iterations": iterations}}));
        assert_eq!(reply["protocol"], 1);
        page
    }

    /// Puts a new instance in the place of the house: it knows nothing but what was kept.
    pub fn replace(&mut self, iterations: u32) {
        self.house = House::default();
        self.tell(json!({"do": "hello", "think": {"iterations": iterations}}));
        let notes = self.notes.clone();
        self.tell(json!({"do": "notes", "notes": notes}));
    }

    /// A request, as a page makes it: its status and its body.
    #[allow(clippy::needless_pass_by_value, reason = "bodies are made for it")]
    pub fn ask(&mut self, method: &str, path: &str, body: Value) -> (u64, Value) {
        let reply = self.tell(json!({"do": "request", "method": method, "path": path, "body": body}));
        (reply["status"].as_u64().unwrap_or_default(), reply["body"].clone())
    }

    /// Opens a match and shows its table.
    pub fn play(&mut self, wanted: &Value) -> String {
        let (status, body) = self.ask("POST", "/matches", wanted.clone());
        assert_eq!(status, 201, "{wanted}: {body}");
        let id = body["id"].as_str().unwrap().to_owned();
        self.show(&id);
        id
    }

    /// Shows the table of a match.
    pub fn show(&mut self, id: &str) {
        self.tell(json!({"do": "connect", "socket": 1, "match": id}));
        self.frame(&json!({"type": "hello", "protocol": 1, "id": 0, "version": null}));
    }

    /// Leaves the table.
    pub fn leave(&mut self) {
        self.tell(json!({"do": "disconnect", "socket": 1}));
    }

    /// Makes one decision by chance. Returns false if there is none to make.
    pub fn decide(&mut self) -> bool {
        if self.over {
            return false;
        }
        let Some(mut step) = self.steps.first().cloned() else { return false };
        let (seat, mut choices) = (step["seat"].clone(), Vec::new());
        // Most ways to an action are short.
        for id in 1..100 {
            let offers = step["choices"].as_array().unwrap();
            let offer = offers[self.rng.below(offers.len() as u32) as usize].clone();
            choices.push(offer["choice"].clone());
            self.answers.clear();
            let version = self.version;
            self.frame(
                &json!({"type": "play", "id": id, "seat": seat, "version": version, "choices": choices}),
            );
            match self.answers.first().cloned() {
                Some(answer) if answer["type"] == "step" => step = answer,
                Some(answer) => {
                    assert_eq!(answer["type"], "ack", "{answer}");
                    return true;
                }
                None => panic!("a play has an answer"),
            }
        }
        panic!("an action has fewer choices: {choices:?}")
    }

    /// Sends a message of the table. Returns its answer, if there was one at once.
    pub fn frame(&mut self, message: &Value) -> Option<Value> {
        self.answers.clear();
        self.tell(json!({"do": "frame", "socket": 1, "text": message.to_string()}));
        self.answers.first().cloned()
    }

    fn tell(&mut self, message: Value) -> Value {
        let mut jobs = Vec::new();
        let reply = self.exchange(&message, &mut jobs);
        // The last answer may bring new jobs.
        while !jobs.is_empty() {
            let job: Value = jobs.remove(0);
            let number = job["job"].clone();
            let thought = self.say("thinker", &json!({"do": "think", "job": job}));
            self.exchange(&json!({"do": "thought", "job": number, "thought": thought}), &mut jobs);
            if reply["wait"] == number {
                return self.tell(message);
            }
        }
        reply
    }

    fn exchange(&mut self, message: &Value, jobs: &mut Vec<Value>) -> Value {
        let mut message = message.clone();
        self.said += 1;
        message["at"] = json!(1_700_000_000_000_u64 + self.said * 1000);
        message["entropy"] = json!(format!("{:064x}", self.said));
        let reply = self.say("house", &message);
        if let Some(id) = reply["need"].as_str() {
            let Some((row, events)) = self.matches.get(id) else { panic!("{id} was never kept") };
            let mut loaded = row.clone();
            loaded["events"] = json!(events);
            let done = self.say("house", &json!({"do": "load", "match": loaded}));
            assert!(done["status"].is_null(), "{done}");
            return self.exchange(&message, jobs);
        }
        for kept in reply["keep"].as_array().into_iter().flatten() {
            let (row, events) = self.matches.entry(kept["id"].as_str().unwrap().to_owned()).or_default();
            *row = kept["match"].clone();
            assert_eq!(kept["from"], events.len(), "nothing is left out");
            events.extend(kept["events"].as_array().unwrap().iter().cloned());
        }
        for (key, note) in reply["notes"].as_object().into_iter().flatten() {
            self.notes.insert(key.clone(), note.clone());
        }
        for frame in reply["frames"].as_array().into_iter().flatten() {
            self.hear(serde_json::from_str(frame[1].as_str().unwrap()).unwrap());
        }
        let stopped: Vec<Value> = reply["stop"].as_array().cloned().unwrap_or_default();
        jobs.retain(|job| !stopped.contains(&job["job"]));
        jobs.extend(reply["jobs"].as_array().into_iter().flatten().cloned());
        reply
    }

    fn hear(&mut self, frame: Value) {
        let status = frame.get("status").or_else(|| frame["info"].get("status"));
        if let Some(status) = status {
            self.over = status["over"] == true;
        }
        match frame["type"].as_str() {
            Some("table" | "events") => {
                self.version = frame["version"].as_u64().unwrap();
                self.steps = frame["steps"].as_array().unwrap().clone();
            }
            Some("info") => {}
            _ => self.answers.push(frame),
        }
    }

    fn say(&mut self, to: &'static str, message: &Value) -> Value {
        let text = message.to_string();
        let instance = if to == "house" { &mut self.house } else { &mut self.thinker };
        let reply = String::from_utf8(instance.call(text.as_bytes())).unwrap();
        let value = serde_json::from_str(&reply).unwrap();
        self.story.push((to, text, reply));
        value
    }
}

/// A match that the player plays against bots of a level.
pub fn against(game: &str, seats: u8, variant: &str, level: &str) -> Value {
    let bots = (1..seats).map(|_| json!({"kind": "bot", "level": level}));
    let chairs: Vec<Value> = std::iter::once(json!({"kind": "you"})).chain(bots).collect();
    json!({"game": game, "seats": seats, "variant": variant, "chairs": chairs})
}
