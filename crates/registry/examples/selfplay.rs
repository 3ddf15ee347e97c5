//! What the training of networks plays: matches of a bot against itself, and of two bots against each other.
//!
//! ```console
//! $ selfplay positions GAME SEATS VARIANT BOT MATCHES SEED STRAYS KEPT FILE [NETWORK]
//! $ selfplay arena GAME SEATS VARIANT BOT BOT DEALS SEED [NETWORK]
//! $ selfplay losses GAME SEATS VARIANT BOT JUDGE MATCHES SEED [NETWORK]
//! ```
//!
//! `positions` writes a line of text (what they train for, the width of an observation, how many there are), then the observations as
//! 16-bit floats, then the outcomes and the expectations as 32-bit floats. `arena` plays every deal from each chair and prints the
//! share of the first bot with its 95 % interval. `losses` prints what the bot's decisions cost, as a judge that thinks longer
//! sees it. If the judge is right, a bot that played like it would win that much more often.

#![allow(clippy::print_stdout, reason = "a program for people who train networks")]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use golemry_bots::Network;
use golemry_core::{Seed, Settings};
use golemry_learn::{Habits, Positions, SelfPlay};
use golemry_registry::environments;
use golemry_table::{Contest, Seated};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["positions", game, seats, variant, bot, matches, seed, strays, kept, file, ref rest @ ..] => {
            let quick = bot == "quick";
            let bot = if quick { "normal" } else { bot };
            let habits = Habits { strays: strays.parse()?, kept: kept.parse()?, quick };
            let training = self_play([game, seats, variant], &[bot.parse()?, bot.parse()?], rest)?;
            positions(&*training, matches.parse()?, seed.parse()?, habits, file)
        }
        ["arena", game, seats, variant, one, other, deals, seed, ref rest @ ..] => {
            let bots = [one.parse()?, other.parse()?];
            let training = self_play([game, seats, variant], &bots, rest)?;
            arena(game, training.contest(), &bots, deals.parse()?, seed.parse()?)
        }
        ["losses", game, seats, variant, bot, judge, matches, seed, ref rest @ ..] => {
            let bots = [bot.parse()?, judge.parse()?];
            let training = self_play([game, seats, variant], &bots, rest)?;
            losses(game, &*training, &bots, matches.parse()?, seed.parse()?)
        }
        _ => Err("selfplay positions | arena | losses: see the comment in its source".into()),
    }
}

/// Matches between two bots at a table. A master plays by the last of these networks that fits.
fn self_play(
    [game, seats, variant]: [&str; 3],
    bots: &[Seated; 2],
    files: &[&str],
) -> Result<Box<dyn SelfPlay>, Box<dyn Error>> {
    let read = |file: &&str| -> Result<Arc<Network>, Box<dyn Error>> {
        let bytes =
            std::fs::read(file).map_err(|error| format!("cannot read the network {file}: {error}"))?;
        let network = Network::read(&bytes).map_err(|error| format!("{file}: {error}"))?;
        Ok(Arc::new(network))
    };
    let networks = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let settings = Settings::new(seats.parse()?, variant);
    Ok(environments().find(game)?.self_play(&settings, bots, &networks)?)
}

/// Calls `work` with 0, 1 and so on, on all cores.
fn on_all_cores(count: u64, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let wanted = std::env::var("THREADS").ok().and_then(|text| text.parse().ok());
    let threads = wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    work(index);
                }
            });
        }
    });
}

fn positions(
    training: &dyn SelfPlay,
    matches: u64,
    seed: u64,
    habits: Habits,
    file: &str,
) -> Result<(), Box<dyn Error>> {
    // By match, so that the file does not depend on who finished first.
    let parts: Mutex<BTreeMap<u64, Positions>> = Mutex::default();
    let began = Instant::now();
    on_all_cores(matches, |index| {
        let mut found = Positions::default();
        training.play(Seed(seed << 32 | index), habits, &mut found);
        parts.lock().expect("no thread panics").insert(index, found);
    });
    let parts = parts.into_inner()?;
    let count: usize = parts.values().map(|part| part.outcomes.len()).sum();
    let mut out = std::io::BufWriter::new(std::fs::File::create(file)?);
    writeln!(out, "{}\t{}\t{count}", training.trained_for(), training.width())?;
    for part in parts.values() {
        for number in &part.observations {
            out.write_all(&half(*number).to_le_bytes())?;
        }
    }
    for column in [|part: &Positions| part.outcomes.clone(), |part: &Positions| part.expected.clone()] {
        for number in parts.values().flat_map(column) {
            out.write_all(&number.to_le_bytes())?;
        }
    }
    out.flush()?;
    println!("{} matches, {count} positions, {:.1} s", parts.len(), began.elapsed().as_secs_f64());
    Ok(())
}

/// The nearest 16-bit float; what is too small becomes 0.
fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let rounded = (bits & 0x7fff_ffff) + 0x1000;
    let exponent = (rounded >> 23) as i32 - 112;
    match exponent {
        ..=0 => sign,
        31.. => sign | 0x7c00,
        _ => sign | (exponent as u16) << 10 | (rounded >> 13 & 0x3ff) as u16,
    }
}

/// What a decision of a bot costs, in the eyes of one that thinks longer.
fn losses(
    game: &str,
    training: &dyn SelfPlay,
    bots: &[Seated; 2],
    matches: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let (seats, [bot, judge]) = (f64::from(training.contest().seats()), bots);
    // By match, so that the sum does not depend on who finished first.
    let losses: Mutex<BTreeMap<u64, Vec<f64>>> = Mutex::default();
    on_all_cores(matches, |index| {
        let found = training.losses(Seed(seed << 32 | index));
        losses.lock().expect("no thread panics").insert(index, found);
    });
    let losses: Vec<f64> = losses.into_inner()?.into_values().flatten().collect();
    let (mean, half) = interval(&losses);
    let in_a_match = losses.iter().sum::<f64>() / (matches as f64 * seats);
    println!(
        "{game} {bot} judged by {judge}: a decision costs {:.3} % ({:.3} to {:.3}), {} decisions with a choice; a seat loses {:.1} % in a match",
        100.0 * mean,
        100.0 * (mean - half),
        100.0 * (mean + half),
        losses.len(),
        100.0 * in_a_match,
    );
    Ok(())
}

/// The mean, and how far its 95 % interval reaches.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

fn arena(
    game: &str,
    contest: &dyn Contest,
    bots: &[Seated; 2],
    deals: u64,
    seed: u64,
) -> Result<(), Box<dyn Error>> {
    let seats = usize::from(contest.seats());
    // The share of the first bot in a deal, played once from each chair.
    let shares: Mutex<BTreeMap<u64, f64>> = Mutex::default();
    let decisions = AtomicU64::new(0);
    let began = Instant::now();
    on_all_cores(deals, |deal| {
        let one = |chair: usize| {
            let seating: Vec<usize> = (0..seats).map(|seat| usize::from(seat != chair)).collect();
            let played = contest.play(Seed(seed << 32 | deal), &seating);
            decisions.fetch_add(played.decisions.into(), Ordering::Relaxed);
            let winners = played.winners;
            let fair = 1.0 / seats as f64;
            if winners.is_empty() {
                return fair;
            }
            let won = winners.iter().any(|seat| seat.index() == chair);
            if won { 1.0 / winners.len() as f64 } else { 0.0 }
        };
        let share = (0..seats).map(one).sum::<f64>() / seats as f64;
        shares.lock().expect("no thread panics").insert(deal, share);
    });
    let shares: Vec<f64> = shares.into_inner()?.into_values().collect();
    let count = shares.len() as f64;
    let (mean, half) = interval(&shares);
    println!(
        "{game} {} against {}: {:.1} % ({:.1} to {:.1}), {} matches, {:.0} decisions each, {:.0} s",
        bots[0],
        bots[1],
        100.0 * mean,
        100.0 * (mean - half),
        100.0 * (mean + half),
        shares.len() * seats,
        decisions.into_inner() as f64 / (count * seats as f64),
        began.elapsed().as_secs_f64(),
    );
    Ok(())
}
