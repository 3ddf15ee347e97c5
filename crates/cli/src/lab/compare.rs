use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use golemry_core::About;
use golemry_lab::statistics::Adjusted;
use golemry_lab::{Comparison, Kind, Setup, Trial};
use golemry_table::Games;

use super::crew::{warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{Compare, short};
use crate::setup::{bring, option};

/// `golemry lab compare GAME --a … --b …`
pub fn run(games: &Games, args: &Compare) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let about = entry.about();
    let base = args.place.setup(about, args.seats)?;
    let (setup_a, setup_b) = (with(about, &base, &args.a)?, with(about, &base, &args.b)?);
    let a = Trial::new(entry, &setup_a, &args.bots)?.judged_by(args.luck.judge);
    let b = Trial::new(entry, &setup_b, &args.bots)?.judged_by(args.luck.judge);
    if a.contest.options() == b.contest.options() && setup_a.settings.material == setup_b.settings.material {
        bail!("both tables are the same: --a and --b must differ in an option, the variant or the deck");
    }
    if a.contest.seats() != b.contest.seats() {
        bail!(
            "the first table has {} seats and the second {}: --seats makes them equal",
            a.contest.seats(),
            b.contest.seats()
        );
    }
    warn_of_clocks(&args.bots);
    warn_of_fallbacks(entry, &setup_a.settings, &args.bots)?;
    warn_of_fallbacks(entry, &setup_b.settings, &args.bots)?;
    let deals = a.deals(args.games);
    let games = 2 * deals * a.seatings.len() as u64;
    let compared = with_crew(&args.effort, about.id, games, |crew| {
        golemry_lab::compare(crew, &[&a, &b], args.effort.seed, deals)
    })?;
    let comparison = &compared[0];
    if args.output.json {
        return args.output.write_json(comparison);
    }
    args.output.write(&text(about, args, &a, comparison))
}

/// The setup with one side's words in it.
fn with(about: &About, base: &Setup, words: &[String]) -> anyhow::Result<Setup> {
    let mut setup = base.clone();
    for word in words {
        match word.split_once('=') {
            Some(("variant", variant)) => setup.settings.variant = Some(variant.to_owned()),
            Some(("deck", file)) => bring(&mut setup, about, Some(Path::new(file)), None)?,
            _ => {
                let (name, value) = option(about, word)?;
                setup.settings = setup.settings.with(&name, value);
            }
        }
    }
    Ok(setup)
}

fn text(about: &About, args: &Compare, a: &Trial, comparison: &Comparison) -> String {
    let options = a.contest.options();
    let named = |words: &[String]| if words.is_empty() { "the defaults".to_owned() } else { words.join(" ") };
    let mut text = format!(
        "{}: {}, {} seats, bots {}\na: {}\nb: {}\n{} deals at both, seed {}\n\n",
        about.name,
        options.variant,
        options.seats,
        a.bots_of(&a.seatings[0]),
        named(&args.a),
        named(&args.b),
        comparison.deals,
        args.effort.seed
    );
    let columns = [
        ("figure", Left),
        ("a", Right),
        ("b", Right),
        ("b − a", Right),
        ("95 % interval", Right),
        ("chance", Right),
        ("", Left),
    ];
    let mut grid = Grid::new(&columns);
    for it in &comparison.differences {
        let percents = it.measure.kind == Kind::Rate;
        let write = |value: f64| if percents { format!("{:.2} %", value * 100.0) } else { short(value) };
        let signed = |value: f64| if value > 0.0 { format!("+{}", write(value)) } else { write(value) };
        let bare = |value: f64| if percents { format!("{:.2}", value * 100.0) } else { short(value) };
        grid.row([
            it.measure.name.chars().take(24).collect(),
            write(it.a),
            write(it.b),
            signed(it.difference),
            format!("{} to {}", bare(it.interval.low), bare(it.interval.high)),
            if it.corrected < 0.001 { "<0.001".to_owned() } else { format!("{:.3}", it.corrected) },
            if it.is_real() { "real".to_owned() } else { String::new() },
        ]);
    }
    text += &grid.text();
    let real = comparison.differences.iter().filter(|it| it.is_real()).count();
    let _ = writeln!(
        text,
        "\n{real} of {} figures differ by more than noise. The chance is that of such a difference\nbetween equal tables, after Holm's correction for all figures; below 0.05 is real.",
        comparison.differences.len()
    );
    for it in &comparison.differences {
        if let Some(Adjusted { mean, interval, saves }) = it.adjusted {
            let _ = writeln!(
                text,
                "{} without luck: {:+.2} % ({:.2} to {:.2}), as good as {saves:.1} times the games",
                it.measure.name,
                mean * 100.0,
                interval.low * 100.0,
                interval.high * 100.0
            );
        }
    }
    text
}
