//! Bots for any game: an algorithm, what the game's players know, and a level.
//!
//! A [`Bot`] gets a [`Turn`], a [`Pace`](golemry_search::Pace) and a generator, and nothing else: it cannot see what its seat may
//! not know. A game's crate says what its players know ([`Knowledge`]); [`Knowledge::bot`] makes the bot of a [`Level`] from
//! it. [`Explain`] is what they say about an action. [`network!`] embeds a trained network. [`plain!`] writes what a small game can do without.

mod bot;
mod explain;
mod knowledge;
mod level;
mod levels;
mod look;
mod master;
mod network;
mod networks;
mod race;
mod turn;
mod varied;

pub use bot::{Bot, Thought};
pub use explain::{Explain, NoReason, Reason, Reasons, plural};
#[doc(hidden)]
pub use golemry_core;
pub use golemry_search::Alternative;
pub use knowledge::Knowledge;
pub use level::{Fallback, Level, NoBot};
pub use levels::{Known, Searching, search};
pub use look::Look;
pub use master::{Master, Mastery};
pub use network::{Network, NetworkError, input_len, observe, trained_for};
pub use networks::{NetworkFile, Networks, head, head_len};
pub use race::race;
pub use turn::Turn;
