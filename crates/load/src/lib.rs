//! A small client of the table in the browser: requests over HTTP and messages over a WebSocket, for tests and for
//! measuring. And a PostgreSQL that lives as long as a test.

mod browser;
mod postgres;
mod socket;

pub use browser::{Browser, Reply};
pub use postgres::Postgres;
pub use socket::Socket;
