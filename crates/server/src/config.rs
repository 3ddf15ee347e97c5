use std::time::Duration;

use golemry_core::Seed;
use golemry_registry::{Budget, Level};

use crate::limits::Rate;

/// How a server behaves. The default is for a table that anyone may reach.
#[derive(Clone, Debug)]
pub struct Config {
    /// What one address and one connection may do.
    pub limits: Limits,
    /// How long a match that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long a hard bot thinks about a decision.
    pub think: Duration,
    /// Whether a proxy stands in front, whose word about addresses is taken.
    pub proxy: bool,
    /// How long finished matches are kept; for ever if `None`.
    pub keep: Option<Duration>,
    /// How many bytes one address may add to the database in a day by opening matches, mostly decks and boards.
    pub daily_quota: u32,
    /// Where seeds come from: the operating system, unless a test wants to know them.
    pub seed: fn() -> Seed,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::default(),
            idle: Duration::from_secs(60),
            think: Duration::from_secs(1),
            proxy: false,
            keep: None,
            daily_quota: 16 << 20,
            seed: crate::random::seed,
        }
    }
}

impl Config {
    /// How long a bot may think: where it searches, by the clock; else as long as it takes, which is no time.
    pub(crate) fn budget(&self, level: Level) -> Option<Budget> {
        let milliseconds = u32::try_from(self.think.as_millis()).unwrap_or(u32::MAX);
        (level == Level::Hard).then_some(Budget::Milliseconds(milliseconds))
    }
}

/// What one address and one connection may do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest frame of a WebSocket, in bytes.
    pub frame: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// Messages of one WebSocket.
    pub messages: Rate,
    /// Requests of one address.
    pub requests: Rate,
    /// Matches opened by one address.
    pub openings: Rate,
    /// Matches in memory that one address has opened.
    pub matches: usize,
    /// WebSockets of one address.
    pub sockets: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            frame: 64 << 10,
            body: 256 << 10,
            messages: Rate { burst: 60, per_second: 20 },
            requests: Rate { burst: 400, per_second: 50 },
            openings: Rate { burst: 60, per_second: 1 },
            matches: 100,
            sockets: 100,
        }
    }
}

impl Limits {
    /// No limits but those of size: for measuring, and where a proxy limits already.
    pub fn none() -> Limits {
        let any = Rate { burst: u32::MAX, per_second: u32::MAX };
        Limits {
            messages: any,
            requests: any,
            openings: any,
            matches: usize::MAX,
            sockets: usize::MAX,
            ..Limits::default()
        }
    }
}
