//! Puzzles: [`check`] finds where an attempt goes wrong, [`make`] generates new ones.

mod check;
mod make;

pub use check::{Attempt, Verdict, check};
pub use make::{Made, MakeError, Request, make};
