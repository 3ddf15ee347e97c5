//! The file of an SQLite database: only one process may use it, and it must not be moved meanwhile.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// A database file locked by this process.
#[derive(Debug)]
pub(crate) struct DatabaseFile {
    path: PathBuf,
    identity: Option<Identity>,
    /// The write-ahead log of the current connection, once there is one. It holds whatever has not been checkpointed.
    log: Option<Identity>,
    /// Whether a log was removed while in use. Reconnecting would mix an old index with a new log.
    log_lost: bool,
    /// An advisory lock on a file beside the database. Locking the database itself would interfere with SQLite's own locks.
    lock: File,
}

/// Unlocks explicitly, because closing the file is not enough: a child process that was just forked has a copy of the descriptor until
/// it executes its own program, and a copy keeps the lock.
impl Drop for DatabaseFile {
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

impl DatabaseFile {
    /// Locks the file for this process, before it is opened. It need not exist yet.
    pub(crate) fn claim(path: &Path) -> Result<DatabaseFile, StoreError> {
        let failed = |problem: &std::io::Error| StoreError::Open {
            url: path.display().to_string(),
            problem: problem.to_string(),
        };
        let lock = File::options().create(true).truncate(false).write(true).open(beside(path, ".lock"));
        let lock = lock.map_err(|problem| failed(&problem))?;
        match lock.try_lock() {
            Ok(()) => {
                Ok(DatabaseFile { path: path.to_owned(), identity: None, log: None, log_lost: false, lock })
            }
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_owned() }),
            Err(TryLockError::Error(problem)) => Err(failed(&problem)),
        }
    }

    /// Remembers the identity of the file, once it has been opened.
    pub(crate) fn opened(&mut self) {
        self.identity = identity(&self.path);
    }

    /// Fails if reconnecting would find another file, or none.
    pub(crate) fn before_connecting(&mut self) -> Result<(), StoreError> {
        // Closing the last connection deletes the log; the next one creates another.
        self.log = None;
        self.same_file()
    }

    /// Fails if the last commit went to a file that was unlinked, and will vanish when it is closed.
    pub(crate) fn after_commit(&mut self) -> Result<(), StoreError> {
        let log = identity(&beside(&self.path, "-wal"));
        self.log_lost |= self.log.is_some() && self.log != log;
        self.log = self.log.or(log);
        self.same_file()
    }

    fn same_file(&self) -> Result<(), StoreError> {
        if identity(&self.path) == self.identity && !self.log_lost {
            return Ok(());
        }
        Err(StoreError::Gone { path: self.path.clone() })
    }
}

/// The path with a suffix appended.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Identifies a file whatever its name: device and inode.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// On other systems an open file cannot be deleted.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<Identity> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_database_is_free_even_if_a_copy_of_its_lock_is_still_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let file = DatabaseFile::claim(&path).unwrap();
        assert!(matches!(DatabaseFile::claim(&path), Err(StoreError::InUse { .. })));
        let copy = file.lock.try_clone().unwrap();
        drop(file);
        DatabaseFile::claim(&path).unwrap();
        drop(copy);
    }
}
