use golemry_room::MatchRow;
use golemry_table::{Record, Status};

/// A match to be stored: the row, and the events it begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    /// The row.
    pub row: MatchRow,
    /// The events so far, as JSON texts.
    pub events: Vec<String>,
    /// Where the match stands after them.
    pub status: Status,
    /// The previous match at the same table; this one becomes its next.
    pub previous: Option<String>,
}

/// A match whose seed has been drawn by its players.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// How it began, with its seed.
    pub opening: Record,
    /// The hash that fixed the seed before anyone knew it.
    pub commitment: String,
    /// The events so far, as JSON texts.
    pub events: Vec<String>,
    /// Where the match stands after them.
    pub status: Status,
}

/// A match as lists show it. Nothing here needs its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The row. Its opening lacks the deck or board.
    pub row: MatchRow,
    /// Whether it is played with a deck or board of somebody's own.
    pub own_material: bool,
    /// How many events there were.
    pub version: usize,
    /// Its status; `None` for matches stored by an earlier version.
    pub status: Option<Status>,
    /// When it ended, in milliseconds since 1970, if known.
    pub finished: Option<i64>,
}
