//! A small client of the table in the browser: requests over HTTP and messages over a WebSocket, for tests and for measuring. And what
//! tests of servers need beside it: the server as a process, a PostgreSQL, and people who play on whatever happens.

mod browser;
mod people;
mod postgres;
mod server;
mod shuffler;
mod socket;

pub use browser::{Browser, Reply};
pub use people::{Acknowledged, Counts, World, play_tables, verify};
pub use postgres::Postgres;
pub use server::ServerProcess;
pub use shuffler::Shuffler;
pub use socket::Socket;
