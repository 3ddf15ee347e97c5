//! `golemry duel solve`: the duel solved, as far as it is.

mod autonomous;
mod plain;
mod standard;

use std::io::{IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use golemry_duel::Program;
use indicatif::{ProgressBar, ProgressStyle};

/// What to solve, and where the result goes.
#[derive(Debug, Args)]
pub struct Solve {
    /// The open board on which to solve the duel with plain programs
    #[arg(long, value_enum, default_value = "4x4")]
    pub board: BoardSize,
    /// Solve the standard duel with the bonus die on the 4x4 board instead
    #[arg(long, conflicts_with = "board")]
    pub standard: bool,
    /// Look for programs of autonomous golems that are hard to beat instead
    #[arg(long, conflicts_with_all = ["board", "standard", "table"])]
    pub autonomous: bool,
    /// For up to so many rounds left
    #[arg(long, requires = "standard", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub rounds: u8,
    /// How long to work: with --standard, no round is begun that would likely take longer, and the same command with the same table goes
    /// on later; with --autonomous one minute unless you choose
    #[arg(long)]
    pub minutes: Option<u64>,
    /// How many threads work; as many as there are cores unless you choose
    #[arg(long, requires = "standard")]
    pub threads: Option<NonZeroUsize>,
    /// As JSON, with every mix
    #[arg(long)]
    pub json: bool,
    /// Write the table that the perfect bot plays by into this file; with --standard, after each round, going on from what is there
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
}

/// A board that can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardSize {
    /// As in the variant beginner
    #[value(name = "4x4")]
    Small,
    /// As in the variant standard with size=6 and bonus=none
    #[value(name = "6x6")]
    Large,
}

impl BoardSize {
    fn cells(self) -> u8 {
        match self {
            BoardSize::Small => 4,
            BoardSize::Large => 6,
        }
    }
}

/// `golemry duel solve`
pub fn run(args: &Solve, out: &mut impl Write) -> anyhow::Result<()> {
    if args.standard {
        standard::run(args, out)
    } else if args.autonomous {
        autonomous::run(args, out)
    } else {
        plain::run(args, out)
    }
}

/// The likeliest programs of a mix, and how many more there are.
fn mix_text(mix: &[(Program, f64)]) -> String {
    const SHOWN: usize = 3;
    let mut mix = mix.to_vec();
    mix.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut parts: Vec<String> =
        mix.iter().take(SHOWN).map(|(program, share)| format!("{program} {:.0} %", share * 100.0)).collect();
    if mix.len() > SHOWN {
        parts.push(format!("{} more", mix.len() - SHOWN));
    }
    parts.join(", ")
}

/// A progress bar, on a terminal only.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg:>18} [{bar:40}] {pos}/{len}");
    ProgressBar::new(0).with_style(style.expect("the template is sound"))
}
