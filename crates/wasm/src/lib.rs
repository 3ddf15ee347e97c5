//! The games in a page. The module plays server for one person: it opens matches, carries decisions out, lets bots think and answers what a
//! server's HTTP interface and sockets answer. It has no clock, no generator and no storage: the page hands in the time and random digits, and
//! keeps what it is told to keep.

mod clock;
#[cfg(target_family = "wasm")]
mod exports;
mod house;

pub use clock::now;
pub use house::House;
