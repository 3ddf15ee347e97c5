//! The engine protocol, through the real program and its pipes.
//!
//! Each request waits for its reply before the next one is written: a reply that is not flushed at once would hang these tests.

mod bots;
mod play;
mod process;
mod refusals;
