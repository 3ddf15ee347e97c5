//! A page without a server is answered what the server answers.

use anyhow::{Result, ensure};
use golemry_load::Browser;
use golemry_puzzles::{Day, Shelf};
use golemry_server::Limits;
use serde_json::{Value, json};

use crate::served::TestServer;

/// The same player, once on a server and once without one.
struct Both {
    server: Browser,
    shelf: Shelf,
    /// The day on which the shelf is asked: the server's.
    day: Day,
}

impl Both {
    /// Asks both the same, and returns what both have answered.
    async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value)> {
        let text = body.map(Value::to_string);
        let served = self.server.request(method, &format!("/api{path}"), &[], text).await?;
        let at = self.day.0 * 24 * 60 * 60 * 1000;
        let answer = self.shelf.answer(method, path, body, at, &mut || false);
        let (status, own) = match answer.expect("it is a path of puzzles and boards") {
            Ok(answer) => (answer.status, answer.body.unwrap_or_default()),
            Err(refused) => (refused.code.status(), json!({"error": refused})),
        };
        let (mut reply, mut expected) = (served.json(), own.clone());
        // Readers of JSON text know its lines, and the server has a name for its gallery: the rest is said in the same words.
        if let Some("request/malformed" | "gallery/closed") = reply["error"]["code"].as_str() {
            (reply["error"]["message"], expected["error"]["message"]) = (Value::Null, Value::Null);
        }
        ensure!((served.status, &reply) == (status, &expected), "{method} {path}: {reply}, not {expected}");
        Ok((status, own))
    }
}

#[tokio::test]
async fn a_page_without_a_server_is_answered_the_same() -> Result<()> {
    let server = TestServer::start(Limits::none()).await;
    // Again if the day changes meanwhile.
    loop {
        let mut browser = server.browser();
        let today = async |browser: &mut Browser| -> Result<Day> {
            let list = browser.get("/api/puzzles").await?.json();
            Ok(Day(list["daily"]["day"].as_i64().unwrap()))
        };
        let day = today(&mut browser).await?;
        let mut both = Both { server: browser, shelf: Shelf::default(), day };
        let done = ask_everything(&mut both).await;
        if today(&mut both.server).await? == day {
            return done;
        }
    }
}

async fn ask_everything(both: &mut Both) -> Result<()> {
    let (_, list) = both.ask("GET", "/puzzles", None).await?;
    for puzzle in list["puzzles"].as_array().unwrap() {
        let path = format!("/puzzles/{}", puzzle["id"].as_str().unwrap());
        let (_, puzzle) = both.ask("GET", &path, None).await?;
        let (_, checked) = both.ask("POST", "/boards/check", Some(&json!({"toml": puzzle["toml"]}))).await?;
        let solution = json!({"program": checked["solution"]["programs"][0]});
        both.ask("POST", &format!("{path}/preview"), Some(&solution)).await?;
        for program in [json!({"program": ["F"]}), json!({"program": ["T", "T"]}), solution] {
            both.ask("POST", &format!("{path}/run"), Some(&program)).await?;
        }
        both.ask("GET", &path, None).await?;
    }
    let (_, list) = both.ask("GET", "/puzzles", None).await?;
    let first = &list["puzzles"][0];
    ensure!(first["best"] == first["par"] && list["daily"]["solved"] == true, "{list}");

    let task = json!({"title": "mine", "hint": "", "chapter": 1, "par": 4, "rounds": 1});
    let mine = json!({"board": {"name": "mine", "size": 4, "goal": "reach b3", "golem": [{"at": "a1", "facing": "n"}], "puzzle": task}});
    let plain = json!({"toml": "name = \"plain\"\nsize = 4\nwalls = [\"b2\", \"c3\"]\n"});
    let (run, malformed) = (json!({"program": ["F", "F", "R", "F"]}), json!({"program": "F"}));
    for board in [&mine, &plain] {
        let (status, stored) = both.ask("POST", "/boards", Some(board)).await?;
        ensure!(status == 201, "{stored}");
        let path = format!("/boards/{}", stored["id"].as_str().unwrap());
        both.ask("GET", &path, None).await?;
        for end in ["run", "preview"] {
            both.ask("POST", &format!("{path}/{end}"), Some(&run)).await?;
        }
        both.ask("PUT", &format!("{path}/listing"), Some(&json!({"title": "Mine"}))).await?;
        both.ask("DELETE", &format!("{path}/listing"), None).await?;
    }
    let mut long = mine.clone();
    long["board"]["puzzle"]["hint"] = json!("x".repeat(4096));
    let broken = json!({"toml": "name = \"x\"\nsize = 5\n"});
    for (method, path, body) in [
        ("GET", "/boards", None),
        ("GET", "/boards?before=5", None),
        ("GET", "/boards?before=yesterday", None),
        ("GET", "/boards?after=5", None),
        ("GET", "/boards/nowhere", None),
        ("GET", "/boards/check", None),
        ("DELETE", "/puzzles", None),
        ("GET", "/puzzles/sm%61sh", None),
        ("GET", "/puzzles/%zz", None),
        ("GET", "/puzzles/%ff", None),
        ("GET", "/puzzles/smash/run", None),
        ("POST", "/boards", Some(&long)),
        ("POST", "/boards", Some(&broken)),
        ("POST", "/boards", Some(&json!({}))),
        ("POST", "/boards/check", Some(&broken)),
        ("POST", "/boards/check/run", Some(&run)),
        ("POST", "/boards/nowhere/preview", Some(&run)),
        ("POST", "/puzzles/none/run", Some(&run)),
        ("POST", "/puzzles/smash/run", Some(&malformed)),
        ("POST", "/puzzles/smash/run", Some(&json!({"programs": []}))),
    ] {
        both.ask(method, path, body).await?;
    }
    Ok(())
}
