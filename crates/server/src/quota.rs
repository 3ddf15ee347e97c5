use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::limits::{Bucket, Rate, household};

/// How much each address may add to the database. Addresses are never stored: the counts are in memory only.
#[derive(Debug)]
pub(crate) struct Quota {
    rate: Rate,
    // Held for a few instructions at a time, never over an await.
    left: Mutex<HashMap<IpAddr, Bucket>>,
}

/// How many addresses are tracked before those with a full quota are dropped.
const REMEMBERED: usize = 10_000;

impl Quota {
    /// The limit in bytes per address and day; all of them may be used at once.
    pub(crate) fn new(daily: u32) -> Quota {
        let rate = Rate { burst: daily, per_second: (daily / (24 * 60 * 60)).max(1) };
        Quota { rate, left: Mutex::default() }
    }

    /// Counts bytes that an address is about to store; false if it has too few left.
    pub(crate) fn take(&self, address: IpAddr, bytes: usize) -> bool {
        self.take_at(address, bytes, Instant::now())
    }

    fn take_at(&self, address: IpAddr, bytes: usize, now: Instant) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= REMEMBERED {
            left.retain(|_, bucket| !bucket.is_full(self.rate, now));
        }
        let bucket = left.entry(household(address)).or_insert_with(|| Bucket::full(self.rate, now));
        bucket.take_many(self.rate, now, bytes as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_quota_comes_back_within_a_day() {
        let quota = Quota::new(864_000);
        let (start, address) = (Instant::now(), IpAddr::from([192, 0, 2, 1]));
        let take =
            |bytes, hours: u64| quota.take_at(address, bytes, start + Duration::from_secs(hours * 60 * 60));
        assert!(take(800_000, 0) && !take(100_000, 0) && take(64_000, 0));
        assert!(!take(40_000, 1) && take(36_000, 1), "ten bytes a second");
        assert!(!take(864_001, 100) && take(864_000, 100));
        assert!(quota.take_at(IpAddr::from([192, 0, 2, 2]), 864_000, start), "others have their own");
    }
}
