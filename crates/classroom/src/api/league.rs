//! Golems, rounds and duels.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// A duel to be stepped through without a module in the page. Its golems have no names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Bout {
    /// Its record, for the replay page and `golemry duel step --record`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub record: Value,
    /// The board before the first round.
    #[cfg_attr(test, ts(type = "View"))]
    pub view: Value,
    /// The programs of red and blue.
    pub programs: [String; 2],
    /// Every round, beat by beat.
    #[cfg_attr(test, ts(type = "Frame[][]"))]
    pub rounds: Value,
}

/// A program for the league.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Golem {
    /// One to four slots with spaces between them.
    pub program: String,
}

/// A duel with a sample golem.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Spar {
    /// One to four slots with spaces between them.
    pub program: String,
    /// The sample golem, such as `09-charger`.
    pub against: String,
    /// Whether the program of the request is blue.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub blue: bool,
}

/// How a program does against the sample golems, on the league's board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Sparring {
    /// The program as the program writes it.
    pub program: String,
    /// Duels won, drawn and lost.
    pub won: u32,
    /// Duels drawn.
    pub drawn: u32,
    /// Duels lost.
    pub lost: u32,
    /// The sample golems, weakest first.
    pub golems: Vec<SparringPartner>,
}

/// Two duels with a sample golem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SparringPartner {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name.
    pub name: String,
    /// What it does, in English.
    pub idea: &'static str,
    /// Its program.
    pub program: String,
    /// As red: 2 for a win, 1 for a draw.
    pub as_red: i32,
    /// As blue.
    pub as_blue: i32,
}

/// Changes the league. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangeLeague {
    /// Whether programs are taken.
    pub open: Option<bool>,
    /// `open`, `pit`, `yard` or `race`.
    pub board: Option<String>,
    /// Whether the sample golems play along.
    pub samples: Option<bool>,
}

/// A round was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RoundId {
    /// Its number, from 1.
    pub round: u16,
}

/// A round of the league, for the teacher.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Round {
    /// Its number, from 1.
    pub round: u16,
    /// When it was played.
    pub at: i64,
    /// The board.
    pub board: String,
    /// Who took part.
    pub entrants: Vec<RoundEntrant>,
    /// The table, the first first.
    pub table: Vec<Standing>,
    /// A row for each entrant as red, a character for each as blue: `w`, `d`, `l` is what red made of it, `-` itself.
    pub cross: Vec<String>,
    /// The most interesting duels.
    pub interesting: Vec<InterestingBout>,
}

/// A golem of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RoundEntrant {
    /// The pupil; nobody for a sample golem.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// The pupil's name when the round was played, or the sample golem's.
    pub name: String,
    /// The program.
    pub program: String,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Standing {
    /// The place in [`Round::entrants`], from 0.
    pub entrant: u16,
    /// Duels won.
    pub won: u32,
    /// Duels drawn.
    pub drawn: u32,
    /// Duels lost.
    pub lost: u32,
    /// 2 for a win, 1 for a draw.
    pub points: i32,
    /// Lives taken minus lives lost.
    pub lives: i32,
    /// Strength by Bradley and Terry on Elo's scale, the mean being 0.
    pub strength: i32,
    /// The strength is at least this, and at most `high`, with 95 % confidence.
    pub low: i32,
    /// See `low`.
    pub high: i32,
}

/// A golem without its pupil's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PublicGolem {
    /// The pupil's number, unless it is a sample golem.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u16>,
    /// The sample golem's name, if it is one.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

/// A line of the table without a pupil's name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PublicStanding {
    /// The golem.
    #[serde(flatten)]
    pub golem: PublicGolem,
    /// The rest.
    #[serde(flatten)]
    pub standing: Standing,
}

/// A duel worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct InterestingBout {
    /// The place of the red golem in [`Round::entrants`].
    pub red: u16,
    /// The blue one's.
    pub blue: u16,
    /// Why it is worth a look.
    pub why: Interest,
    /// Red's points: 2 for a win, 1 for a draw.
    pub points: i32,
    /// The lives both have left.
    pub lives: [u8; 2],
    /// The rounds it took.
    pub rounds: u32,
}

/// What makes a duel worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Interest {
    /// The golem that the table has far below has won.
    Upset,
    /// Both lost lives, and the winner had one left.
    Close,
    /// It took the most rounds, and then somebody won.
    Late,
}

/// The files of a round: `golemry duel league` makes the same table of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Files {
    /// Text by name. The names keep the order of entry.
    pub files: BTreeMap<String, String>,
    /// The command that plays them.
    pub command: String,
    /// What it prints.
    pub table: String,
}

/// A golem that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct EnteredGolem {
    /// Its program.
    pub program: String,
    /// When it was entered.
    pub at: i64,
    /// How often the pupil has entered one.
    pub versions: u32,
}

/// A round in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RoundBrief {
    /// When it was played.
    pub at: i64,
    /// The board.
    pub board: String,
    /// How many took part.
    pub golems: u16,
    /// The first entrant of the table.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<RoundEntrant>,
}
