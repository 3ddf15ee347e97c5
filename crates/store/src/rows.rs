use golemry_registry::{Level, Record, Status};
use serde::{Deserialize, Serialize};

/// A stored match, without its events.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    /// Its id.
    pub id: String,
    /// How it began: a record without events. Its seed is a secret until the match is over.
    pub opening: Record,
    /// What was hashed together with the seed; a secret for as long.
    pub salt: String,
    /// The hash of both, which everyone may see from the start.
    pub commitment: String,
    /// The player who opened it.
    pub host: String,
    /// Who sits where, in the order of the seats.
    pub chairs: Vec<Chair>,
    /// Seconds after which a bot decides for a player who is gone; `None` for never.
    pub takeover: Option<u32>,
    /// When it was opened, in milliseconds since 1970.
    pub created: i64,
    /// The match that was played after it at the same table.
    pub next: Option<String>,
    /// How often it has been claimed: the chairs take changes of the latest claim only. Always 0 for a server of its own.
    pub epoch: i64,
}

/// A match to be stored: the row, and the events it begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    /// The row.
    pub row: MatchRow,
    /// The events so far, as JSON texts.
    pub events: Vec<String>,
    /// Where the match stands after them.
    pub status: Status,
    /// The match that was played before at the same table: this one becomes its next.
    pub previous: Option<String>,
}

/// What lists show of a match: nothing here needs its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The row. Its opening lacks the deck or board.
    pub row: MatchRow,
    /// Whether it is played with a deck or board of somebody's own.
    pub own_material: bool,
    /// How many events there were.
    pub version: usize,
    /// Where it stands; `None` for matches stored before this was written down.
    pub status: Option<Status>,
    /// When it ended, in milliseconds since 1970, if that is known.
    pub finished: Option<i64>,
}

/// A place at the table, and its occupant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The occupant.
    pub sitter: Sitter,
    /// The bot that decides for a person for the time being.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Level>,
    /// Who came to this seat and who lost it, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SeatChange>,
}

/// A person came to a seat, or left it for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatChange {
    /// What happened.
    pub kind: SeatChangeKind,
    /// What the person was called then.
    pub name: Option<String>,
    /// How many events the match had.
    pub version: usize,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What can happen to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatChangeKind {
    /// Somebody sat down with its link.
    Joined,
    /// Its player gave it up.
    Left,
    /// The host made a new link while its player was away.
    Removed,
}

/// The occupant of a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Sitter {
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
    /// A person.
    Human {
        /// The player's id, once somebody has sat down.
        #[serde(default)]
        player: Option<String>,
        /// The name the host gave them, used until they choose one.
        #[serde(default)]
        name: Option<String>,
        /// Whoever knows this may sit down.
        secret: String,
    },
}

impl Chair {
    /// The chair of a bot.
    pub fn bot(level: Level) -> Chair {
        Chair { sitter: Sitter::Bot { level }, stand_in: None, changes: Vec::new() }
    }

    /// The player who sits there.
    pub fn player(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Human { player, .. } => player.as_deref(),
            Sitter::Bot { .. } => None,
        }
    }

    /// The bot that decides here now, if one does.
    pub fn bot_level(&self) -> Option<Level> {
        match &self.sitter {
            Sitter::Bot { level } => Some(*level),
            Sitter::Human { .. } => self.stand_in,
        }
    }
}
