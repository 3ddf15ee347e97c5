//! What requests bring and replies hold. The page's types are generated from these (`web/src/api`).

use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seat};
use golemry_table::{Described, Json, Level, Round, SeatChange, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// What can be played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Games {
    /// Every game.
    pub games: Vec<Game>,
    /// The pages that are mounted: not every server has them.
    pub pages: Vec<&'static str>,
}

/// A game, and what can be set up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Game {
    /// Its description.
    #[serde(flatten)]
    pub described: Described,
    /// The bots of each variant, by the number of seats, weakest first.
    pub levels: BTreeMap<&'static str, BTreeMap<u8, Vec<Level>>>,
    /// Whether it has a tutorial.
    pub tutorial: bool,
}

/// The player behind this browser.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Me {
    /// What they call themselves, once they have said it.
    pub name: Option<String>,
}

/// A name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// 1 to 30 characters that can be seen.
    pub name: String,
}

/// A table to be set up.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct OpenMatch {
    /// The game's id.
    pub game: String,
    /// The number of seats; the game's own where it is left out.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub seats: Option<u8>,
    /// The variant; the first that fits the seats where it is left out.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub variant: Option<String>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// A deck of one's own, for games that take one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub deck: Option<Value>,
    /// A board of one's own, for games that take one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub board: Option<Value>,
    /// Who sits where, one for each seat.
    pub chairs: Vec<WantedChair>,
    /// Seconds after which a bot decides for a player who is gone; never where it is left out.
    #[serde(default)]
    pub takeover_seconds: Option<u32>,
}

/// Who is to sit somewhere.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum WantedChair {
    /// Who asks; several of them share one screen.
    You {},
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
    /// Whoever gets the link.
    Friend {
        /// What to call them until they say their name.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        name: Option<String>,
    },
}

/// The id of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchId {
    /// The id.
    pub id: String,
}

/// A seat somebody wants to take.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// Which.
    pub seat: u8,
    /// The secret from the link.
    pub secret: String,
    /// What to be called.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
}

/// A bot that is to decide for a seat, or `null` to give the seat back.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// How well it plays.
    pub level: Option<Level>,
}

/// What the requester may know of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchInfo {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The edition of the rules it is played under. A match of another edition than the game's can be listed and downloaded, but not
    /// replayed or continued.
    pub rules: u32,
    /// The number of seats.
    pub seats: u8,
    /// The variant.
    pub variant: String,
    /// Every option that has a value.
    pub options: BTreeMap<String, OptionValue>,
    /// Whether it is played with a deck or board of somebody's own.
    pub material: bool,
    /// Whether it is the game's tutorial.
    pub tutorial: bool,
    /// Who sits where.
    pub chairs: Vec<ChairInfo>,
    /// Whether the requester opened it.
    pub host: bool,
    /// Seconds after which a bot decides for a player who is gone.
    pub takeover_seconds: Option<u32>,
    /// Where it stands. Neither over nor anybody's turn for a match of another edition whose result was not written down at the time.
    pub status: Status,
    /// How many events there were.
    pub version: usize,
    /// The SHA-256 of seed and salt; of all commitments, if its players shuffle; empty until those are closed.
    pub commitment: String,
    /// How its players draw the seed together; left out if the server draws it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub shuffle: Option<ShuffleInfo>,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// What chance was drawn from, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seed: Option<String>,
    /// What was hashed with the seed, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub salt: Option<String>,
    /// The match that was played after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub next: Option<String>,
}

/// How the players of a match draw its seed together, so that nobody can steer it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShuffleInfo {
    /// How far it has come.
    pub stage: ShuffleStage,
    /// Seconds until those whom the others wait for are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seconds: Option<u32>,
    /// The rounds, oldest first; all but the last were thrown away because somebody withheld their secret. The server's own secrets
    /// are shown once the match is over.
    pub rounds: Vec<Round>,
}

/// How far a shuffle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ShuffleStage {
    /// Not every person has sat down. Those who have may commit.
    Gathering,
    /// Everyone is there, and some have not committed yet.
    Committing,
    /// Commitments are closed, and some secrets are not revealed yet.
    Revealing,
    /// The match is dealt.
    Done,
}

/// What is known of a chair.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChairInfo {
    /// The seat.
    pub seat: Seat,
    /// Whose it is.
    pub kind: ChairKind,
    /// The bot that decides there now: always for a bot, and for a person for whom one stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub level: Option<Level>,
    /// The level that this bot plays as, if its own does not fit the table: a master that was trained for another deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub plays_as: Option<Level>,
    /// The occupant's display name.
    pub name: Option<String>,
    /// Whether somebody has sat down.
    pub joined: bool,
    /// Whether they are there now. Lists do not know.
    pub online: bool,
    /// Whether the requester sits here.
    pub yours: bool,
    /// Whether its player has resigned.
    pub resigned: bool,
    /// The secret of the seat's link, for the host, while nobody has sat down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub secret: Option<String>,
    /// Who came to this seat and who lost it since the match was opened, oldest first.
    pub changes: Vec<SeatChange>,
}

/// What a player can call across the table, without words of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Emote {
    /// Hello.
    Hello,
    /// Good luck.
    Luck,
    /// Well played.
    Bravo,
    /// Thank you.
    Thanks,
    /// That was funny.
    Laugh,
    /// I did not see that coming.
    Wow,
    /// Oh no.
    Ouch,
    /// Let me think.
    Think,
}

/// Whose a chair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ChairKind {
    /// A person's.
    Human,
    /// A bot's.
    Bot,
}

/// Several matches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Matches {
    /// The newest first.
    pub matches: Vec<MatchInfo>,
}

/// How far a review is, and the review itself once it is done.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewSoFar {
    /// How many events are reviewed.
    pub done: usize,
    /// How many there are.
    pub total: usize,
    /// The review; `null` while it is being made: ask again.
    #[cfg_attr(test, ts(as = "Option<golemry_table::Review>"))]
    pub review: Option<Json>,
}

/// What one viewer knew at some point of a match that is over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Replayed {
    /// How many events there were in all.
    pub events: usize,
    /// How many had happened.
    pub event: usize,
    /// What the viewer knew.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub view: Json,
    /// What the viewer had seen.
    #[cfg_attr(test, ts(as = "Vec<golemry_table::SeenEvent<'static, String>>"))]
    pub seen: Json,
}

/// Rules for players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Rules {
    /// The text, in Markdown.
    pub markdown: String,
    /// The language it is in: the one asked for, or English.
    pub lang: String,
}
