//! *Own Game*: a small trick-taking game for two to four, whole, with bots and statistics.
//!
//! Everybody is dealt a few cards and plays one at a time. The highest takes the trick, and the most tricks win. The rules page
//! has all the clauses, OG-1 to OG-4.
//!
//! ```
//! use golemry_core::{Event, Game as _, MatchRng, Seat, Seed, Settings};
//! use golemry_own_game::{Action, OwnGame};
//!
//! let game = OwnGame::new(&Settings::new(2, "standard"))?;
//! let mut state = game.start();
//! let chance = game.sample(&state, &mut MatchRng::for_event(Seed(7), 0));
//! game.apply(&mut state, &Event::Chance { chance });
//! let leader = Seat::new(0);
//! let card = state.hands[leader].iter().next_back().ok_or("a hand of three")?;
//! game.play(&mut state, leader, Action::Play { card })?;
//! assert_eq!(state.trick[leader], Some(card));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod card;
mod config;
mod determinize;
mod encode;
mod game;
mod illegal;
mod knowledge;
mod legal;
mod observe;
mod position;
mod score;
mod state;
mod view;

pub use action::{Action, Chance};
pub use card::{Card, CardSet};
pub use config::OwnGame;
pub use illegal::Illegal;
pub use knowledge::Reason;
pub use legal::Decision;
pub use observe::{Happened, Recorded};
pub use position::Position;
pub use state::{Phase, State};
pub use view::View;
