use std::fmt::Display;

use golemry_server::ApiError;
use golemry_table::Code;
use thiserror::Error;

use crate::class::Class;
use crate::codes;
use crate::names;

/// Why something cannot be done in a class.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    /// It has been deleted, and only that can be taken back.
    #[error("this class was deleted: it can be restored for an hour")]
    Deleted,
    /// The requester is not a teacher of it.
    #[error("only the teacher can do that: open the class by the teacher's link")]
    NotTeacher,
    /// The requester is not a pupil of it.
    #[error("only a pupil of this class can do that: join it, or come back with your two words")]
    NotPupil,
    /// It is another pupil's.
    #[error("this belongs to another pupil")]
    Foreign,
    /// The link was replaced, or never was one.
    #[error("this link no longer works: the teacher can make another one")]
    Secret,
    /// Nobody has these words.
    #[error("nobody in this class has these two words: the teacher can look them up")]
    Words,
    /// Nobody new can join.
    #[error("the teacher has locked this class: nobody new can join")]
    Locked,
    /// No name.
    #[error("a name has 1 to {} characters that can be seen", names::LONGEST)]
    Name,
    /// A name that is taken.
    #[error("somebody in this class has this name, or one that looks like it: choose another one")]
    NameTaken,
    /// No title.
    #[error("a title has 1 to {} characters that can be seen", Class::LONGEST_TITLE)]
    Title,
    /// As many as there can be.
    #[error("{what}: there can be at most {most}")]
    Full {
        /// The kind of thing that reached its limit.
        what: &'static str,
        /// How many there can be.
        most: usize,
    },
    /// It is not there.
    #[error("there is no {what} {number} in this class")]
    Missing {
        /// What.
        what: &'static str,
        /// Which.
        number: String,
    },
    /// An assignment without puzzles.
    #[error("an assignment has at least one puzzle, and each of them once")]
    NoTasks,
    /// A puzzle that is not open.
    #[error("this puzzle is closed: the teacher opens it")]
    TaskClosed,
    /// A puzzle whose turn has not come.
    #[error("the puzzles of this assignment are solved in their order: another one comes first")]
    NotYet,
    /// The league takes no programs.
    #[error("the league is closed: the teacher opens it")]
    LeagueClosed,
    /// A round without golems.
    #[error("a round needs at least two golems")]
    NobodyPlays,
    /// The teacher has frozen all screens.
    #[error("the teacher has stopped all screens for a moment")]
    Frozen,
    /// Something that cannot be shown.
    #[error("show one attempt, or two at the same puzzle")]
    NotShown,
    /// A board that has no place in a league.
    #[error("there is no board {board:?} for a league: choose open, pit, yard or race")]
    NoBoard {
        /// The beginning of the request.
        board: String,
    },
}

impl Refusal {
    /// The error code.
    pub(crate) fn code(&self) -> Code {
        match self {
            Refusal::Deleted => codes::DELETED,
            Refusal::NotTeacher => codes::TEACHER,
            Refusal::NotPupil | Refusal::Foreign => codes::PUPIL,
            Refusal::Secret => codes::SECRET,
            Refusal::Words => codes::WORDS,
            Refusal::Locked => codes::LOCKED,
            Refusal::Name | Refusal::Title => Code::RequestName,
            Refusal::NameTaken => codes::NAME,
            Refusal::Full { .. } => codes::FULL,
            Refusal::Missing { .. } => codes::MISSING,
            Refusal::NoTasks | Refusal::NotShown | Refusal::NoBoard { .. } => Code::RequestMalformed,
            Refusal::TaskClosed | Refusal::NotYet | Refusal::LeagueClosed | Refusal::NobodyPlays => {
                codes::CLOSED
            }
            Refusal::Frozen => codes::FROZEN,
        }
    }

    pub(crate) fn missing(what: &'static str, number: &dyn Display) -> Refusal {
        // Untrusted text: cut to more than the length of a name.
        Refusal::Missing { what, number: number.to_string().chars().take(40).collect() }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError::new(refusal.code(), refusal.to_string())
    }
}
