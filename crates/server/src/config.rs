use std::time::Duration;

use golemry_core::Seed;
use golemry_table::{Budget, Level};

use crate::limits::Rate;
use crate::proxies::Proxies;

/// How a server behaves. The default is for a table that anyone may reach.
#[derive(Clone, Debug)]
pub struct Config {
    /// What one address and one connection may do.
    pub limits: Limits,
    /// How long the server waits for others.
    pub timeouts: Timeouts,
    /// How long a match that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long a bot that searches thinks about a decision.
    pub think: Duration,
    /// How long a hint or the work of a mount may take, waiting in the queue included.
    pub patience: Duration,
    /// How long a player must be away before the host may give their seat to somebody else.
    pub absence: Duration,
    /// How long players may take for each step of a joint shuffle before they are left out of it; `None` if the server alone draws
    /// every seed.
    pub shuffle: Option<Duration>,
    /// How long finished matches are kept; for ever if `None`.
    pub keep: Option<Duration>,
    /// How many bytes one address may add to the database in a day by opening matches, mostly decks and boards.
    pub daily_quota: u32,
    /// The proxies trusted to report a client's address.
    pub proxies: Proxies,
    /// The names this server is known by, beside `localhost` and any IP address. Requests for other names are refused: a page of
    /// another site could have its name lead here (DNS rebinding).
    pub hosts: Vec<String>,
    /// Where seeds come from: the operating system, unless a test wants to know them.
    pub seed: fn() -> Seed,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::default(),
            timeouts: Timeouts::default(),
            idle: Duration::from_secs(60),
            think: Duration::from_secs(1),
            patience: Duration::from_secs(10),
            absence: Duration::from_secs(300),
            shuffle: Some(Duration::from_secs(20)),
            keep: None,
            daily_quota: 16 << 20,
            proxies: Proxies::None,
            hosts: Vec::new(),
            seed: crate::random::seed,
        }
    }
}

impl Config {
    /// How long a bot may think: by the clock if it searches; others need no limit, since they decide at once.
    pub(crate) fn budget(&self, level: Level) -> Option<Budget> {
        let milliseconds = u32::try_from(self.think.as_millis()).unwrap_or(u32::MAX);
        matches!(level, Level::Hard | Level::Master).then_some(Budget::Milliseconds(milliseconds))
    }

    /// How long a bot takes to answer at least. A search that uses all its time ends a little after it, so the answers of a bot that
    /// searches are held back a twentieth longer: then a forced decision cannot be told from a free one.
    pub(crate) fn pace(&self, level: Level) -> Duration {
        self.budget(level).map_or(Duration::ZERO, |_| self.think + self.think / 20)
    }
}

/// How long the server waits for others.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// For the head of a request, and for the next request on a connection.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For a client that does not read what it is sent.
    pub write: Duration,
    /// For requests and sockets to end when the server stops.
    pub drain: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        let seconds = Duration::from_secs;
        Timeouts { head: seconds(15), body: seconds(20), write: seconds(30), drain: seconds(5) }
    }
}

/// What one address and one connection may do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest frame of a WebSocket, in bytes.
    pub frame: usize,
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// Frames of one WebSocket.
    pub messages: Rate,
    /// Requests of one address.
    pub requests: Rate,
    /// Matches opened by one address.
    pub openings: Rate,
    /// Requests of one address that make a mount work, such as puzzles to solve.
    pub solves: Rate,
    /// Matches in memory that one address has opened.
    pub matches: usize,
    /// Those of them that have a bot.
    pub bot_matches: usize,
    /// WebSockets of one address.
    pub sockets: usize,
    /// Connections of one address.
    pub connections: usize,
    /// Connections in all.
    pub all_connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            frame: 64 << 10,
            body: 256 << 10,
            messages: Rate { burst: 60, per_second: 20 },
            requests: Rate { burst: 400, per_second: 50 },
            openings: Rate { burst: 60, per_second: 1 },
            solves: Rate { burst: 20, per_second: 1 },
            matches: 100,
            bot_matches: 50,
            sockets: 100,
            connections: 250,
            all_connections: 20_000,
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
            solves: any,
            matches: usize::MAX,
            bot_matches: usize::MAX,
            sockets: usize::MAX,
            connections: usize::MAX,
            all_connections: 1_000_000,
            ..Limits::default()
        }
    }
}
