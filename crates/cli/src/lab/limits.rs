use anyhow::bail;
use golemry_lab::{Limits, MOST_BY_LIMIT, limits};
use golemry_table::Games;

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{LimitsArgs, percent, reach};

/// `golemry lab limits [GAME]`
pub fn run(games: &Games, args: &LimitsArgs) -> anyhow::Result<()> {
    warn_of_clocks(&args.bots);
    let mut found = Vec::new();
    'games: for (entry, setups) in args.tables.chosen(games)? {
        for setup in setups {
            warn_of_fallbacks(entry, &setup.settings, &args.bots)?;
            let what = super::name_of(entry, &setup);
            found.push(with_crew(&args.effort, &what, args.games, |crew| {
                limits(crew, entry, &setup, &args.bots, args.effort.seed, args.games)
            })?);
            if stopped() {
                break 'games;
            }
        }
    }
    if args.document.output.json {
        args.document.output.write_json(&found)?;
    } else {
        let grid = grid(&found);
        args.document.output.write(&if args.document.markdown {
            format!("```console\n$ {}\n```\n\n{}", command(args), grid.markdown())
        } else {
            grid.text()
        })?;
    }
    let broken: Vec<String> = found
        .iter()
        .filter(|it| it.broken)
        .map(|it| format!("{} {} with {} seats", it.game, it.variant, it.seats))
        .collect();
    if !broken.is_empty() {
        bail!("more than {} of the matches end by a limit: {}", percent(MOST_BY_LIMIT), broken.join(", "));
    }
    Ok(())
}

fn grid(found: &[Limits]) -> Grid {
    let mut grid = Grid::new(&[
        ("game", Left),
        ("variant", Left),
        ("seats", Right),
        ("matches", Right),
        ("by a limit", Right),
        ("share", Right),
        ("95 % interval", Right),
        ("most often with", Left),
    ]);
    for it in found {
        grid.row([
            it.game.to_owned(),
            it.variant.to_owned(),
            it.seats.to_string(),
            it.by_limit.of.to_string(),
            it.by_limit.count.to_string(),
            percent(it.by_limit.share),
            reach(it.by_limit.interval),
            it.worst.clone().unwrap_or_default(),
        ]);
    }
    grid
}

/// The command that makes this table again.
fn command(args: &LimitsArgs) -> String {
    let bots: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
    format!(
        "golemry lab limits{} --bots {} --games {} --seed {}",
        args.tables.words(),
        bots.join(","),
        args.games,
        args.effort.seed
    )
}
