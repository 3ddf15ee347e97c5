use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// Points, exactly. As JSON a whole number, 14,400 for each point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(u64);

/// A table of six shares a point among five opponents and a tie halves it: 120ths are exact at every table. Tie-breaks multiply two
/// such shares.
const UNIT: u64 = 120 * 120;

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// What winning a table brings.
    pub const ONE: Points = Points(UNIT);

    /// So many half points.
    pub const fn halves(halves: u64) -> Points {
        Points(halves * (UNIT / 2))
    }

    /// As a number of points.
    pub fn value(self) -> f64 {
        self.0 as f64 / UNIT as f64
    }

    /// Each opponent's part of a table with so many opponents, if each part counts `halves`/2.
    pub(crate) fn parts(halves: u64, opponents: usize) -> Points {
        Points(halves * (UNIT / 2) / opponents.max(1) as u64)
    }

    /// These points times a share of a point.
    pub(crate) fn times(self, share: Points) -> Points {
        // Both are whole 120ths.
        Points((self.0 / 120) * (share.0 / 120))
    }

    /// The part of these points for each of so many opponents.
    pub(crate) fn among(self, opponents: usize) -> Points {
        Points(self.0 / opponents.max(1) as u64)
    }

    /// The difference in twelfths of a point, rounded.
    pub(crate) fn twelfths_from(self, other: Points) -> u32 {
        let twelfth = UNIT / 12;
        ((self.0.abs_diff(other.0) + twelfth / 2) / twelfth) as u32
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl std::iter::Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

/// `2`, `2½`, or `2.33`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / UNIT, self.0 % UNIT);
        let text = match (whole, rest) {
            (whole, 0) => whole.to_string(),
            (0, rest) if rest == UNIT / 2 => "½".to_owned(),
            (whole, rest) if rest == UNIT / 2 => format!("{whole}½"),
            _ => {
                let hundredths = (self.0 * 100 + UNIT / 2) / UNIT;
                format!("{}.{:02}", hundredths / 100, hundredths % 100)
            }
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_people_write_them() {
        let texts = [Points::ZERO, Points::ONE, Points::halves(1), Points::halves(5), Points::parts(4, 3)];
        assert_eq!(texts.map(|points| points.to_string()), ["0", "1", "½", "2½", "0.67"]);
        assert_eq!((Points::ONE + Points::parts(2, 3)).to_string(), "1.33");
        assert_eq!(Points(UNIT - 1).to_string(), "1.00");
    }

    #[test]
    fn shares_are_exact_at_every_table() {
        for opponents in 1..=5 {
            let shares: Points = (0..opponents).map(|_| Points::parts(2, opponents)).sum();
            assert_eq!(shares, Points::ONE, "{opponents}");
            assert_eq!(Points::halves(60).times(Points::parts(2, opponents)), Points::parts(60, opponents));
        }
    }
}
