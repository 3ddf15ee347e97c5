//! What requests bring and replies hold. The page's types are generated from these (`web/src/api`).

use std::collections::BTreeMap;

use golemry_core::{About, OptionValue, Seat, Settings, VariantSpec};
use golemry_table::{Described, FaultKind, Json, Level, Round, SeatChange, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What can be played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Games {
    /// Every game.
    pub games: Vec<Game>,
    /// The pages that are mounted: not every server has them.
    pub pages: Vec<&'static str>,
    /// The programs of the host's that can be asked to a table, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub programs: Vec<String>,
}

/// A game, and what can be set up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Game {
    /// Its description.
    #[serde(flatten)]
    pub described: Described,
    /// The bots of each variant, by the number of seats, weakest first.
    pub levels: BTreeMap<&'static str, BTreeMap<u8, Vec<Level>>>,
    /// Whether it has a tutorial.
    pub tutorial: bool,
}

impl Games {
    /// These games, with the bots available for each variant and number of seats, and these pages.
    pub fn new(games: &golemry_table::Games, pages: impl IntoIterator<Item = &'static str>) -> Games {
        let list = games.iter().zip(games.list()).map(|(entry, described)| {
            let levels = |variant: &'static VariantSpec, seats: u8| {
                let levels = entry.levels(&Settings::new(seats, variant.id));
                (seats, levels.unwrap_or_else(|_| vec![Level::Random]))
            };
            let by_variant = entry.about().variants.iter().map(|variant| {
                let (fewest, most) = variant.seats;
                (variant.id, (fewest..=most).map(|seats| levels(variant, seats)).collect())
            });
            Game { described, levels: by_variant.collect(), tutorial: !entry.about().tutorial.is_empty() }
        });
        Games { games: list.collect(), pages: pages.into_iter().collect(), programs: Vec::new() }
    }

    /// What a page can do by itself with these games.
    pub fn in_a_page(games: &golemry_table::Games) -> Games {
        Games::new(games, ["puzzles", "boards"])
    }
}

/// The player behind this browser.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Me {
    /// Their name, if they have chosen one.
    pub name: Option<String>,
}

/// A name.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// 1 to 30 visible characters.
    pub name: String,
}

/// A match to be opened.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct OpenMatch {
    /// The game's id. Left out, like the settings, if there is a record.
    #[serde(default)]
    pub game: String,
    /// A match that was begun elsewhere and goes on here.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub record: Option<Value>,
    /// The number of seats; by default the game's own.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seats: Option<u8>,
    /// The variant; by default the first that fits the seats.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub variant: Option<String>,
    /// Options by name.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// A custom deck, for games that take one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub deck: Option<Value>,
    /// A custom board, for games that take one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub board: Option<Value>,
    /// The occupant of each seat.
    pub chairs: Vec<WantedChair>,
    /// Seconds after which a bot decides for an absent player; by default never.
    #[serde(default)]
    pub takeover_seconds: Option<u32>,
}

/// The occupant that a seat is to have.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum WantedChair {
    /// The requester. Several of these share one screen.
    You {},
    /// A bot.
    Bot {
        /// How well it plays.
        level: Level,
    },
    /// A program of the host's.
    Program {
        /// Its name.
        name: String,
    },
    /// Anybody who has the link.
    Friend {
        /// Their name until they choose one.
        #[serde(default)]
        #[cfg_attr(feature = "typescript", ts(optional))]
        name: Option<String>,
    },
}

/// The id of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct MatchId {
    /// The id.
    pub id: String,
}

/// A request to take a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The number of the seat.
    pub seat: u8,
    /// The secret from the link.
    pub secret: String,
    /// The player's new name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub name: Option<String>,
}

/// The bot that decides for a seat from now on; `null` gives the seat back.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// How well it plays.
    pub level: Option<Level>,
}

/// What the requester may know of a match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
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
    /// Whether it is played with a custom deck or board.
    pub material: bool,
    /// Whether it is the game's tutorial.
    pub tutorial: bool,
    /// How many events had happened when somebody brought it along from elsewhere. They know its seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub brought: Option<usize>,
    /// The occupants, by seat.
    pub chairs: Vec<ChairInfo>,
    /// Whether the requester opened it.
    pub host: bool,
    /// Seconds after which a bot decides for an absent player.
    pub takeover_seconds: Option<u32>,
    /// Where it stands. Neither over nor anybody's turn for a match of another edition whose result was not written down at the time.
    pub status: Status,
    /// How many events there were.
    pub version: usize,
    /// The SHA-256 of seed and salt; of all commitments, if its players shuffle; empty until those are closed.
    pub commitment: String,
    /// How its players draw the seed together; left out if the server draws it alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub shuffle: Option<ShuffleInfo>,
    /// When it was opened, in milliseconds since 1970.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub created: i64,
    /// What chance was drawn from, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seed: Option<String>,
    /// What was hashed with the seed, once it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub salt: Option<String>,
    /// The match that was played after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<String>,
}

/// How the players of a match draw its seed together, so that nobody can steer it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ShuffleInfo {
    /// How far it has come.
    pub stage: ShuffleStage,
    /// Seconds until the shuffle goes on without those who are late.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seconds: Option<u32>,
    /// The rounds, oldest first; all but the last were thrown away because somebody withheld their secret. The server's own secrets
    /// are shown once the match is over.
    pub rounds: Vec<Round>,
}

/// How far a shuffle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
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

/// A seat and its occupant.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ChairInfo {
    /// The seat.
    pub seat: Seat,
    /// The kind of occupant.
    pub kind: ChairKind,
    /// The bot that decides there now: always for a bot, and for a person for whom one stands in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub level: Option<Level>,
    /// The level that this bot plays as, if its own does not fit the table: a master that was trained for another deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub plays_as: Option<Level>,
    /// The program of the host's that decides there. The bot of that level decides when it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub program: Option<String>,
    /// How often that bot has decided since the match was loaded, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stood_in: Option<StoodIn>,
    /// The occupant's display name.
    pub name: Option<String>,
    /// Whether somebody has sat down.
    pub joined: bool,
    /// Whether they are connected. Always false in lists.
    pub online: bool,
    /// Whether the requester sits here.
    pub yours: bool,
    /// Whether its player has resigned.
    pub resigned: bool,
    /// The secret of the seat's link, for the host, while nobody has sat down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub secret: Option<String>,
    /// Everyone who took or left this seat since the match was opened, oldest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub changes: Option<Vec<SeatChange>>,
}

/// What a bot decided in place of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StoodIn {
    /// How many decisions.
    pub times: u32,
    /// What was wrong the last time.
    pub why: FaultKind,
}

/// A short message that a player can show to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
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

/// The kind of occupant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum ChairKind {
    /// A person.
    Human,
    /// A bot.
    Bot,
}

/// Several matches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Matches {
    /// The newest first.
    pub matches: Vec<MatchInfo>,
}

/// The moment of a match from which a new one begins.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(deny_unknown_fields)]
pub struct TryAgain {
    /// The number of the decision to make anew among the events, from 0.
    pub event: usize,
}

/// The progress of a review, and the review once it is finished.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ReviewSoFar {
    /// The events reviewed so far.
    pub done: usize,
    /// All events.
    pub total: usize,
    /// The review; `null` until it is finished: poll again.
    #[cfg_attr(feature = "typescript", ts(as = "Option<golemry_table::Review>"))]
    pub review: Option<Json>,
}

/// One viewer's knowledge at some point of a finished match.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Replayed {
    /// All events of the match.
    pub events: usize,
    /// The number of events that had happened.
    pub event: usize,
    /// What the viewer knew.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub view: Json,
    /// What the viewer had seen.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<golemry_table::SeenEvent<'static, String>>"))]
    pub seen: Json,
}

/// Rules for players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Rules {
    /// The text, in Markdown.
    pub markdown: String,
    /// The language it is in: the one asked for, or English.
    pub lang: String,
}

impl Rules {
    /// The rules of a game in a language, or in English if there is no translation.
    pub fn of(about: &About, lang: &str) -> Rules {
        let markdown = about.rules_in(lang).to_owned();
        let lang = if markdown == about.rules { "en" } else { lang };
        Rules { lang: lang.to_owned(), markdown }
    }
}
