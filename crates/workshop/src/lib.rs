//! The duel's workshop: tools for its programs.
//!
//! [`puzzle`] checks attempts at puzzles and makes new ones, [`league`] lets programs compete, [`web`] serves the page, and the
//! commands are `golemry duel` and `golemry puzzle`. A program mounts it: `program.mount(DuelWorkshop)`.

mod commands;
pub mod league;
pub mod puzzle;
pub mod web;

use clap::ArgMatches;
use golemry_cli::{Program, Workshop};
use golemry_server::Mount;

/// The mount: puzzles, boards, leagues and solvers of the duel.
#[derive(Clone, Copy, Debug)]
pub struct DuelWorkshop;

impl Workshop for DuelWorkshop {
    fn commands(&self) -> Vec<clap::Command> {
        commands::all()
    }

    fn run(&self, _: &Program, command: &str, matches: &ArgMatches) -> anyhow::Result<()> {
        commands::run(command, matches)
    }

    fn mount(&self) -> Mount {
        web::mount()
    }
}
