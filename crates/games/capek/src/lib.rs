//! Capek Golems: two inventors race to wake a golem before the town loses its patience with both.
//!
//! ```
//! use golemry_capek::Capek;
//! use golemry_core::{Decision as _, Event, Game, Node, PlayoutRng, Seed, Settings};
//!
//! let game = Capek::new(&Settings::default())?;
//! let mut rng = PlayoutRng::new(Seed(7));
//! let mut state = game.start();
//! loop {
//!     match game.node(&state) {
//!         Node::Over => break,
//!         Node::Chance => {
//!             let chance = game.sample(&state, &mut rng);
//!             game.apply(&mut state, &Event::Chance { chance });
//!         }
//!         Node::Act(seats) => {
//!             let seat = seats.first().expect("somebody is to act");
//!             let action = game.decision(&state, seat).expect("the seat is to act").sample(&mut rng);
//!             game.play(&mut state, seat, action)?;
//!         }
//!     }
//! }
//! // CK-16: 2 for a win, 1 for a loss, 0 for both if they lose together.
//! let scores = game.scores(&state).expect("the match is over");
//! assert!([[2, 1], [1, 2], [0, 0]].iter().any(|possible| scores.as_slice() == possible));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The printed material is data: [`Deck`] reads it from `decks/capek.toml` or from a file of your own. Each [`Card`] has a
//! line for the inventor's journal, which the [`Glimpse`] of its use carries.
//!
//! Start reading at [`State`], then [`Action`], then `legal.rs` and `apply.rs`.
#![deny(clippy::float_arithmetic)]

mod action;
mod apply;
mod build;
mod candidates;
mod card;
mod chance;
mod choice;
mod circles;
mod config;
mod cover;
mod deck;
mod deck_file;
mod determinize;
#[allow(clippy::float_arithmetic, reason = "observations are floats; the rules only count")]
mod encode;
mod fields;
mod game;
mod glimpse;
mod illegal;
mod inline;
#[allow(clippy::float_arithmetic, reason = "bots weigh; the rules only count")]
mod knowledge;
mod legal;
mod moves;
mod name;
mod notation;
mod observe;
mod position;
mod sample;
mod score;
mod state;
mod view;

pub use action::{Action, Cards, ListError, Markers};
pub use card::{Card, CardId, CardKind, CardSet, MAX_CARDS};
pub use chance::Chance;
pub use choice::Choice;
pub use circles::Circles;
pub use config::Capek;
pub use deck::{BodyCard, BodyId, Deck, MAX_BODIES, MAX_SCIENCES, NeededSet, Science, ScienceId};
pub use glimpse::{Effect, Glimpse};
pub use illegal::{Illegal, What};
pub use inline::Inline;
pub use knowledge::Reason;
pub use legal::Decision;
pub use name::{Name, NoName};
pub use notation::NotationError;
pub use observe::{Happened, Recorded};
pub use position::{MarketPosition, PlayerPosition, Position};
pub use state::{
    Agenda, Body, Buying, Done, Ending, Golem, MARKET_SLOTS, Market, Pile, Player, Price, State, Task,
};
pub use view::{PlayerView, View};
