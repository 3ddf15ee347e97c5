//! Writes what a page and its module say to each other in matches of every game, variant and level, a line each: the instance, the message and
//! the reply. The module must answer every message with the same bytes, in Node (`web/engine/equality.test.mjs`) and in Chromium
//! (`web/e2e/tests/module.test.mjs`).
#![allow(clippy::print_stdout, reason = "the transcript is the output")]

#[path = "../tests/driver/mod.rs"]
mod driver;

use driver::{Page, against};
use golemry_core::Settings;
use serde_json::{Value, json};

/// Decisions of a match: with them every phase of a game is seen.
const DECISIONS: usize = 12;

/// Iterations of a search.
const ITERATIONS: u32 = 12;

fn main() {
    let games = golemry_registry::games();
    for game in games.iter() {
        let about = game.about();
        for variant in about.variants {
            let (fewest, most) = variant.seats;
            for seats in [fewest, most] {
                for level in game.levels(&Settings::new(seats, variant.id)).unwrap_or_default() {
                    if seats == most && most > fewest && level.word() != "hard" {
                        continue;
                    }
                    let mut page = Page::open(ITERATIONS);
                    let id = page.play(&against(about.id, seats, variant.id, level.word()));
                    for _ in 0..DECISIONS {
                        if !page.decide() {
                            break;
                        }
                    }
                    if !page.over {
                        page.frame(&json!({"type": "hint", "id": 1, "seat": 0}));
                    }
                    page.ask("GET", &format!("/matches/{id}/export"), Value::Null);
                    page.ask("POST", &format!("/matches/{id}/seats/0/resign"), Value::Null);
                    page.ask("GET", &format!("/matches/{id}/record"), Value::Null);
                    page.ask("GET", &format!("/matches/{id}/replay?event=5"), Value::Null);
                    if level.word() == "easy" {
                        page.ask("GET", &format!("/matches/{id}/review"), Value::Null);
                    }
                    for (to, message, reply) in &page.story {
                        println!("{}", json!([to, message, reply]));
                    }
                    // A new pair of instances begins.
                    println!(
                        "{}",
                        json!(["new", format!("{} {} {seats} {level}", about.id, variant.id), ""])
                    );
                }
            }
        }
    }
}
