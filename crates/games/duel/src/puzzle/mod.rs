//! Puzzles as a workshop: [`solve`] finds every shortest solution and proves par, [`check`] says where an attempt goes wrong, [`make`]
//! invents new ones.

mod check;
mod make;
mod solve;

pub use check::{Attempt, Verdict, check};
pub use make::{Made, MakeError, Request, make};
pub use solve::{Effort, GaveUp, Solutions, solve};
