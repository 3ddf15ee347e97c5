use std::fmt::Write as _;

use golemry_lab::{Calibration, calibration};
use golemry_table::{Games, Reviewing};

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{CalibrationArgs, percent, reach};

/// `golemry lab calibration [GAME]`
pub fn run(games: &Games, args: &CalibrationArgs) -> anyhow::Result<()> {
    warn_of_clocks(&args.bots);
    let how = Reviewing { iterations: args.iterations, seed: args.effort.seed };
    let mut found = Vec::new();
    'games: for (entry, setups) in args.tables.chosen(games)? {
        for setup in setups {
            warn_of_fallbacks(entry, &setup.settings, &args.bots)?;
            let what = super::name_of(entry, &setup);
            found.push(with_crew(&args.effort, &what, args.games, |crew| {
                calibration(crew, entry, &setup, &args.bots, how, args.effort.seed, args.games, args.moments)
            })?);
            if stopped() {
                break 'games;
            }
        }
    }
    if args.document.output.json {
        return args.document.output.write_json(&found);
    }
    let mut text = String::new();
    if args.document.markdown {
        writeln!(text, "```console\n$ {}\n```\n", command(args))?;
    }
    for it in &found {
        writeln!(text, "{}\n", heading(it))?;
        let grid = grid(it);
        writeln!(text, "{}", if args.document.markdown { grid.markdown() } else { grid.text() })?;
    }
    args.document.output.write(&text)
}

fn heading(it: &Calibration) -> String {
    let start: Vec<String> = it.start.iter().map(|chance| percent(*chance)).collect();
    format!(
        "{}, {}, {} seats: {} matches, Brier score {:.3} (fair shares: {:.3}), off by {} on average, at the start {}",
        it.game,
        it.variant,
        it.seats,
        it.matches,
        it.brier,
        it.fair,
        percent(it.error),
        start.join(", ")
    )
}

fn grid(it: &Calibration) -> Grid {
    let mut grid =
        Grid::new(&[("stated", Right), ("won", Right), ("95 % interval", Left), ("moments", Right)]);
    for class in &it.classes {
        grid.row([
            percent(class.stated),
            percent(class.won),
            reach(class.interval),
            class.moments.to_string(),
        ]);
    }
    grid
}

/// The command that makes these tables again.
fn command(args: &CalibrationArgs) -> String {
    let bots: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
    format!(
        "golemry lab calibration{} --bots {} --games {} --moments {} --iterations {} --seed {}",
        args.tables.words(),
        bots.join(","),
        args.games,
        args.moments,
        args.iterations,
        args.effort.seed
    )
}
