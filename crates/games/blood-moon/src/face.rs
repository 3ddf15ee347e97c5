use std::fmt;

use serde::{Deserialize, Serialize};

/// A face of the die, 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct Face(u8); // Invariant: 1 to 6.

impl Face {
    /// The face that belongs to no part (BM-3).
    pub const SPECIAL: Face = Face(6);

    /// The face with this number.
    ///
    /// # Panics
    /// If `number` is not 1 to 6; numbers from outside go through [`Face::try_from`].
    pub const fn new(number: u8) -> Face {
        assert!(number >= 1 && number <= 6);
        Face(number)
    }

    /// All faces, ascending.
    pub fn all() -> impl Iterator<Item = Face> {
        (1..=6).map(Face)
    }

    /// The number it shows.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Face {
    type Error = String;

    fn try_from(number: u8) -> Result<Face, String> {
        if (1..=6).contains(&number) {
            Ok(Face(number))
        } else {
            Err(format!("a die shows 1 to 6, not {number}"))
        }
    }
}

impl From<Face> for u8 {
    fn from(face: Face) -> u8 {
        face.0
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
