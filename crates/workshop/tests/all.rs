//! All tests in one program, which is quicker to build than many.

mod answers;
mod boards;
mod class;
mod league;
mod make;
mod served;

/// A puzzle that is too large for the solver.
pub const LARGE: &str = include_str!("../../puzzles/tests/large.toml");
