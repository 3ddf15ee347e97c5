//! The compiled half of the Python package `golemry`. The other half, in `python/golemry`, is the part that speaks the conventions
//! of PettingZoo and Gymnasium; it needs nothing but what is here.
//!
//! No rule, no token and no number is made here: everything comes from the registry's [`Course`](golemry_learn::Environment).
#![allow(clippy::needless_pass_by_value, reason = "arguments come from Python by value")]

mod agent;
mod batch;
mod bot;
mod crew;
mod error;
mod game;
mod json;
mod lab;
mod number;
mod record;
mod state;
mod tables;

use pyo3::prelude::*;

#[pymodule]
mod _golemry {
    #[pymodule_export]
    use super::agent::{Agent, Turn};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::bot::Bot;
    #[pymodule_export]
    use super::game::{Game, games, load, restore};
    #[pymodule_export]
    use super::lab::{
        benchmark, bradley_terry, difference, holm, p_value, play_deals, task_ids, without_luck,
    };
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::run_command;
    #[pymodule_export]
    use super::state::State;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// Whether it was built for development: checked at every step, and slow.
    #[pymodule_export]
    const IS_DEVELOPMENT: bool = cfg!(debug_assertions);
}

/// Runs the command line program; the exit status.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<String>) -> PyResult<u8> {
    error::guarded(|| Ok(py.detach(|| golemry::main(&golemry::games(), arguments))))
}
