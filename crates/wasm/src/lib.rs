//! The games in a page. The module plays server for one person: it opens matches, carries decisions out, lets bots think and answers what a
//! server's HTTP interface and sockets answer. It has no clock, no generator and no storage: the page hands in the time and random digits, and
//! keeps what it is told to keep.
//!
//! A page has two instances. One is the [`House`] that holds the matches. The other does the [jobs](message::Job) that take long, so
//! that it can be thrown away when nobody waits for them any more.

mod clock;
mod draws;
#[cfg(target_family = "wasm")]
mod exports;
mod house;
pub mod message;
mod room;
mod thinker;

pub use clock::now;
pub use house::House;
