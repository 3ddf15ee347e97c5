//! How to think about any game: playouts, information-set Monte Carlo tree search, matrix games, and when to stop.
//!
//! Nothing here knows a game, a clock, a thread or the operating system: what a game's player knows comes as a [`Guide`], and
//! who has a clock brings it as a [`Pace`]. The same view, the same generator and the same number of iterations give the same
//! findings everywhere.

mod guide;
mod ismcts;
mod matrix;
mod oracle;
mod pace;
mod playout;
mod simplex;
mod tree;

pub use guide::Guide;
pub use ismcts::{Findings, Ismcts, Weighed};
pub use matrix::{Matrix, Solution};
pub use oracle::{Equilibrium, Oracle, double_oracle};
pub use pace::{Iterations, Pace};
pub use playout::{Playout, playout};
