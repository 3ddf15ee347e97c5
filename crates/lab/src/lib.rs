//! The laboratory: plays many matches of any game and evaluates them.
//!
//! A [`Trial`] is a table with bots that has been checked before anything runs. [`Crew::play`] plays its deals on all cores and passes
//! them on in order, so results do not depend on the number of threads. They become a [`Summary`] of one
//! table, a [`Comparison`] of two ([`compare`]), the rule [`switches`] of a game, an [`arena`] of bots, a [`ladder`] of levels.
//! A [`Tourney`] is a tournament between bots. A [`Benchmark`] is a player at a list of [tasks](Task). [`calibration`] compares the chances that reviews state with what came true.
//!
//! It knows the registry and no game.

mod arena;
mod benchmark;
mod calibration;
mod compare;
mod crew;
mod error;
mod html;
mod ladder;
mod limits;
mod measure;
mod rows;
mod seating;
mod seeds;
pub mod statistics;
mod strength;
mod summary;
mod switches;
mod tournament;
mod trial;

pub use arena::{Arena, Met, Rated, arena};
pub use benchmark::{Benchmark, Task, TaskResult};
pub use calibration::{Calibration, Class, calibration};
pub use compare::{Comparison, Difference, compare};
pub use crew::{Crew, Deal};
pub use error::LabError;
pub use html::html;
pub use ladder::{LadderStep, ladder, ratings};
pub use limits::{Limits, MOST_BY_LIMIT, limits, tables};
pub use measure::{Kind, Measure, measured, measures};
pub use rows::Rows;
pub use seating::{fill, rotations};
pub use seeds::seed_of_deal;
pub use strength::{Curve, Point, strength_svg};
pub use summary::{BotResult, Chair, FigureResult, MomentResult, Notable, Summary, Tally};
pub use switches::{Effect, Switch, switch_trials, switches};
pub use tournament::{Entrant, MatchResult, RoundResult, Tourney, TourneyResult};
pub use trial::{Setup, Trial};
