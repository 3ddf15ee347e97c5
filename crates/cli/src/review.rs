//! `golemry review`: was it luck, or play?

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context as _, bail};
use golemry_core::{Seat, Viewer};
use golemry_table::{Games, Referee, Review, ReviewedDecision, ReviewedReasons, Reviewing};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::lab::grid::{Grid, Left, Right};
use crate::replay::{heading, open};
use crate::{args, input};

/// How many of the dearest decisions and the largest strokes of luck are listed; `--json` has all of them.
const LISTED: usize = 10;

/// How many columns the line of a seat has.
const COLUMNS: usize = 60;

/// `golemry review RECORD`
pub fn run(games: &Games, args: &args::Review) -> anyhow::Result<()> {
    let (name, json) = input::read(&args.file)?;
    let table = open(games, &json).with_context(|| format!("cannot review {name}"))?;
    let mut reviewer = table.reviewer(Reviewing { iterations: args.iterations, seed: args.seed })?;
    // It draws on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(reviewer.progress().1 as u64);
    bar.set_style(ProgressStyle::with_template("reviewing {wide_bar} {pos}/{len} events, {eta} left")?);
    while reviewer.progress().0 < reviewer.progress().1 {
        reviewer.step();
        bar.inc(1);
    }
    bar.finish_and_clear();
    let review = reviewer.review();
    let text = if args.json {
        serde_json::to_string(&review)? + "\n"
    } else {
        report(&*table, &review, reader(args, &json, table.seats())?)?
    };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// The seat whose decisions are listed first: the one that was asked for, else the only person's.
fn reader(args: &args::Review, json: &str, seats: u8) -> anyhow::Result<Option<Seat>> {
    if let Some(number) = args.seat {
        let seat = Seat::try_from(number).ok().filter(|seat| seat.index() < usize::from(seats));
        return match seat {
            Some(seat) => Ok(Some(seat)),
            None => bail!("there is no seat {number}: seats are numbered 0 to {}", seats - 1),
        };
    }
    Ok(only_person(json))
}

fn only_person(json: &str) -> Option<Seat> {
    let value: Value = serde_json::from_str(json).ok()?;
    let sitters = value.get("sitters").and_then(Value::as_array).into_iter().flatten().enumerate();
    let saved = sitters.filter(|(_, sitter)| *sitter == "person").map(|(seat, _)| json!(seat));
    let record = value.get("record").unwrap_or(&value);
    let seating = record.get("seating").and_then(Value::as_array).into_iter().flatten();
    let seated = seating.filter(|entry| entry["by"] == "person").map(|entry| entry["seat"].clone());
    let mut persons: Vec<Seat> =
        saved.chain(seated).filter_map(|seat| serde_json::from_value(seat).ok()).collect();
    persons.sort_unstable();
    persons.dedup();
    match persons[..] {
        [seat] => Some(seat),
        _ => None,
    }
}

/// The dearest decisions: what was done, what would have been better, and why.
fn dearest(
    text: &mut String,
    heading: &str,
    decisions: &[&ReviewedDecision],
    you: bool,
) -> anyhow::Result<()> {
    let mut decisions = decisions.to_vec();
    decisions.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    if decisions.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{heading}")?;
    for it in decisions.iter().take(LISTED) {
        let who = if you { "you".to_owned() } else { it.seat.to_string() };
        let said = |reasons: &Option<ReviewedReasons>| match reasons {
            Some(reasons) if !reasons.text.is_empty() => format!(" ({})", reasons.text),
            _ => String::new(),
        };
        let (done, why) = (said(&it.instead_of), said(&it.why));
        writeln!(text, "  event {}, {:.0} %: {who} did {}{done}", it.event + 1, it.cost * 100.0, it.action)?;
        writeln!(text, "    better: {}{why}", it.best)?;
    }
    Ok(())
}

fn report(table: &dyn Referee, review: &Review, reader: Option<Seat>) -> anyhow::Result<String> {
    let mut text = format!("{}\n", heading(table));
    let Reviewing { iterations, seed } = review.how;
    let events = review.chances.len() - 1;
    let so_far = if review.over { "" } else { " so far" };
    writeln!(text, "{events} events{so_far}, reviewed with {iterations} iterations, seed {seed}\n")?;

    let mut grid = Grid::new(&[
        ("", Left),
        ("decisions", Right),
        ("mistakes", Right),
        ("played", Right),
        ("luck", Right),
    ]);
    for player in &review.players {
        grid.row([
            player.seat.to_string(),
            player.decisions.to_string(),
            player.mistakes.to_string(),
            format!("{:.0} %", player.played * 100.0),
            signed(player.luck),
        ]);
    }
    text += &grid.text();

    writeln!(text, "\nChance to win, from the first event to the last:")?;
    for player in &review.players {
        let own: Vec<f64> = review.chances.iter().map(|chances| chances[player.seat.index()]).collect();
        let last = own.last().copied().unwrap_or_default();
        writeln!(text, "  {}  {}  {:.0} %", player.seat, line(&own), last * 100.0)?;
    }

    let costly = review.decisions.iter().filter(|it| it.cost > 0.0);
    let (own, others): (Vec<_>, Vec<_>) = costly.partition(|it| Some(it.seat) == reader);
    dearest(&mut text, "What cost you most:", &own, true)?;
    let heading = match reader {
        Some(_) => "What cost the others most (the reasons address them):",
        None => "What cost most (the reasons address the seat that decided):",
    };
    dearest(&mut text, heading, &others, false)?;
    if let Some(worst) = own.iter().max_by(|a, b| a.cost.total_cmp(&b.cost)) {
        writeln!(text, "\nTry it again from there: golemry play --resume FILE --again {}", worst.event + 1)?;
    }

    let story = table.story(Viewer::Spectator)?;
    let size = |change: &[f64]| change.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
    let mut luckiest: Vec<_> = review.luck.iter().filter(|it| size(&it.change) >= 0.005).collect();
    luckiest.sort_by(|a, b| size(&b.change).total_cmp(&size(&a.change)));
    if !luckiest.is_empty() {
        writeln!(text, "\nThe largest strokes of luck:")?;
        let seats: Vec<String> = Seat::all(table.seats()).map(|seat| seat.to_string()).collect();
        let mut columns = vec![("event", Right)];
        columns.extend(seats.iter().map(|seat| (seat.as_str(), Right)));
        columns.push(("", Left));
        let mut grid = Grid::new(&columns);
        for it in luckiest.iter().take(LISTED) {
            let mut row = vec![(it.event + 1).to_string()];
            row.extend(it.change.iter().map(|change| signed(*change)));
            row.push(story[it.event].clone());
            grid.row_of(row);
        }
        text += &grid.text();
    }
    Ok(text)
}

/// A share with its sign: `−8 %`.
fn signed(share: f64) -> String {
    let percent = (share * 100.0).round();
    match percent {
        0.0 => "0 %".to_owned(),
        less if less < 0.0 => format!("−{:.0} %", -less),
        more => format!("+{more:.0} %"),
    }
}

/// Chances from 0 to 1 as a line of bars.
fn line(chances: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let columns = chances.len().min(COLUMNS);
    let at = |column: usize| chances[column * (chances.len() - 1) / columns.saturating_sub(1).max(1)];
    (0..columns).map(|column| BARS[((at(column) * 8.0) as usize).min(7)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_as_bars() {
        assert_eq!(line(&[0.0, 0.5, 1.0]), "▁▅█");
        assert_eq!(line(&[0.3]), "▃");
        assert_eq!(line(&vec![1.0; 500]).chars().count(), COLUMNS);
    }

    #[test]
    fn shares_have_a_sign() {
        assert_eq!([0.083, -0.083, 0.001].map(signed), ["+8 %", "−8 %", "0 %"]);
    }
}
