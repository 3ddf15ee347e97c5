//! A program as a player, for tests. It plays any game by what is offered, and fails in the way that its argument names.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that speaks on its standard output")]

use std::io::Write as _;

use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let fault = std::env::args().nth(1).unwrap_or_default();
    if fault == "records" {
        return record();
    }
    let mut lines = std::io::stdin().lines();
    let hello: Value = serde_json::from_str(&lines.next().unwrap()?)?;
    assert_eq!(hello["golemry"], 1);
    match &*fault {
        "silent" => return lines.last().unwrap_or(Ok(String::new())).map(drop),
        "future" => say(&json!({ "golemry": 2 })),
        "picky" => say(&json!({ "error": format!("I do not play {}", hello["game"]) })),
        _ => say(&json!({ "golemry": 1, "name": "Faulty" })),
    }
    let mut decisions = 0;
    for line in lines {
        let asked: Value = serde_json::from_str(&line?)?;
        decisions += u32::from(asked.get("view").is_some());
        let mut choices = asked["choices"].as_array().unwrap().clone();
        let offers = asked["offers"].as_array().unwrap();
        let drawn = asked["seed"].as_u64().unwrap() as usize >> choices.len();
        choices.push(offers[drawn % offers.len()]["choice"].clone());
        let id = &asked["id"];
        let sensible = json!({ "id": id, "seat": asked["seat"], "choices": choices });
        match &*fault {
            "play" => say(&sensible),
            "dies" => {
                eprintln!("Traceback\n  I have had enough");
                std::process::exit(7);
            }
            "dies-sometimes" if decisions == 3 => std::process::exit(7),
            "hangs" => {}
            "loops" => say(&json!({ "id": id, "choices": [] })),
            "other-seat" => {
                let seat = asked["seat"].as_u64().unwrap() + 1;
                say(&json!({ "id": id, "seat": seat, "choices": choices }));
            }
            "other-decision" => say(&json!({ "id": 99, "choices": choices })),
            "floods" => {
                let mut out = std::io::stdout().lock();
                for _ in 0..100 {
                    out.write_all(&vec![b'x'; 1_000_000])?;
                }
            }
            "babbles" => println!("debugging is fun"),
            "both" => say(&json!({ "id": id, "choices": choices, "action": 1 })),
            "misspells" => say(&json!({ "id": id, "choice": choices })),
            "cheats" => say(&json!({ "id": id, "choices": [{ "no": "choice" }] })),
            "gives-up" => say(&json!({ "id": id, "error": "I do not know" })),
            "environment" => {
                let names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
                say(&json!({ "id": id, "error": names.join(" ") }));
            }
            _ => say(&sensible),
        }
    }
    Ok(())
}

/// Answers with the lines of one file, and writes what it reads into another.
fn record() -> std::io::Result<()> {
    let path = |place| std::env::args().nth(place).unwrap();
    // Once: when it has ended, another one may be started.
    let mut asked = std::fs::File::create_new(path(3))?;
    for (line, answer) in std::io::stdin().lines().zip(std::fs::read_to_string(path(2))?.lines()) {
        writeln!(asked, "{}", line?)?;
        println!("{answer}");
    }
    Ok(())
}

fn say(message: &Value) {
    println!("{message}");
}
