//! The duel's workshop: what there is around its programs beside the rules.
//!
//! [`puzzle`] judges attempts at puzzles and makes new ones, [`league`] lets programs compete, [`web`] is what the page asks for, and the
//! commands are `golemry duel` and `golemry puzzle`. A program mounts it: `program.mount(DuelWorkshop)`.

mod commands;
pub mod league;
pub mod puzzle;
pub mod web;

use clap::ArgMatches;
use golemry_cli::{Program, Workshop};
use golemry_server::Mount;

/// Puzzles, boards, leagues and solvers of the duel, to be mounted.
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
