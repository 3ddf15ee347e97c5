use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A kind of body part. A card's back shows it (BM-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// `head`
    Head,
    /// `torso`
    Torso,
    /// `arm`
    Arm,
    /// `leg`
    Leg,
}

impl Part {
    /// Every part, in the order cards are sorted.
    pub const ALL: [Part; 4] = [Part::Head, Part::Torso, Part::Arm, Part::Leg];

    /// Its place in [`Part::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many of it a complete golem has: one head, one torso, two arms, two legs.
    pub const fn places(self) -> usize {
        match self {
            Part::Head | Part::Torso => 1,
            Part::Arm | Part::Leg => 2,
        }
    }

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Head => "head",
            Part::Torso => "torso",
            Part::Arm => "arm",
            Part::Leg => "leg",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let found = Part::ALL.into_iter().find(|part| part.word() == text);
        found.ok_or_else(|| format!("{text:?} is not a body part: write head, torso, arm or leg"))
    }
}
