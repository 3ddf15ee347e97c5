//! `golemry verify`: was this match fair?

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use golemry_core::Seat;
use golemry_table::{Games, Record, Resignation, verify};

use crate::input;

/// `golemry verify RECORD`
pub fn run(games: &Games, file: &Path, shown: Option<&str>) -> anyhow::Result<()> {
    let (name, json) = input::read(file)?;
    let record = Record::from_json(&json).with_context(|| format!("{name} does not hold"))?;
    crate::replay::warn(&record);
    let verified = verify(games, &record).with_context(|| format!("{name} does not hold"))?;
    let Some(hash) = &verified.commitment else {
        bail!(
            "{name}: {} decisions and {} draws fit the rules and the seed, but the record has no salt and no commitment: \
             nothing shows that the seed was fixed before the match",
            verified.decisions,
            verified.draws
        );
    };
    if let Some(shown) = shown.filter(|shown| !shown.eq_ignore_ascii_case(hash)) {
        bail!("{name} does not hold: its hash is {hash}, and the one that was shown is {shown}");
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} decisions, each by the rules of {}", verified.decisions, record.game)?;
    writeln!(out, "{} draws of chance, each from the seed {}", verified.draws, record.seed)?;
    for (number, withheld) in (1..).zip(&verified.vetoes) {
        writeln!(
            out,
            "round {number} of the shuffle was thrown away: {} did not reveal a secret",
            list(withheld)
        )?;
    }
    if verified.shufflers.is_empty() {
        writeln!(out, "the server alone drew the seed")?;
    } else {
        let shufflers = list(&verified.shufflers);
        writeln!(
            out,
            "the seed is the hash of the secrets of the server and of {shufflers}, each as committed"
        )?;
    }
    match verified.commitment_version {
        Some(version) => writeln!(out, "seed and salt have the hash {hash} (version {version})")?,
        None => writeln!(out, "all commitments have the hash {hash}")?,
    }
    match shown {
        Some(_) => writeln!(out, "which is the one that was shown: the match was fair")?,
        None if record.shuffle.is_some() => {
            writeln!(out, "compare it with the one the match page showed before the deal")?;
        }
        None => writeln!(out, "compare it with the one the match page showed from its start")?,
    }
    for Resignation { seat, after } in &record.resignations {
        writeln!(out, "{seat} resigned after {after} events")?;
    }
    if record.ended_by_resignation() {
        writeln!(out, "the match ended there, before its end by the rules")?;
    } else if verified.scores.is_none() {
        writeln!(out, "the match is not over")?;
    }
    Ok(())
}

fn list(seats: &[Seat]) -> String {
    seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ")
}
