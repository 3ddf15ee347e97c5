//! The golem duel: two golems carry out programs that were written in secret.
//!
//! ```
//! use golemry_core::{Game, Node, Seat, Settings};
//! use golemry_duel::Duel;
//!
//! let duel = Duel::new(&Settings::new(2, "beginner"))?;
//! let mut state = duel.start();
//! for (seat, program) in [(0, "F R F F"), (1, "F F A")] {
//!     duel.play(&mut state, Seat::new(seat), program.parse()?)?;
//! }
//! // The second program was the last one of the round: it has been carried out.
//! assert_eq!(state.open.field.golems[0].at.to_string(), "c2");
//! assert_eq!((state.open.round, state.open.energy), (2, Some(9)));
//! assert!(matches!(duel.node(&state), Node::Act(seats) if seats.len() == 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start reading at [`Program`] (the language), then [`beat()`] (what happens) and [`Round`] (a program, beat by beat). [`Board`] reads
//! board files, [`library`] holds those that come with the game.
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod beat;
mod board;
mod build;
mod candidates;
mod card;
mod cell;
mod choice;
mod config;
mod determinize;
mod die;
mod draft;
#[allow(clippy::float_arithmetic, reason = "observations are floats; the rules only count")]
mod encode;
mod field;
mod fields;
mod game;
mod goal;
mod illegal;
#[allow(clippy::float_arithmetic, reason = "bots weigh; the rules only count")]
mod knowledge;
mod legal;
pub mod library;
mod limits;
mod note;
mod observe;
mod position;
mod program;
mod repetition;
mod round;
mod sample;
mod score;
#[allow(clippy::float_arithmetic, reason = "values and mixes are floats; the rules only count")]
pub mod solution;
mod stage;
mod state;
pub mod stepper;
mod task;
mod terrain;
mod text;
mod view;

pub use action::{Action, Roll};
pub use beat::{Step, Witness, beat};
pub use board::{Board, BoardError};
pub use card::{Bonus, BonusRule, CardCounts, Cards, Condition, Order, Rolled, Times};
pub use cell::{Cell, CellSet, Facing, NoCell};
pub use choice::Choice;
pub use config::Duel;
pub use die::Die;
pub use draft::Draft;
pub use field::{Field, Golem};
pub use goal::{Goal, Goals, NoGoal, Outcome};
pub use illegal::Illegal;
pub use knowledge::Reason;
pub use legal::Decision;
pub use limits::Limits;
pub use note::{Block, Hit, NoBarrel, Note, colour};
pub use observe::{Happened, Recorded};
pub use position::{GolemPosition, Position};
pub use program::{Branch, FormError, MAX_SLOTS, Problem, Program, Slot};
pub use round::{Round, Runner};
pub use stage::{Stage, TakeFrom};
pub use state::{Open, Puzzle, State, Variant};
pub use task::{PuzzleTable, Task, Use};
pub use terrain::{Streams, Terrain};
pub use view::{Glimpse, View};
