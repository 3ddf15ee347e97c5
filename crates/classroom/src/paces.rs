use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How often things may be done in classes. Pupils share the address of their school, so what they do is counted for each of them; only
/// guesses are counted for each address. docs/server.md has the numbers and the reasons.
#[derive(Debug)]
pub(crate) struct Paces {
    /// Wrong codes, words and links, by address. While they are looked up, right ones count as well: a whole class types at the same time.
    pub(crate) guesses: Pace<IpAddr>,
    /// Wrong words, by class, since a stranger may have many addresses.
    pub(crate) words: Pace<String>,
    /// Classes opened, by address.
    pub(crate) openings: Pace<IpAddr>,
    /// Pupils who join, by class.
    pub(crate) joins: Pace<String>,
    /// Attempts and golems, by class and seat; the teacher has seat 0.
    pub(crate) sends: Pace<(String, u16)>,
    /// Rounds of the league, by class.
    pub(crate) rounds: Pace<String>,
}

impl Default for Paces {
    fn default() -> Paces {
        Paces {
            guesses: Pace::new(60, 1.0 / 15.0),
            words: Pace::new(60, 1.0 / 10.0),
            openings: Pace::new(20, 20.0 / 86_400.0),
            joins: Pace::new(60, 1.0),
            sends: Pace::new(10, 2.0),
            rounds: Pace::new(3, 0.5),
        }
    }
}

/// A rate limit for each key, in memory.
#[derive(Debug)]
pub(crate) struct Pace<K> {
    burst: f64,
    per_second: f64,
    // Held for a few instructions at a time, never over an await.
    left: Mutex<HashMap<K, (f64, Instant)>>,
}

/// How many keys are tracked before those with everything left are dropped.
const REMEMBERED: usize = 10_000;

impl<K: Eq + Hash> Pace<K> {
    fn new(burst: u32, per_second: f64) -> Pace<K> {
        Pace { burst: burst.into(), per_second, left: Mutex::default() }
    }

    /// How many at once, and how many per second in the long run.
    #[cfg(test)]
    pub(crate) fn limits(&self) -> (u32, f64) {
        (self.burst as u32, self.per_second)
    }

    /// Counts one; false if it is too many.
    pub(crate) fn take(&self, key: K) -> bool {
        self.take_at(key, Instant::now())
    }

    fn take_at(&self, key: K, now: Instant) -> bool {
        self.with(key, now, |left| {
            let enough = *left >= 1.0;
            *left -= f64::from(u8::from(enough));
            enough
        })
    }

    /// Takes back what was counted: it was no guess.
    pub(crate) fn give_back(&self, key: K) {
        self.with(key, Instant::now(), |left| *left += 1.0);
    }

    fn with<T>(&self, key: K, now: Instant, act: impl FnOnce(&mut f64) -> T) -> T {
        let refilled = |(left, filled): (f64, Instant)| {
            let passed = now.saturating_duration_since(filled).as_secs_f64();
            (left + passed * self.per_second).min(self.burst)
        };
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED && !all.contains_key(&key) {
            all.retain(|_, known| refilled(*known) < self.burst);
        }
        let known = all.entry(key).or_insert((self.burst, now));
        *known = (refilled(*known), now);
        act(&mut known.0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_key_has_its_own_pace() {
        let (pace, start) = (Pace::new(2, 0.5), Instant::now());
        let take = |key: &'static str, after: u64| pace.take_at(key, start + Duration::from_secs(after));
        assert!(take("ada", 0) && take("ada", 0) && !take("ada", 0) && !take("ada", 1));
        assert!(take("bob", 1) && take("ada", 2) && !take("ada", 3) && take("ada", 4));
        pace.give_back("ada");
        assert!(take("ada", 4));
        assert!(take("ada", 1000) && take("ada", 1000) && !take("ada", 1000), "the burst is the most");
    }
}
