use sqlx::AnyConnection;
use tokio::sync::watch;

/// A fault injected into every transaction until it is cleared, for tests.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The commit fails with this text, like a disk error or a locked database.
    Fail(&'static str),
    /// SQLite finds the disk full: it cannot add a page to its file. A real `SQLITE_FULL`, after which SQLite rolls back on its own.
    Full,
    /// The database does not answer.
    Stall,
}

/// The current fault, if any.
#[derive(Clone, Debug)]
pub(crate) struct Faults(watch::Sender<Option<Fault>>);

impl Faults {
    pub(crate) fn none() -> Faults {
        Faults(watch::Sender::new(None))
    }

    pub(crate) fn set(&self, fault: Option<Fault>) {
        self.0.send_replace(fault);
    }

    /// Called after a transaction has begun.
    pub(crate) async fn after_begin(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if matches!(*self.0.borrow(), Some(Fault::Full)) {
            // SQLite raises a limit below the current size to the current size: the file cannot grow.
            sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Called before a commit.
    pub(crate) async fn before_commit(&self) -> Result<(), sqlx::Error> {
        let mut fault = self.0.subscribe();
        let stalled = |fault: &Option<Fault>| matches!(fault, Some(Fault::Stall));
        let now = fault.wait_for(|fault| !stalled(fault)).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        match &*now {
            Some(Fault::Fail(problem)) => Err(sqlx::Error::Io(std::io::Error::other(*problem))),
            _ => Ok(()),
        }
    }
}
