//! What a game is, without any game in it.
//!
//! A [`Game`] is a rules object; its state is a plain value. A match is *settings + seed + events*: the rules never
//! touch a generator, a clock or a file. What a person or a bot may know is a type, [`Game::View`], and what they see happen
//! is another, [`Game::Glimpse`].
//!
//! Start reading at [`Game`], then [`Settings`] (how a match is set up) and [`Draw`] (where chance comes from).
#![deny(clippy::float_arithmetic)]

mod about;
mod by_seat;
mod capabilities;
mod draw;
mod error;
mod event;
mod game;
mod generator;
mod seat;
mod seed;
mod settings;

pub use about::{About, Material, OptionKind, OptionSpec, VariantSpec};
pub use by_seat::BySeat;
pub use capabilities::{
    ActionIndex, ActionSampler, Build, Candidates, Cost, Determinize, Evaluate, Figure, InfoKey, Moment,
    NotOffered, Observe, Offer, Step, build_listed, sample_listed,
};
pub use draw::Draw;
pub use error::{ConfigError, PlayError, PositionError, Refusal};
pub use event::{Event, Node, Viewer};
pub use game::{EventOf, Game};
pub use generator::{MatchRng, PlayoutRng};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use seed::Seed;
pub use settings::{MaterialSource, OptionValue, Options, Settings};
