use std::fmt;

use golemry_core::{Seat, Seed};
use serde::{Deserialize, Serialize};

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Chance {
    /// Who begins.
    First { seat: Seat },
    /// The discard becomes the draw pile (CK-6), in the order that this seed unrolls.
    Shuffle { seed: Seed },
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::First { seat } => write!(f, "{seat} begins"),
            Chance::Shuffle { seed } => write!(f, "shuffle {seed}"),
        }
    }
}
