//! What a game is, without any game in it.
//!
//! A [`Game`] is a rules object; its state is a plain value. A match is *settings + seed + events*: the rules never touch a
//! generator, a clock or a file. What a person or a bot may know is a type, [`Game::View`]; what they see happen is
//! another, [`Game::Glimpse`]; what they may do is a third, the [`Decision`].
//!
//! Start reading at [`Game`] and [`Decision`], then [`Settings`] (how a match is set up), [`Chances`] (what may come of chance) and
//! [`Draw`] (where it comes from). What the lab counts ([`Observe`]) and what learners get ([`Encode`]) has defaults.
//! Macros write the mechanical parts of a game: [`options!`], [`words!`], [`refusals!`], [`moments!`] and [`figures!`].
//!
//! With the feature `typescript`, types that leave as JSON also have their TypeScript, for pages; [`typescript!`] adds it to a game's own.
#![deny(clippy::float_arithmetic)]

mod about;
mod by_seat;
mod chance;
mod decision;
mod draw;
mod encode;
mod error;
mod event;
mod game;
mod generator;
mod glimpse;
mod hashed;
mod observe;
mod part;
mod refusal;
mod seat;
mod seed;
mod settings;
mod snake_case;
mod typed_options;
mod typescript;

pub use about::{About, Material, OptionKind, OptionSpec, VariantSpec};
pub use by_seat::BySeat;
pub use chance::{Chances, Die, Listed, Lot, Seeded};
pub use decision::{Decision, NotOffered, Offer, Price, Step};
pub use draw::Draw;
pub use encode::{Encode, Offers, Sheet, offers_from_build, offers_from_listing, view_from_json};
pub use error::{ConfigError, PlayError, PositionError};
pub use event::{Event, Node, Viewer};
pub use game::{EventOf, Game};
pub use generator::{MatchRng, PlayoutRng};
pub use glimpse::{Glimpse, Seen};
pub use observe::{Figure, Moment, Observe, Observed};
pub use part::{Field, Part};
pub use refusal::Refusal;
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use seed::Seed;
#[doc(hidden)]
pub use serde;
pub use settings::{MaterialSource, OptionValue, Options, Settings};
#[doc(hidden)]
pub use snake_case::{snake_case_bytes, snake_case_length};
#[cfg(feature = "typescript")]
#[doc(hidden)]
pub use ts_rs;
pub use typed_options::FromOption;
