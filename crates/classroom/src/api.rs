//! The JSON of a class: requests, replies, and what comes over its three sockets.
//!
//! `{id}` is a class, `{seat}` a pupil's number, `{task}` a puzzle in it. Times are milliseconds since 1970. A *program* is text: slots with
//! spaces between them, and ` / ` between the rounds of a puzzle that has several, as in `F 2(A) / R`.
//!
//! | request | who | reply |
//! | --- | --- | --- |
//! | `POST /api/classes` [`NewClass`] | anybody | 201 [`Opened`]: the requester is the teacher |
//! | `POST /api/classes/find` [`Code`] | anybody | [`Found`]: the class, names that are free, and who the requester is there |
//! | `POST /api/classes/join` [`Join`] | anybody | 201 [`Joined`] |
//! | `POST /api/classes/return` [`Return`] | anybody | [`Joined`]: the seat on another device |
//! | `POST /api/classes/{id}/enter` [`Enter`] | anybody with a link | 204; the requester is a teacher or a projector from now on |
//! | `GET /api/classes/{id}` | anybody | [`Role`]: who the requester is there |
//! | `PUT /api/classes/{id}` [`Change`] | teacher | 204 |
//! | `POST /api/classes/{id}/links` [`NewLink`] | teacher | [`Link`]; the one before no longer works |
//! | `POST /api/classes/{id}/extend` | teacher | 204; the class ends a term from now |
//! | `DELETE /api/classes/{id}` | teacher | [`Deleted`]; it can be taken back for an hour |
//! | `POST /api/classes/{id}/restore` | teacher | 204 |
//! | `PUT /api/classes/{id}/pupils/{seat}` [`ChangePupil`] | teacher | 204: renames, removes, lets back in |
//! | `POST /api/classes/{id}/pupils/{seat}/words` | teacher | [`Words`]: new ones; other devices of the pupil must come back with them |
//! | `GET /api/classes/{id}/pupils/{seat}/attempts?task=` | teacher, that pupil | [`Attempts`], the last first |
//! | `POST /api/classes/{id}/assignments` [`NewAssignment`] | teacher | 201 [`AssignmentId`] |
//! | `PUT /api/classes/{id}/assignments/{assignment}` [`ChangeAssignment`] | teacher | 204: also opens and closes it |
//! | `DELETE /api/classes/{id}/assignments/{assignment}` | teacher | 204; results stay |
//! | `GET /api/classes/{id}/tasks/{task}` | teacher, pupils, projector | [`Task`] |
//! | `POST /api/classes/{id}/tasks/{task}/preview` [`Tried`] | the same | `Preview` of `/api/puzzles` |
//! | `POST /api/classes/{id}/tasks/{task}/attempts` [`Tried`] | pupils | [`Checked`] |
//! | `GET /api/classes/{id}/attempts/{number}` | teacher, the pupil whose it is | [`AttemptRun`] |
//! | `GET /api/classes/{id}/grid.csv` | teacher | the grid for a spreadsheet |
//! | `PUT /api/classes/{id}/stage` [`ChangeStage`] | teacher | 204: what the projector shows, and whether screens are frozen |
//! | `GET /api/classes/{id}/stage` | teacher, projector, pupils while it is on their screens | [`OnStage`]: beats of what is shown |
//! | `POST /api/classes/{id}/league/check` [`Golem`] | teacher, pupils | [`Sparring`]: whether it is allowed, and how it does against the sample golems |
//! | `POST /api/classes/{id}/league/spar` [`Spar`] | teacher, pupils | [`Bout`]: one duel with a sample golem |
//! | `POST /api/classes/{id}/league/golem` [`Golem`] | pupils | 204: enters it, in place of the one before |
//! | `DELETE /api/classes/{id}/league/golem` | pupils | 204 |
//! | `PUT /api/classes/{id}/league` [`ChangeLeague`] | teacher | 204: opens and closes it, chooses the board |
//! | `POST /api/classes/{id}/league/rounds` | teacher | 201 [`RoundId`]: everybody plays everybody |
//! | `GET /api/classes/{id}/league/rounds/{round}` | teacher | [`Round`] |
//! | `GET /api/classes/{id}/league/rounds/{round}/bouts/{red}/{blue}` | teacher | [`Bout`] |
//! | `GET /api/classes/{id}/league/rounds/{round}/files` | teacher | [`Files`]: for `golemry duel league` |
//! | `GET /api/classes/{id}/league/rounds/{round}/files.tar` | teacher | the same as an archive |
//! | `/api/classes/{id}/sockets/teacher` | teacher | [`TeacherView`] |
//! | `/api/classes/{id}/sockets/pupil` | pupils | [`PupilView`] |
//! | `/api/classes/{id}/sockets/projector` | teacher, projector | [`ProjectorView`] |
//!
//! The sockets send the whole view first and then merge patches, so everything in a view that changes by itself is keyed by an id. What is
//! `None` is left out of replies and views.

use std::collections::BTreeMap;

use golemry_puzzles::{Puzzle, Run};
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

/// The language of the names and words that a class offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// Opens a class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewClass {
    /// What the teacher calls it, 1 to 40 characters.
    pub title: String,
    /// For names and words.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Language>"))]
    pub language: Language,
}

/// A class was opened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Opened {
    /// The name used in addresses.
    pub id: String,
    /// What pupils type: six characters.
    pub code: String,
    /// The secret of the teacher's link, for another browser. It is shown once: only its hash is stored.
    pub secret: String,
}

/// A code as it was typed.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// Upper or lower case, with or without spaces.
    pub code: String,
}

/// The class with a code.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Found {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// For names and words.
    pub language: Language,
    /// Nobody new can join.
    pub locked: bool,
    /// Names that nobody has, to choose from.
    pub names: Vec<String>,
    /// The requester, who may be in it already.
    pub role: Role,
}

/// Joins a class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The code as it was typed.
    pub code: String,
    /// A nickname of 1 to 20 characters; one of those that are free if it is missing.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
}

/// Comes back on another device.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Return {
    /// The code as it was typed.
    pub code: String,
    /// The two words, with anything between them.
    pub words: String,
}

/// A pupil has a seat on this device.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Joined {
    /// The class, as in addresses.
    pub id: String,
    /// The pupil's number.
    pub seat: u16,
    /// The nickname.
    pub name: String,
    /// The two words with which to come back on another device.
    pub words: String,
}

/// The requester's place in a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "role", rename_all = "lowercase")]
pub enum Role {
    /// Opened it, or has come by the teacher's link.
    Teacher {},
    /// The computer at the wall.
    Projector {},
    /// A pupil.
    Pupil {
        /// Their number.
        seat: u16,
    },
    /// Nobody there.
    Stranger {},
}

/// Uses the secret of a link.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// What follows `#` in the link.
    pub secret: String,
}

/// What a link makes of a browser that opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum LinkFor {
    /// Another teacher.
    Teacher,
    /// A computer at the wall, which can change nothing.
    Projector,
}

/// Makes a link.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewLink {
    /// What for.
    #[serde(rename = "for")]
    pub purpose: LinkFor,
}

/// A link's secret, which is shown once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Link {
    /// What follows `#` in the link.
    pub secret: String,
}

/// Changes a class. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct Change {
    /// What the teacher calls it.
    pub title: Option<String>,
    /// Whether nobody new can join.
    pub locked: Option<bool>,
}

/// A class was deleted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Deleted {
    /// When nothing of it is left; until then it can be restored.
    pub gone: i64,
}

/// Changes a pupil. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangePupil {
    /// Another nickname.
    pub name: Option<String>,
    /// Whether the pupil is removed: their devices lose the class, their results stay until it ends.
    pub removed: Option<bool>,
}

/// A pupil's two words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Words {
    /// With a space between them.
    pub words: String,
}

/// A puzzle for an assignment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub enum Source {
    /// One of ours, by its id.
    Puzzle(String),
    /// A board of one's own that was stored (`POST /api/boards`), by its id. The class keeps a copy.
    Board(String),
    /// A task of this class.
    Task(String),
}

/// A list of puzzles for the class.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewAssignment {
    /// 1 to 40 characters.
    pub title: String,
    /// 1 to 40 puzzles, in their order.
    pub tasks: Vec<Source>,
    /// When it should be done. Later attempts count, and the grid shows when they were made.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub hints: bool,
    /// Whether a puzzle can be tried only when those before it are solved.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub in_order: bool,
    /// Whether pupils can see it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub open: bool,
}

/// Where an assignment was stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AssignmentId {
    /// The name used in addresses.
    pub assignment: u16,
}

/// Changes an assignment. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangeAssignment {
    /// 1 to 40 characters.
    pub title: Option<String>,
    /// All its puzzles; those of this class already may be named by their `task`.
    pub tasks: Option<Vec<Source>>,
    /// 0 if there is to be none.
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    pub hints: Option<bool>,
    /// Whether a puzzle can be tried only when those before it are solved.
    pub in_order: Option<bool>,
    /// Whether pupils can see it.
    pub open: Option<bool>,
    /// Its place among the assignments, from 0.
    pub place: Option<u16>,
}

/// A puzzle of the class.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Task {
    /// Its name here.
    pub task: String,
    /// The puzzle; its `hint` is empty if pupils get none.
    #[cfg_attr(test, ts(type = "Puzzle"))]
    pub puzzle: Puzzle,
}

/// A program for a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// Slots, or slots for each round, as for `POST /api/puzzles/{id}/run`.
    #[cfg_attr(test, ts(type = "string[] | string[][]"))]
    pub program: Value,
    /// Whether the reply is to bring every beat: not needed by a page that has carried the program out itself.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub beats: bool,
}

/// What the server says of an attempt. It has run the program itself.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Checked {
    /// Its number in the class; that of the last one if the same program was sent again.
    pub attempt: u32,
    /// How it went.
    pub outcome: Outcome,
    /// The pupil's result, now.
    pub result: PuzzleResult,
    /// Every beat, if asked for.
    #[cfg_attr(test, ts(optional, type = "Run"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
}

/// How an attempt went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Outcome {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// How many slots it used.
    pub cards: u8,
    /// What went wrong, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub failed: Option<Failed>,
}

/// Why a program does not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Failed {
    /// `unfinished`, `spoilt`, `idle` or `over`, as in `Failure` of `/api/puzzles`.
    pub reason: String,
    /// The round, from 1; 0 if it is only unfinished.
    pub round: u32,
    /// The slot, from 1.
    pub slot: u32,
    /// The beat of the round, from 1.
    pub beat: u32,
    /// What happened in that beat, as notes that the page has words for.
    #[cfg_attr(test, ts(type = "ExplainedNote[]"))]
    pub notes: Value,
    /// The same in English.
    pub why: String,
}

/// How a pupil stands with a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleResult {
    /// How many different attempts in a row there were.
    pub tries: u32,
    /// The fewest slots that solved it, once it is solved.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u8>,
    /// When it was first solved.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<i64>,
    /// When it was last tried.
    pub at: i64,
    /// The number of the last attempt.
    pub attempt: u32,
    /// The number of the best one.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_attempt: Option<u32>,
    /// The program of the last one.
    pub program: String,
}

/// A pupil's attempts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Attempts {
    /// The last first, 200 at most.
    pub attempts: Vec<AttemptRow>,
}

/// An attempt in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AttemptRow {
    /// Its number in the class.
    pub attempt: u32,
    /// The puzzle.
    pub task: String,
    /// The program.
    pub program: String,
    /// When.
    pub at: i64,
    /// How it went.
    pub outcome: Outcome,
}

/// An attempt to be stepped through.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct AttemptRun {
    /// The attempt.
    #[serde(flatten)]
    pub row: AttemptRow,
    /// The pupil.
    pub seat: u16,
    /// Every beat.
    #[cfg_attr(test, ts(type = "Run"))]
    pub run: Run,
}

/// The wall, and all screens. What is missing stays.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields, default)]
pub struct ChangeStage {
    /// What is shown.
    pub show: Option<ToShow>,
    /// The beat of it, from 0: which of the beats in [`OnStage`].
    pub beat: Option<u16>,
    /// Whether pupils see the same on their screens.
    pub published: Option<bool>,
    /// Whether pupils' screens stand still: nothing can be sent meanwhile.
    pub frozen: Option<bool>,
}

/// What the teacher puts on the wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum ToShow {
    /// Nothing.
    Nothing {},
    /// How to join.
    Code {},
    /// How many have solved each puzzle of an assignment.
    Progress {
        /// Which.
        assignment: u16,
    },
    /// A program, or two for the same puzzle side by side.
    Attempts {
        /// Their numbers.
        attempts: Vec<u32>,
    },
    /// The table of a round.
    Standings {
        /// Which.
        round: u16,
    },
    /// A duel of a round.
    Bout {
        /// Which round.
        round: u16,
        /// The entrant on the red seat, as in [`Round::entrants`].
        red: u16,
        /// The entrant on the blue seat.
        blue: u16,
    },
}

/// What is on the wall. It names nobody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Shown {
    /// Nothing.
    Nothing {},
    /// How to join.
    Code {},
    /// How many have solved each puzzle of an assignment.
    Progress {
        /// Its title.
        title: String,
        /// Its puzzles.
        tasks: Vec<TaskProgress>,
    },
    /// A program, or two for the same puzzle side by side.
    Programs {
        /// The puzzle.
        task: String,
        /// Its title.
        name: String,
        /// The programs.
        programs: Vec<String>,
    },
    /// The table of a round.
    Standings {
        /// Which.
        round: u16,
        /// The first first.
        table: Vec<PublicStanding>,
        /// The most interesting duels.
        interesting: Vec<InterestingBout>,
    },
    /// A duel of a round.
    Bout {
        /// Which round.
        round: u16,
        /// The golem on the red seat.
        red: PublicGolem,
        /// The golem on the blue seat.
        blue: PublicGolem,
    },
}

/// How far the class is with a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskProgress {
    /// The puzzle.
    pub task: String,
    /// Its title.
    pub name: String,
    /// How many pupils have solved it.
    pub solved: u32,
    /// How many have tried it, those who solved it included.
    pub tried: u32,
}

/// The projector's stage, for everybody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stage {
    /// Goes up whenever something else is shown: then ask for [`OnStage`].
    pub version: u32,
    /// What.
    pub show: Shown,
    /// The beat of it, from 0.
    pub beat: u16,
    /// Whether pupils see the same on their screens.
    pub published: bool,
    /// Whether pupils' screens stand still.
    pub frozen: bool,
}

/// What is needed to draw the stage.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OnStage {
    /// As in [`Stage`].
    pub version: u32,
    /// The puzzle of the programs.
    #[cfg_attr(test, ts(optional, type = "Puzzle"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzle>,
    /// The programs, carried out.
    #[cfg_attr(test, ts(type = "Run[]"))]
    pub runs: Vec<Run>,
    /// The duel.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bout: Option<Bout>,
}

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

/// What the teacher sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TeacherView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What pupils type.
    pub code: String,
    /// For names and words.
    pub language: Language,
    /// Nobody new can join.
    pub locked: bool,
    /// When the class ends by itself.
    pub ends: i64,
    /// From when on the page should say that it ends.
    pub notice: i64,
    /// When nothing is left of it, if it was deleted.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gone: Option<i64>,
    /// The pupils by their number.
    pub pupils: BTreeMap<u16, PupilRow>,
    /// The assignments by their number.
    pub assignments: BTreeMap<u16, Assignment>,
    /// All puzzles that are or were assigned.
    pub tasks: BTreeMap<String, TaskRow>,
    /// The grid: by pupil, then by task. A pupil who has tried nothing is missing.
    pub results: BTreeMap<u16, BTreeMap<String, PuzzleResult>>,
    /// The league.
    pub league: TeacherLeague,
    /// The wall.
    pub stage: Stage,
}

/// A pupil, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilRow {
    /// The nickname.
    pub name: String,
    /// The two words.
    pub words: String,
    /// When the pupil joined.
    pub joined: i64,
    /// Whether the teacher has removed them.
    pub removed: bool,
    /// When the pupil last did something.
    pub active: i64,
    /// The puzzle last tried.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    /// Whether the pupil needs help, or will if nothing happens.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<Stuck>,
}

/// A pupil who needs help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stuck {
    /// From when on; not yet while this lies ahead.
    pub since: i64,
    /// Why.
    pub why: StuckWhy,
}

/// Why somebody counts as stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum StuckWhy {
    /// Four attempts at one puzzle have failed in a row, and nothing was solved for five minutes.
    Failing,
    /// Nothing was tried for five minutes, while there is something to solve.
    Idle,
}

/// An assignment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Assignment {
    /// Its place among the others, from 0.
    pub place: u16,
    /// Its title.
    pub title: String,
    /// Its puzzles; for pupils none while it is closed.
    pub tasks: Vec<String>,
    /// When it should be done.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i64>,
    /// Whether pupils get the puzzles' hints.
    pub hints: bool,
    /// Whether a puzzle can be tried only when those before it are solved.
    pub in_order: bool,
    /// Whether pupils can see its puzzles.
    pub open: bool,
}

/// A puzzle of the class in short.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskBrief {
    /// Its title.
    pub name: String,
    /// The slots of the shortest solution.
    pub par: u8,
    /// The id of the puzzle, if it is one of ours.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
}

/// A puzzle of the class, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TaskRow {
    /// Title and par.
    #[serde(flatten)]
    pub brief: TaskBrief,
    /// The commonest wrong programs, at most eight. The most frequent first is by `pupils`, then by `count`.
    pub wrong: BTreeMap<String, WrongProgram>,
}

/// A program that did not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WrongProgram {
    /// How often it was tried.
    pub count: u32,
    /// By how many pupils.
    pub pupils: u32,
    /// One of these attempts.
    pub attempt: u32,
    /// Where and why it fails.
    pub failed: Failed,
}

/// The league, for the teacher.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TeacherLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// Whether the sample golems play along.
    pub samples: bool,
    /// The golems entered, by pupil.
    pub golems: BTreeMap<u16, EnteredGolem>,
    /// The rounds played, by number: fetch one for its table.
    pub rounds: BTreeMap<u16, RoundBrief>,
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

/// What a pupil sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What others type to join.
    pub code: String,
    /// For names and words.
    pub language: Language,
    /// When the class ends by itself.
    pub ends: i64,
    /// The pupil's number, which stands for their golem on the wall.
    pub seat: u16,
    /// The pupil's nickname.
    pub name: String,
    /// Their two words.
    pub words: String,
    /// Whether screens stand still.
    pub frozen: bool,
    /// The assignments by their number; of closed ones nothing but title and place.
    pub assignments: BTreeMap<u16, Assignment>,
    /// The puzzles of open assignments.
    pub tasks: BTreeMap<String, TaskBrief>,
    /// The pupil's results.
    pub results: BTreeMap<String, PuzzleResult>,
    /// The league.
    pub league: PupilLeague,
    /// The wall, if the teacher shows it on all screens.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
}

/// The league, for a pupil.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PupilLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// The pupil's golem.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub golem: Option<EnteredGolem>,
    /// How it did in the last round.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<OwnStanding>,
}

/// How a pupil's golem did in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OwnStanding {
    /// Which round.
    pub round: u16,
    /// The place, from 1.
    pub place: u16,
    /// How many took part.
    pub golems: u16,
    /// The program that played.
    pub program: String,
    /// The line of the table.
    #[serde(flatten)]
    pub standing: Standing,
}

/// What the wall shows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProjectorView {
    /// The name used in addresses.
    pub id: String,
    /// What the teacher calls it.
    pub title: String,
    /// What pupils type, unless nobody new can join.
    #[cfg_attr(test, ts(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// For the page's words.
    pub language: Language,
    /// How many pupils there are.
    pub pupils: u16,
    /// Whether the league takes programs, and how many were entered.
    pub league: ProjectorLeague,
    /// What is shown.
    pub stage: Stage,
}

/// The league, for the wall.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProjectorLeague {
    /// Whether programs are taken.
    pub open: bool,
    /// `open`, `pit`, `yard` or `race`.
    pub board: String,
    /// How many golems were entered.
    pub golems: u16,
    /// The last round, 0 before the first.
    pub round: u16,
}
