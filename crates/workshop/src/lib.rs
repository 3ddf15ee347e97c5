//! The duel's workshop: tools for its programs.
//!
//! [`make`] makes new puzzles, [`league`] lets programs compete, [`shelf`] has golems and boards for it, [`web`] serves the page's puzzles and boards, and the commands are
//! `golemry duel` and `golemry puzzle`. What puzzles and boards are is in `golemry-puzzles`. A program mounts the workshop:
//! `program.mount(DuelWorkshop)`.

mod commands;
pub mod league;
pub mod make;
pub mod shelf;
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
