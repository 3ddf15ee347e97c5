//! Records of matches that are over, as they are downloaded. A long one takes a while to write, so it is written on a blocking thread and
//! kept.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use golemry_store::MatchRow;
use golemry_table::{Record, Status};

use crate::error::ApiError;
use crate::rooms::{Rooms, parse};

/// The most bytes of kept records: some twenty of the longest, or thousands of usual ones.
const KEPT: usize = 32 << 20;

/// The records downloaded most recently, as JSON.
#[derive(Debug, Default)]
pub(crate) struct Records(Mutex<VecDeque<Written>>);

#[derive(Debug)]
struct Written {
    id: String,
    names: Names,
    json: Bytes,
}

/// The names of the players, by id. They can change after the end of a match.
type Names = HashMap<String, String>;

/// A finished match as it is stored.
pub(crate) struct Stored {
    pub(crate) row: MatchRow,
    pub(crate) events: Vec<String>,
    pub(crate) status: Status,
    pub(crate) names: Names,
}

impl Stored {
    /// Its record. Parsing takes a few microseconds per event: call this on a thread that may block.
    pub(crate) fn into_record(self) -> Result<Record, ApiError> {
        let events = parse(&self.events).map_err(|error| ApiError::internal(&error))?;
        Ok(self.row.into_record(events, self.status.scores, &self.names))
    }
}

impl Records {
    fn find(&self, id: &str, names: &Names) -> Option<Bytes> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|written| written.id == id && written.names == *names)?;
        let written = kept.remove(place)?;
        let json = written.json.clone();
        kept.push_back(written);
        Some(json)
    }

    fn keep(&self, written: Written) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.id != written.id);
        kept.push_back(written);
        let mut bytes: usize = kept.iter().map(|written| written.json.len()).sum();
        while bytes > KEPT
            && let Some(oldest) = kept.pop_front()
        {
            bytes -= oldest.json.len();
        }
    }
}

impl Rooms {
    /// The record of a match that is over, or that no server can continue, as JSON.
    pub(crate) async fn record(&self, id: &str, address: IpAddr) -> Result<Bytes, ApiError> {
        let (row, status) = self.finished(id).await?;
        let _turn = self.shared.turns.take(address).await;
        let names = self.shared.store.names(&row.players()).await?;
        if let Some(json) = self.shared.records.find(id, &names) {
            return Ok(json);
        }
        let stored = self.stored(id, status, names.clone()).await?;
        let json = tokio::task::spawn_blocking(move || {
            let record = stored.into_record()?;
            serde_json::to_vec(&record).map(Bytes::from).map_err(|error| ApiError::internal(&error))
        });
        let json = json.await.map_err(|error| ApiError::internal(&error))??;
        self.shared.records.keep(Written { id: id.to_owned(), names, json: json.clone() });
        Ok(json)
    }

    /// A match that is over, with its events, if this server knows its rules.
    pub(crate) async fn over(&self, id: &str) -> Result<Stored, ApiError> {
        let (row, status) = self.finished(id).await?;
        self.shared.check_edition(&row.opening)?;
        let names = self.shared.store.names(&row.players()).await?;
        self.stored(id, status, names).await
    }

    /// A finished match with its events.
    pub(crate) async fn stored(&self, id: &str, status: Status, names: Names) -> Result<Stored, ApiError> {
        let (row, events) = self.shared.store.load(id).await?.ok_or_else(|| ApiError::unknown_match(id))?;
        Ok(Stored { row, events, status, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(id: &str, names: &Names, bytes: usize) -> Written {
        Written { id: id.to_owned(), names: names.clone(), json: vec![0; bytes].into() }
    }

    #[test]
    fn records_are_kept_until_there_are_too_many_or_somebody_has_another_name() {
        let (records, names) = (Records::default(), Names::new());
        for id in ["first", "second"] {
            records.keep(written(id, &names, KEPT / 3));
        }
        assert!(records.find("first", &names).is_some());
        records.keep(written("third", &names, KEPT / 2));
        assert!(records.find("second", &names).is_none(), "it was asked for least recently");
        assert!(records.find("first", &names).is_some() && records.find("third", &names).is_some());
        let renamed = Names::from([("ada".to_owned(), "Ada".to_owned())]);
        assert!(records.find("third", &renamed).is_none());
        records.keep(written("third", &renamed, 1));
        assert!(records.find("third", &renamed).is_some() && records.find("third", &names).is_none());
        records.keep(written("huge", &names, KEPT + 1));
        assert!(records.find("huge", &names).is_none());
    }
}
