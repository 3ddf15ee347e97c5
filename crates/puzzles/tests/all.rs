//! All tests in one program, which is quicker to build than many.

mod answers;
mod attempts;
mod judging;

/// A puzzle that is too large for the solver.
pub const LARGE: &str = include_str!("large.toml");
