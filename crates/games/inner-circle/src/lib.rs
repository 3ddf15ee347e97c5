//! The Inner Circle, for two to six players: pawns move round a ring of golems that everyone builds together.
//!
//! You play a card where your pawn stands, and the card moves the pawn on; a good hand is a chain of such steps. You win by
//! playing your last card, or when anybody completes the golem whose symbol you secretly hold.
//!
//! ```
//! use golemry_core::{Decision as _, Event, Game, MatchRng, Node, Seed, Settings};
//! use golemry_inner_circle::InnerCircle;
//!
//! let game = InnerCircle::new(&Settings::new(3, "single")).unwrap();
//! let mut state = game.start();
//! let mut chances = 0;
//! while game.node(&state) == Node::Chance {
//!     let chance = game.sample(&state, &mut MatchRng::for_event(Seed(7), chances));
//!     game.apply(&mut state, &Event::Chance { chance });
//!     chances += 1;
//! }
//! let seat = state.turn;
//! let actions = game.decision(&state, seat).unwrap().actions();
//! game.play(&mut state, seat, actions[0]).unwrap();
//! ```
//!
//! The rules of a turn are in `legal.rs`, what an action does is in `apply.rs`, and what games and matches pay is in `score.rs`.
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod chance;
mod choice;
mod config;
mod determinize;
#[allow(clippy::float_arithmetic, reason = "observations are floats; the rules only count")]
mod encode;
mod fields;
mod game;
mod glimpse;
mod golems;
mod hand;
mod hands;
mod illegal;
#[allow(clippy::float_arithmetic, reason = "bots weigh; the rules only count")]
mod knowledge;
mod legal;
mod observe;
mod position;
mod prospect;
mod sampler;
mod score;
mod seen;
mod state;
mod view;

pub use action::{Action, Chance, NoAction};
pub use choice::Choice;
pub use config::{Config, Steps, Variant, payment};
pub use game::InnerCircle;
pub use glimpse::Glimpse;
pub use golems::Golems;
pub use hand::{Backs, HAND_LIMIT, Hand};
pub use illegal::Illegal;
pub use knowledge::Reason;
pub use legal::Decision;
pub use observe::{Happened, Recorded};
pub use position::{PlayerPosition, Position};
pub use prospect::Prospect;
pub use seen::SeenCard;
pub use state::{MAX_CARDS, Phase, Player, Pot, State};
pub use view::{MatchStatus, PhaseName, PlayerView, Taking, View};
