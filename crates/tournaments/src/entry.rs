use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seed};
use golemry_gather::{Outcome, Plan, PlayerId, Points, Round};
use golemry_table::Level;
use serde::{Deserialize, Serialize};

use crate::api::Late;

/// What happens in a tournament, as it is stored: the state of an [`Evening`](crate::evening::Evening) follows from these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Entry {
    /// The first one: a host opens it.
    Opened(Box<Opened>),
    /// The host changes what can still be changed. All of it is there, changed or not.
    Changed {
        /// The name.
        name: String,
        /// The number of rounds; the usual one if left out.
        rounds: Option<u8>,
        /// Seconds until a bot decides for an absent player.
        takeover: Option<u32>,
        /// Seconds from the end of a round to the next one.
        pause: Option<u32>,
    },
    /// Somebody enters.
    Entered {
        /// Their name.
        name: String,
        /// Who it is.
        sitter: Sitter,
        /// The points for rounds that were missed.
        given: Points,
    },
    /// A player has another name.
    Renamed {
        /// The player.
        player: PlayerId,
        /// The name.
        name: String,
    },
    /// A player pauses.
    Paused {
        /// The player.
        player: PlayerId,
    },
    /// A player is back.
    Resumed {
        /// The player.
        player: PlayerId,
    },
    /// A player leaves.
    Left {
        /// The player.
        player: PlayerId,
        /// Whether the host removed them.
        removed: bool,
    },
    /// A bot sits in for a player.
    StoodIn {
        /// The player.
        player: PlayerId,
        /// How well it plays.
        level: Level,
    },
    /// The next round. What was paired is stored, so that another version of the pairing changes nothing that was played.
    RoundPaired {
        /// Who meets whom.
        round: Round,
        /// The matches, by table. A server that finds one missing opens it.
        matches: Vec<TableMatch>,
    },
    /// All matches of a round have been opened.
    Ready {
        /// The number of the round, from 0.
        round: usize,
    },
    /// A match has ended.
    Reported {
        /// The number of the round, from 0.
        round: usize,
        /// The number of the table, from 0.
        table: usize,
        /// How.
        outcome: Outcome,
        /// Who resigned, by chair.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        resigned: Vec<bool>,
    },
    /// The host states a result.
    Corrected {
        /// The number of the round, from 0.
        round: usize,
        /// The number of the table, from 0.
        table: usize,
        /// The result.
        outcome: Outcome,
    },
    /// The host ends it early.
    Ended {},
}

/// What is settled when a tournament is opened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Six characters by which people find it.
    pub code: String,
    /// The player who opened it.
    pub host: String,
    /// Its name.
    pub name: String,
    /// Who plays whom.
    pub plan: Plan,
    /// The game's id.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// Every option that has a value.
    pub options: BTreeMap<String, OptionValue>,
    /// Whether all tables of a round get the same deal.
    pub duplicate: bool,
    /// Seconds until a bot decides for an absent player.
    pub takeover: Option<u32>,
    /// Seconds from the end of a round to the next one.
    pub pause: Option<u32>,
    /// What a latecomer gets for each round missed.
    pub late: Late,
}

/// Who a player is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Sitter {
    /// A person, known by the key in their browser.
    Person {
        /// The id of the player.
        id: String,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
    /// A program of the server's host.
    Program {
        /// Its name.
        program: String,
        /// The bot that decides when it fails.
        level: Level,
    },
}

/// The match of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableMatch {
    /// Its id.
    pub id: String,
    /// What its chance is drawn from. It never leaves the server before the match is over.
    pub seed: Seed,
}
