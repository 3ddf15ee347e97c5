use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::program::{FormError, Program};

/// The only decision there is: `F 2(A) enemy?(A:F) D`.
///
/// As JSON `{"type":"program","slots":["F","2(A)","enemy?(A:F)","D"]}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Wire<Program>"))]
pub enum Action {
    /// A program: `F 2(A) enemy?(A:F) D`
    Program(Program),
    /// Slots that are no program. JSON that holds texts where texts belong is read, so that the rules can say which slot is wrong and
    /// by which clause (GD-6); it is never legal, and keeps no more of the texts than the error shows.
    Unreadable(FormError),
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Wire<T> {
    Program { slots: T },
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Action::Program(program) => Wire::Program { slots: program }.serialize(serializer),
            Action::Unreadable(error) => Wire::Program { slots: [error.text] }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        let Wire::Program { slots } = Wire::<Vec<String>>::deserialize(deserializer)?;
        let read = Program::parse(slots.iter().map(String::as_str));
        Ok(read.map_or_else(Action::Unreadable, Action::Program))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Program(program) => program.fmt(f),
            Action::Unreadable(error) => error.text.fmt(f),
        }
    }
}

impl FromStr for Action {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Action, FormError> {
        text.parse().map(Action::Program)
    }
}

/// What chance brings: a face of the bonus die, for the seat that is to roll (GD-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The face, 1 to 6.
    pub roll: u8,
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "roll {}", self.roll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_small() {
        assert!(size_of::<Action>() <= 32);
    }
}
