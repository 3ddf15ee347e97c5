use std::time::Duration;

use golemry_core::Seed;
use golemry_table::{Budget, Guest, Level};

use crate::engine::{Engine, Solo};
use crate::limits::Rate;
use crate::proxies::Proxies;

/// The configuration of a server. The default is safe for a public one.
#[derive(Clone, Debug)]
pub struct Config {
    /// What one address and one connection may do.
    pub limits: Limits,
    /// How long the server waits for others.
    pub timeouts: Timeouts,
    /// How long a match without connections stays in memory.
    pub idle: Duration,
    /// How long a searching bot thinks about a decision.
    pub think: Duration,
    /// How long a hint or the work of a mount may take, waiting in the queue included.
    pub patience: Duration,
    /// How long a player must be away before the host may give their seat to somebody else.
    pub absence: Duration,
    /// How long players may take for each step of a joint shuffle before they are left out of it; `None` if the server alone draws
    /// every seed.
    pub shuffle: Option<Duration>,
    /// How long finished matches are kept; forever if `None`.
    pub keep: Option<Duration>,
    /// How many bytes one address may add to the database in a day.
    pub daily_quota: u64,
    /// How many bytes all addresses together may add in a day.
    pub daily_quota_all: u64,
    /// Whether players may publish what they have made for everybody here. Mounts ask for it.
    pub gallery: bool,
    /// Whether players may list matches, so that anybody here finds them.
    pub open_tables: bool,
    /// Whether finished matches between people are rated.
    pub ratings: bool,
    /// What pages play with when they need no server.
    pub engine: Engine,
    /// Where matches run that need no other people.
    pub solo: Solo,
    /// The host's programs, which players may ask to their tables. Their names differ.
    pub programs: Vec<Guest>,
    /// The proxies trusted to report a client's address.
    pub proxies: Proxies,
    /// The host names of this server, besides `localhost` and any IP address. Requests for other names are refused: another site
    /// could point its name here (DNS rebinding).
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
            daily_quota: 64 << 20,
            daily_quota_all: 2 << 30,
            gallery: false,
            open_tables: true,
            ratings: false,
            engine: Engine::NONE,
            solo: Solo::default(),
            programs: Vec::new(),
            proxies: Proxies::None,
            hosts: Vec::new(),
            seed: crate::random::seed,
        }
    }
}

impl Config {
    /// How long a bot may think. Only searching bots have a limit, since the others decide at once.
    pub(crate) fn budget(&self, level: Level) -> Option<Budget> {
        let milliseconds = u32::try_from(self.think.as_millis()).unwrap_or(u32::MAX);
        matches!(level, Level::Hard | Level::Master).then_some(Budget::Milliseconds(milliseconds))
    }

    /// The host's program of this name.
    pub(crate) fn program(&self, name: &str) -> Option<&Guest> {
        self.programs.iter().find(|program| program.name() == name)
    }

    /// The shortest time in which a bot answers. A search ends a little after its budget, so the answers of searching bots are delayed
    /// by a twentieth more: then a forced decision looks like a free one.
    pub(crate) fn pace(&self, level: Level) -> Duration {
        self.budget(level).map_or(Duration::ZERO, |_| self.think + self.think / 20)
    }
}

/// How long the server waits for others.
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// For the headers of a request, and for the next request on a connection.
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
    /// Frames on one WebSocket.
    pub messages: Rate,
    /// Requests from one address.
    pub requests: Rate,
    /// Matches opened by one address.
    pub openings: Rate,
    /// Requests from one address for the work of a mount, such as solving puzzles.
    pub solves: Rate,
    /// Records that one address downloads.
    pub records: Rate,
    /// Bytes that one address sends, in frames and bodies.
    pub bytes: Rate,
    /// Names that players of one address choose.
    pub names: Rate,
    /// Events that are sent again to sockets of one address, which connect without knowing them.
    pub resent_events: Rate,
    /// Matches in memory that one address has opened.
    pub matches: usize,
    /// How many of these may have a bot.
    pub bot_matches: usize,
    /// Matches of houses, such as tables of tournaments, that go on without anybody there at the expense of one address.
    pub house_matches: usize,
    /// WebSockets from one address.
    pub sockets: usize,
    /// Connections from one address.
    pub connections: usize,
    /// Connections in total.
    pub all_connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            frame: 8 << 10,
            body: 256 << 10,
            messages: Rate { burst: 60, per_second: 20 },
            requests: Rate { burst: 400, per_second: 50 },
            openings: Rate { burst: 60, per_second: 1 },
            solves: Rate { burst: 20, per_second: 1 },
            records: Rate { burst: 30, per_second: 1 },
            names: Rate { burst: 30, per_second: 1 },
            bytes: Rate { burst: 2 << 20, per_second: 128 << 10 },
            resent_events: Rate { burst: 20_000, per_second: 1_000 },
            matches: 100,
            bot_matches: 50,
            house_matches: 250,
            sockets: 100,
            connections: 250,
            all_connections: 20_000,
        }
    }
}

impl Limits {
    /// Only limits of size: for measuring, and behind a proxy that limits already.
    pub fn none() -> Limits {
        let any = Rate { burst: u32::MAX, per_second: u32::MAX };
        Limits {
            messages: any,
            requests: any,
            openings: any,
            solves: any,
            records: any,
            names: any,
            bytes: any,
            resent_events: any,
            matches: usize::MAX,
            bot_matches: usize::MAX,
            house_matches: usize::MAX,
            sockets: usize::MAX,
            connections: usize::MAX,
            all_connections: 1_000_000,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searching_bots_answer_a_little_after_their_budget_and_the_others_at_once() {
        let config = Config { think: Duration::from_secs(2), ..Config::default() };
        assert_eq!(config.pace(Level::Hard), Duration::from_millis(2_100));
        assert_eq!(config.pace(Level::Normal), Duration::ZERO);
    }

    #[test]
    fn without_limits_nothing_is_limited_but_sizes() {
        let Limits {
            frame,
            body,
            messages,
            requests,
            openings,
            solves,
            records,
            bytes,
            names,
            resent_events,
            matches,
            bot_matches,
            house_matches,
            sockets,
            connections,
            all_connections,
        } = Limits::none();
        for rate in [messages, requests, openings, solves, records, bytes, names, resent_events] {
            assert_eq!(rate, Rate { burst: u32::MAX, per_second: u32::MAX });
        }
        assert_eq!([matches, bot_matches, house_matches, sockets, connections], [usize::MAX; 5]);
        assert!(all_connections > Limits::default().all_connections);
        assert_eq!((frame, body), (Limits::default().frame, Limits::default().body));
    }

    /// A host reads the limits in docs/server.md, which has the reason for each.
    #[test]
    fn the_limits_are_those_of_the_documentation() {
        let guide = include_str!("../../../docs/server.md");
        let config = Config::default();
        let limits = &config.limits;
        let number = |number: u32| match number {
            1 => "one".to_owned(),
            1_000.. => format!("{},{:03}", number / 1000, number % 1000),
            _ => number.to_string(),
        };
        let rate = |Rate { burst, per_second }: Rate| {
            format!("{} a second, {} at once", number(per_second), number(burst))
        };
        let Rate { burst, per_second } = limits.bytes;
        for row in [
            format!("| requests | {}", rate(limits.requests)),
            format!("| matches opened | {}", rate(limits.openings)),
            format!("| matches in memory | {}, of which {} with bots", limits.matches, limits.bot_matches),
            format!("| tables of tournaments that go on with nobody there | {}", limits.house_matches),
            format!("| sockets, connections | {}, {}", limits.sockets, limits.connections),
            format!("| records downloaded | {}", rate(limits.records)),
            format!("| events sent again to sockets that connect | {}", rate(limits.resent_events)),
            format!(
                "| bytes in frames and bodies | {} KiB a second, {} MiB at once",
                per_second >> 10,
                burst >> 20
            ),
            format!("| names chosen | {}", rate(limits.names)),
            format!("| bytes added to the database | {} MiB a day", config.daily_quota >> 20),
            format!("| boards and puzzles for the solver | {}", rate(limits.solves)),
            format!(
                "| socket | {} frames a second, {} at once",
                limits.messages.per_second, limits.messages.burst
            ),
            format!("| frame of a socket | {} KiB", limits.frame >> 10),
            format!("| body of a request | {} KiB", limits.body >> 10),
            format!("{} connections", number(limits.all_connections as u32)),
        ] {
            assert!(guide.contains(&row), "docs/server.md says nothing of this: {row}");
        }
    }
}
