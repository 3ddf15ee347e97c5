//! The only list of games, and what everything above it plays them through.
//!
//! [`games`] lists them; an [`Entry`] opens a match of some game behind object-safe traits that speak JSON: a [`Table`] answers
//! a player's questions, a [`Referee`] also those about the whole match. Code that knows the game by type uses [`Match`] itself.
//! A [`Record`] is everything that happened in a match.
//!
//! ```
//! use golemry_core::{Seat, Seed, Settings};
//!
//! let mut table = golemry_registry::find("golem-it")?.open(&Settings::default(), Seed(7))?;
//! let seat = table.status().to_act[0];
//! let moved = table.apply(seat, r#"{"type":"pass","return":1}"#, &[])?;
//! assert_eq!(moved.events.len(), 1);
//! # Ok::<(), golemry_registry::WireError>(())
//! ```

mod code;
mod contest;
mod entry;
mod error;
mod fair;
mod games;
mod hint;
mod learn;
mod play;
mod record;
mod referee;
mod review;
mod shuffle;
mod sights;
mod table;
mod think;
mod training;
mod tutorial;
mod typescript;
pub mod workshop;

pub use code::Code;
pub use contest::{Contest, MOST_COUNTED, Played};
pub use entry::{Entry, Playable};
pub use error::WireError;
pub use fair::{Verified, check_seed, commitment, verify};
pub use games::{find, games, list, own_material};
pub use hint::{Hint, HintOption};
pub use learn::{Course, Episode, Lane, LaneOffers, Rows, seed_in_batch};

pub use play::Match;
pub use record::{FORMAT, Occupant, Record, Resignation, Seating};
pub use referee::Referee;
pub use review::{Cost, Luck, Player, Review, Reviewer, Reviewing};
pub use shuffle::{Part, Round, SeatPart, Shuffle, seat_commitment};
pub use table::{BuildStep, Json, Listing, Moved, OfferOut, Status, StepJson, Table};
pub use think::{Budget, Seated, Thinker};
pub use training::{Habits, Positions, Training};
pub use tutorial::{Lesson, Translated, Tutorial, TutorialStep, tutorial};

pub use golemry_bots::{Alternative, Fallback, Level, Thought};
