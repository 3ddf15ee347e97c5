//! The standard duel with the bonus die, solved from its end.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use golemry_cli::{input, output};
use golemry_duel::solution::standard::{
    Arena, BadTable, SolvedClass, Supports, Table, read_supports, solve_class, standard, write_supports,
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use serde_json::{Value, json};

use super::{Solve, progress};

/// `golemry duel solve --standard`
pub fn run(args: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
    let mut builder = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        builder = builder.num_threads(threads.get());
    }
    let workers = builder.build().context("cannot start the threads")?;
    let arena = Arena::new();
    let (mut table, mut known) = match &args.table {
        Some(file) => read(&arena, file)?,
        None => (Table::new(), Vec::new()),
    };
    let started = Instant::now();
    let limit = args.minutes.map(|minutes| Duration::from_secs(60 * minutes));
    let mut last = Duration::ZERO;
    while table.rounds() < args.rounds {
        if limit.is_some_and(|limit| started.elapsed() + last > limit) {
            eprintln!("{} of {} rounds are solved: the same command goes on", table.rounds(), args.rounds);
            return Ok(());
        }
        let began = Instant::now();
        let solved = workers.install(|| solve_stage(&arena, &table, &known));
        table.push(&solved);
        if let Some(file) = &args.table {
            output::replace(&programs_of(file), &write_supports(&solved))?;
            output::replace(file, &table.write(arena.places()))?;
        }
        last = began.elapsed();
        known = solved.iter().map(|class| class.mixed.clone()).collect();
        let games: usize = solved.iter().map(|class| class.games).sum();
        let support = solved.iter().map(|class| class.support).max().unwrap_or_default();
        eprintln!(
            "rounds left: {}, {games} matrix games in {:.0} s, at most {support} programs mixed",
            table.rounds(),
            last.as_secs_f64()
        );
    }
    let found = Found { arena, table };
    if args.json { Ok(writeln!(out, "{:#}", found.json())?) } else { Ok(write!(out, "{}", found.text())?) }
}

fn solve_stage(arena: &Arena, table: &Table, known: &[Supports]) -> Vec<SolvedClass> {
    let worth = table.scenes(arena.places(), table.rounds());
    let classes = arena.places().classes().len();
    let bar = progress();
    bar.set_message(format!("rounds left: {}", table.rounds() + 1));
    bar.set_length(classes as u64);
    let solve = |class| {
        let solved = solve_class(arena, &worth, class, known.get(class));
        bar.inc(1);
        solved
    };
    let solved = (0..classes).into_par_iter().map(solve).collect();
    bar.finish_and_clear();
    solved
}

/// The table to continue, and the mixes of its last stage. Without the mixes it only takes longer, and the last digits may differ
/// within the certified bounds.
fn read(arena: &Arena, file: &Path) -> anyhow::Result<(Table, Vec<Supports>)> {
    let name = file.display();
    let table = match input::read_file(file) {
        Ok(text) => Table::read(arena.places(), &text)
            .with_context(|| format!("cannot go on from {name}; name a new file to begin anew"))?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok((Table::new(), Vec::new())),
        Err(error) => return Err(error).with_context(|| format!("cannot read {name}")),
    };
    let programs = input::read_file(programs_of(file)).ok();
    Ok((table, programs.and_then(|text| read_supports(&text)).unwrap_or_default()))
}

/// The file for the mixes of a table's last stage, beside the table.
fn programs_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".programs");
    name.into()
}

struct Found {
    arena: Arena,
    table: Table,
}

/// What the situations with some difference of lives are worth to the leader.
struct Lead {
    lives: [u8; 2],
    least: f64,
    mean: f64,
    most: f64,
}

impl Found {
    /// Whether the built-in table has the same values.
    fn is_known(&self) -> Result<bool, &'static BadTable> {
        let known = &standard()?.table;
        let text = self.table.write(self.arena.places());
        let shorter = known.rounds() < self.table.rounds();
        Ok(!shorter && known.write(self.arena.places()).starts_with(&text))
    }

    /// By lives, what the places are worth with all rounds left, each place up to symmetry counted once.
    fn leads(&self) -> Vec<Lead> {
        let places = self.arena.places();
        let lead = |lives: [u8; 2]| {
            let worth = |code| self.table.of(places, code, lives, self.table.rounds());
            let values: Vec<f64> =
                places.classes().iter().map(|class| worth(places.code(class.sample))).collect();
            Lead {
                lives,
                least: values.iter().copied().fold(f64::INFINITY, f64::min),
                mean: values.iter().sum::<f64>() / values.len() as f64,
                most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        [[1, 1], [2, 2], [3, 3], [2, 1], [3, 2], [3, 1]].map(lead).into()
    }

    fn text(&self) -> String {
        let Found { table, .. } = self;
        let mut text = String::from(
            "The standard duel with the bonus die on an open 4x4 board, solved from its end\n\n\
             rounds left  largest gap  values off by at most  largest change\n",
        );
        for rounds in 1..=table.rounds() {
            let change = table.change(rounds).map_or_else(String::new, |change| format!("{change:.6}"));
            let _ = writeln!(
                text,
                "{rounds:>11}  {:>11.1e}  {:>21.1e}  {change:>14}",
                table.gap(rounds),
                table.error(rounds)
            );
        }
        let _ = writeln!(
            text,
            "\nThe start is worth 0 to both. With {} rounds left a place is worth, from -1 to 1:\n\n\
             lives    least     mean     most",
            table.rounds()
        );
        for Lead { lives: [first, second], least, mean, most } in self.leads() {
            let _ = writeln!(text, "  {first}-{second}  {least:>7.3}  {mean:>7.3}  {most:>7.3}");
        }
        text.push('\n');
        text.push_str(match self.is_known() {
            Ok(true) => "The table that the perfect bot plays by says the same.\n",
            Ok(false) => {
                "The table that the perfect bot plays by says something else: write it anew with --table.\n"
            }
            Err(_) => "The table that the perfect bot plays by cannot be read: write it anew with --table.\n",
        });
        text
    }

    fn json(&self) -> Value {
        let Found { table, .. } = self;
        let stages = (1..=table.rounds()).map(|rounds| {
            json!({
                "rounds": rounds,
                "gap": table.gap(rounds),
                "error": table.error(rounds),
                "change": table.change(rounds),
            })
        });
        let leads = self.leads().into_iter().map(|Lead { lives, least, mean, most }| {
            json!({"lives": lives, "least": least, "mean": mean, "most": most})
        });
        json!({
            "board": "4x4",
            "stages": stages.collect::<Vec<_>>(),
            "by_lives": leads.collect::<Vec<_>>(),
            "same_as_table": self.is_known().unwrap_or(false),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_there_is_not_solved_again() {
        let folder = std::env::temp_dir().join(format!("golemry-solve-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("standard.txt");
        let known = &standard().unwrap().table;
        std::fs::write(&file, golemry_duel::solution::standard::TEXT).unwrap();
        let args = |file: &Path| Solve {
            board: super::super::BoardSize::Small,
            standard: true,
            autonomous: false,
            rounds: known.rounds(),
            minutes: None,
            threads: None,
            json: false,
            table: Some(file.to_owned()),
        };
        let mut out = Vec::new();
        run(&args(&file), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("says the same") && text.contains("rounds left  largest gap"), "{text}");
        std::fs::write(&file, "something else\n").unwrap();
        let error = format!("{:#}", run(&args(&file), &mut Vec::new()).unwrap_err());
        assert!(error.contains("standard.txt") && error.contains("line 1"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
