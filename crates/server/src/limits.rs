use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::config::Limits;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many per second, in the long run.
    pub per_second: u32,
}

/// A token bucket that enforces a [`Rate`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket::new(rate.burst.into(), now)
    }

    pub(crate) fn new(tokens: f64, now: Instant) -> Bucket {
        Bucket { tokens, filled: now }
    }

    /// Adds what has come back since it was last refilled; returns whether it is full.
    pub(crate) fn refill(&mut self, burst: f64, per_second: f64, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + passed * per_second).min(burst);
        self.filled = now;
        self.tokens >= burst
    }

    pub(crate) fn tokens(&self) -> f64 {
        self.tokens
    }

    /// Takes tokens, even if there are fewer: then the debt is paid first.
    pub(crate) fn charge(&mut self, tokens: f64) {
        self.tokens -= tokens;
    }

    /// Takes a token; false if there is none.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        self.take_many(rate, now, 1.0)
    }

    /// Takes `many` tokens; false, and none are taken, if there are fewer.
    pub(crate) fn take_many(&mut self, rate: Rate, now: Instant, many: f64) -> bool {
        self.refill(rate.burst.into(), rate.per_second.into(), now);
        let enough = self.tokens >= many;
        if enough {
            self.tokens -= many;
        }
        enough
    }
}

/// Rate limits per address: what each one has done lately, and what it holds.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    limits: Limits,
    // Held for a few instructions at a time, never over an await.
    addresses: Mutex<HashMap<IpAddr, Usage>>,
}

#[derive(Debug)]
struct Usage {
    /// By [`Act`].
    buckets: [Bucket; Act::ALL.len()],
    /// By [`Kind`].
    held: [usize; 5],
}

/// What an address does at a limited rate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Request,
    /// Opening a match.
    Opening,
    /// Asking for the work of a mount.
    Solve,
    /// Downloading a record.
    Record,
    /// Getting an event that has been sent before.
    Resend,
    /// Choosing a name.
    Name,
    /// Sending a byte, in a frame or a body.
    Byte,
}

impl Act {
    const ALL: [Act; 7] =
        [Act::Request, Act::Opening, Act::Solve, Act::Record, Act::Resend, Act::Name, Act::Byte];

    fn rate(self, limits: &Limits) -> Rate {
        match self {
            Act::Request => limits.requests,
            Act::Opening => limits.openings,
            Act::Solve => limits.solves,
            Act::Record => limits.records,
            Act::Resend => limits.resent_events,
            Act::Name => limits.names,
            Act::Byte => limits.bytes,
        }
    }
}

/// How many addresses are tracked before idle ones are dropped.
const REMEMBERED: usize = 10_000;

/// Counts something against an address until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    limits: Arc<AddressLimits>,
    address: IpAddr,
    kind: Kind,
}

/// What can be counted that way.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Connection,
    Socket,
    Match,
    /// A match with a bot, which is a match as well.
    BotMatch,
    /// A match of a house, which goes on without anybody there.
    HouseMatch,
}

impl Kind {
    /// The counters it raises, each with its limit.
    fn counted(self, limits: &Limits) -> Vec<(usize, usize)> {
        let one = |kind: Kind, most| (kind as usize, most);
        match self {
            Kind::Connection => vec![one(self, limits.connections)],
            Kind::Socket => vec![one(self, limits.sockets)],
            Kind::Match => vec![one(self, limits.matches)],
            Kind::HouseMatch => vec![one(self, limits.house_matches)],
            Kind::BotMatch => vec![one(Kind::Match, limits.matches), one(self, limits.bot_matches)],
        }
    }
}

impl AddressLimits {
    pub(crate) fn new(limits: Limits) -> AddressLimits {
        AddressLimits { limits, addresses: Mutex::default() }
    }

    /// Counts something that an address does; false if it does too much of it.
    pub(crate) fn may(&self, address: IpAddr, act: Act) -> bool {
        self.may_many(address, act, 1)
    }

    /// The same for several at once: all of them, or none.
    pub(crate) fn may_many(&self, address: IpAddr, act: Act, many: usize) -> bool {
        let now = Instant::now();
        self.with(address, |usage, limits| {
            usage.buckets[act as usize].take_many(act.rate(limits), now, many as f64)
        })
    }

    /// Counts something until it is dropped; `None` when the address holds too many.
    pub(crate) fn hold(self: &Arc<Self>, address: IpAddr, kind: Kind) -> Option<Held> {
        let room = self.with(address, |usage, limits| {
            let counted = kind.counted(limits);
            let room = counted.iter().all(|(index, most)| usage.held[*index] < *most);
            counted.iter().for_each(|(index, _)| usage.held[*index] += usize::from(room));
            room
        });
        room.then(|| Held { limits: Arc::clone(self), address, kind })
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut Usage, &Limits) -> T) -> T {
        let now = Instant::now();
        let address = household(address);
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= REMEMBERED && !addresses.contains_key(&address) {
            let is_full = |act: Act, usage: &mut Usage| {
                let Rate { burst, per_second } = act.rate(&self.limits);
                usage.buckets[act as usize].refill(burst.into(), per_second.into(), now)
            };
            addresses.retain(|_, usage| {
                usage.held.iter().any(|held| *held > 0)
                    || !Act::ALL.into_iter().all(|act| is_full(act, usage))
            });
        }
        let usage = addresses.entry(address).or_insert_with(|| Usage {
            buckets: Act::ALL.map(|act| Bucket::full(act.rate(&self.limits), now)),
            held: [0; 5],
        });
        act(usage, &self.limits)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.limits.with(self.address, |usage, limits| {
            self.kind.counted(limits).iter().for_each(|(index, _)| usage.held[*index] -= 1);
        });
    }
}

/// The address that limits apply to: a household has one IPv4 address, or a /64 of IPv6 addresses.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address => address,
    }
}

/// The address of a test's client.
#[cfg(test)]
pub(crate) const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_fills_with_time() {
        let rate = Rate { burst: 2, per_second: 10 };
        let start = Instant::now();
        let mut bucket = Bucket::full(rate, start);
        let taken = |bucket: &mut Bucket, after: u64| bucket.take(rate, start + Duration::from_millis(after));
        assert!(taken(&mut bucket, 0) && taken(&mut bucket, 0));
        assert!(!taken(&mut bucket, 50));
        assert!(taken(&mut bucket, 100));
        assert!(!taken(&mut bucket, 100));
        assert!(taken(&mut bucket, 900) && taken(&mut bucket, 900) && !taken(&mut bucket, 900));
    }

    #[test]
    fn addresses_that_are_idle_are_forgotten_and_busy_ones_are_not() {
        let mut bucket = Bucket::new(1.0, Instant::now());
        let start = bucket.filled;
        assert!(!bucket.refill(2.0, 1.0, start) && bucket.refill(2.0, 1.0, start + Duration::from_secs(1)));

        let limits = AddressLimits::new(Limits::default());
        let address = |number: usize| IpAddr::from(u32::try_from(number).unwrap().to_be_bytes());
        (0..REMEMBERED).for_each(|number| limits.with(address(number), |_, _| ()));
        assert!(limits.may_many(address(0), Act::Byte, Limits::default().bytes.burst as usize));
        limits.with(address(REMEMBERED), |_, _| ());
        let known = limits.addresses.lock().unwrap();
        assert_eq!(known.len(), 2, "the busy one and the new one");
        assert!(known.contains_key(&address(0)));
    }

    #[test]
    fn what_is_held_is_given_back() {
        let limits = Arc::new(AddressLimits::new(Limits { sockets: 1, ..Limits::default() }));
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let held = limits.hold(address("2001:db8::1"), Kind::Socket);
        assert!(held.is_some());
        assert!(limits.hold(address("2001:db8::2"), Kind::Socket).is_none(), "the same household");
        assert!(limits.hold(address("192.0.2.1"), Kind::Socket).is_some());
        drop(held);
        assert!(limits.hold(address("2001:db8::2"), Kind::Socket).is_some());
    }

    #[test]
    fn a_match_with_a_bot_counts_as_a_match_too() {
        let limits = Limits { matches: 3, bot_matches: 2, ..Limits::default() };
        let limits = Arc::new(AddressLimits::new(limits));
        let hold = |kind| limits.hold(IpAddr::from([192, 0, 2, 1]), kind);
        let (first, second) = (hold(Kind::BotMatch), hold(Kind::BotMatch));
        assert!(first.is_some() && second.is_some() && hold(Kind::BotMatch).is_none());
        let third = hold(Kind::Match);
        assert!(third.is_some() && hold(Kind::Match).is_none());
        drop(first);
        assert!(hold(Kind::BotMatch).is_some());
    }
}
