//! A match at a table, for any game.
//!
//! [`Match`] is one match: rules, state, and everything that happened. Without the game's types it is a [`Table`], which answers a
//! player's questions in JSON, or a [`Referee`], which also answers those that reveal the whole match. A [`Record`] is a match written
//! down. A [`Contest`] plays bots against each other and a [`Judge`] says how lucky they were, a [`Thinker`] lets one think, a [`Hint`] explains what it found, a [`Review`]
//! tells luck from play, a [`Guest`] is a player that is not part of the engine, a [`Shuffle`] lets players draw the seed together, and a [`Tutorial`] is a scripted first match.
//!
//! [`Games`] is a list of games. This crate contains none: a program makes one and passes it on.

mod again;
mod chair;
mod code;
mod contest;
#[cfg(feature = "contests")]
mod encoding;
mod entry;
mod error;
mod fair;
mod games;
mod guest;
mod hint;
mod judge;
mod play;
mod record;
mod referee;
mod review;
mod run;
mod shuffle;
mod sights;
mod table;
mod think;
mod tutorial;
#[cfg(feature = "typescript")]
mod typescript;

pub use again::Again;
pub use chair::{
    Chair, Occupancy, SeatChange, SeatChangeKind, Sitter, end_by_resignation, resignations, seating, standing,
};
pub use code::Code;
pub use contest::{Contest, MOST_COUNTED, Played, contest};
#[cfg(feature = "contests")]
pub use encoding::{Encoding, FieldAt, PartAt};
pub use entry::{Entry, Playable};
pub use error::WireError;
pub use fair::{Verified, check_seed, commitment, verify};
pub use games::{Described, Games, own_material};
pub use guest::{Answer, Fault, FaultKind, Faults, Guest, Offered, Outsider, Question, Venue};
pub use hint::{Hint, HintOption};
pub use judge::Judge;
pub use play::{Match, material_of, to_raw, to_value};
pub use record::{FORMAT, Occupant, Record, Resignation, Seating};
pub use referee::Referee;
pub use review::{
    Review, ReviewedDecision, ReviewedLuck, ReviewedPlayer, ReviewedReasons, Reviewer, Reviewing,
};
pub use run::{Run, mixed};
pub use shuffle::{Part, Round, SeatPart, Shuffle, seat_commitment};
pub use sights::SeenEvent;
pub use table::{BuildStep, Json, Listing, Moved, OfferOf, OfferOut, Status, StepJson, Table};
pub use think::{BotOf, Budget, Seated, Thinker, milliseconds, set_clock};
pub use tutorial::{Lesson, Translated, Tutorial, TutorialStep};
#[cfg(feature = "typescript")]
pub use typescript::{Declarations, typescript};

pub use golemry_bots::{Alternative, Fallback, Level, NetworkError, Networks, Thought};
