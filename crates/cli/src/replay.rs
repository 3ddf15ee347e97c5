use std::io::{BufRead, IsTerminal as _, Read as _, Write};

use anyhow::Context as _;
use golemry_core::{Seat, Viewer};
use golemry_registry::{Record, Table};

use crate::args;
use crate::outline::outline;

/// `golemry replay FILE`
pub fn run(args: &args::Replay) -> anyhow::Result<()> {
    let from_stdin = args.file.as_os_str() == "-";
    let name = args.file.display();
    let json = if from_stdin {
        let mut json = String::new();
        std::io::stdin().read_to_string(&mut json).map(|_| json)
    } else {
        std::fs::read_to_string(&args.file)
    };
    let json = json.with_context(|| format!("cannot read {name}"))?;
    let table = open(&json).with_context(|| format!("cannot replay {name}"))?;
    let viewer = match args.seat {
        None => Viewer::Spectator,
        Some(number) => Viewer::Seat(Seat::try_from(number).map_err(anyhow::Error::msg)?),
    };
    table.view(viewer)?;

    let mut out = std::io::stdout().lock();
    let stdin = std::io::stdin();
    if args.print || from_stdin || !stdin.is_terminal() {
        print(&*table, viewer, &mut out)
    } else {
        step_through(&*table, viewer, &mut stdin.lock(), &mut out)
    }
}

/// The match that a record, or the engine's reply with one, tells.
fn open(json: &str) -> anyhow::Result<Box<dyn Table>> {
    let mut value: serde_json::Value = serde_json::from_str(json).context("this is no JSON")?;
    // A line saved from the engine has the record inside.
    if let Some(record) = value.get_mut("record") {
        value = record.take();
    }
    let record = Record::from_value(value)?;
    Ok(golemry_registry::find(&record.game)?.replay(&record)?)
}

fn heading(table: &dyn Table) -> String {
    let record = table.record();
    let mut text =
        format!("{}, {}, {} seats, seed {}", table.about().name, record.variant, record.seats, record.seed);
    for (name, value) in &record.options {
        text += &format!(", {name} {value}");
    }
    text
}

fn print(table: &dyn Table, viewer: Viewer, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", heading(table))?;
    for index in 0..table.event_count() {
        writeln!(out, "{:>5}  {}", index + 1, event_text(table, index))?;
    }
    writeln!(out, "\nAt the end, as {viewer} sees it:")?;
    write!(out, "{}", outline(&table.view(viewer)?, 2))?;
    match table.status().scores {
        Some(scores) => writeln!(out, "Scores by seat: {scores:?}")?,
        None => writeln!(out, "Not over: seat {:?} to act", table.status().to_act)?,
    }
    Ok(())
}

fn event_text(table: &dyn Table, index: usize) -> String {
    table.event_text(index).unwrap_or_default()
}

/// Goes forward and back on commands, one a line.
fn step_through(
    table: &dyn Table,
    viewer: Viewer,
    commands: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let last = table.event_count();
    writeln!(out, "{}", heading(table))?;
    writeln!(out, "{last} events. Enter: next, b: back, a number: go there, e: end, q: quit, ?: this help.")?;
    let mut at = 0;
    loop {
        show(table, viewer, at, out)?;
        write!(out, "[{at}/{last}] ")?;
        out.flush()?;
        let mut command = String::new();
        if commands.read_line(&mut command)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        at = match command.trim() {
            "" | "n" => (at + 1).min(last),
            "b" => at.saturating_sub(1),
            "e" => last,
            "q" => return Ok(()),
            number => match number.parse::<usize>() {
                Ok(number) if number <= last => number,
                _ => {
                    writeln!(out, "Enter: next, b: back, 0 to {last}: go there, e: end, q: quit.")?;
                    continue;
                }
            },
        };
    }
}

fn show(table: &dyn Table, viewer: Viewer, at: usize, out: &mut impl Write) -> anyhow::Result<()> {
    let then = table.rewound(at);
    match at {
        0 => writeln!(out, "\nBefore the first event")?,
        _ => writeln!(out, "\n{at}: {}", event_text(table, at - 1))?,
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
        let table = golemry_registry::find("golem-it").unwrap().open(&Settings::default(), Seed(7)).unwrap();
        let mut out = Vec::new();
        step_through(&*table, Viewer::Spectator, &mut "\n\nb\n9\ne\nq\n".as_bytes(), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let prompts: Vec<&str> = out.lines().filter(|line| line.starts_with('[')).collect();
        assert_eq!(prompts.len(), 6, "{out}");
        for (prompt, at) in prompts.iter().zip([0, 1, 2, 1, 1, 2]) {
            assert!(prompt.starts_with(&format!("[{at}/2]")), "{prompt} is not at {at}");
        }
    }
}
