//! How to think about any game: playouts, information-set Monte Carlo tree search, matrix games, and when to stop.
//!
//! Nothing here knows a game, a clock, a thread or the operating system: a game's [`Guide`] supplies the knowledge, and a caller
//! with a clock supplies the [`Pace`]. The same view, generator and number of iterations give the same findings everywhere.

mod guide;
mod ismcts;
mod matrix;
mod oracle;
mod pace;
mod playout;
mod simplex;
mod tree;

pub use guide::Guide;
pub use ismcts::{Alternative, Findings, Ismcts};
pub use matrix::{Matrix, Solution};
pub use oracle::{Equilibrium, Oracle, double_oracle};
pub use pace::{Iterations, Pace};
pub use playout::{Playout, playout};
