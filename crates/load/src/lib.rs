//! A small client of the server, over HTTP and WebSocket, for tests and for measuring. And what tests of servers need besides: the
//! server as a process, a PostgreSQL, and players who reconnect after every failure.

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
