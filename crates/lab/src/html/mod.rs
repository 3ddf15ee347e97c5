//! The HTML report: one file, no script, nothing loaded from elsewhere.

mod plot;

use std::fmt::Write as _;

use crate::statistics::{Interval, Spread};
use crate::summary::{Chair, Summary};
use plot::{Bar, Dot, HALF, THIRD, percent};

/// A report on some tables of one game, as a self-contained page.
pub fn html(summaries: &[Summary]) -> String {
    let name = summaries.first().map_or("", |summary| summary.name);
    let games: u64 = summaries.iter().map(|summary| summary.games).sum();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}: {1} matches</title>\n\
         <style>\n{2}</style>\n</head>\n<body>\n<main>\n<header>\n<h1>{0}</h1>\n",
        escape(name),
        grouped(games),
        include_str!("style.css")
    );
    let _ = writeln!(
        page,
        "<p class=\"lead\">{} matches between bots, and what they tell. Bars and dots are what was seen; a line through a dot holds \
         the true value in 95 of 100 such reports.</p>\n</header>",
        grouped(games)
    );
    summaries.iter().for_each(|summary| table(&mut page, summary));
    let _ = writeln!(
        page,
        "<footer>Made by golemry {}. A wide line through a dot means: play more matches. docs/lab.md explains every figure.</footer>\n\
         </main>\n</body>\n</html>",
        env!("CARGO_PKG_VERSION")
    );
    page
}

fn table(page: &mut String, summary: &Summary) {
    let seats = if summary.seats == 1 { "One seat".to_owned() } else { format!("{} seats", summary.seats) };
    let _ = writeln!(page, "<section>\n<h2>{seats}, {}</h2>", escape(summary.variant));
    let options: Vec<String> =
        summary.options.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let _ = writeln!(
        page,
        "<p class=\"note\">Bots: {}{} · seed {} · {}</p>",
        escape(&summary.bots),
        if summary.seatings > 1 { ", every deal from every chair" } else { "" },
        summary.seed,
        escape(&options.join(", "))
    );
    if summary.interrupted {
        let _ = writeln!(
            page,
            "<p class=\"warn\">Interrupted: {} of {} matches were played.</p>",
            grouped(summary.games),
            grouped(summary.asked)
        );
    }
    keys(page, summary);
    page.push_str("<div class=\"grid\">\n");
    let parts = [
        ("won", "one winner", summary.won.share),
        ("drawn", "drawn or shared", summary.drawn.share),
        ("joint", "everybody lost", summary.joint_losses.share),
    ];
    figure(page, "wide", "How it ends", "Of all matches", &plot::stack(&parts));
    who_wins(page, summary);
    let long = [
        ("How long it takes", "Turns of a match", &summary.turns),
        ("How much is decided", "Decisions of a match", &summary.decisions),
    ];
    for (title, note, values) in long {
        figure(page, "", title, &with_range(note, values), &plot::histogram(values, HALF, 190.0));
    }
    if summary.branching.count() > 0 {
        let note = with_range("Legal actions at a decision, counted as far as 1000", &summary.branching);
        figure(
            page,
            "",
            "How much choice there is",
            &note,
            &plot::histogram(&summary.branching, HALF, 190.0),
        );
    }
    if summary.lead_changes.greatest().is_some_and(|most| most > 0) {
        let note = with_range("Times another seat took the lead", &summary.lead_changes);
        figure(page, "", "How open it is", &note, &plot::histogram(&summary.lead_changes, HALF, 190.0));
    }
    moments(page, summary);
    for it in summary.figures.iter().filter(|it| it.values.count() > 0) {
        let of = if it.values.count() < summary.games {
            format!(
                "{} in {} of the matches",
                it.name,
                percent(it.values.count() as f64 / summary.games as f64)
            )
        } else {
            it.name.to_owned()
        };
        figure(
            page,
            "small",
            &capital(it.what),
            &with_range(&of, &it.values),
            &plot::histogram(&it.values, THIRD, 170.0),
        );
    }
    notable(page, summary);
    page.push_str("</div>\n</section>\n");
}

/// The key figures.
fn keys(page: &mut String, summary: &Summary) {
    let middle = |values: &Spread| values.quantile(0.5).map_or("–".to_owned(), |it| it.to_string());
    let keys = [
        (grouped(summary.games), "matches"),
        (percent(summary.won.share), "have one winner"),
        (middle(&summary.turns), "turns (median)"),
        (middle(&summary.decisions), "decisions (median)"),
        (summary.branching.mean().map_or("–".to_owned(), |it| format!("{it:.1}")), "choices at a decision"),
        (summary.lead_changes.mean().map_or("–".to_owned(), |it| format!("{it:.1}")), "changes of the lead"),
        (percent(summary.cut_short.share), "ended by a limit"),
    ];
    page.push_str("<div class=\"keys\">");
    for (number, what) in keys {
        let _ = write!(page, "<div><b>{number}</b><span>{what}</span></div>");
    }
    page.push_str("</div>\n");
}

fn who_wins(page: &mut String, summary: &Summary) {
    // Matches without a single winner count for nobody here: the fair share is that of the matches with one winner.
    let fair = summary.won.share / f64::from(summary.seats);
    let dots = |chairs: &[Chair], label: &dyn Fn(u8) -> String| -> Vec<Dot> {
        let dot = |chair: &Chair| Dot {
            label: label(chair.number),
            share: chair.wins.share,
            interval: chair.wins.interval,
        };
        chairs.iter().map(dot).collect()
    };
    let note = "Matches won alone; the dashed line would be fair";
    if !summary.by_turn.is_empty() {
        let label =
            |place: u8| if place == 1 { "begins".to_owned() } else { format!("plays as no. {place}") };
        figure(page, "", "Who wins, by turn", note, &plot::dots(&dots(&summary.by_turn, &label), fair));
    }
    figure(
        page,
        "",
        "Who wins, by seat",
        note,
        &plot::dots(&dots(&summary.by_seat, &|seat| format!("seat {seat}")), fair),
    );
    if !summary.by_bot.is_empty() {
        let lines: Vec<Dot> = summary
            .by_bot
            .iter()
            .map(|it| {
                let each = |share: f64| share / it.chairs as f64;
                let interval = Interval { low: each(it.interval.low), high: each(it.interval.high) };
                Dot { label: it.bot.clone(), share: each(it.share), interval }
            })
            .collect();
        let note = "Part of the wins for each chair it had, draws and joint losses split; dashed: fair";
        figure(page, "", "Who wins, by bot", note, &plot::dots(&lines, 1.0 / f64::from(summary.seats)));
    }
}

fn moments(page: &mut String, summary: &Summary) {
    if summary.moments.is_empty() {
        return;
    }
    let bar = |it: &crate::summary::MomentResult| Bar {
        head: it.clause.to_owned(),
        label: it.what.to_owned(),
        share: it.matches.share,
        tail: format!("{:.2} a match", it.per_match),
    };
    let bars: Vec<Bar> = summary.moments.iter().map(bar).collect();
    let dead = bars.iter().filter(|bar| bar.share == 0.0).count();
    let note = match dead {
        0 => "In how many matches each of these happened, by clause".to_owned(),
        1 => "In how many matches each of these happened, by clause; one never did".to_owned(),
        _ => format!("In how many matches each of these happened, by clause; {dead} never did"),
    };
    figure(page, "wide", "Which rules come up", &note, &plot::bars(&bars));
}

fn notable(page: &mut String, summary: &Summary) {
    if summary.notable.is_empty() {
        return;
    }
    let mut rows = String::from("<table><tr><th>Match</th><th>Number</th><th>To see it</th></tr>");
    for it in &summary.notable {
        let _ = write!(
            rows,
            "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td><code>{}</code></td></tr>",
            it.what,
            it.value,
            escape(&it.replay)
        );
    }
    rows.push_str("</table>");
    figure(page, "wide", "Matches worth a look", "Each command plays that very match again", &rows);
}

fn figure(page: &mut String, class: &str, title: &str, note: &str, content: &str) {
    let _ = writeln!(
        page,
        "<figure class=\"{class}\"><h3>{}</h3><p class=\"note\">{}</p>{content}</figure>",
        escape(title),
        escape(note)
    );
}

/// `Turns of a match: 12 on average, 90 % between 5 and 31`
fn with_range(note: &str, values: &Spread) -> String {
    match (values.mean(), values.quantile(0.05), values.quantile(0.95)) {
        (Some(mean), Some(low), Some(high)) => {
            format!("{note}: {mean:.1} on average, 90 % from {low} to {high}")
        }
        _ => note.to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `12,345`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text escaped for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_text() {
        assert_eq!([7, 1000, 1_234_567].map(grouped), ["7", "1,000", "1,234,567"]);
        assert_eq!(escape("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
        assert_eq!(capital("golems that fell"), "Golems that fell");
    }
}
