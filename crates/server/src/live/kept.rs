use std::time::{Duration, Instant};

use golemry_store::Store;
use serde::Serialize;

use super::Chronicle;
use crate::error::ApiError;

/// The state of a journal as far as it was read.
pub(super) struct Kept<C> {
    state: C,
    /// How many entries have been carried out.
    count: usize,
    /// When the last of them was added.
    last: i64,
    /// When the store was last looked at; `None` if entries may have been stored since that are not carried out.
    looked: Option<Instant>,
    is_gone: bool,
}

impl<C: Default> Default for Kept<C> {
    fn default() -> Kept<C> {
        Kept { state: C::default(), count: 0, last: 0, looked: None, is_gone: false }
    }
}

impl<C: Chronicle> Kept<C> {
    pub(super) fn state(&self) -> &C {
        &self.state
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The time of the next entry: now, unless the clock was set back.
    pub(super) fn time(&self, now: i64) -> i64 {
        now.max(self.last)
    }

    /// Whether the journal was deleted.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone
    }

    pub(super) fn set_gone(&mut self) {
        self.is_gone = true;
    }

    /// Has the store looked at before the state is used again.
    pub(super) fn set_stale(&mut self) {
        self.looked = None;
    }

    /// Carries out entries that were stored just now.
    pub(super) fn add(&mut self, entries: &[C::Entry], at: i64) {
        entries.iter().for_each(|entry| self.state.apply(entry, at));
        self.count += entries.len();
        self.last = at;
        self.looked = Some(Instant::now());
    }

    /// Carries out the entries that were stored meanwhile, unless the store was looked at less than `fresh` ago.
    pub(super) async fn catch_up(
        &mut self,
        store: &Store,
        id: &str,
        fresh: Duration,
    ) -> Result<(), ApiError> {
        let is_fresh = self.looked.is_some_and(|looked| !store.is_shared() || looked.elapsed() < fresh);
        if self.is_gone || is_fresh {
            return Ok(());
        }
        // A journal begins with an entry, so the last known one is missing only if it was deleted.
        let known = self.count.saturating_sub(1);
        let stored = store.entries(id, known).await?;
        if stored.is_empty() {
            self.is_gone = true;
            return Ok(());
        }
        for row in stored.iter().skip(self.count - known) {
            let entry = serde_json::from_str(&row.entry).map_err(|error| {
                ApiError::internal(&format!("entry {} of {} {id}: {error}", self.count, C::KIND))
            })?;
            self.add(&[entry], row.at);
        }
        self.looked = Some(Instant::now());
        Ok(())
    }
}

/// Entries as they are stored.
pub(super) fn texts<E: Serialize>(entries: &[E]) -> Result<Vec<String>, ApiError> {
    let texts = entries.iter().map(serde_json::to_string).collect::<Result<_, _>>();
    texts.map_err(|error| ApiError::internal(&error))
}
