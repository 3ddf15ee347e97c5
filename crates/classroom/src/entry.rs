use serde::{Deserialize, Serialize};

use crate::api::{InterestingBout, Language, LinkFor, Outcome, Standing, ToShow};
use crate::words::TwoWords;

/// Something that happened in a class. Once stored it is read for months, so kinds and fields are added, and none is changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are those of the requests in `api`")]
pub enum Entry {
    /// The class begins. `teacher` is a player, `secret` the hash of the teacher's link.
    Opened { title: String, code: String, language: Language, teacher: String, secret: String, ends: i64 },
    /// The teacher calls it something else.
    Titled { title: String },
    /// Nobody new can join, or somebody can again.
    Locked { locked: bool },
    /// A link was made; `secret` is its hash.
    Linked { purpose: LinkFor, secret: String },
    /// A browser came by a link.
    Entered { purpose: LinkFor, player: String },
    /// It ends at another time.
    Extended { ends: i64 },
    /// It was deleted, and nothing is left of it at that time.
    Deleted { gone: i64 },
    /// That was taken back.
    Restored {},
    /// A pupil joined.
    Joined { seat: u16, name: String, words: TwoWords, player: String },
    /// A pupil came back on another device.
    Returned { seat: u16, player: String },
    /// The teacher gave a pupil another name.
    Renamed { seat: u16, name: String },
    /// The teacher removed a pupil, or let them back in.
    Removed { seat: u16, removed: bool },
    /// A pupil has other words, and must come back with them.
    Reworded { seat: u16, words: TwoWords },
    /// A puzzle became a task of the class; `toml` is its board file if it is not one of ours.
    Added { task: String, name: String, par: u8, toml: Option<String> },
    /// An assignment was made or changed.
    Assigned {
        assignment: u16,
        place: u16,
        title: String,
        tasks: Vec<String>,
        due: Option<i64>,
        hints: bool,
        in_order: bool,
        open: bool,
    },
    /// An assignment was taken away.
    Unassigned { assignment: u16 },
    /// A pupil tried a puzzle. `outcome` is there if nobody had tried this program before: the same program always has the same.
    Tried { seat: u16, task: String, program: String, outcome: Option<Outcome> },
    /// The wall shows something else, or screens are frozen.
    Staged { show: ToShow, beat: u16, published: bool, frozen: bool },
    /// The league is opened or closed, or played on another board.
    League { open: bool, board: String, samples: bool },
    /// A pupil entered a golem, or withdrew it.
    Golem { seat: u16, program: Option<String> },
    /// A round was played.
    Played {
        board: String,
        entrants: Vec<RoundGolem>,
        table: Vec<Standing>,
        cross: Vec<String>,
        interesting: Vec<InterestingBout>,
    },
}

/// A golem in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundGolem {
    /// The owner.
    pub whose: Whose,
    /// Its program.
    pub program: String,
}

/// The owner of a golem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// A pupil's.
    Pupil(u16),
    /// The sample golem of this name.
    Sample(String),
}
