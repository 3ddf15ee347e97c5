//! The program's side of `web/engine/speed.mjs`, which measures how much longer bots think in the module than in the program. It prints
//! decisions of every game, a line each, and then an empty one. From then on it does the jobs that it gets, a line each, and answers with
//! the milliseconds that one took and its reply.
#![allow(clippy::print_stdout, reason = "the lines are the output")]

#[path = "../tests/driver/mod.rs"]
mod driver;

use std::time::Instant;
use std::{io, iter};

use driver::{Page, against};
use golemry_core::Settings;
use golemry_table::Level;
use golemry_wasm::House;
use serde_json::{Value, json};

/// The levels that search, and so take long.
const LEVELS: [Level; 2] = [Level::Hard, Level::Master];

/// Decisions of each game and level: from the start of a match and from the midst of it.
const DECISIONS: usize = 4;

/// Moves of a match between two of them.
const APART: usize = 2;

fn main() -> io::Result<()> {
    for game in golemry_registry::games().iter() {
        let about = game.about();
        let usual = (about.variants[0].id, about.default_seats);
        // A network may be for another table than the usual one.
        let others = about.variants.iter().flat_map(|variant| {
            let (fewest, most) = variant.seats;
            (fewest..=most).map(|seats| (variant.id, seats))
        });
        for level in LEVELS {
            let offers = |(variant, seats): &(&str, u8)| {
                game.levels(&Settings::new(*seats, variant)).is_ok_and(|levels| levels.contains(&level))
            };
            let Some((variant, seats)) = iter::once(usual).chain(others.clone()).find(offers) else {
                continue;
            };
            for message in decisions(&against(about.id, seats, variant, level.word())) {
                println!(
                    "{}",
                    json!([format!("{} {variant}, {seats} seats, {level}", about.id), message.to_string()])
                );
            }
        }
    }
    println!();
    let mut house = House::default();
    for message in io::stdin().lines() {
        let message = message?;
        let start = Instant::now();
        let reply = house.call(message.as_bytes());
        let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
        println!("{}", json!([milliseconds, String::from_utf8_lossy(&reply)]));
    }
    Ok(())
}

/// Jobs of a bot in a match, without a budget: it thinks as long as it usually does.
fn decisions(wanted: &Value) -> Vec<Value> {
    let mut page = Page::open(1);
    page.play(wanted);
    // By chance nothing may be left to think about: such a match is longer.
    for _ in 0..DECISIONS * APART {
        if !page.decide() {
            break;
        }
    }
    let thoughts = page.story.iter().filter(|(to, ..)| *to == "thinker");
    let mut jobs: Vec<Value> = thoughts
        .filter_map(|(_, message, _)| serde_json::from_str(message).ok())
        .filter(|message: &Value| message["job"]["kind"].get("bot").is_some())
        .collect();
    for job in &mut jobs {
        job["job"]["budget"] = Value::Null;
    }
    let step = jobs.len().div_ceil(DECISIONS).max(1);
    jobs.into_iter().step_by(step).collect()
}
