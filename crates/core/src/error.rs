use thiserror::Error;

use crate::refusal::Refusal;
use crate::seat::{Seat, SeatSet};
use crate::settings::OptionValue;

/// Why an action was not played. The state is as it was.
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

/// `seat 0 or seat 2`, or `chance` if no seat is to act.
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
    #[error("{game} takes no custom deck or board")]
    NoMaterial {
        /// The game.
        game: &'static str,
    },
    /// A deck or board that cannot be used.
    #[error("{what}{}: {reason}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Material {
        /// `deck` or `board`.
        what: &'static str,
        /// The line, in a file people write.
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

    /// An error at `field`, unless what `clause` demands is kept.
    pub fn unless(
        kept: bool,
        clause: &'static str,
        field: impl Into<String>,
        problem: impl Into<String>,
    ) -> Result<(), PositionError> {
        if kept { Ok(()) } else { Err(PositionError::new(field, problem).by(clause)) }
    }

    /// The same error, naming the clause that is broken.
    #[must_use]
    pub fn by(mut self, clause: &'static str) -> PositionError {
        self.clause = Some(clause);
        self
    }

    /// The same error, of a field inside `outer`.
    #[must_use]
    pub fn within(mut self, outer: impl std::fmt::Display) -> PositionError {
        self.field = format!("{outer}.{}", self.field);
        self
    }
}
