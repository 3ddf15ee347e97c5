//! What a game is, without any game in it.
//!
//! A [`Game`] is a rules object; its state is a plain value. A match is *settings + seed + events*: the rules never touch a
//! generator, a clock or a file. What a person or a bot may know is a type, [`Game::View`]; what they see happen is
//! another, [`Game::Glimpse`]; what they may do is a third, the [`Decision`].
//!
//! Start reading at [`Game`] and [`Decision`], then [`Settings`] (how a match is set up) and [`Draw`] (where chance comes from).
//! Four macros write the mechanical parts of a game: [`options!`], [`refusals!`], [`moments!`] and [`figures!`].
#![deny(clippy::float_arithmetic)]

mod about;
mod by_seat;
mod decision;
mod draw;
mod encode;
mod error;
mod event;
mod game;
mod generator;
mod observe;
mod refusal;
mod seat;
mod seed;
mod settings;
mod snake_case;
mod typed_options;
mod typescript;

pub use about::{About, Material, OptionKind, OptionSpec, VariantSpec};
pub use by_seat::BySeat;
pub use decision::{Cost, Decision, NotOffered, Offer, Step};
pub use draw::Draw;
pub use encode::{Encode, Offers, Sheet, offers_from_build, offers_from_listing};
pub use error::{ConfigError, PlayError, PositionError};
pub use event::{Event, Node, Viewer};
pub use game::{EventOf, Game};
pub use generator::{MatchRng, PlayoutRng};
pub use observe::{Figure, Moment, Observe, Observed};
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
