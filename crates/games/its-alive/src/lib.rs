//! It's ALIVE!!! ..err no it's rotten: roll for the six parts of a golem, steal the ones that won't come, and roll a six to bring
//! it to life.
//!
//! ```
//! use golemry_core::{Game, MatchRng, Event, Node, Seat, Seed, Settings};
//! use golemry_its_alive::{Action, ItsAlive};
//!
//! let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
//! let mut state = game.start();
//! // Who begins, and the shuffle, are chance events from the streams of a seed.
//! for index in 0.. {
//!     if game.node(&state) != Node::Chance { break }
//!     let chance = game.sample(&state, &mut MatchRng::for_event(Seed(7), index));
//!     game.apply(&mut state, &Event::Chance { chance });
//! }
//! let seat = state.turn;
//! assert!(game.play(&mut state, seat, "stop".parse().unwrap()).is_err());
//! game.play(&mut state, seat, Action::Roll {}).unwrap();
//! assert_eq!(game.node(&state), Node::Chance);
//! ```
//!
//! The code names the clauses (IA-1 to IA-15) it implements: what is allowed in `legal.rs`, what happens in `apply.rs`.
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod by_part;
mod chance;
mod choice;
mod config;
mod determinize;
#[allow(clippy::float_arithmetic, reason = "observations are floats; the rules only count")]
mod encode;
mod fields;
mod game;
mod glimpse;
mod golem;
mod illegal;
#[allow(clippy::float_arithmetic, reason = "bots weigh; the rules only count")]
mod knowledge;
mod legal;
mod observe;
mod phase;
mod pile;
mod position;
mod prospect;
mod score;
mod state;
mod view;
mod written;

pub use action::{Action, NotationError};
pub use by_part::ByPart;
pub use chance::Chance;
pub use choice::Choice;
pub use config::ItsAlive;
pub use glimpse::{Glimpse, Outcome};
pub use golem::Golem;
pub use illegal::Illegal;
pub use knowledge::Reason;
pub use legal::Decision;
pub use observe::{Happened, Recorded};
pub use phase::{Phase, PhaseName, Stage, StageName, Theft, WrittenPhase};
pub use pile::Pile;
pub use position::{KnownBottom, PlayerPosition, Position};
pub use prospect::Prospect;
pub use state::{Hand, State};
pub use view::{PileView, PlayerView, View};
pub use written::WrittenGolem;
