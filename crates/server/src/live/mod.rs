//! What people do together besides matches, such as a class or a tournament: a state that follows from the entries of a journal, and
//! sockets that show it.
//!
//! Everything people do is a request that [adds entries](Live::change), and everything they see comes over a [socket](Live::socket). The
//! store refuses an entry whose number is taken, so several servers need no owner: each one reads what the others have added.

mod difference;
mod kept;
mod socket;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use golemry_store::{NewJournal, Store, StoreError};
use golemry_table::Code;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use crate::error::ApiError;
use crate::random;
use crate::rooms::now;

use kept::Kept;

/// A state that follows from the entries of a journal and from nothing else.
pub trait Chronicle: Default + Send + Sync + 'static {
    /// What it is called in the store and in messages, such as `class`.
    const KIND: &'static str;
    /// How many entries a journal may have. More are refused.
    const MOST_ENTRIES: usize;
    /// The error of requests for one that does not exist.
    const UNKNOWN: Code;
    /// What happens. Once stored it is read again for years: add kinds and fields, and change none.
    type Entry: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// Carries an entry out that was added at a time, in milliseconds since 1970. Trusted: whoever added it has checked it.
    fn apply(&mut self, entry: &Self::Entry, at: i64);
}

/// All journals of a kind. Clones share them.
pub struct Live<C>(Arc<Shared<C>>);

struct Shared<C> {
    store: Store,
    // Held for a few instructions at a time, never over an await.
    open: Mutex<HashMap<String, Arc<Journal<C>>>>,
}

/// A journal in memory.
struct Journal<C> {
    kept: tokio::sync::Mutex<Kept<C>>,
    /// Raised by every change.
    changes: watch::Sender<u64>,
    /// When it was last asked for.
    used: Mutex<Instant>,
}

/// How long a journal that nobody uses stays in memory.
const IDLE: Duration = Duration::from_secs(300);

/// How often a change is tried while other servers add entries at the same time.
const TRIES: usize = 8;

impl<C> Clone for Live<C> {
    fn clone(&self) -> Live<C> {
        Live(Arc::clone(&self.0))
    }
}

impl<C: Chronicle> fmt::Debug for Live<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Live({})", C::KIND)
    }
}

impl<C: Chronicle> Live<C> {
    fn new(store: Store) -> Live<C> {
        Live(Arc::new(Shared { store, open: Mutex::default() }))
    }

    /// Opens a journal with its first entries, of which there is at least one, and returns its id. `None` if the code, by which people
    /// find it, is taken.
    pub async fn open(&self, code: Option<&str>, entries: Vec<C::Entry>) -> Result<Option<String>, ApiError> {
        let id = random::match_id();
        let code = code.map(str::to_owned);
        let entries = kept::texts(&entries)?;
        let new = NewJournal { id: id.clone(), kind: C::KIND, code, created: now(), entries };
        match self.0.store.add_journal(new).await {
            Ok(()) => Ok(Some(id)),
            Err(StoreError::Conflict(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The id of the journal with this code.
    pub async fn find(&self, code: &str) -> Result<Option<String>, ApiError> {
        Ok(self.0.store.journal_with_code(C::KIND, code).await?)
    }

    /// The ids of all journals of this kind, the oldest first.
    pub async fn ids(&self) -> Result<Vec<String>, ApiError> {
        Ok(self.0.store.journals(C::KIND).await?)
    }

    /// Reads the state of a journal, which others may change meanwhile.
    pub async fn read<T>(&self, id: &str, read: impl FnOnce(&C) -> T) -> Result<T, ApiError> {
        let journal = self.journal(id).await?;
        let mut kept = journal.kept.lock().await;
        self.catch_up(id, &journal, &mut kept, Duration::ZERO).await?;
        Ok(read(kept.state()))
    }

    /// Adds the entries that `decide` makes of the state and the time, in milliseconds since 1970. They are stored before anybody sees
    /// them. `decide` runs again if another server was quicker; if it fails, nothing changes.
    pub async fn change<T>(
        &self,
        id: &str,
        mut decide: impl FnMut(&C, i64) -> Result<(Vec<C::Entry>, T), ApiError>,
    ) -> Result<T, ApiError> {
        let journal = self.journal(id).await?;
        let mut kept = journal.kept.lock().await;
        for _ in 0..TRIES {
            self.catch_up(id, &journal, &mut kept, Duration::ZERO).await?;
            let now = kept.time(now());
            let (entries, value) = decide(kept.state(), now)?;
            if entries.is_empty() {
                return Ok(value);
            }
            if kept.count() + entries.len() > C::MOST_ENTRIES {
                let message = format!("this {} is full: it has {} entries", C::KIND, kept.count());
                return Err(ApiError::new(Code::LimitStorage, message));
            }
            let texts = kept::texts(&entries)?;
            let from = kept.count();
            // If this request is dropped while it waits, the entries are stored, and the next one reads them.
            kept.set_stale();
            match self.0.store.add_entries(id, from, now, texts).await {
                Ok(()) => {
                    kept.add(&entries, now);
                    journal.tell();
                    return Ok(value);
                }
                Err(StoreError::Conflict(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(ApiError::new(Code::LimitBusy, "too many change this at once: try again"))
    }

    /// Deletes a journal with everything in it.
    pub async fn delete(&self, id: &str) -> Result<(), ApiError> {
        let journal = self.journal(id).await?;
        let mut kept = journal.kept.lock().await;
        self.0.store.delete_journal(id).await?;
        kept.set_gone();
        self.forget(id, &journal);
        Ok(())
    }

    /// The journal in memory; reads it from the store if necessary.
    async fn journal(&self, id: &str) -> Result<Arc<Journal<C>>, ApiError> {
        if let Some(journal) = self.in_memory(id) {
            return Ok(journal);
        }
        if !self.0.store.has_journal(C::KIND, id).await? {
            return Err(unknown::<C>(id));
        }
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, journal| !journal.is_idle());
        Ok(Arc::clone(open.entry(id.to_owned()).or_default()))
    }

    fn in_memory(&self, id: &str) -> Option<Arc<Journal<C>>> {
        let open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let journal = open.get(id)?;
        *journal.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Some(Arc::clone(journal))
    }

    /// Reads what others have added, unless that was done less than `fresh` ago. A server alone has added everything itself.
    async fn catch_up(
        &self,
        id: &str,
        journal: &Arc<Journal<C>>,
        kept: &mut Kept<C>,
        fresh: Duration,
    ) -> Result<(), ApiError> {
        let before = kept.count();
        kept.catch_up(&self.0.store, id, fresh).await?;
        if kept.is_gone() {
            self.forget(id, journal);
            return Err(unknown::<C>(id));
        }
        if kept.count() > before {
            journal.tell();
        }
        Ok(())
    }

    /// Drops a journal that was deleted.
    fn forget(&self, id: &str, journal: &Arc<Journal<C>>) {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.get(id).is_some_and(|known| Arc::ptr_eq(known, journal)) {
            open.remove(id);
        }
        journal.tell();
    }
}

impl<C: Chronicle> Default for Journal<C> {
    fn default() -> Journal<C> {
        Journal {
            kept: tokio::sync::Mutex::default(),
            changes: watch::Sender::default(),
            used: Mutex::new(Instant::now()),
        }
    }
}

impl<C> Journal<C> {
    /// Wakes the sockets.
    fn tell(&self) {
        self.changes.send_modify(|change| *change += 1);
    }

    fn is_idle(self: &Arc<Self>) -> bool {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::strong_count(self) == 1 && self.changes.receiver_count() == 0 && used.elapsed() > IDLE
    }
}

fn unknown<C: Chronicle>(id: &str) -> ApiError {
    // Untrusted text: cut to about the length of an id.
    let id: String = id.chars().take(20).collect();
    ApiError::new(C::UNKNOWN, format!("there is no {} {id:?}", C::KIND))
}

/// The journals of every kind that is in use.
#[derive(Default)]
pub(crate) struct Kinds(Mutex<HashMap<TypeId, Box<dyn Any + Send>>>);

impl Kinds {
    pub(crate) fn live<C: Chronicle>(&self, store: &Store) -> Live<C> {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let live = kinds.entry(TypeId::of::<C>()).or_insert_with(|| Box::new(Live::<C>::new(store.clone())));
        live.downcast_ref::<Live<C>>().expect("it is stored under its type").clone()
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kinds")
    }
}

#[cfg(test)]
mod tests;
