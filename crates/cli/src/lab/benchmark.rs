use std::fmt::Write as _;

use anyhow::bail;
use golemry_lab::{Benchmark, Task, TaskResult};
use golemry_table::Entry;
use serde::{Deserialize, Serialize};

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::finished::Finished;
use super::grid::{Grid, Left, Right};
use super::{BenchmarkArgs, percent, reach};
use crate::Program;

/// `golemry lab benchmark PLAYER`
pub fn run(program: &Program, args: &BenchmarkArgs) -> anyhow::Result<()> {
    let tasks = Task::chosen(program.tasks(), program.games(), &args.tasks)?;
    let Some(player) = &args.player else {
        let grid = listing(&tasks);
        return args.document.output.write(&if args.document.markdown {
            grid.markdown()
        } else {
            grid.text()
        });
    };
    // Refused before the first match.
    for (task, entry) in &tasks {
        entry.contest(&task.setup(entry.about()).settings, std::slice::from_ref(player))?;
    }
    warn_of_clocks(std::slice::from_ref(player));
    let mut finished = Finished::read(args.points.as_deref())?;
    let mut results: Vec<TaskResult> = Vec::new();
    for (task, entry) in tasks {
        let id = task.id(entry.about());
        warn_of_fallbacks(entry, &task.setup(entry.about()).settings, std::slice::from_ref(player))?;
        let contest = Contest {
            engine: Benchmark::ENGINE.to_owned(),
            player: player.to_string(),
            contest: id.clone(),
            run: args.effort.seed.0,
            at_least: args.games,
        };
        let known = finished.result(&contest).cloned();
        let result = match known {
            Some(known) => known,
            None => {
                let result = with_crew(&args.effort, &id, args.games, |crew| {
                    task.play(crew, entry, player, args.effort.seed, args.games)
                })?;
                // Fewer games would be another result for the same seed.
                if stopped() {
                    break;
                }
                finished.add(contest, result.clone())?;
                result
            }
        };
        eprintln!("{id}: {} ({})", percent(result.score), reach(result.interval));
        results.push(result);
    }
    if results.is_empty() {
        bail!("no task was finished");
    }
    let found = Benchmark::new(player, args.effort.seed, args.games, results, program.tasks().len());
    if args.document.output.json {
        return args.document.output.write_json(&found);
    }
    args.document.output.write(&text(&found, args)?)
}

/// Everything that the result of a task depends on, except for how bots and programs are made.
#[derive(PartialEq, Serialize, Deserialize)]
struct Contest {
    engine: String,
    player: String,
    contest: String,
    run: u64,
    at_least: u64,
}

/// What the tasks are.
fn listing(tasks: &[(Task, &dyn Entry)]) -> Grid {
    let columns = [
        ("task", Left),
        ("game", Left),
        ("variant", Left),
        ("seats", Right),
        ("opponents", Left),
        ("judge of luck", Left),
    ];
    let mut grid = Grid::new(&columns);
    for (task, entry) in tasks {
        let about = entry.about();
        grid.row([
            task.id(about),
            about.name.to_owned(),
            task.setup(about).settings.variant.unwrap_or_default(),
            task.seats.to_string(),
            task.against.to_owned(),
            task.judge.map_or_else(String::new, |judge| judge.to_string()),
        ]);
    }
    grid
}

fn text(found: &Benchmark, args: &BenchmarkArgs) -> anyhow::Result<String> {
    let columns = [
        ("task", Left),
        ("games", Right),
        ("score", Right),
        ("95 % interval", Right),
        ("fair", Right),
        ("skill", Right),
    ];
    let mut grid = Grid::new(&columns);
    for it in &found.tasks {
        grid.row([
            it.task.clone(),
            it.games.to_string(),
            percent(it.score),
            reach(it.interval),
            percent(it.fair),
            format!("{:+.3}", it.skill),
        ]);
    }
    let all = if found.tasks.len() == found.of { "all" } else { "only" };
    let overall = format!(
        "skill {:+.3} ({:+.3} to {:+.3}) at {all} {} of {} tasks",
        found.skill,
        found.interval.low,
        found.interval.high,
        found.tasks.len(),
        found.of
    );
    let mut text = String::new();
    if args.document.markdown {
        writeln!(text, "```console\n$ {}\n```\n\n{}", command(found, args), grid.markdown())?;
        writeln!(text, "**{}**: {overall}; engine {}, seed {}.", found.player, found.engine, found.seed)?;
    } else {
        writeln!(text, "{}, engine {}, seed {}\n\n{}", found.player, found.engine, found.seed, grid.text())?;
        writeln!(text, "  {overall}")?;
        writeln!(
            text,
            "\n  Skill: 0 for the fair share, 1 for winning every match; the whole is the mean of the tasks."
        )?;
    }
    Ok(text)
}

/// The command that gives this result again.
fn command(found: &Benchmark, args: &BenchmarkArgs) -> String {
    let mut command = "golemry lab benchmark ".to_owned();
    command +=
        &if found.player.contains(' ') { format!("\"{}\"", found.player) } else { found.player.clone() };
    if !args.tasks.is_empty() {
        let _ = write!(command, " --tasks {}", args.tasks.join(","));
    }
    let _ = write!(command, " --games {} --seed {}", found.games, found.seed);
    command
}
