//! Addresses whose long work is done one piece after the other: many requests at once for the same long match are then answered from
//! what the first of them has made.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

use crate::limits::household;

/// The turns of addresses that have some work under way.
#[derive(Debug, Default)]
pub(crate) struct Turns(Mutex<HashMap<IpAddr, Weak<tokio::sync::Mutex<()>>>>);

impl Turns {
    /// Waits until it is this request's turn among those of its address. The turn lasts until the result is dropped.
    pub(crate) async fn take(&self, address: IpAddr) -> OwnedMutexGuard<()> {
        let turn = self.of(household(address));
        turn.lock_owned().await
    }

    fn of(&self, address: IpAddr) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&address).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::default();
        turns.insert(address, Arc::downgrade(&turn));
        turn
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn an_address_has_one_turn_at_a_time() {
        let turns = Turns::default();
        let [here, there] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let first = turns.take(here).await;
        let mut second = Box::pin(turns.take(here));
        assert!(second.as_mut().now_or_never().is_none(), "it waits");
        assert!(turns.take(there).now_or_never().is_some(), "others do not");
        drop(first);
        drop(second.await);
        drop(turns.take(there).await);
        assert_eq!(turns.0.lock().unwrap().len(), 1, "nothing stays");
    }
}
