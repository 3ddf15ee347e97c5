use std::fmt::Write as _;

use anyhow::bail;
use golemry_lab::{LadderStep, ladder};
use golemry_table::{Games, Seated};

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{Ladder, percent, reach};

/// `golemry lab ladder GAME`
pub fn run(games: &Games, args: &Ladder) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let about = entry.about();
    let setup = args.place.setup(about, args.seats)?;
    let rungs: Vec<Seated> = if args.bots.is_empty() {
        entry.levels(&setup.settings)?.into_iter().map(Seated::from).collect()
    } else {
        args.bots.clone()
    };
    if rungs.len() < 2 {
        bail!("a ladder needs at least two bots from below, such as --bots random,easy,normal,hard");
    }
    let seats = entry.contest(&setup.settings, &rungs)?.seats();
    if seats == 1 {
        bail!("a ladder needs a table for two or more");
    }
    warn_of_clocks(&rungs);
    warn_of_fallbacks(entry, &setup.settings, &rungs)?;
    let mut steps = Vec::new();
    for pair in rungs.windows(2) {
        let what = format!("{} against {}", pair[1], pair[0]);
        let games = args.games.div_ceil(u64::from(seats)) * u64::from(seats);
        steps.push(with_crew(&args.effort, &what, games, |crew| {
            ladder(crew, entry, &setup, [&pair[1], &pair[0]], args.effort.seed, args.games)
        })?);
        if stopped() {
            break;
        }
    }
    if args.document.output.json {
        args.document.output.write_json(&steps)?;
    } else {
        let mut text = String::new();
        if args.document.markdown {
            let _ = write!(text, "```console\n$ {}\n```\n\n{}", command(args), grid(&steps).markdown());
        } else {
            let first = &steps[0];
            let _ = write!(
                text,
                "{}: {}, {seats} seats, seed {}\n\n",
                about.name, first.variant, args.effort.seed
            );
            text += &grid(&steps).text();
            let aim =
                if seats == 2 { "60 %".to_owned() } else { format!("1.3 × fair, {}", percent(first.aim)) };
            let _ = writeln!(
                text,
                "\n  Aim: {aim}, and an interval above the fair share. Ties and joint losses are split."
            );
        }
        args.document.output.write(&text)?;
    }
    let failed: Vec<String> =
        steps.iter().filter(|it| !it.passed).map(|it| format!("{} against {}", it.upper, it.lower)).collect();
    if !failed.is_empty() {
        bail!("{} of {} steps miss their target: {}", failed.len(), steps.len(), failed.join(", "));
    }
    Ok(())
}

fn grid(steps: &[LadderStep]) -> Grid {
    let columns = [
        ("bot", Left),
        ("against", Left),
        ("games", Right),
        ("ties", Right),
        ("wins", Right),
        ("95 % interval", Right),
        ("fair", Right),
        ("factor", Right),
        ("", Left),
    ];
    let mut grid = Grid::new(&columns);
    for it in steps {
        grid.row([
            it.upper.clone(),
            it.lower.clone(),
            it.games.to_string(),
            it.undecided.to_string(),
            percent(it.share),
            reach(it.interval),
            percent(it.fair),
            format!("{:.2}", it.factor),
            if it.passed { "passes" } else { "FAILS" }.to_owned(),
        ]);
    }
    grid
}

/// The command that makes this table again.
fn command(args: &Ladder) -> String {
    let mut command = format!("golemry lab ladder {}", args.game);
    if !args.bots.is_empty() {
        let bots: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
        let _ = write!(command, " --bots {}", bots.join(","));
    }
    if let Some(seats) = args.seats {
        let _ = write!(command, " --seats {seats}");
    }
    if let Some(variant) = &args.place.variant {
        let _ = write!(command, " --variant {variant}");
    }
    for option in &args.place.options {
        let _ = write!(command, " --option {option}");
    }
    let _ = write!(command, " --games {} --seed {}", args.games, args.effort.seed);
    command
}
