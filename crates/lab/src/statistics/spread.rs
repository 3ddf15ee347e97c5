use std::collections::BTreeMap;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// A distribution of whole numbers, kept as counts, so that every quantile is exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    counts: BTreeMap<i64, u64>,
    count: u64,
}

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, value: i64) {
        *self.counts.entry(value).or_default() += 1;
        self.count += 1;
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Each number, ascending, and how often it occurred.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// How many were `value` or more.
    pub fn at_least(&self, value: i64) -> u64 {
        self.counts.range(value..).map(|(_, count)| count).sum()
    }

    /// The mean, if there are any numbers.
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self.counts().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        (self.count > 0).then(|| sum as f64 / self.count as f64)
    }

    /// The standard deviation, estimated from at least two numbers.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.count > 1)?;
        let from_mean = |value| value as f64 - mean;
        let squares: f64 =
            self.counts().map(|(value, count)| from_mean(value) * from_mean(value) * count as f64).sum();
        Some((squares / (self.count - 1) as f64).sqrt())
    }

    /// The least number that is not exceeded by a share of `part` of all: the inverse of the empirical distribution.
    pub fn quantile(&self, part: f64) -> Option<i64> {
        let rank = (part * self.count as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        self.counts()
            .find(|(_, count)| {
                seen += count;
                seen >= rank
            })
            .map(|(value, _)| value)
    }

    /// The least number.
    pub fn least(&self) -> Option<i64> {
        self.counts.first_key_value().map(|(&value, _)| value)
    }

    /// The greatest number.
    pub fn greatest(&self) -> Option<i64> {
        self.counts.last_key_value().map(|(&value, _)| value)
    }
}

impl Serialize for Spread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Spread", 10)?;
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("mean", &self.mean())?;
        fields.serialize_field("deviation", &self.deviation())?;
        fields.serialize_field("least", &self.least())?;
        for (name, part) in [("q05", 0.05), ("q25", 0.25), ("median", 0.5), ("q75", 0.75), ("q95", 0.95)] {
            fields.serialize_field(name, &self.quantile(part))?;
        }
        fields.serialize_field("greatest", &self.greatest())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_by_hand() {
        let mut spread = Spread::default();
        assert_eq!((spread.quantile(0.5), spread.mean(), spread.deviation()), (None, None, None));
        for value in [15, 20, 35, 40, 50] {
            spread.add(value);
        }
        // The textbook case of the nearest rank.
        for (part, value) in [(0.0, 15), (0.05, 15), (0.3, 20), (0.4, 20), (0.5, 35), (1.0, 50)] {
            assert_eq!(spread.quantile(part), Some(value), "{part}");
        }
        assert_eq!(spread.mean(), Some(32.0));
        assert!((spread.deviation().unwrap() - 207.5f64.sqrt()).abs() < 1e-12);
        assert_eq!((spread.at_least(35), spread.at_least(36)), (3, 2));
    }
}
