//! What the page and the house say to each other.

use std::collections::BTreeMap;

use golemry_core::{Seat, Seed};
use golemry_room::api::MatchInfo;
use golemry_table::{Budget, Chair, Json, Level, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of these messages. A page and a module of different versions do not work together.
pub const PROTOCOL: u32 = 1;

/// A message to the house. A `socket` is a table that is shown, by a number that the page gives it; a `match` is its id. Only the page has
/// the time and randomness: `at` is in milliseconds since 1970, and `entropy` 64 hexadecimal digits that nobody can guess.
///
/// What is read of a message is little, and the rest is a value at first: reading it from here, too, would be code of its own.
#[allow(missing_docs, reason = "what most messages have is said once")]
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Message {
    /// The first message. `think` is how long bots that search may think: a second, unless given.
    Hello {
        #[serde(default)]
        think: Option<Budget>,
    },
    /// A request, as for the server's HTTP interface without `/api`.
    Request {
        method: String,
        path: String,
        #[serde(default)]
        body: Option<Value>,
        at: i64,
        entropy: String,
    },
    /// A table wants to be told about a match.
    Connect { socket: u32, r#match: String },
    /// A message of that table, as on a WebSocket.
    Frame { socket: u32, text: String, at: i64, entropy: String },
    /// The table is gone.
    Disconnect { socket: u32 },
    /// A job is done. Without an answer it failed.
    Thought {
        job: u32,
        #[serde(default)]
        thought: Option<Value>,
        at: i64,
        entropy: String,
    },
    /// A match that was kept.
    Load { r#match: Value },
    /// Forgets a match: it could not be kept, or another tab plays it now.
    Drop { r#match: String },
    /// The notes that were kept, by key: all of them, before the first request.
    Notes { notes: BTreeMap<String, String> },
    /// A network of a game, for bots of the level `master`.
    Network { game: String, bytes64: String },
    /// Does a [`Job`].
    Think { job: Value },
}

/// The answer to any message.
#[derive(Debug, Default, Serialize)]
pub struct Reply {
    /// The version of these messages, in answer to `hello`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<u32>,
    /// The status of a request, as in HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Json>,
    /// This match must be loaded first. The message was not carried out: send it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub need: Option<String>,
    /// What must be kept before anything else of the reply counts. If it cannot be kept, the match is to be dropped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<Keep>,
    /// Notes to be kept with it, by key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
    /// The request needs what this job comes to: send it again after the thought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
    /// Messages for tables, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<(u32, String)>,
    /// Work for the thinker, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub jobs: Vec<Job>,
    /// Jobs that nobody waits for any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<u32>,
    /// What a job came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
}

/// A part of a match that is to be kept.
#[derive(Debug, Serialize)]
pub struct Keep {
    /// The match's id.
    pub id: String,
    /// All of it but the events.
    #[serde(rename = "match")]
    pub row: Kept,
    /// What the list of matches shows.
    pub info: MatchInfo,
    /// The number of the first of these events.
    pub from: usize,
    /// Events, as JSON texts.
    pub events: Vec<String>,
}

/// A match as it is kept, without its events.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// Its record without events.
    pub opening: Record,
    /// What was hashed together with its seed.
    pub salt: String,
    /// The hash of both.
    pub commitment: String,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// The match that was played after it.
    pub next: Option<String>,
}

/// A kept match with its events, which are a field more: `"events":["…"]`.
#[derive(Debug)]
pub struct Loaded {
    /// The match.
    pub row: Kept,
    /// Its events, as JSON texts.
    pub events: Vec<String>,
}

impl Loaded {
    /// Reads it.
    pub fn from_value(mut value: Value) -> serde_json::Result<Loaded> {
        let events = value.as_object_mut().and_then(|fields| fields.remove("events"));
        let events = serde_json::from_value(events.unwrap_or_default())?;
        Ok(Loaded { row: serde_json::from_value(value)?, events })
    }
}

/// Something to think about, for an instance of the module that does nothing else.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its number.
    pub job: u32,
    /// What is wanted.
    pub kind: JobKind,
    /// The match's id.
    pub id: String,
    /// The match so far. Nothing is to be thought about without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Record>,
    /// How long to think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// What the thinking's own chance is drawn from.
    pub seed: Seed,
}

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobKind {
    /// A bot's decision.
    Bot {
        /// Its seat.
        seat: Seat,
        /// Its level.
        level: Level,
    },
    /// A hint for a player.
    Hint {
        /// Their seat.
        seat: Seat,
        /// The level that is asked.
        level: Level,
    },
    /// A slice of a review: the thinker goes on where it was.
    Review,
    /// Nothing: a bot of the house that does not search waits for its turn.
    Wake,
}

/// A match that was begun elsewhere and goes on here.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Imported {
    /// Its record.
    pub record: Value,
}
