//! What requests bring and replies hold. The page's types are generated from these (`web/src/api/tournaments.ts`).
//!
//! Rounds and tables are numbered from 1, as people call them. Players are numbered from 0 in the order of their entry, and chairs are
//! seats. Points are whole or broken numbers: half a point is 0.5.

use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seat};
use golemry_gather::{Cost, Format, Kind, Met, TieBreak};
use golemry_table::Level;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A tournament to be opened: `POST /api/tournaments`. The requester becomes its host.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct OpenTournament {
    /// Its name: 1 to 60 characters that can be seen.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// How many sit at a table; 2 unless the format is a rotation.
    pub seats: u8,
    /// The variant; by default the first that fits the seats.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variant: Option<String>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Who plays whom.
    pub format: Format,
    /// Whether tables of a rotation may have one seat fewer, where the field does not divide; by default if the game has such tables.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub smaller: Option<bool>,
    /// How many rounds; by default the usual number for the field.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rounds: Option<u8>,
    /// Whether all tables of a round get the same deal.
    #[serde(default)]
    pub duplicate: bool,
    /// Seconds after which a bot decides for a player who is absent when it is their turn; `null` for never.
    #[serde(default)]
    pub takeover_seconds: Option<u32>,
    /// Seconds from the end of a round to the next one, which then begins by itself; `null` if the host begins each round.
    #[serde(default)]
    pub pause_seconds: Option<u32>,
    /// What a latecomer gets for each round missed.
    #[serde(default)]
    pub late: Late,
}

/// What a latecomer gets for each round missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Late {
    /// Nothing.
    #[default]
    Nothing,
    /// Half a point.
    Half,
    /// A point, as for a bye.
    Full,
}

/// Where a tournament is found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentCode {
    /// Six characters to read aloud. The page is at `/tournaments/CODE`.
    pub code: String,
}

/// What the host changes: `PATCH /api/tournaments/{code}`. What is left out stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeTournament {
    /// Its name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
    /// The number of rounds, until the first one is paired; 0 for the usual number.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub rounds: Option<u8>,
    /// Seconds until a bot decides for an absent player, from the next round on; 0 for never.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub takeover_seconds: Option<u32>,
    /// Seconds from the end of a round to the next one; -1 if the host begins each round.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pause_seconds: Option<i32>,
}

/// Somebody enters: `POST /api/tournaments/{code}/players`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Enter {
    /// The requester. Whoever has left comes back like this, under the old or a new name.
    Me {
        /// 1 to 30 characters that can be seen.
        name: String,
    },
    /// A bot. For the host.
    Bot {
        /// How well it plays.
        level: Level,
        /// Its name; by default the level and a number.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
    },
    /// A program of the server's host. For the host of the tournament.
    Program {
        /// The program.
        program: String,
        /// Its name; by default the program's, with a number if it enters twice.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
    },
}

/// Who has entered.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Entered {
    /// The number of the player.
    pub player: u16,
}

/// Something about a player changes: `POST /api/tournaments/{code}/players/{player}`. Players do this for themselves, and the host for
/// everybody.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChangePlayer {
    /// Another name.
    Rename {
        /// 1 to 30 characters that can be seen.
        name: String,
    },
    /// Not paired until they come back.
    Pause {},
    /// Back again, after a pause, a bot that sat in, or after leaving. Only the host brings back those whom the host removed.
    Resume {},
    /// Not paired any more. What they have played counts. If the host does this to somebody else, that player cannot enter again.
    Leave {},
    /// A bot sits in until they resume, also in the round that is being played, unless they are at their table. For the host.
    StandIn {
        /// How well it plays.
        level: Level,
    },
}

/// How a table ended, or what the host says instead: `PUT /api/tournaments/{code}/rounds/{round}/tables/{table}`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Correct {
    /// The place of each chair: 1 plus the number of those who did better. `null` if all lost together.
    pub places: Option<Vec<u8>>,
}

/// A tournament as its host, a player or anybody else with the code sees it: `GET /api/tournaments/{code}`, and the value of its socket.
/// Objects with numbers as keys are ordered by them. What is `None`
/// is left out. It has no seed, and of cards nothing at all.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TournamentView {
    /// The code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub opened: i64,
    /// The game's id.
    pub game: String,
    /// How many sit at a table.
    pub seats: u8,
    /// The variant.
    pub variant: String,
    /// Every option that has a value.
    pub options: BTreeMap<String, OptionValue>,
    /// Who plays whom.
    pub format: Format,
    /// Whether tables may have one seat fewer.
    pub smaller: bool,
    /// Whether all tables of a round get the same deal.
    pub duplicate: bool,
    /// Seconds after which a bot decides for an absent player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub takeover_seconds: Option<u32>,
    /// Seconds from the end of a round to the next one; left out if the host begins each round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pause_seconds: Option<u32>,
    /// What a latecomer gets for each round missed.
    pub late: Late,
    /// What decides between players with equal points, one after the other. `Standing.breaks` has the values.
    pub tie_breaks: Vec<TieBreak>,
    /// How many rounds there will be with the players who are there; left out while they cannot play: `problem` says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub planned: Option<u8>,
    /// How many rounds have begun.
    pub round: u8,
    /// How far it has come.
    pub stage: Stage,
    /// When the next round begins by itself, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub next_at: Option<i64>,
    /// Why the next round cannot begin, once it is its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub problem: Option<Problem>,
    /// Whether the requester is the host.
    pub host: bool,
    /// The requester's own number, if they have entered; also when they have left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub you: Option<u16>,
    /// Where the requester plays in this round, once its matches have been opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<YourSeat>,
    /// The players by number; without those who left before they were paired.
    pub players: BTreeMap<u16, PlayerView>,
    /// The round that is played, or the last one. Earlier ones are in the sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub current: Option<RoundView>,
    /// Where everybody stands, the best first.
    pub standings: Vec<StandingView>,
    /// Goes up with every result and correction: the sheet has changed then.
    pub results: u32,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Players enter; no round has begun.
    Entering,
    /// A round is played.
    Playing,
    /// A round is over, and another one follows.
    Between,
    /// All rounds have been played, or the host has ended it.
    Over,
}

/// Why the next round cannot begin. The page words it by `reason`; `text` is English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Problem {
    /// What is wrong.
    #[serde(flatten)]
    pub reason: ProblemReason,
    /// In a sentence.
    pub text: String,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum ProblemReason {
    /// A round takes two players.
    TooFew {
        /// How many are there.
        players: usize,
    },
    /// They do not fill tables.
    Field {
        /// How many are there.
        players: usize,
        /// How many sit at a table.
        seats: usize,
        /// Whether tables may have one seat fewer.
        smaller: bool,
        /// The next smaller field that would.
        fewer: Option<usize>,
        /// The next larger field that would.
        more: usize,
    },
    /// They cannot play as many rounds as were asked for.
    Rounds {
        /// How many are there.
        players: usize,
        /// How many rounds were asked for.
        rounds: usize,
        /// The fewest possible.
        fewest: usize,
        /// The most possible.
        most: usize,
    },
    /// Something else, as the text says.
    Other {},
}

/// Where a player plays in the current round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct YourSeat {
    /// The table.
    pub table: usize,
    /// The seat there.
    pub seat: Seat,
    /// The match, at `/m/ID`.
    #[serde(rename = "match")]
    pub match_id: String,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PlayerView {
    /// Their name.
    pub name: String,
    /// A person, or a bot or program.
    pub kind: Kind,
    /// How well the bot plays; for a program the bot that decides when it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub level: Option<Level>,
    /// The program.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub program: Option<String>,
    /// Whether they are paired.
    pub status: golemry_gather::Status,
    /// Whether the host removed them.
    pub removed: bool,
    /// The bot that sits in for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stand_in: Option<Level>,
    /// How many rounds had begun when they entered.
    pub missed: u8,
    /// The points they got for those.
    pub given: f64,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RoundView {
    /// Its number, from 1.
    pub round: usize,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub began: i64,
    /// Whether its matches have been opened: a moment after it was paired.
    pub ready: bool,
    /// Whether every table has a result.
    pub over: bool,
    /// Whether its records, replays and reviews are closed, and its tables to onlookers: all have the same deal, and some still play.
    pub sealed: bool,
    /// The tables by number, from 1; those with the most points come first.
    pub tables: BTreeMap<usize, TableView>,
    /// Who rests.
    pub rests: Vec<RestView>,
    /// What is wrong with the whole round: the tables, and the bye.
    pub cost: Cost,
    /// How it was found.
    pub method: Method,
}

/// How a pairing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// It was fixed beforehand.
    Fixed,
    /// It is the best one: no other pairing of the round costs less.
    Exact,
    /// A search with a seed found it: a better one may exist.
    Search,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TableView {
    /// The match, at `/m/ID`.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The players by chair.
    pub chairs: Vec<u16>,
    /// The bots that sit in, by chair.
    pub stand_ins: Vec<Option<Level>>,
    /// Why they meet.
    pub why: WhyView,
    /// Whether it has a result.
    pub over: bool,
    /// The place of each chair; left out while they play, and if all lost together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub places: Option<Vec<u8>>,
    /// The points of each chair, once it has a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub points: Option<Vec<f64>>,
    /// Who resigned, by chair.
    pub resigned: Vec<bool>,
    /// Whether the host stated the result.
    pub corrected: bool,
}

/// Why a table was made, as things stood then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct WhyView {
    /// In an English sentence.
    pub text: String,
    /// The points by chair.
    pub points: Vec<f64>,
    /// How often each chair's player had had the first chair before.
    pub first: Vec<u8>,
    /// The pairs that had met.
    pub met: Vec<Met>,
    /// What is wrong with the table.
    pub cost: Cost,
}

/// A player without a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RestView {
    /// The player.
    pub player: u16,
    /// Why.
    pub reason: RestReasonView,
    /// The opponent whose absence is the reason, for a walkover.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub absent: Option<u16>,
    /// In an English sentence.
    pub text: String,
    /// The points for it.
    pub points: f64,
}

/// Why a player rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum RestReasonView {
    /// There is nobody left to play with.
    Bye,
    /// Their opponent is absent.
    Walkover,
    /// They pause.
    Paused,
}

/// Where a player stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StandingView {
    /// The place; those who share one have the same, and the places behind them are left out.
    pub place: usize,
    /// The player.
    pub player: u16,
    /// The points.
    pub points: f64,
    /// The values of the tie-breaks.
    pub breaks: Vec<f64>,
}

/// All rounds on one sheet, with who got what against whom: `GET /api/tournaments/{code}/sheet`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Sheet {
    /// The rounds, the first one first.
    pub rounds: Vec<RoundView>,
    /// For each player what they got out of each meeting with each other player, in the order of the rounds: 1 for doing better, 0.5 for
    /// the same place. Those who have not met are left out.
    pub cross: BTreeMap<u16, BTreeMap<u16, Vec<f64>>>,
}
