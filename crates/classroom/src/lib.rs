//! Classes for the duel.
//!
//! A teacher opens a class, pupils join with a code and a nickname, try the puzzles of assignments and enter golems in a league; the
//! teacher watches a grid, and a projector shows what everybody should see. [`Class`] is the state, a
//! [`Chronicle`](golemry_server::Chronicle): decisions are pure functions of it, and `web` puts them behind the routes that [`api`]
//! lists. A program mounts it beside the workshop: `program.mount(DuelWorkshop).mount(Classroom)`.

pub mod api;
mod bout;
mod class;
mod code;
mod codes;
mod contest;
mod csv;
mod entry;
mod files;
mod judge;
mod names;
mod paces;
mod people;
pub mod play;
mod pupil;
mod random;
mod refusal;
mod spar;
mod stage;
mod tasks;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod typescript;
mod views;
mod web;
mod words;

use clap::ArgMatches;
use golemry_cli::{Program, Workshop};
use golemry_server::Mount;

pub use class::Class;
pub use entry::{Entry, RoundGolem, Whose};
pub use web::Purge;
pub use words::TwoWords;

/// The mount: classes.
#[derive(Clone, Copy, Debug)]
pub struct Classroom;

impl Workshop for Classroom {
    fn commands(&self) -> Vec<clap::Command> {
        vec![]
    }

    fn run(&self, _: &Program, command: &str, _: &ArgMatches) -> anyhow::Result<()> {
        anyhow::bail!("classes have no command {command}")
    }

    fn mount(&self) -> Mount {
        web::mount()
    }
}
