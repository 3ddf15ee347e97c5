use std::time::Instant;

use anyhow::bail;
use golemry_lab::{LadderStep, Rated, Setup, ladder, ratings};
use golemry_table::{Entry, Games, Level, Seated};
use serde::Serialize;

use super::crew::{stopped, warn_of_clocks, with_crew};
use super::grid::{Align, Grid, Left, Right};
use super::{Ladders, percent, reach};

/// The ladder of one table.
#[derive(Serialize)]
struct OfTable {
    game: &'static str,
    variant: String,
    seats: u8,
    steps: Vec<LadderStep>,
    ratings: Vec<Rated>,
}

/// `golemry lab ladders [GAME]`
pub fn run(games: &Games, args: &Ladders) -> anyhow::Result<()> {
    warn_of_clocks(&args.bots);
    let chosen = args.tables.chosen(games)?;
    let mut out = args.document.output.open()?;
    let mut found = Vec::new();
    for (entry, setups) in chosen {
        let first = found.len();
        for setup in setups {
            let rungs = rungs(entry, &setup, &args.bots)?;
            // A table for one has no ladder.
            if setup.settings.seats == Some(1) || rungs.len() < 2 {
                continue;
            }
            let began = Instant::now();
            if let Some(of_table) = climb(args, entry, &setup, &rungs)? {
                eprintln!("{} ({:.0} s)", line(&of_table), began.elapsed().as_secs_f64());
                found.push(of_table);
            }
        }
        // Game by game, so that a run that is ended early has shown what it has finished.
        if !args.document.output.json && found.len() > first {
            out.write_all(section(entry, &found[first..], args.document.markdown).as_bytes())?;
            out.flush()?;
        }
        if stopped() {
            break;
        }
    }
    if found.is_empty() {
        bail!("no table has two of these bots");
    }
    if args.document.output.json {
        serde_json::to_writer_pretty(&mut out, &found)?;
        out.write_all(b"\n")?;
    }
    let steps = || found.iter().flat_map(|it| &it.steps);
    let missed = steps().filter(|step| !step.passed).count();
    if missed > 0 {
        bail!("{missed} of {} steps miss their target", steps().count());
    }
    Ok(())
}

/// The bots of a table, from below: all its levels, or those of `bots` that it has.
fn rungs(entry: &dyn Entry, setup: &Setup, bots: &[Seated]) -> anyhow::Result<Vec<Seated>> {
    let levels = entry.levels(&setup.settings)?;
    Ok(match bots {
        [] => levels.into_iter().map(Seated::from).collect(),
        bots => {
            bots.iter().filter(|bot| bot.level().is_none_or(|it| levels.contains(&it))).cloned().collect()
        }
    })
}

/// Plays each rung against the one below; `None` if that was interrupted.
fn climb(
    args: &Ladders,
    entry: &dyn Entry,
    setup: &Setup,
    rungs: &[Seated],
) -> anyhow::Result<Option<OfTable>> {
    let mut steps = Vec::new();
    for pair in rungs.windows(2) {
        let what = format!("{}: {} against {}", super::name_of(entry, setup), pair[1], pair[0]);
        steps.push(with_crew(&args.effort, &what, args.games, |crew| {
            ladder(crew, entry, setup, [&pair[1], &pair[0]], args.effort.seed, args.games)
        })?);
        if stopped() {
            return Ok(None);
        }
    }
    let anchor = rungs.iter().position(|bot| bot.level() == Some(Level::Normal)).unwrap_or_default();
    Ok(Some(OfTable {
        game: entry.about().id,
        variant: setup.settings.variant.clone().unwrap_or_default(),
        seats: setup.settings.seats.unwrap_or_default(),
        ratings: ratings(&steps, anchor),
        steps,
    }))
}

/// The results of a table in one line, as progress.
fn line(of_table: &OfTable) -> String {
    let steps = of_table.steps.iter().map(|it| format!("{} over {}: {}", it.upper, it.lower, share(it)));
    let steps: Vec<String> = steps.collect();
    format!("{} {} {}: {}", of_table.game, of_table.variant, of_table.seats, steps.join("; "))
}

/// `70.5 % (65.6 to 75.4)`, with a cross if the step misses its target.
fn share(step: &LadderStep) -> String {
    let cross = if step.passed { "" } else { " ✗" };
    format!("{} ({}){cross}", percent(step.share), reach(step.interval))
}

/// The tables of a game: what each rung won from the one below, and the ratings.
fn section(entry: &dyn Entry, found: &[OfTable], markdown: bool) -> String {
    let mut bots: Vec<&str> = Vec::new();
    for rated in found.iter().flat_map(|it| &it.ratings) {
        if !bots.contains(&rated.bot.as_str()) {
            bots.push(&rated.bot);
        }
    }
    let grid = |columns: Vec<String>, cell: &dyn Fn(&OfTable, &str) -> Option<String>| {
        let mut heading: Vec<(&str, Align)> = vec![("variant", Left), ("seats", Right)];
        heading.extend(columns.iter().map(|name| (name.as_str(), Right)));
        let mut grid = Grid::new(&heading);
        for it in found {
            let cells = columns.iter().map(|name| cell(it, name).unwrap_or_default());
            grid.row_of([it.variant.clone(), it.seats.to_string()].into_iter().chain(cells).collect());
        }
        if markdown { grid.markdown() } else { grid.text() }
    };
    let pair = |step: &LadderStep| format!("{} over {}", step.upper, step.lower);
    let mut pairs: Vec<String> = Vec::new();
    for step in found.iter().flat_map(|it| &it.steps) {
        if !pairs.contains(&pair(step)) {
            pairs.push(pair(step));
        }
    }
    let shares = grid(pairs, &|it, name| it.steps.iter().find(|step| pair(step) == name).map(share));
    let rating = |it: &Rated| match (it.interval.high - it.interval.low) / 2.0 {
        0.0 => format!("{:.0}", it.rating),
        reach => format!("{:.0} ± {reach:.0}", it.rating),
    };
    let rated = grid(bots.iter().map(|bot| (*bot).to_owned()).collect(), &|it, name| {
        it.ratings.iter().find(|rated| rated.bot == name).map(rating)
    });
    let heading = if markdown { "### " } else { "" };
    format!("{heading}{}\n\n{shares}\n{rated}\n", entry.about().name)
}
