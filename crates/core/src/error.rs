use thiserror::Error;

use crate::seat::{Seat, SeatSet};
use crate::settings::OptionValue;

/// Why an action is not allowed: an enum with data, one per game.
///
/// Its text is lowercase, without a final period, and holds the values that matter.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// The clause of the rules that forbids it, such as `GI-8`.
    fn clause(&self) -> &'static str;

    /// The name of the case, such as `too_low`: readers look their own text up by it.
    fn reason(&self) -> &'static str;
}

/// Why a decision was not carried out. The state is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError<I: Refusal> {
    /// The match has ended.
    #[error("the match is over")]
    Over,
    /// Another seat is to act.
    #[error("{seat} is not to act: {} is", seat_list(*to_act))]
    NotToAct {
        /// Who tried.
        seat: Seat,
        /// Who is to act.
        to_act: SeatSet,
    },
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] I),
}

/// `seat 0 or seat 2`, and `chance` where it is no seat's turn.
fn seat_list(seats: SeatSet) -> String {
    if seats.is_empty() {
        return "chance".to_owned();
    }
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" or ")
}

/// Why a match could not be set up. Nothing was started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// No such variant.
    #[error("{game} has no variant {given:?}: it has {}", allowed.join(", "))]
    Variant {
        /// The game.
        game: &'static str,
        /// What was asked for.
        given: String,
        /// What there is.
        allowed: Vec<&'static str>,
    },
    /// Too many or too few players.
    #[error("variant {variant} is for {} seats, not {given}", range(*min, *max))]
    Seats {
        /// The variant.
        variant: &'static str,
        /// What was asked for.
        given: u8,
        /// The fewest.
        min: u8,
        /// The most.
        max: u8,
    },
    /// No such option in this variant.
    #[error("{game} has no option {name:?} in variant {variant}: it has {}", allowed.join(", "))]
    UnknownOption {
        /// What was asked for.
        name: String,
        /// The game.
        game: &'static str,
        /// The variant.
        variant: &'static str,
        /// What there is.
        allowed: Vec<&'static str>,
    },
    /// A value of the wrong type or outside its range.
    #[error("option {name} is {allowed}, not {given}")]
    OptionValue {
        /// The option.
        name: &'static str,
        /// What was asked for.
        given: OptionValue,
        /// What is allowed.
        allowed: String,
    },
    /// Options that are fine alone and impossible together.
    #[error("{reason}")]
    Combination {
        /// What does not fit, and what would.
        reason: String,
    },
    /// A deck or board for a game that takes none.
    #[error("{game} takes no deck or board of one's own")]
    NoMaterial {
        /// The game.
        game: &'static str,
    },
    /// A deck or board that cannot be used.
    #[error("{what}{}: {reason}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Material {
        /// `deck` or `board`.
        what: &'static str,
        /// Where, in a file people write.
        line: Option<usize>,
        /// What is wrong, and what is allowed.
        reason: String,
    },
}

fn range(min: u8, max: u8) -> String {
    if min == max { min.to_string() } else { format!("{min} to {max}") }
}

/// Why a position cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {problem}{}", clause.map(|clause| format!(" ({clause})")).unwrap_or_default())]
pub struct PositionError {
    /// Where, such as `players[1].hand`.
    pub field: String,
    /// What is wrong, and what is allowed.
    pub problem: String,
    /// The clause that says so, if one does.
    pub clause: Option<&'static str>,
}

impl PositionError {
    /// An error at `field` that no clause speaks of.
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> PositionError {
        PositionError { field: field.into(), problem: problem.into(), clause: None }
    }

    /// The same error, naming the clause that is broken.
    #[must_use]
    pub fn by(mut self, clause: &'static str) -> PositionError {
        self.clause = Some(clause);
        self
    }
}
