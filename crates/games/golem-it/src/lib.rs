//! *Golem It* (Chikasuzu): a climbing game for two to six.
//!
//! Beat the cards on the table with as many cards of a higher value, and use magic points to make a card worth what you need.
//! The points come back to you with the cards, and you win only once you have neither cards *nor* points.
//! `rules.md` has all the rules; clauses are named GI-1 to GI-15.
//!
//! ```
//! use golemry_core::{Draw, Event, Game, MatchRng, Node, Seed, Settings};
//! use golemry_golem_it::{Action, GolemIt};
//!
//! let game = GolemIt::new(&Settings::new(4, "standard"))?;
//! let mut state = game.start();
//! for index in 0.. {
//!     if game.node(&state) != Node::Chance { break }
//!     let chance = game.sample(&state, &mut MatchRng::for_event(Seed(7), index));
//!     game.apply(&mut state, &Event::Chance { chance });
//! }
//! let leader = game.node(&state).to_act().first().unwrap();
//! let refused = game.play(&mut state, leader, Action::Pass { r#return: 0 }).unwrap_err();
//! assert_eq!(refused.to_string(), "a leader who passes returns at least 1 point");
//! game.play(&mut state, leader, Action::Pass { r#return: 2 })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod batches;
mod build;
mod candidates;
mod card;
mod card_set;
mod choice;
mod config;
mod determinize;
#[allow(clippy::float_arithmetic, reason = "observations are floats; the rules only count")]
mod encode;
mod equal;
mod fields;
mod follow;
mod game;
mod illegal;
#[allow(clippy::float_arithmetic, reason = "bots weigh; the rules only count")]
mod knowledge;
mod lead;
mod legal;
mod observe;
mod position;
mod sampler;
mod score;
mod state;
mod view;
mod worth;

pub use action::{Action, Chance};
pub use card::{Card, Colour};
pub use card_set::CardSet;
pub use choice::Choice;
pub use config::{GolemIt, Magic, Variant};
pub use illegal::Illegal;
pub use knowledge::Reason;
pub use legal::Decision;
pub use observe::{Happened, Recorded};
pub use position::{MatchPosition, PlayerPosition, Position, TableCard};
pub use state::{Combination, Phase, Player, State, Tabled};
pub use view::{Glimpse, PlayerView, View};
