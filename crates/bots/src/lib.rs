//! Bots: an algorithm, what a game's player knows, and a level.
//!
//! A [`Bot`] gets a view, a [`Pace`](golemry_search::Pace) and a generator, and nothing else: it cannot see what its seat may
//! not know. What players of a game know is its [`Knowledge`], one file a game; [`Knowledge::bot`] makes the bot of a
//! [`Level`] from it.

mod bot;
mod capek;
pub mod duel;
mod golem_it;
mod inner_circle;
mod its_alive;
mod knowledge;
mod level;
mod levels;

pub use bot::{Alternative, Bot, Thought};
pub use knowledge::Knowledge;
pub use level::{Level, NoBot, UnknownLevel};
