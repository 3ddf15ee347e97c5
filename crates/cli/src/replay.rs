use std::io::{BufRead, IsTerminal as _, Write};

use anyhow::{Context as _, bail};
use golemry_core::{Seat, Viewer};
use golemry_lab::Trial;
use golemry_table::{Games, Record, Referee, Resignation, Seated, Table};

use crate::lab::crew::warn_of_fallbacks;
use crate::outline::outline;
use crate::players::tell_of_faults;
use crate::{args, input};

/// `golemry replay FILE`, or `golemry replay --game GAME --seed SEED`
pub fn run(games: &Games, args: &args::Replay) -> anyhow::Result<()> {
    let from_stdin = args.file.as_deref().is_some_and(input::is_stdin);
    let (table, record) = match &args.file {
        None => replayed(games, play_again(games, &args.again)?)?,
        Some(file) => {
            let (name, json) = input::read(file)?;
            read(&json)
                .and_then(|record| replayed(games, record))
                .with_context(|| format!("cannot replay {name}"))?
        }
    };
    let mut out = std::io::stdout().lock();
    if args.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&table.record())?)?);
    }
    let viewer = match args.seat {
        None => Viewer::Spectator,
        Some(number) => Viewer::Seat(Seat::try_from(number).map_err(anyhow::Error::msg)?),
    };
    let story = table.story(viewer)?;

    let stdin = std::io::stdin();
    if args.print || from_stdin || !stdin.is_terminal() {
        print(&*table, viewer, &story, &mut out)?;
        Ok(write!(out, "{}", resigned(&record))?)
    } else {
        step_through(&*table, viewer, &story, &mut stdin.lock(), &mut out)
    }
}

/// The match that bots play with this seed: the same one that the laboratory counted.
fn play_again(games: &Games, again: &args::Again) -> anyhow::Result<Record> {
    let (Some(game), Some(seed)) = (&again.game, again.seed) else {
        bail!("name the match with --game and --seed");
    };
    let entry = games.find(game)?;
    let setup = again.place.setup(entry.about(), again.seats)?;
    let trial = Trial::new(entry, &setup, &again.bots)?;
    warn_of_fallbacks(entry, &setup.settings, &again.bots)?;
    let record = trial.contest.record(seed, &trial.seatings[0]);
    tell_of_faults(trial.bots.iter().filter_map(Seated::guest));
    Ok(record)
}

/// The match of a record, or of an engine's reply that contains one.
pub(crate) fn open(games: &Games, json: &str) -> anyhow::Result<Box<dyn Referee>> {
    Ok(replayed(games, read(json)?)?.0)
}

/// A record, or the one that an engine's reply contains.
fn read(json: &str) -> anyhow::Result<Record> {
    let mut value: serde_json::Value = serde_json::from_str(json).context("this is not JSON")?;
    // A line saved from the engine has the record inside.
    if let Some(record) = value.get_mut("record") {
        value = record.take();
    }
    let record = Record::from_value(value)?;
    warn(&record);
    Ok(record)
}

/// Says what a reader should know about a record that can be replayed all the same.
pub(crate) fn warn(record: &Record) {
    for note in record.notes() {
        eprintln!("note: {note}");
    }
}

/// The match that a record tells.
fn replayed(games: &Games, record: Record) -> anyhow::Result<(Box<dyn Referee>, Record)> {
    Ok((games.find(&record.game)?.replay(&record)?, record))
}

/// Who resigned, a line each.
fn resigned(record: &Record) -> String {
    let line = |Resignation { seat, after }: &Resignation| format!("{seat} resigned after {after} events\n");
    record.resignations.iter().map(line).collect()
}

pub(crate) fn heading(table: &dyn Referee) -> String {
    let record = table.record();
    let mut text =
        format!("{}, {}, {} seats, seed {}", table.about().name, record.variant, record.seats, record.seed);
    for (name, value) in &record.options {
        text += &format!(", {name} {value}");
    }
    text
}

fn print(table: &dyn Referee, viewer: Viewer, story: &[String], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", heading(table))?;
    for (number, event) in (1..).zip(story) {
        writeln!(out, "{number:>5}  {event}")?;
    }
    writeln!(out, "\nAt the end, as {viewer} sees it:")?;
    write!(out, "{}", outline(&table.view(viewer)?, 2))?;
    let status = table.status();
    match status.scores {
        Some(scores) => writeln!(out, "Scores by seat: {scores:?}")?,
        None => {
            let seats: Vec<String> = status.to_act.iter().map(ToString::to_string).collect();
            let are = if seats.len() == 1 { "is" } else { "are" };
            writeln!(out, "Not over: {} {are} to act", seats.join(", "))?;
        }
    }
    Ok(())
}

/// Goes forward and back on commands, one per line.
fn step_through(
    table: &dyn Referee,
    viewer: Viewer,
    story: &[String],
    commands: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let last = story.len();
    writeln!(out, "{}", heading(table))?;
    writeln!(out, "{last} events. Enter: next, b: back, a number: go there, e: end, q: quit, ?: this help.")?;
    let mut at = 0;
    let mut shown = None;
    loop {
        if shown != Some(at) {
            show(&*table.rewound(at), viewer, at.checked_sub(1).map(|index| &*story[index]), out)?;
            shown = Some(at);
        }
        write!(out, "[{at}/{last}] ")?;
        out.flush()?;
        let mut command = String::new();
        if commands.read_line(&mut command)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        at = match command.trim() {
            "" | "n" if at == last => {
                writeln!(out, "This is the end. b: back, a number: go there, q: quit.")?;
                last
            }
            "" | "n" => at + 1,
            "b" => at.saturating_sub(1),
            "e" => last,
            "q" => return Ok(()),
            number => match number.parse::<usize>() {
                Ok(number) if number <= last => number,
                _ => {
                    writeln!(out, "Enter: next, b: back, 0 to {last}: go there, e: end, q: quit.")?;
                    at
                }
            },
        };
    }
}

/// The match at one moment, and the event that led there.
fn show(then: &dyn Table, viewer: Viewer, event: Option<&str>, out: &mut impl Write) -> anyhow::Result<()> {
    match event {
        None => writeln!(out, "\nBefore the first event")?,
        Some(event) => writeln!(out, "\n{}: {event}", then.event_count())?,
    }
    write!(out, "{}", outline(&then.view(viewer)?, 2))?;
    if let Some(scores) = then.status().scores {
        writeln!(out, "Scores by seat: {scores:?}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use golemry_core::{Seed, Settings};

    #[test]
    fn stepping_goes_both_ways() {
        let table =
            golemry_registry::games().find("golem-it").unwrap().open(&Settings::default(), Seed(7)).unwrap();
        let story = table.story(Viewer::Spectator).unwrap();
        let mut out = Vec::new();
        step_through(&*table, Viewer::Spectator, &story, &mut "\n\nb\n9\ne\nq\n".as_bytes(), &mut out)
            .unwrap();
        let out = String::from_utf8(out).unwrap();
        let prompts: Vec<&str> = out.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(prompts.len(), 6, "{out}");
        for (prompt, at) in prompts.iter().zip([0, 1, 2, 1, 1, 2]) {
            assert!(prompt.starts_with(&format!("[{at}/2]")), "{prompt} is not at {at}");
        }
    }

    #[test]
    fn a_record_with_a_resignation_is_replayed_and_says_so() {
        let table =
            golemry_registry::games().find("golem-it").unwrap().open(&Settings::default(), Seed(7)).unwrap();
        let resignations = vec![Resignation { seat: Seat::new(1), after: 2 }];
        let json = serde_json::to_string(&Record { resignations, ..table.record() }).unwrap();
        let (again, record) = replayed(&golemry_registry::games(), read(&json).unwrap()).unwrap();
        assert_eq!(
            (again.event_count(), resigned(&record).as_str()),
            (2, "seat 1 resigned after 2 events\n")
        );
    }
}
