//! The tests every game shares.
//!
//! - [`laws!`] runs every law of [`mod@laws`] over every variant, seat count and option of a game; a [`Subject`] says how.
//! - [`encode_laws!`] runs those of [`encoding`]: what learners rely on.
//! - [`bots`] checks what the bots of every game promise.
//! - [`playthrough`] writes a match as text and compares it with the golden file.
//! - [`worlds`] counts what a viewer must consider possible.
//! - [`CountingAllocator`] proves that playouts allocate nothing.
//! - [`kuhn`] and [`goofspiel`] are the two smallest games, complete: examples to read, and the ground on which
//!   `tests/planted_bugs.rs` proves that the laws bite.

mod allocator;
pub mod bots;
pub mod encoding;
pub mod goofspiel;
pub mod kuhn;
pub mod laws;
mod playouts;
pub mod playthrough;
mod subject;
mod twist;
mod worlds;

pub use allocator::{CountingAllocator, allocations_in};
pub use playouts::{Playouts, playout, random_event, sample};
pub use subject::{Subject, sweep};
pub use twist::{Twist, Twisted, TwistedGlimpse};
pub use worlds::{worlds, worlds_reached};
