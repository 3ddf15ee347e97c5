//! Players, matches and their events, kept in SQLite or PostgreSQL.
//!
//! [`Store::open`] takes the address of a database and brings its tables up to date. Reading happens at once; everything
//! written goes through one [writer](Store) that puts what waits into one transaction, so that many matches share the cost of
//! a commit. What came back with `Ok` is on the disk.
//!
//! One set of queries serves both databases: ids are texts, times are milliseconds, everything else is JSON in a text.

mod error;
mod rows;
mod schema;
mod store;
mod writer;

pub use error::StoreError;
pub use rows::{Chair, MatchRow, NewMatch, SeatChange, SeatChangeKind, Sitter};
pub use store::Store;
