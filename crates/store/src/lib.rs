//! Players, matches and their events, and journals, kept in SQLite or PostgreSQL.
//!
//! [`Store::open`] takes the URL of a database and migrates its tables. Reads use a pool of connections. All writes go through one
//! writer, which owns its connection and commits everything that is queued in one transaction, so that many matches share the cost
//! of a commit. `Ok` means that the data is on disk. Only the list of nodes and their claims, which exist on PostgreSQL alone,
//! bypass it.
//!
//! What people do together besides matches is kept in journals. Mounts of the server can add their own [`Tables`].
//!
//! One set of queries serves both databases: ids are text, times are milliseconds since 1970, everything else is JSON in text columns.

mod error;
#[cfg(feature = "faults")]
mod faults;
mod file;
mod journal;
mod nodes;
mod open_tables;
mod patience;
mod place;
mod ratings;
mod rows;
mod schema;
mod store;
mod tables;
mod write;
mod writer;

pub use error::StoreError;
#[cfg(feature = "faults")]
pub use faults::Fault;
pub use golemry_room::MatchRow;
pub use journal::{JournalEntry, NewJournal, size_of_entries};
pub use nodes::{Heartbeat, Node};
pub use open_tables::OpenTable;
pub use ratings::RatingRow;
pub use rows::{Deal, NewMatch, Summary};
pub use store::{Store, size_of_events};
pub use tables::{SqlValue, Tables};
