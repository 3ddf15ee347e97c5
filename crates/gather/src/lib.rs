//! Tournaments: who plays whom, on which chair and why, and where everybody stands. And how well people play ([`Skill`]).
//!
//! A [`Tournament`] is a plain value without a clock, a file or a game: it is told who takes part and how tables ended, and says who
//! plays next. Its formats are round robin, Swiss and knock-out for tables of two, and rotations for tables of three to six
//! ([`Format`]). The order of priorities by which it pairs is the order of the fields of [`Cost`]. Chance comes from the seed of the
//! [`Plan`], so the same players and results lead to the same pairings everywhere.
//!
//! ```
//! use golemry_gather::{Format, Kind, Outcome, Plan, Tournament};
//!
//! let mut evening = Tournament::new(Plan::new(Format::Swiss, 2))?;
//! for name in ["Ada", "Ben", "Cleo", "Dan"] {
//!     evening.enter(name, Kind::Person)?;
//! }
//! evening.pair()?;
//! assert!(evening.explain(0, 0)?.contains("both 0 points, never met"));
//! evening.report(0, 0, Outcome::from_scores(&[3, 1]))?;
//! evening.report(0, 1, Outcome::from_scores(&[2, 2]))?;
//! assert_eq!(evening.standings()[0].points.to_string(), "1");
//! # Ok::<(), golemry_gather::GatherError>(())
//! ```

mod berger;
mod bracket;
mod chairs;
mod cost;
mod error;
mod history;
mod outcome;
mod plan;
mod player;
mod points;
mod rating;
mod rotation;
mod round;
mod standings;
mod swiss;
mod tournament;
mod why;

pub use cost::Cost;
pub use error::GatherError;
pub use outcome::Outcome;
pub use plan::{Format, MOST_PLAYERS, MOST_ROUNDS, Plan};
pub use player::{Kind, LONGEST_NAME, Occupant, Player, PlayerId, Status};
pub use points::Points;
pub use rating::Skill;
pub use round::{Rest, RestReason, Round, Table};
pub use standings::{Standing, TieBreak};
pub use tournament::Tournament;
pub use why::{Met, Why};
