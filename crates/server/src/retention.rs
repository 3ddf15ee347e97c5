use std::time::Duration;

use golemry_store::{Store, StoreError};

use crate::rooms::now;

/// The interval between deletions.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Matches deleted per transaction. Few, because players' moves wait for it.
const AT_ONCE: u32 = 100;

/// How long a match is kept after everyone has taken it off their list, so that they can undo it.
const SECOND_THOUGHTS: Duration = Duration::from_secs(60 * 60);

/// Deletes matches that nobody lists any more and finished ones older than `keep`, until the store is closed.
pub(crate) async fn run(store: Store, keep: Option<Duration>) {
    loop {
        match delete_old(&store, keep).await {
            Ok(0) => {}
            Ok(count) => tracing::info!("{count} old matches were deleted"),
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!("old matches were not deleted: {error}"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

async fn delete_old(store: &Store, keep: Option<Duration>) -> Result<usize, StoreError> {
    let before = |age: Duration| now().saturating_sub(i64::try_from(age.as_millis()).unwrap_or(i64::MAX));
    let unlisted = delete_unlisted(store, before(SECOND_THOUGHTS)).await?;
    let finished = match keep {
        Some(keep) => delete_finished(store, before(keep)).await?,
        None => 0,
    };
    Ok(unlisted + finished)
}

/// Deletes the matches that nobody has listed since a time; returns their number.
async fn delete_unlisted(store: &Store, before: i64) -> Result<usize, StoreError> {
    let mut count = 0;
    loop {
        let ids = store.unlisted_before(before, AT_ONCE).await?;
        if ids.is_empty() {
            return Ok(count);
        }
        count += ids.len();
        store.delete_matches(ids).await?;
    }
}

/// Deletes the matches that ended before a time; returns their number.
async fn delete_finished(store: &Store, before: i64) -> Result<usize, StoreError> {
    let mut count = 0;
    loop {
        let ids = store.finished_before(before, AT_ONCE).await?;
        if ids.is_empty() {
            return Ok(count);
        }
        count += ids.len();
        store.delete_matches(ids).await?;
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{Seed, Settings};
    use golemry_table::{Chair, Level, Status};

    use super::*;
    use golemry_room::Opening;

    use crate::rooms::set_up;

    #[tokio::test]
    async fn only_finished_matches_are_deleted_and_only_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let mut ids = Vec::new();
        // More than fit into one transaction; of the last two one ended later, the other is not over.
        for number in 0..i64::from(AT_ONCE) + 10 {
            let settings = Settings { variant: Some("beginner".to_owned()), ..Settings::default() };
            let opening =
                Opening::new(golemry_registry::games().find("duel").unwrap(), &settings, Seed(1)).unwrap();
            let (new, _) = set_up(opening, "ada".to_owned(), vec![Chair::bot(Level::Random); 2], None, false);
            let (id, over) = (
                new.row.id.clone(),
                Status { to_act: vec![], over: true, scores: Some(vec![2, 0]), winners: None },
            );
            store.add_match(new).await.unwrap();
            let last = i64::from(AT_ONCE) + 9;
            if number < last {
                let ended = if number == last - 1 { 1000 } else { number };
                store.add_events(&id, 0, 0, vec!["{}".to_owned()], &over, ended).await.unwrap();
            }
            ids.push(id);
        }
        assert_eq!(delete_finished(&store, 1000).await.unwrap(), AT_ONCE as usize + 8);
        let kept = ids.split_off(ids.len() - 2);
        for id in kept {
            assert!(store.load(&id).await.unwrap().is_some());
        }
        assert!(store.load(&ids[0]).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn old_matches_are_deleted_when_the_server_starts() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let opening =
            Opening::new(golemry_registry::games().find("duel").unwrap(), &Settings::default(), Seed(1));
        let chairs = vec![Chair::bot(Level::Random); 2];
        let (new, _) = set_up(opening.unwrap(), "ada".to_owned(), chairs, None, false);
        let (id, events) = (new.row.id.clone(), new.events.len());
        store.add_match(new).await.unwrap();
        let over = Status { to_act: vec![], over: true, scores: Some(vec![2, 0]), winners: None };
        store.add_events(&id, 0, events, vec!["{}".to_owned()], &over, 1000).await.unwrap();
        let deleting = tokio::spawn(run(store.clone(), Some(Duration::from_secs(1))));
        while store.summary(&id).await.unwrap().is_some() {
            assert!(!deleting.is_finished());
            tokio::task::yield_now().await;
        }
        deleting.abort();
    }

    #[tokio::test]
    async fn a_match_that_nobody_lists_is_deleted_after_a_while() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let mut ids = Vec::new();
        for unlisted in [Some(0), Some(now()), None] {
            let opening =
                Opening::new(golemry_registry::games().find("duel").unwrap(), &Settings::default(), Seed(1))
                    .unwrap();
            let (new, _) = set_up(opening, "ada".to_owned(), vec![Chair::bot(Level::Random); 2], None, false);
            let id = new.row.id.clone();
            store.add_match(new).await.unwrap();
            if let Some(time) = unlisted {
                store.set_listed("ada", &id, false, time).await.unwrap();
            }
            ids.push(id);
        }
        assert_eq!(delete_old(&store, None).await.unwrap(), 1);
        assert!(store.load(&ids[0]).await.unwrap().is_none());
        for kept in &ids[1..] {
            assert!(store.load(kept).await.unwrap().is_some(), "it can still be put back");
        }
    }
}
