use std::time::Duration;

use golemry_store::{Store, StoreError};

use crate::hall::now;

/// How often old matches are looked for.
const EVERY: Duration = Duration::from_secs(60 * 60);

/// Matches that are deleted in one transaction: players' moves wait for it.
const AT_ONCE: u32 = 100;

/// Deletes finished matches once they are older than `keep`, until the store is closed.
pub(crate) async fn run(store: Store, keep: Duration) {
    loop {
        let before = now().saturating_sub(i64::try_from(keep.as_millis()).unwrap_or(i64::MAX));
        match delete_finished(&store, before).await {
            Ok(0) => {}
            Ok(count) => tracing::info!("{count} old matches were deleted"),
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!("old matches were not deleted: {error}"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Deletes the matches that ended before a time; how many there were.
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
    use golemry_registry::{Level, Status};
    use golemry_store::Chair;

    use super::*;
    use crate::hall::Opening;

    #[tokio::test]
    async fn only_finished_matches_are_deleted_and_only_old_ones() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_file(&folder.path().join("test.db")).await.unwrap();
        let mut ids = Vec::new();
        // More than fit into one transaction; the last two ended later and not at all.
        for number in 0..i64::from(AT_ONCE) + 10 {
            let settings = Settings { variant: Some("beginner".to_owned()), ..Settings::default() };
            let opening = Opening::new("duel", &settings, Seed(1)).unwrap();
            let (new, _) = opening.with("ada".to_owned(), vec![Chair::bot(Level::Random); 2], None, false);
            let (id, over) =
                (new.row.id.clone(), Status { to_act: vec![], over: true, scores: Some(vec![2, 0]) });
            store.add_match(new).await.unwrap();
            let last = i64::from(AT_ONCE) + 9;
            if number < last {
                let ended = if number == last - 1 { 1000 } else { number };
                store.add_events(&id, 0, vec!["{}".to_owned()], &over, ended).await.unwrap();
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
}
