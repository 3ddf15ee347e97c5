use std::fmt::Write as _;

use anyhow::bail;
use golemry_core::About;
use golemry_lab::arena;
use golemry_table::Games;

use super::crew::{warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Align, Grid, Left, Right};
use super::{Arena, HOW_LUCK_IS_TAKEN, WITHOUT_LUCK, without_luck};

/// `golemry lab arena GAME`
pub fn run(games: &Games, args: &Arena) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let about = entry.about();
    let distinct = args.bots.iter().enumerate().all(|(place, bot)| !args.bots[..place].contains(bot));
    if args.bots.len() < 2 || !distinct {
        bail!("an arena needs at least two different bots, such as --bots easy,normal,hard");
    }
    let seats = args.seats.or_else(|| fewest(about, args.place.variant.as_deref()));
    if seats == Some(1) {
        bail!("an arena needs a table for two or more");
    }
    let setup = args.place.setup(about, seats)?;
    // Refused before the bar appears.
    entry.contest(&setup.settings, &args.bots)?;
    warn_of_clocks(&args.bots);
    warn_of_fallbacks(entry, &setup.settings, &args.bots)?;
    let found = with_crew(&args.effort, about.id, args.games, |crew| {
        arena(crew, entry, &setup, &args.bots, args.luck.judge, args.effort.seed, args.games)
    })?;
    if args.output.json {
        return args.output.write_json(&found);
    }
    let mut text = format!(
        "{}: {}, {} seats\n{} games: {} deals, each in every seating of every pair, seed {}\n\n",
        about.name, found.variant, found.seats, found.games, found.deals, args.effort.seed
    );
    let mut ratings = Grid::new(&[("bot", Left), ("rating", Right), ("95 % interval", Right)]);
    for it in &found.rated {
        let interval = format!("{:.0} to {:.0}", it.interval.low, it.interval.high);
        ratings.row([it.bot.clone(), format!("{:.0}", it.rating), interval]);
    }
    let _ = writeln!(text, "{}", ratings.text());

    let names: Vec<String> = found.rated.iter().map(|it| it.bot.clone()).collect();
    let mut columns: Vec<(&str, Align)> = vec![("wins of … against", Left)];
    columns.extend(names.iter().map(|name| (name.as_str(), Right)));
    let mut cross = Grid::new(&columns);
    for bot in &names {
        let share = |against: &String| {
            let met = found.met.iter().find(|met| met.bot == *bot && met.against == *against);
            met.map_or("·".to_owned(), |met| {
                let reach = (met.interval.high - met.interval.low) / 2.0;
                format!("{:.1} ± {:.1}", met.share * 100.0, reach * 100.0)
            })
        };
        cross.row_of(std::iter::once(bot.clone()).chain(names.iter().map(share)).collect());
    }
    let _ = writeln!(
        text,
        "{}\n  In percent with 95 % intervals; draws and joint losses are split.",
        cross.text()
    );
    if args.luck.judge.is_some() {
        let mut judged = Grid::new(&[&[("bot", Left), ("against", Left)][..], &WITHOUT_LUCK].concat());
        for met in &found.met {
            let mut row = vec![met.bot.clone(), met.against.clone()];
            row.extend(met.adjusted.iter().flat_map(without_luck));
            judged.row_of(row);
        }
        let _ =
            writeln!(text, "\n{}\n{HOW_LUCK_IS_TAKEN}\n  The ratings are without luck, too.", judged.text());
    }
    args.output.write(&text)
}

/// The fewest seats that make a contest: those of the variant, or of the first.
fn fewest(about: &About, variant: Option<&str>) -> Option<u8> {
    let variants = about.variants.iter().filter(|it| variant.is_none_or(|id| it.id == id));
    variants.map(|variant| variant.seats).find(|seats| seats.1 > 1).map(|seats| seats.0.max(2))
}
