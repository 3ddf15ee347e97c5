//! Autonomous golems: a mix of programs that is hard to beat, and how much the best answer gains against it.

use std::fmt::Write as _;
use std::io::Write;
use std::time::{Duration, Instant};

use golemry_core::{Game as _, PlayoutRng, Seat, Seed, Settings};
use golemry_duel::solution::autonomous::Autonomous;
use golemry_duel::{Decision, Duel, Program};
use golemry_search::Matrix;
use serde_json::json;

use super::{Solve, mix_text};

/// How many programs are drawn, and with how many of them the search begins.
const DRAWN: usize = 2000;
const FIRST: usize = 40;

/// `golemry duel solve --autonomous`
///
/// The game is symmetric, so its value is 0, and the gain of the best answer to a mix measures how far the mix is from perfect.
/// The mix is an equilibrium between some programs; its best answer among all programs is added to them, again and again (a double
/// oracle), and the mix that loses least is kept.
pub fn run(args: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
    let started = Instant::now();
    let limit = Duration::from_secs(60 * args.minutes.unwrap_or(1));
    let autonomous = Autonomous::new();
    let mut programs = good_programs(&autonomous)?;
    let mut best: Option<(f64, Vec<(Program, f64)>)> = None;
    let mut rounds = 0;
    loop {
        let result = |row: usize, column: usize| autonomous.result(programs[row], programs[column]);
        let game =
            Matrix::from_fn(programs.len(), programs.len(), |row, column| f64::from(result(row, column)));
        let weights = game.solve().rows;
        let mix: Vec<(Program, f64)> =
            programs.iter().copied().zip(weights).filter(|(_, share)| *share > 0.0).collect();
        let answer = autonomous.best_answer(&mix, 0.0);
        let gain = answer.map_or(0.0, |(_, gain)| gain);
        rounds += 1;
        eprintln!(
            "{} programs, of which {} are mixed: the best answer gains {gain:.3}",
            programs.len(),
            mix.len()
        );
        if best.as_ref().is_none_or(|(least, _)| gain < *least) {
            best = Some((gain, mix));
        }
        match answer {
            Some((program, _)) if started.elapsed() < limit && !programs.contains(&program) => {
                programs.push(program);
            }
            _ => break,
        }
    }
    let (gain, mut mix) = best.expect("there was a first mix");
    mix.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let (single, _) = mix[0];
    let single_answer = autonomous.best_answer(&[(single, 1.0)], 0.0);
    let single_gain = single_answer.map_or(0.0, |(_, gain)| gain);
    if args.json {
        let shares = mix.iter().map(|(program, share)| json!({"program": program, "share": share}));
        let json = json!({
            "mix": shares.collect::<Vec<_>>(),
            "exploitability": gain,
            "rounds": rounds,
            "best_program": single,
            "best_program_exploitability": single_gain,
            "best_program_loses_to": single_answer.map(|it| it.0),
        });
        return Ok(writeln!(out, "{json:#}")?);
    }
    let mut text = format!(
        "Autonomous golems on the open 4x4 board, without end. Everything was compared with the best of all programs.\n\n\
         The best mix found has {} programs ({}). Its best answer gains {gain:.3}, where 1 is to win every duel.\n",
        mix.len(),
        mix_text(&mix)
    );
    let _ = match single_answer {
        None => writeln!(text, "{single} alone cannot be beaten."),
        Some((answer, _)) => writeln!(text, "{single} alone loses to {answer}."),
    };
    Ok(write!(out, "{text}")?)
}

/// Of many programs drawn at random, those that win most against the others.
fn good_programs(autonomous: &Autonomous) -> anyhow::Result<Vec<Program>> {
    let duel = Duel::new(&Settings::new(2, "autonomous"))?;
    let start = duel.start();
    let decision = Decision::new(&start.open, Seat::new(0));
    let mut rng = PlayoutRng::new(Seed(1));
    let mut drawn: Vec<Program> = (0..DRAWN).map(|_| decision.sample_program(&mut rng)).collect();
    let met: Vec<Program> = drawn.iter().copied().take(DRAWN / 10).collect();
    let wins = |program: &Program| -> i32 {
        met.iter().map(|other| i32::from(autonomous.result(*program, *other))).sum()
    };
    drawn.sort_by_cached_key(|program| (-wins(program), *program));
    drawn.dedup();
    drawn.truncate(FIRST);
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_answer_beats_the_best_program() {
        let args = Solve {
            board: super::super::BoardSize::Small,
            standard: false,
            autonomous: true,
            rounds: 10,
            minutes: Some(0),
            threads: None,
            json: true,
            table: None,
        };
        let mut out = Vec::new();
        run(&args, &mut out).unwrap();
        let found: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(found["rounds"], 1);
        let exploitability = found["exploitability"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&exploitability), "{found}");
        let [best, answer] = ["best_program", "best_program_loses_to"].map(|name| {
            let program: Option<Program> = serde_json::from_value(found[name].clone()).unwrap();
            program
        });
        let result = answer.map(|answer| Autonomous::new().result(answer, best.unwrap()));
        assert_eq!(result.map_or(0.0, f64::from), found["best_program_exploitability"].as_f64().unwrap());
    }
}
