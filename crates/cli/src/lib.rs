//! The commands of `golemry`. [`engine`] is the protocol other programs speak with it, [`play`] the interface people play at.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line program prints")]

mod admin;
mod args;
mod data_folder;
mod database;
mod deck;
pub mod engine;
mod examples;
mod games;
mod health;
pub mod input;
mod lab;
mod observations;
mod outline;
pub mod output;
pub mod picture;
pub mod play;
mod players;
mod program;
mod replay;
mod review;
mod rules;
mod serve;
mod setup;
mod site;
mod verify;
mod version;
mod welcome;
mod workshop;

use std::ffi::OsString;
use std::io::{IsTerminal as _, Write as _};

use anyhow::Context as _;
use clap::{FromArgMatches as _, Parser as _};

pub use args::{Cli, Command, Database, command};
pub use database::open as open_database;
pub use golemry_server::{Engine, EngineFile};
pub use program::Program;
pub use workshop::Workshop;

/// Runs the program with these arguments, its own name first, and returns its exit status.
pub fn main(program: &Program, arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    let ran = match parse(program, arguments) {
        Ok(cli) => run(program, cli),
        Err(error) => {
            // Help and the version go to the standard output, and nothing can be done if that is closed.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    // Whatever still holds one.
    golemry_programs::end_all();
    match ran {
        Ok(()) => 0,
        // A reader that stops early, such as `head`, is not a failure.
        Err(error) if is_broken_pipe(&error) => 0,
        Err(error) => {
            eprintln!("error: {error:#}");
            1
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.root_cause().downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::BrokenPipe)
}

/// What the command line asks for.
pub fn parse(
    program: &Program,
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Cli, clap::Error> {
    let mut command = command(program);
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    if let Some((name, _)) = matches.subcommand()
        && workshop(program, name).is_some()
        && let Some((name, matches)) = matches.remove_subcommand()
    {
        return Ok(Cli { command: Some(Command::Mounted { name, matches }) });
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The workshop that has a command of this name.
fn workshop<'a>(program: &'a Program, name: &str) -> Option<&'a dyn Workshop> {
    let mut workshops = program.workshops();
    workshops.find(|(_, commands)| commands.iter().any(|command| command.get_name() == name)).map(|it| it.0)
}

fn run(program: &Program, cli: Cli) -> anyhow::Result<()> {
    let games = program.games();
    match cli.command {
        Some(Command::Play(args)) => play::run(program, &args),
        // Without arguments, people want to play.
        None => serve::run(program, &args::Serve::parse_from(["golemry"])),
        Some(Command::Serve(args)) => serve::run(program, &args),
        Some(Command::Site(args)) => site::run(program, &args),
        Some(Command::Health { address }) => health::run(address),
        Some(Command::Admin(args)) => admin::run(program, &args),
        Some(Command::Verify { file, commitment }) => verify::run(games, &file, commitment.as_deref()),
        Some(Command::Games { json }) => games::run(games, json),
        Some(Command::Observations(args)) => observations::run(games, &args),
        Some(Command::Rules { game, lang, plain }) => rules::run(games, &game, &lang, plain),
        Some(Command::Deck(args)) => deck::run(games, &args),
        Some(Command::Engine { deck, board }) => {
            let material = deck::material(deck.as_deref(), board.as_deref())?;
            let engine = engine::Engine::new(games.clone()).with_material(material);
            if std::io::stdin().is_terminal() {
                eprintln!(
                    "Write one JSON request per line, such as {{\"cmd\":\"games\"}}; `golemry help engine` lists them."
                );
            }
            Ok(engine::run(engine, std::io::stdin().lock(), std::io::stdout().lock())?)
        }
        Some(Command::Replay(replay)) => replay::run(games, &replay),
        Some(Command::Review(args)) => review::run(games, &args),
        Some(Command::Lab(command)) => lab::run(program, command),
        Some(Command::Mounted { name, matches }) => {
            let workshop = workshop(program, &name).with_context(|| format!("{name} is not mounted"))?;
            workshop.run(program, &name, &matches)
        }
        Some(Command::Completions { shell }) => {
            // Written in one go: clap panics where its reader has gone.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(program), "golemry", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
