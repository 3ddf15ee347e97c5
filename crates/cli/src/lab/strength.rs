use std::fmt::Write as _;
use std::time::Instant;

use anyhow::{Context as _, bail};
use golemry_core::Seed;
use golemry_lab::statistics::Interval;
use golemry_lab::{Curve, LabError, Point, Setup, ladder, strength_svg, tables};
use golemry_table::{Budget, Entry, Games, Level, Seated};
use serde::{Deserialize, Serialize};

use super::crew::{stopped, warn_of_clocks, with_crew};
use super::finished::Finished;
use super::grid::{Align, Grid, Left, Right};
use super::{Strength, percent, reach};

/// The levels that think for as long as they are told to.
const THINKING: [Level; 2] = [Level::Hard, Level::Master];

/// `golemry lab strength [GAME]`
pub fn run(games: &Games, args: &Strength) -> anyhow::Result<()> {
    warn_of_clocks(std::slice::from_ref(&args.against));
    let mut finished = Finished::read(args.points.as_deref())?;
    let mut out = args.document.output.open()?;
    let mut curves: Vec<Curve> = Vec::new();
    'games: for entry in super::chosen(games, args.game.as_deref())? {
        let Some(setup) = table_for_two(entry) else { continue };
        let levels = entry.levels(&setup.settings)?;
        let first = curves.len();
        for level in THINKING.into_iter().filter(|level| levels.contains(level)) {
            curves.push(curve(args, &mut finished, entry, &setup, level)?);
            if stopped() {
                break 'games;
            }
        }
        if !args.document.output.json {
            // Game by game, so that a run that is ended early has shown what it has finished.
            out.write_all(section(entry, &curves[first..], args.document.markdown).as_bytes())?;
            out.flush()?;
        }
        if let Some(file) = &args.svg {
            let svg = strength_svg(&curves, &args.against.to_string());
            std::fs::write(file, svg).with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    if curves.is_empty() {
        bail!("this game has no table for two");
    }
    if args.document.output.json {
        serde_json::to_writer_pretty(&mut out, &curves)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The first table for two at which there is a master, else the first table for two.
fn table_for_two(entry: &dyn Entry) -> Option<Setup> {
    let mut for_two: Vec<Setup> = tables(entry);
    for_two.retain(|setup| setup.settings.seats == Some(2));
    let has_master =
        |setup: &Setup| entry.levels(&setup.settings).is_ok_and(|levels| levels.contains(&Level::Master));
    let best = for_two.iter().position(has_master).unwrap_or(0);
    for_two.into_iter().nth(best)
}

fn curve(
    args: &Strength,
    finished: &mut Finished<'_, Contest, Outcome>,
    entry: &dyn Entry,
    setup: &Setup,
    level: Level,
) -> anyhow::Result<Curve> {
    let variant = entry.contest(&setup.settings, &[])?.options().variant;
    let mut points = Vec::new();
    for &iterations in &args.iterations {
        let bot = Seated::bot(level, Budget::Iterations(iterations));
        let what = format!("{}: {bot} against {}", super::name_of(entry, setup), args.against);
        let contest = Contest {
            game: entry.about().id.to_owned(),
            variant: variant.to_owned(),
            bot: bot.to_string(),
            against: args.against.to_string(),
            seed: args.effort.seed,
            games: args.games,
        };
        let Outcome { share, interval } = match finished.result(&contest) {
            Some(known) => *known,
            None => {
                let step = with_crew(&args.effort, &what, args.games, |crew| {
                    ladder(crew, entry, setup, [&bot, &args.against], None, args.effort.seed, args.games)
                })?;
                // Fewer games would be another result for the same seed.
                if stopped() {
                    break;
                }
                let outcome = Outcome { share: step.share, interval: step.interval };
                finished.add(contest, outcome)?;
                outcome
            }
        };
        eprintln!("{what}: {} ({})", percent(share), reach(interval));
        points.push(Point { iterations, share, interval });
    }
    let milliseconds = milliseconds(entry, setup, level, args.effort.seed)?;
    Ok(Curve { game: entry.about().id, variant, level: level.word(), milliseconds, points })
}

/// Everything that the result of a point depends on, except for how the bots are made.
#[derive(PartialEq, Serialize, Deserialize)]
struct Contest {
    game: String,
    variant: String,
    bot: String,
    against: String,
    seed: Seed,
    games: u64,
}

/// What it came to.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Outcome {
    share: f64,
    interval: Interval,
}

/// How long a decision with a thousand iterations takes, on average over a match of the bot against itself.
fn milliseconds(entry: &dyn Entry, setup: &Setup, level: Level, seed: Seed) -> Result<f64, LabError> {
    const ITERATIONS: u32 = 100;
    let bot = Seated::bot(level, Budget::Iterations(ITERATIONS));
    let contest = entry.contest(&setup.settings, &[bot])?;
    let began = Instant::now();
    let played = contest.play(seed, &[0, 0]);
    let each = began.elapsed().as_secs_f64() / f64::from(played.decisions);
    Ok(each * 1000.0 * 1000.0 / f64::from(ITERATIONS))
}

/// A row for each level of the game, a column for each number of iterations.
fn section(entry: &dyn Entry, curves: &[Curve], markdown: bool) -> String {
    let Some(first) = curves.first() else { return String::new() };
    let columns: Vec<String> = first.points.iter().map(|it| it.iterations.to_string()).collect();
    let mut heading: Vec<(&str, Align)> = vec![("iterations", Left)];
    heading.extend(columns.iter().map(|name| (name.as_str(), Right)));
    heading.push(("ms for 1000", Right));
    let mut grid = Grid::new(&heading);
    for curve in curves {
        let cell = |it: &Point| format!("{} ({})", percent(it.share), reach(it.interval));
        let mut cells = vec![curve.level.to_owned()];
        cells.extend(curve.points.iter().map(cell));
        cells.push(format!("{:.1}", curve.milliseconds));
        grid.row_of(cells);
    }
    let mut text = String::new();
    let _ = writeln!(text, "{}, {}:\n", entry.about().name, first.variant);
    let _ = writeln!(text, "{}", if markdown { grid.markdown() } else { grid.text() });
    text
}
