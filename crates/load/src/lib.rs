//! A small client of the server, over HTTP and WebSocket, for tests and for measuring. And what tests of servers need besides: the
//! server as a process, a PostgreSQL, and players who reconnect after every failure.

mod browser;
mod people;
mod postgres;
mod process;
mod server;
mod shuffler;
mod socket;

pub use browser::{Browser, Reply};
pub use people::{Acknowledged, Counts, World, play_tables, verify};
pub use postgres::Postgres;
pub use process::{cpu_of, cpu_of_all, memory_of};
pub use server::ServerProcess;
pub use shuffler::Shuffler;
pub use socket::Socket;
