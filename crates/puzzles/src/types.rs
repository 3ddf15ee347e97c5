use golemry_duel::solution::puzzle::Solutions;
use golemry_duel::{CardCounts, Cell, Facing, Goal, Note, Program, Variant, View};
use serde::Serialize;
use serde_json::Value;
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A puzzle on the shelf.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PuzzleSummary {
    /// The name used in addresses.
    pub id: String,
    /// The name that people read.
    pub name: String,
    /// 1 moving, 2 turning and walls, 3 barrels, water and attack, 4 LOOP and IF.
    pub chapter: u8,
    /// The slots of the shortest solution.
    pub par: u8,
    /// The rounds it may take.
    pub rounds: u8,
    /// The most slots of a program.
    pub slots: u8,
    /// What the golem has to do.
    pub goal: Option<Goal>,
    /// The task in one line.
    pub summary: String,
}

/// A puzzle with what is needed to draw it and to solve it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Puzzle {
    /// What the shelf says about it.
    #[serde(flatten)]
    pub summary: PuzzleSummary,
    /// A nudge.
    pub hint: String,
    /// The board before the first round.
    pub view: View,
    /// The action cards at hand.
    pub orders: CardCounts,
    /// Its board file.
    pub toml: String,
}

/// How a program for a puzzle went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Run {
    /// Whether it solves the puzzle.
    pub solved: bool,
    /// How many slots it used.
    pub cards: u32,
    /// The fewest there can be.
    pub par: u32,
    /// Everything that happened, beat by beat.
    pub beats: Vec<Beat>,
    /// What went wrong, if something did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub why: Option<String>,
    /// The same for pages, which have their own words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub failure: Option<Failure>,
}

/// Where a program leads.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Preview {
    /// The golem's way in the last round, beat by beat from where it stands.
    pub way: Vec<Pose>,
}

/// Where a golem is, and where it looks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Pose {
    /// Its cell.
    pub at: Cell,
    /// Where it looks.
    pub facing: Facing,
}

/// A board that was stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StoredBoard {
    /// The name used in addresses.
    pub id: String,
    /// Its title in the gallery, if it is there.
    pub title: Option<String>,
    /// Whether the requester may publish it, or take it out of the gallery.
    pub yours: bool,
    /// Its board file, as an object.
    #[cfg_attr(feature = "typescript", ts(as = "golemry_duel::Board"))]
    pub board: Value,
    /// The variants that take it, at least one.
    pub variants: Vec<Variant>,
    /// The board before the first round.
    pub view: View,
    /// What is needed to play it as a puzzle, if it is one.
    pub puzzle: Option<Puzzle>,
}

/// The board after a beat; after beat 0, the board before the round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Beat {
    /// The round, from 1.
    pub round: u32,
    /// How many beats of the round have been carried out.
    pub beat: usize,
    /// The slot each golem carried out, from 0.
    pub slots: [Option<usize>; 2],
    /// What happened.
    pub notes: Vec<ExplainedNote>,
    /// Whether the round ends with it.
    pub last: bool,
    /// Whether the puzzle is solved, once it has ended.
    pub solved: Option<bool>,
    /// The board.
    pub view: View,
}

/// A note with its text and its clause.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ExplainedNote {
    /// What happened.
    #[serde(flatten)]
    pub note: Note,
    /// The same in words.
    pub text: String,
    /// The clause that made it so.
    pub clause: &'static str,
}

/// How a program that breaks no rule can fail.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "reason", rename_all = "lowercase")]
pub enum Failure {
    /// The goal is not met, and still can be.
    Unfinished {},
    /// What happened in this beat put the goal out of reach.
    Spoilt(FailedAt),
    /// So did time: there is nothing to tell of this beat.
    Idle(FailedAt),
    /// So did the end of the round, while nothing failed in its last slot.
    Over(FailedAt),
}

/// The beat that put a goal out of reach.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FailedAt {
    /// The round, from 1.
    pub round: usize,
    /// The slot, from 1.
    pub slot: u8,
    /// The beat of the round, from 1.
    pub beat: usize,
    /// What happened in it.
    pub notes: Vec<ExplainedNote>,
}

/// What there is to say about a board that can be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CheckedBoard {
    /// Its name.
    pub name: String,
    /// The variants that take it, at least one.
    pub variants: Vec<Variant>,
    /// Its board file.
    pub toml: String,
    /// The same as an object.
    #[cfg_attr(feature = "typescript", ts(as = "golemry_duel::Board"))]
    pub board: Value,
    /// The board before the first round.
    pub view: View,
    /// Whether it is a puzzle, and then how it can be solved.
    #[serde(flatten)]
    pub kind: BoardKind,
}

/// What a board is for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BoardKind {
    /// A board or a scenario.
    Board {},
    /// A puzzle.
    Puzzle {
        /// The slots of the shortest solution, according to the file.
        par: u8,
        /// The action cards at hand.
        orders: CardCounts,
        /// Whether it has a solution.
        solvable: bool,
        /// The shortest solutions, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        solution: Option<Solution>,
        /// Whether the file is right about par, if there are solutions.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        par_is_right: Option<bool>,
    },
}

/// The shortest solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Solution {
    /// The slots of each.
    pub slots: u8,
    /// The cards of each, bonus cards included.
    pub cards: u8,
    /// How many there are.
    pub count: u64,
    /// How many different board states were looked at.
    pub states: usize,
    /// The first of them, each one program a round.
    pub programs: Vec<Vec<Program>>,
}

impl From<Solutions> for Solution {
    fn from(Solutions { slots, cards, count, programs, states }: Solutions) -> Solution {
        Solution { slots, cards, count, states, programs }
    }
}

impl From<&Note> for ExplainedNote {
    fn from(note: &Note) -> ExplainedNote {
        ExplainedNote { note: *note, text: note.to_string(), clause: note.clause() }
    }
}
