use std::path::PathBuf;

use sqlx::sqlite::SqliteError;
use thiserror::Error;

/// Why something could not be stored or found.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database could not be opened.
    #[error("cannot open the database {url}: {problem}")]
    Open {
        /// Its address, without a password.
        url: String,
        /// The database's error.
        problem: String,
    },
    /// Another program has opened the same SQLite file.
    #[error(
        "the database {} is in use by another golemry: stop that one first, or give this one a folder of its own with --data",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Another program uses the same PostgreSQL database, and at least one of the two does not share it.
    #[error(
        "another golemry uses this database: stop it first, or start all of them with --node-address and --cluster-secret-file"
    )]
    Occupied,
    /// The SQLite file is not a database, or is damaged.
    #[error("the database file is damaged or is not an SQLite database ({0}): restore a backup")]
    Corrupt(String),
    /// The database was created by a later version of this program.
    #[error(
        "the database has version {found}, and this program knows up to {known}: it needs a newer golemry"
    )]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The latest this program knows.
        known: i64,
    },
    /// The database can be read but not written, such as a file without the right to write it.
    #[error("the database cannot be written ({0}): check its permissions and the free space of its disk")]
    ReadOnly(String),
    /// The write failed and was rolled back. A retry may succeed.
    #[error("not stored: {0}")]
    NotStored(String),
    /// The database took too long. Whether it wrote anything is not known.
    #[error("the database does not answer")]
    Silent,
    /// The SQLite file was deleted, moved or replaced while the program ran: nothing written now would be found again.
    #[error(
        "not stored: the database file {} was deleted, moved or replaced while in use; put it back, or restart golemry",
        path.display()
    )]
    Gone {
        /// The file.
        path: PathBuf,
    },
    /// Another process has already written these events or entries, has claimed the match, or has deleted the journal.
    #[error("{0} is different in the database, or another server holds it")]
    Conflict(String),
    /// A stored match cannot be read.
    #[error("match {id} cannot be read: {problem}")]
    Damaged {
        /// The match.
        id: String,
        /// What is wrong.
        problem: String,
    },
    /// A read failed, or the database refused a write.
    #[error("the database failed: {0}")]
    Database(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether a retry may succeed: the database failed, not the request.
    pub fn is_temporary(&self) -> bool {
        matches!(self, StoreError::NotStored(_) | StoreError::Silent | StoreError::Gone { .. })
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        if is_corrupt(&error) {
            StoreError::Corrupt(error.to_string())
        } else {
            StoreError::Database(error.to_string())
        }
    }
}

/// Whether SQLite cannot read its file (SQLITE_CORRUPT or SQLITE_NOTADB).
fn is_corrupt(error: &sqlx::Error) -> bool {
    let Some(error) = error.as_database_error() else { return false };
    let code = error.try_downcast_ref::<SqliteError>().and_then(|_| error.code()?.parse::<i32>().ok());
    // The lowest byte is the primary result code; the others are details.
    code.is_some_and(|code| matches!(code & 0xff, 11 | 26))
}
