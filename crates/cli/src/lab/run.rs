use std::fmt::Write as _;
use std::fs::File;
use std::io::BufWriter;

use anyhow::{Context as _, bail};
use golemry_lab::statistics::{Share, Spread};
use golemry_lab::{Chair, Rows, Summary, Tally, Trial, html};
use golemry_table::Games;

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{HOW_LUCK_IS_TAKEN, Run, WITHOUT_LUCK, percent, reach, short, without_luck};

/// `golemry lab run GAME`
pub fn run(games: &Games, args: &Run) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let seats: Vec<Option<u8>> =
        if args.seats.is_empty() { vec![None] } else { args.seats.iter().copied().map(Some).collect() };
    // All tables are made before anything is played, so that impossible settings are refused at once.
    let trials = seats
        .into_iter()
        .map(|seats| {
            let trial = Trial::new(entry, &args.place.setup(entry.about(), seats)?, &args.bots)?;
            Ok(trial.judged_by(args.luck.judge))
        })
        .collect::<anyhow::Result<Vec<Trial>>>()?;
    if args.luck.judge.is_some() && trials.iter().any(|trial| trial.bots.len() < 2) {
        bail!("--judge takes the luck out of what bots win: name several, such as --bots hard,normal");
    }
    warn_of_clocks(&args.bots);
    for trial in &trials {
        warn_of_fallbacks(entry, &trial.setup.settings, &args.bots)?;
    }
    let create = |file: &std::path::PathBuf| {
        File::create(file).with_context(|| format!("cannot write {}", file.display()))
    };
    let rows = args.parquet.as_ref().map(create).transpose()?;
    let mut rows =
        rows.map(|file| Rows::new(BufWriter::new(file), &trials.iter().collect::<Vec<_>>())).transpose()?;
    let mut report = args.html.as_ref().map(create).transpose()?;

    let mut summaries = Vec::new();
    for trial in &trials {
        let mut tally = Tally::new(trial);
        let deals = trial.deals(args.games);
        let asked = deals * trial.seatings.len() as u64;
        let what = format!("{} with {}", args.game, trial.contest.seats());
        with_crew(&args.effort, &what, asked, |crew| {
            crew.play(&[trial], args.effort.seed, deals, |deal| {
                tally.add(deal, 0);
                rows.as_mut().map_or(Ok(()), |rows| rows.add(trial, deal, 0))
            })
        })?;
        summaries.push(tally.summary(args.effort.seed, asked));
        if stopped() {
            break;
        }
    }
    rows.map(Rows::finish).transpose()?;
    if let Some(report) = &mut report {
        std::io::Write::write_all(report, html(&summaries).as_bytes())?;
    }
    if args.output.json {
        return args.output.write_json(&summaries);
    }
    let texts: Vec<String> = summaries.iter().map(text).collect();
    args.output.write(&texts.join("\n\n"))
}

/// The report for a terminal.
fn text(summary: &Summary) -> String {
    let Summary { name, variant, seats, bots, games, seed, .. } = summary;
    let mut text = format!("{name}: {variant}, {seats} seats, bots {bots}\n{games} games, seed {seed}");
    if summary.seatings > 1 {
        let _ = write!(text, ", each deal in {} seatings", summary.seatings);
    }
    if summary.interrupted {
        let _ = write!(text, " (interrupted, {} were asked for)", summary.asked);
    }
    let options: Vec<String> =
        summary.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let _ = writeln!(text, "\n{}\n", options.join(", "));

    let mut ends =
        Grid::new(&[("how it ends", Left), ("games", Right), ("share", Right), ("95 % interval", Right)]);
    for (what, share) in [
        ("one seat wins", summary.won),
        ("drawn or shared", summary.drawn),
        ("everybody loses", summary.joint_losses),
        ("ended by a limit", summary.cut_short),
    ] {
        let Share { count, share, interval, .. } = share;
        ends.row([what.to_owned(), count.to_string(), percent(share), reach(interval)]);
    }
    text += &ends.text();
    text += "\n";

    let chair_columns = [
        ("who wins", Left),
        ("alone", Right),
        ("95 % interval", Right),
        ("ties split", Right),
        ("score", Right),
    ];
    let mut chairs = Grid::new(&chair_columns);
    let mut add = |label: String, chair: &Chair| {
        chairs.row([
            label,
            percent(chair.wins.share),
            reach(chair.wins.interval),
            percent(chair.share),
            short(chair.score),
        ]);
    };
    for chair in &summary.by_seat {
        add(format!("seat {}", chair.number), chair);
    }
    for chair in &summary.by_turn {
        add(
            if chair.number == 1 { "turn 1 (begins)".to_owned() } else { format!("turn {}", chair.number) },
            chair,
        );
    }
    text += &chairs.text();
    let _ = writeln!(text, "  fair: {} alone\n", percent(summary.won.share / f64::from(*seats)));

    if !summary.by_bot.is_empty() {
        let columns =
            [("bot", Left), ("chairs", Right), ("share", Right), ("95 % interval", Right), ("fair", Right)];
        let judged = summary.by_bot.iter().any(|it| it.adjusted.is_some());
        let mut by_bot = Grid::new(&[&columns[..], if judged { &WITHOUT_LUCK } else { &[] }].concat());
        for it in &summary.by_bot {
            let mut row = vec![
                it.bot.clone(),
                it.chairs.to_string(),
                percent(it.share),
                reach(it.interval),
                percent(it.fair),
            ];
            row.extend(it.adjusted.iter().flat_map(without_luck));
            by_bot.row_of(row);
        }
        let _ = writeln!(text, "{}", by_bot.text());
        if judged {
            let _ = writeln!(text, "{HOW_LUCK_IS_TAKEN}\n");
        }
    }

    let mut spreads = Grid::new(&[
        ("a match has", Left),
        ("mean", Right),
        ("±", Right),
        ("least", Right),
        ("5 %", Right),
        ("25 %", Right),
        ("half", Right),
        ("75 %", Right),
        ("95 %", Right),
        ("most", Right),
    ]);
    let mut add = |name: &str, values: &Spread| {
        let number = |it: Option<f64>| it.map_or("–".to_owned(), short);
        let whole = |it: Option<i64>| it.map_or("–".to_owned(), |it| it.to_string());
        let mut row =
            vec![clipped(name, 24), number(values.mean()), number(values.deviation()), whole(values.least())];
        row.extend([0.05, 0.25, 0.5, 0.75, 0.95].map(|part| whole(values.quantile(part))));
        row.push(whole(values.greatest()));
        spreads.row_of(row);
    };
    add("turns", &summary.turns);
    add("decisions", &summary.decisions);
    add("choices at a decision", &summary.branching);
    add("lead changes", &summary.lead_changes);
    summary.figures.iter().for_each(|figure| add(figure.name, &figure.values));
    text += &spreads.text();

    if !summary.moments.is_empty() {
        let columns = [("rule", Left), ("what happens", Left), ("in games", Right), ("a game", Right)];
        let mut moments = Grid::new(&columns);
        for it in &summary.moments {
            let share = if it.matches.count == 0 { "NEVER".to_owned() } else { rare(it.matches.share) };
            moments.row([it.clause.to_owned(), clipped(it.what, 50), share, short(it.per_match)]);
        }
        let _ = write!(text, "\n{}", moments.text());
    }
    for it in &summary.notable {
        let _ = write!(text, "\n  {} ({}):\n    {}", it.what, it.value, it.replay);
    }
    text + "\n"
}

/// A share that may be very small.
fn rare(share: f64) -> String {
    if share < 0.0005 { format!("{:.3} %", share * 100.0) } else { percent(share) }
}

/// The text, cut if it is too long for its column.
fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}
