//! Players, matches and their events, kept in SQLite or PostgreSQL.
//!
//! [`Store::open`] takes the address of a database and brings its tables up to date. Reads use a pool of connections. Everything
//! that is written goes through one writer, which owns its connection and commits whatever is waiting in one transaction, so that many
//! matches share the cost of a commit. `Ok` means that the data is on the disk. Only the list of nodes and their claims, which
//! exist on PostgreSQL alone, go past it.
//!
//! Others can bring [`Tables`] of their own.
//!
//! One set of queries serves both databases: ids are texts, times are milliseconds since 1970, everything else is JSON in a text.

mod error;
#[cfg(feature = "faults")]
mod faults;
mod file;
mod nodes;
mod place;
mod rows;
mod schema;
mod store;
mod tables;
mod write;
mod writer;

pub use error::StoreError;
#[cfg(feature = "faults")]
pub use faults::Fault;
pub use nodes::{Heartbeat, Node};
pub use rows::{Deal, MatchRow, NewMatch, Summary};
pub use store::Store;
pub use tables::{SqlValue, Tables};
