//! `golemry duel` and `golemry puzzle`.
#![allow(clippy::print_stderr, reason = "commands of a command-line program")]

mod duel;
mod gallery;
mod puzzle;
mod solve;

use clap::{ArgMatches, Command, FromArgMatches as _, Subcommand};
use golemry_duel::{FormError, Program};

const DUEL: &str = "duel";
const PUZZLE: &str = "puzzle";

/// The commands, as clap describes them.
pub(crate) fn all() -> Vec<Command> {
    vec![
        group::<duel::Command>(DUEL, "The duel: step through a round, let programs compete, or solve it"),
        group::<puzzle::Command>(PUZZLE, "Puzzles of the duel: list, play, solve, check and make them"),
    ]
}

fn group<C: Subcommand>(name: &'static str, about: &'static str) -> Command {
    let group = C::augment_subcommands(Command::new(name)).about(about);
    group.subcommand_required(true).arg_required_else_help(true)
}

/// Runs one of them.
pub(crate) fn run(command: &str, matches: &ArgMatches) -> anyhow::Result<()> {
    match command {
        DUEL => duel::run(&duel::Command::from_arg_matches(matches)?),
        _ => puzzle::run(&puzzle::Command::from_arg_matches(matches)?),
    }
}

/// A program as somebody types it: small letters are as good as capitals.
pub(crate) fn read_program(text: &str) -> Result<Program, FormError> {
    text.to_ascii_uppercase().replace("ENEMY?", "enemy?").replace("ATTACK?", "attack?").parse()
}
