use serde::{Deserialize, Serialize};

use super::normal::{Z95, two_sided};
use super::share::Share;

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The part of it from `low` to `high`.
    pub fn within(self, low: f64, high: f64) -> Interval {
        Interval { low: self.low.max(low), high: self.high.min(high) }
    }

    /// Whether `value` lies in it, the ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The mean of numbers that come one by one, and how far to trust it (Welford 1962).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their variance, estimated without bias; 0 if there are fewer than two.
    pub fn variance(&self) -> f64 {
        if self.count < 2 { 0.0 } else { self.squares / (self.count - 1) as f64 }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        if self.count == 0 { f64::INFINITY } else { (self.variance() / self.count as f64).sqrt() }
    }

    /// The 95 % interval of the mean. It assumes that the mean is normally distributed, which nearly holds from 30 numbers on.
    pub fn interval(&self) -> Interval {
        let reach = Z95 * self.error();
        Interval { low: self.mean - reach, high: self.mean + reach }
    }

    /// The same for numbers that are shares, from 0 to 1. If all are alike they have no spread, but there may be others: then it is
    /// Wilson's interval.
    pub fn interval_of_shares(&self) -> Interval {
        if self.variance() == 0.0 {
            return Share::new((self.mean * self.count as f64).round() as u64, self.count).interval;
        }
        self.interval().within(0.0, 1.0)
    }

    /// The p-value of the mean under the hypothesis that the true mean is 0. For differences of pairs, this is the paired test.
    pub fn p_value(&self) -> f64 {
        let error = self.error();
        if self.count < 2 || (self.mean == 0.0 && error == 0.0) { 1.0 } else { two_sided(self.mean / error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_of(values: &[f64]) -> Mean {
        let mut mean = Mean::default();
        values.iter().for_each(|&value| mean.add(value));
        mean
    }

    #[test]
    fn of_numbers_known_by_heart() {
        let mean = mean_of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((mean.count(), mean.mean()), (8, 5.0));
        assert!((mean.variance() - 32.0 / 7.0).abs() < 1e-12);
        assert!((mean.interval().high - (5.0 + Z95 * (4.0f64 / 7.0).sqrt())).abs() < 1e-12);
    }

    #[test]
    fn paired_differences() {
        // Student's sleep data (1908): the second drug against the first on ten patients; t is 4.0621.
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| b - a).collect();
        let mean = mean_of(&differences);
        assert!((mean.mean() - 1.58).abs() < 1e-12);
        assert!((mean.mean() / mean.error() - 4.062_127_683_382_037).abs() < 1e-9);
        assert!((mean.p_value() - two_sided(4.062_127_683_382_037)).abs() < 1e-12);
    }

    #[test]
    fn of_next_to_nothing() {
        assert_eq!(mean_of(&[]).p_value(), 1.0);
        assert_eq!(mean_of(&[3.0]).p_value(), 1.0, "one number proves nothing");
        assert_eq!(mean_of(&[0.0, 0.0]).p_value(), 1.0, "no difference at all");
        assert_eq!(mean_of(&[1.0, 1.0]).p_value(), 0.0, "always the same difference");
        assert!(mean_of(&[1.0, 1.0]).interval().contains(1.0));
    }

    #[test]
    fn shares_that_are_all_alike_leave_some_doubt() {
        assert_eq!(mean_of(&[1.0; 20]).interval_of_shares(), Share::new(20, 20).interval);
        assert_eq!(mean_of(&[0.0, 1.0, 1.0]).interval_of_shares().high, 1.0);
    }
}
