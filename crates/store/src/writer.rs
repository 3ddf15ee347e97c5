//! The one task that writes.
//!
//! It takes everything that is queued, commits it in one transaction and then reports the results. It owns its connection, outside
//! any pool, and begins and ends transactions with plain statements. After any failure the connection is closed and the next
//! transaction gets a new one: an error can leave SQLite outside the transaction that a library believes to be open, and then later
//! commits have no effect.

use sqlx::error::ErrorKind;
use sqlx::{AnyConnection, Connection as _};
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
#[cfg(feature = "faults")]
use crate::faults::Faults;
use crate::file::DatabaseFile;
use crate::patience::PATIENCE;
use crate::place::{Dialect, Place};
use crate::write::{Write, execute};

/// The most jobs per transaction. With more, the first ones would wait too long for the last.
const BATCH: usize = 512;

/// A write, and the channel for its result.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) done: oneshot::Sender<Result<(), StoreError>>,
}

#[derive(Debug)]
pub(crate) struct Writer {
    place: Place,
    /// Invariant: no transaction is open on it.
    connection: Option<AnyConnection>,
    file: Option<DatabaseFile>,
    #[cfg(feature = "faults")]
    faults: Faults,
}

/// Why a transaction failed. As far as we know, none of it was committed.
enum Failure {
    /// The database works, but refuses the write.
    Refused(sqlx::Error),
    /// The database failed.
    Broken(StoreError),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        if matches!(error, sqlx::Error::RowNotFound) {
            return Failure::Refused(error);
        }
        let kind = error.as_database_error().map(sqlx::error::DatabaseError::kind);
        match kind {
            Some(
                ErrorKind::UniqueViolation
                | ErrorKind::ForeignKeyViolation
                | ErrorKind::NotNullViolation
                | ErrorKind::CheckViolation,
            ) => Failure::Refused(error),
            _ => Failure::Broken(StoreError::NotStored(error.to_string())),
        }
    }
}

impl Writer {
    pub(crate) fn new(
        place: Place,
        connection: AnyConnection,
        file: Option<DatabaseFile>,
        #[cfg(feature = "faults")] faults: Faults,
    ) -> Writer {
        Writer {
            place,
            connection: Some(connection),
            file,
            #[cfg(feature = "faults")]
            faults,
        }
    }

    /// Runs until the store is closed or dropped.
    pub(crate) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            let closing = batch.iter().position(|job| matches!(job.write, Write::Close));
            // Jobs queued after Close fail with `Closed`.
            batch.truncate(closing.map_or(batch.len(), |last| last + 1));
            let last = closing.and_then(|_| batch.pop());
            self.store(&mut batch).await;
            if let Some(last) = last {
                jobs.close();
                self.end().await;
                let _ = last.done.send(Ok(()));
                return;
            }
        }
        self.end().await;
    }

    async fn end(self) {
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
    }

    /// Stores a batch and reports the results. If the database refuses it, each job is tried alone, so that only the offending ones fail.
    async fn store(&mut self, batch: &mut Vec<Job>) {
        if batch.is_empty() {
            return;
        }
        match self.commit(batch).await {
            Ok(()) => answer(batch, &Ok(())),
            Err(Failure::Broken(error)) => answer(batch, &Err(error)),
            Err(Failure::Refused(error)) if batch.len() == 1 => {
                let error = refused(&error, &batch[0].write);
                answer(batch, &Err(error));
            }
            Err(Failure::Refused(_)) => {
                while !batch.is_empty() {
                    let result = match self.commit(&batch[..1]).await {
                        Ok(()) => Ok(()),
                        Err(Failure::Refused(error)) => Err(refused(&error, &batch[0].write)),
                        // Trying the others would only run into one timeout after another.
                        Err(Failure::Broken(error)) => return answer(batch, &Err(error)),
                    };
                    let _ = batch.remove(0).done.send(result);
                }
            }
        }
    }

    /// Stores jobs in one transaction. A server that takes too long may still commit it: then the events are there, and whoever writes
    /// them again is refused. SQLite has a timeout of its own for locks, and must not be left in the middle of a write.
    async fn commit(&mut self, jobs: &[Job]) -> Result<(), Failure> {
        match self.place.dialect {
            Dialect::Sqlite => self.transact(jobs).await,
            Dialect::Postgres => {
                let late = |_| Err(Failure::Broken(StoreError::Silent));
                tokio::time::timeout(PATIENCE, self.transact(jobs)).await.unwrap_or_else(late)
            }
        }
    }

    async fn transact(&mut self, jobs: &[Job]) -> Result<(), Failure> {
        let mut connection = self.begin().await?;
        match self.write(&mut connection, jobs).await {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(())
            }
            Err(failure) => {
                let _ = connection.close().await;
                Err(failure)
            }
        }
    }

    /// A connection on which a transaction has begun.
    async fn begin(&mut self) -> Result<AnyConnection, Failure> {
        if let Some(mut connection) = self.connection.take() {
            if sqlx::raw_sql(self.place.dialect.begin()).execute(&mut connection).await.is_ok() {
                return Ok(connection);
            }
            // The server may have restarted. Nothing was written yet, so it is safe to retry on a new connection.
            let _ = connection.close().await;
        }
        if let Some(file) = &mut self.file {
            file.before_connecting().map_err(Failure::Broken)?;
        }
        let mut connection = self.place.reconnect().await?;
        sqlx::raw_sql(self.place.dialect.begin()).execute(&mut connection).await?;
        Ok(connection)
    }

    async fn write(&mut self, connection: &mut AnyConnection, jobs: &[Job]) -> Result<(), Failure> {
        #[cfg(feature = "faults")]
        self.faults.after_begin(connection).await?;
        execute(connection, self.place.dialect, jobs.iter().map(|job| &job.write)).await?;
        #[cfg(feature = "faults")]
        self.faults.before_commit().await?;
        sqlx::raw_sql(self.place.dialect.commit()).execute(&mut *connection).await?;
        if let Some(file) = &mut self.file {
            file.after_commit().map_err(Failure::Broken)?;
        }
        Ok(())
    }
}

impl Dialect {
    /// Commits, and proves it. SQLite refuses to set `synchronous` inside a transaction: if the pragma passes, none is open any more.
    /// PostgreSQL needs no proof: its COMMIT fails or ends the transaction.
    fn commit(self) -> &'static str {
        match self {
            Dialect::Sqlite => "COMMIT; PRAGMA synchronous = FULL",
            Dialect::Postgres => "COMMIT",
        }
    }
}

fn answer(batch: &mut Vec<Job>, result: &Result<(), StoreError>) {
    for job in batch.drain(..) {
        let _ = job.done.send(result.clone());
    }
}

/// Maps a constraint violation to the caller's error.
fn refused(error: &sqlx::Error, write: &Write) -> StoreError {
    let taken = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation);
    let claimed = matches!(error, sqlx::Error::RowNotFound);
    let deleted = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
    match write {
        Write::Entries { id, .. } if taken || deleted => StoreError::Conflict(format!("journal {id}")),
        Write::Match(new) if taken => StoreError::Conflict(format!("match {}", new.row.id)),
        Write::Rate { id, .. } if taken || claimed => {
            StoreError::Conflict(format!("the rating of match {id}"))
        }
        Write::Journal(new) if taken => StoreError::Conflict(format!("journal {}", new.id)),
        Write::Events { id, .. } | Write::Chairs { id, .. } | Write::Shuffle { id, .. }
            if taken || claimed =>
        {
            StoreError::Conflict(format!("match {id}"))
        }
        _ => StoreError::Database(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The proof of a commit would be worthless if the pragma succeeded inside a transaction.
    #[tokio::test]
    async fn the_pragma_after_a_commit_fails_inside_a_transaction() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("test.db").display());
        let mut connection = Place::parse(&url).unwrap().open().await.unwrap();
        let proof = Dialect::Sqlite.commit().split_once("; ").unwrap().1;
        for _ in 0..2 {
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
            let error = sqlx::raw_sql(proof).execute(&mut connection).await.unwrap_err();
            assert!(error.to_string().contains("inside a transaction"), "{error}");
            sqlx::raw_sql(Dialect::Sqlite.commit()).execute(&mut connection).await.unwrap();
        }
        let error = sqlx::raw_sql(Dialect::Sqlite.commit()).execute(&mut connection).await.unwrap_err();
        assert!(error.to_string().contains("no transaction is active"), "{error}");
    }
}
