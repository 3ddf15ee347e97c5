//! Reviews of matches that are over. A review takes a while, so it is made in slices: each request does one, on the queue for all
//! thinking, charged to the requester, and returns the progress. Without requests no work is done. Finished reviews are cached.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use golemry_room::api::ReviewSoFar;
use golemry_table::{Json, Record, Reviewer, Reviewing};
use serde_json::value::to_raw_value;

use crate::error::ApiError;
use crate::rooms::Rooms;
use crate::thinking::{Owner, Stop, Undone};

/// The size of the cache. Of the address with the most reviews the least recently requested one is evicted first, so that nobody loses
/// theirs to somebody else's flood.
const KEPT: usize = 32;

/// The approximate length of a slice. The clock decides how much is done per slice, never the result.
const SLICE: Duration = Duration::from_millis(700);

/// Fewer iterations than the command uses: a page should not wait for minutes.
const ITERATIONS: u32 = 100;

/// The reviews in progress, and the finished ones.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<VecDeque<Entry>>);

struct Entry {
    id: String,
    /// The address that asked for it first.
    address: IpAddr,
    total: usize,
    work: Work,
}

enum Work {
    /// Between two slices.
    Waiting(Box<dyn Reviewer>),
    /// A request works at it; the number of steps done when it began.
    Going(usize),
    Done(Json),
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Entry({}, {} steps)", self.id, self.total)
    }
}

impl Reviews {
    /// The progress of a review; `None` if it is not in the cache. Marks it as the most recently requested.
    fn look(&self, id: &str) -> Option<ReviewSoFar> {
        let mut entries = self.lock();
        let place = entries.iter().position(|entry| entry.id == id)?;
        let entry = entries.remove(place)?;
        let total = entry.total;
        let (done, review) = match &entry.work {
            Work::Waiting(reviewer) => (reviewer.progress().0, None),
            Work::Going(done) => (*done, None),
            Work::Done(review) => (total, Some(review.clone())),
        };
        entries.push_back(entry);
        Some(ReviewSoFar { done, total, review })
    }

    fn add(&self, id: &str, address: IpAddr, reviewer: Box<dyn Reviewer>) {
        let mut entries = self.lock();
        if entries.iter().any(|entry| entry.id == id) {
            return;
        }
        if entries.len() == KEPT {
            let of = |address| entries.iter().filter(|entry| entry.address == address).count();
            let most = entries.iter().map(|entry| of(entry.address)).max();
            let evicted = entries.iter().position(|entry| Some(of(entry.address)) == most);
            evicted.map(|place| entries.remove(place));
        }
        let total = reviewer.progress().1;
        entries.push_back(Entry { id: id.to_owned(), address, total, work: Work::Waiting(reviewer) });
    }

    /// Works at a review for a slice, unless another request does.
    fn work(&self, id: &str, stop: &Stop) {
        let Some(mut reviewer) = self.take(id) else { return };
        let end = Instant::now() + SLICE;
        let is_done = |reviewer: &dyn Reviewer| reviewer.progress().0 == reviewer.progress().1;
        while !is_done(&*reviewer) && !stop.is_set() && Instant::now() < end {
            reviewer.step();
        }
        let work = if is_done(&*reviewer) {
            Work::Done(to_raw_value(&reviewer.review()).expect("a review is plain data"))
        } else {
            Work::Waiting(reviewer)
        };
        // If it was evicted meanwhile, the next request begins again.
        if let Some(entry) = self.lock().iter_mut().find(|entry| entry.id == id) {
            entry.work = work;
        }
    }

    fn take(&self, id: &str) -> Option<Box<dyn Reviewer>> {
        let mut entries = self.lock();
        let entry = entries.iter_mut().find(|entry| entry.id == id)?;
        let Work::Waiting(reviewer) = &entry.work else { return None };
        let going = Work::Going(reviewer.progress().0);
        match std::mem::replace(&mut entry.work, going) {
            Work::Waiting(reviewer) => Some(reviewer),
            Work::Going(_) | Work::Done(_) => None,
        }
    }

    /// Drops a review that failed, so that the next request begins again.
    fn forget(&self, id: &str) {
        self.lock().retain(|entry| entry.id != id);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    /// The review of a match that is over, or its progress. Each call advances it by one slice.
    pub(crate) async fn review(&self, id: &str, owner: Owner) -> Result<ReviewSoFar, ApiError> {
        let reviews = Arc::clone(&self.shared.reviews);
        let limit = self.shared.config.patience;
        match reviews.look(id) {
            Some(done) if done.review.is_some() => return Ok(done),
            Some(_) => {}
            None => {
                let (row, status) = self.finished(id).await?;
                let game = self.shared.games.find(&row.opening.game)?;
                row.opening.check_edition(game.about())?;
                let names = self.shared.store.names(&row.players()).await?;
                let stored = self.stored(id, status, names).await?;
                let begin = move |_: &Stop| begin(game, &stored.into_record()?);
                let reviewer = self.shared.scheduler.run_within(limit, owner.clone(), begin).await??;
                reviews.add(id, owner.address(), reviewer);
            }
        }
        let (working, name) = (Arc::clone(&reviews), id.to_owned());
        let worked =
            self.shared.scheduler.run_within(limit, owner, move |stop| working.work(&name, stop)).await;
        if worked == Err(Undone::Failed) {
            reviews.forget(id);
        }
        worked?;
        Ok(reviews.look(id).unwrap_or(ReviewSoFar { done: 0, total: 0, review: None }))
    }
}

fn begin(game: &dyn golemry_table::Entry, record: &Record) -> Result<Box<dyn Reviewer>, ApiError> {
    let table = game.replay(record)?;
    Ok(table.reviewer(Reviewing { iterations: ITERATIONS, ..Reviewing::default() })?)
}

#[cfg(test)]
mod tests {
    use golemry_core::{Seed, Settings};

    use super::*;
    use crate::limits::HERE;

    fn reviewer() -> Box<dyn Reviewer> {
        let table =
            golemry_registry::games().find("golem-it").unwrap().open(&Settings::default(), Seed(1)).unwrap();
        table.reviewer(Reviewing { iterations: 1, seed: Seed(1) }).unwrap()
    }

    #[test]
    fn a_finished_review_is_kept_and_the_oldest_is_forgotten() {
        let reviews = Reviews::default();
        reviews.add("first", HERE, reviewer());
        assert_eq!(reviews.look("first").map(|it| (it.done, it.total)), Some((0, 2)));
        reviews.work("first", &Stop::default());
        let done = reviews.look("first").unwrap();
        assert!(done.review.is_some_and(|review| review.get().contains("\"chances\":")));
        for number in 0..KEPT {
            reviews.add(&number.to_string(), HERE, reviewer());
        }
        assert!(reviews.look("first").is_none() && reviews.look("0").is_some());
    }

    #[tokio::test]
    async fn a_finished_review_waits_for_no_work() {
        let folder = tempfile::tempdir().unwrap();
        let store = golemry_store::Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let rooms = Rooms::open(golemry_registry::games(), store, crate::Config::default(), None);
        let reviews = &rooms.shared.reviews;
        reviews.add("begun", HERE, reviewer());
        reviews.add("finished", HERE, reviewer());
        reviews.work("finished", &Stop::default());
        rooms.shared.scheduler.close();
        let owner = || Owner::new(HERE, None);
        assert!(rooms.review("finished", owner()).await.unwrap().review.is_some());
        assert!(rooms.review("begun", owner()).await.is_err(), "nobody works any more");
    }

    #[test]
    fn a_flood_of_one_address_evicts_no_other() {
        let reviews = Reviews::default();
        reviews.add("mine", HERE, reviewer());
        for number in 0..2 * KEPT {
            reviews.add(&number.to_string(), IpAddr::from([192, 0, 2, 1]), reviewer());
        }
        assert!(reviews.look("mine").is_some() && reviews.look("0").is_none());
        assert_eq!(reviews.lock().len(), KEPT);
    }

    #[test]
    fn only_one_works_at_a_review() {
        let reviews = Reviews::default();
        reviews.add("match", HERE, reviewer());
        let taken = reviews.take("match");
        assert!(taken.is_some() && reviews.take("match").is_none());
        reviews.work("match", &Stop::default());
        assert!(reviews.look("match").is_some_and(|it| it.review.is_none() && it.total == 2));
    }
}
