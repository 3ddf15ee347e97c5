use golemry_gather::GatherError;
use golemry_table::{Fault, WireError};
use thiserror::Error;

/// Why the laboratory refuses or fails.
#[derive(Debug, Error)]
pub enum LabError {
    /// The game refuses the settings or the bots.
    #[error(transparent)]
    Refused(#[from] WireError),
    /// The tournament is not possible.
    #[error(transparent)]
    Gather(#[from] GatherError),
    /// Neither one bot for all seats nor one for each.
    #[error("{given} bots for {seats} seats: name one for all of them, or one for each")]
    Bots {
        /// How many were named.
        given: usize,
        /// How many seats there are.
        seats: u8,
    },
    /// The benchmark has no such task.
    #[error("there is no task {unknown:?}: there are {}", .there.join(", "))]
    Task {
        /// What was asked for.
        unknown: String,
        /// The ids of all tasks.
        there: Vec<String>,
    },
    /// A match could not be finished: a bug in a game or a bot, not in the request.
    #[error("a match broke off: {reason}; to see it: {replay}")]
    Broken {
        /// What the game or bot said.
        reason: String,
        /// The command that plays the match again.
        replay: String,
    },
    /// A strict guest did not decide.
    #[error("{name} did not decide: {fault}")]
    Guest {
        /// What it is called.
        name: String,
        /// The fault.
        fault: Fault,
    },
    /// The rows could not be written.
    #[error("cannot write the rows: {0}")]
    Rows(String),
}
