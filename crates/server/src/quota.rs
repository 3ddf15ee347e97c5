use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use golemry_table::Code;

use crate::error::ApiError;
use crate::limits::{Bucket, household};

/// How much may be added to the database in a day: by each address, and by all together. Addresses are never stored: the counts are in
/// memory only.
#[derive(Debug)]
pub(crate) struct Quota {
    /// Bytes per day and address. All of them may be used at once.
    each: f64,
    /// Bytes per day, for all addresses together.
    all: f64,
    // Held for a few instructions at a time, never over an await.
    left: Mutex<Left>,
}

#[derive(Debug)]
struct Left {
    addresses: HashMap<IpAddr, Bucket>,
    all: Bucket,
}

/// How many addresses are tracked before those with a full quota are dropped.
const REMEMBERED: usize = 10_000;

/// What a change counts that has no size of its own, such as a name or somebody who sits down: more than it takes.
pub(crate) const CHANGE: usize = 512;

impl Quota {
    pub(crate) fn new(each: u64, all: u64) -> Quota {
        let (each, all) = (each as f64, all as f64);
        let left = Left { addresses: HashMap::new(), all: Bucket::new(all, Instant::now()) };
        Quota { each, all, left: Mutex::new(left) }
    }

    /// Counts bytes that an address is about to add, or refuses with `limit/storage` if it has fewer left.
    pub(crate) fn take(&self, address: Option<IpAddr>, bytes: usize) -> Result<(), ApiError> {
        self.take_at(address, bytes, Instant::now())
    }

    /// Counts bytes that have been added, even if they are more than the address has left.
    pub(crate) fn charge(&self, address: Option<IpAddr>, bytes: usize) {
        self.with(address, Instant::now(), |own, all| {
            own.into_iter().chain([all]).for_each(|bucket| bucket.charge(bytes as f64));
        });
    }

    fn take_at(&self, address: Option<IpAddr>, bytes: usize, now: Instant) -> Result<(), ApiError> {
        let bytes = bytes as f64;
        let full = |message: &str| Err(ApiError::new(Code::LimitStorage, message));
        self.with(address, now, |own, all| {
            if own.as_ref().is_some_and(|own| own.tokens() < bytes) {
                return full(
                    "this address has stored as much as it may in a day: nothing is lost, go on later",
                );
            }
            if all.tokens() < bytes {
                return full(
                    "this server has stored as much as it takes in a day: nothing is lost, go on later",
                );
            }
            own.into_iter().chain([all]).for_each(|bucket| bucket.charge(bytes));
            Ok(())
        })
    }

    /// Hands over what is left to an address, if one is to pay, and to all.
    fn with<T>(
        &self,
        address: Option<IpAddr>,
        now: Instant,
        act: impl FnOnce(Option<&mut Bucket>, &mut Bucket) -> T,
    ) -> T {
        let address = address.map(household);
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let Left { addresses, all } = &mut *left;
        if addresses.len() >= REMEMBERED && address.is_some_and(|address| !addresses.contains_key(&address)) {
            addresses.retain(|_, bucket| !bucket.refill(self.each, per_second(self.each), now));
        }
        let own = address.map(|address| {
            let own = addresses.entry(address).or_insert_with(|| Bucket::new(self.each, now));
            own.refill(self.each, per_second(self.each), now);
            own
        });
        all.refill(self.all, per_second(self.all), now);
        act(own, all)
    }
}

fn per_second(daily: f64) -> f64 {
    daily / (24.0 * 60.0 * 60.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const ADA: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
    const BOB: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2));

    #[test]
    fn a_quota_comes_back_within_a_day() {
        let quota = Quota::new(864_000, 2_000_000);
        let start = Instant::now();
        let take = |address, bytes, hours: u64| {
            quota.take_at(Some(address), bytes, start + Duration::from_secs(hours * 60 * 60)).is_ok()
        };
        assert!(take(ADA, 800_000, 0) && !take(ADA, 100_000, 0) && take(ADA, 64_000, 0));
        assert!(!take(ADA, 40_000, 1) && take(ADA, 36_000, 1), "ten bytes a second");
        assert!(!take(ADA, 864_001, 100) && take(ADA, 864_000, 100));
        assert!(take(BOB, 864_000, 100), "others have their own");
    }

    #[test]
    fn addresses_with_a_full_quota_are_forgotten_and_others_are_not() {
        let quota = Quota::new(1_000, u64::MAX);
        let now = Instant::now();
        for number in 0..REMEMBERED as u32 {
            quota.with(Some(IpAddr::from(number.to_be_bytes())), now, |_, _| ());
        }
        let busy = IpAddr::from(0_u32.to_be_bytes());
        quota.take_at(Some(busy), 1_000, now).unwrap();
        quota.with(Some(ADA), now, |_, _| ());
        let left = quota.left.lock().unwrap();
        assert_eq!(left.addresses.len(), 2, "the busy one and the new one");
        assert!(left.addresses.contains_key(&busy));
    }

    #[test]
    fn all_addresses_share_a_ceiling_and_a_debt_is_paid_first() {
        let quota = Quota::new(1_000, 1_500);
        let now = Instant::now();
        let refused = |address, bytes| quota.take_at(address, bytes, now).map_err(|error| error.code());
        assert!(refused(Some(ADA), 1_000).is_ok() && refused(Some(BOB), 400).is_ok());
        assert_eq!(refused(Some(BOB), 400), Err(Code::LimitStorage), "there are 100 left for all");
        assert!(refused(None, 100).is_ok(), "what nobody pays for counts for all");
        quota.charge(Some(BOB), 5_000);
        assert_eq!(refused(Some(BOB), 1), Err(Code::LimitStorage));
        assert_eq!(refused(None, 1), Err(Code::LimitStorage));
    }
}
