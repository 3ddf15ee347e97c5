use std::fmt;

use golemry_blood_moon::Face;
use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};

/// A random outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Chance {
    /// `first 2`: who begins.
    First { seat: Seat },
    /// `shuffle 7`: all piles are shuffled from this seed (IA-1).
    Shuffle { seed: Seed },
    /// `roll 6`: the die of a turn or a theft.
    Roll { face: Face },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First { seat } => write!(f, "first {}", seat.index()),
            Chance::Shuffle { seed } => write!(f, "shuffle {seed}"),
            Chance::Roll { face } => write!(f, "roll {face}"),
        }
    }
}
