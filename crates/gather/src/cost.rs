use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// What is wrong with a table or a whole round. The fields stand in the order of their priority: a cost is less than another if it is
/// less at the first of them that differs, and a pairing is chosen so that the sum is least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cost {
    /// For the player with the bye: how many byes more they have had than those with the fewest.
    pub byes: u32,
    /// For each pair: the square of how often they have met.
    pub meetings: u32,
    /// For each pair: the square of the difference in points, in twelfths of a point. A bye counts as a pair with the fewest points.
    pub gap: u32,
    /// For each player at a table with one seat fewer: how often they have sat at one.
    pub small: u32,
    /// For each player: how often they have had that chair.
    pub chairs: u32,
    /// How many have the same chair as at their last table.
    pub repeats: u32,
}

impl Cost {
    /// One number for all of it, with a drawn lot of less than [`LOTS`](Cost::LOTS) below. Sums over the tables of a round compare like
    /// the sums of their costs.
    pub(crate) fn stacked(self, lot: u32) -> i128 {
        // How many bits the sum over 200 tables of two may need, after 30 rounds with at most a point each: 200 × 30² meetings, 200 × 360²
        // twelfths, 400 × 30 chairs, 400 repeats, 200 lots. Tables of two are never small.
        let below = [(self.meetings, 18), (self.gap, 25), (self.chairs, 14), (self.repeats, 9), (lot, 20)];
        below.into_iter().fold(self.byes.into(), |stacked, (part, bits)| (stacked << bits) + i128::from(part))
    }

    /// Lots are below this.
    pub(crate) const LOTS: u32 = 1 << 12;
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            byes: self.byes.saturating_add(other.byes),
            meetings: self.meetings.saturating_add(other.meetings),
            gap: self.gap.saturating_add(other.gap),
            small: self.small.saturating_add(other.small),
            chairs: self.chairs.saturating_add(other.chairs),
            repeats: self.repeats.saturating_add(other.repeats),
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), Add::add)
    }
}
