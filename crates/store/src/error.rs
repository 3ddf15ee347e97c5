use thiserror::Error;

/// Why something could not be kept or found. Nothing was changed.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// The database could not be opened.
    #[error("cannot open the database {url}: {problem}")]
    Open {
        /// Its address, without a password.
        url: String,
        /// What the database says.
        problem: String,
    },
    /// The database was made by a later version of this program.
    #[error(
        "the database has version {found}, and this program knows up to {known}: it needs a newer golemry"
    )]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The latest this program knows.
        known: i64,
    },
    /// Somebody else has written these events already.
    #[error("the events of match {0} go on differently in the database")]
    Conflict(String),
    /// What was kept cannot be read.
    #[error("match {id} cannot be read: {problem}")]
    Damaged {
        /// The match.
        id: String,
        /// What is wrong.
        problem: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(String),
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}
