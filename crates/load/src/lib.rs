//! A small client of the table in the browser: requests over HTTP and messages over a WebSocket, for tests and for measuring.

mod browser;
mod socket;

pub use browser::{Browser, Reply};
pub use socket::Socket;
