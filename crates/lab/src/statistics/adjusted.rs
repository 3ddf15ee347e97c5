use serde::Serialize;

use super::mean::{Interval, Mean};
use super::normal::{Z95, two_sided};

/// Numbers that come one by one, each with the luck that went into it: a control variate whose mean is known to be 0.
#[derive(Clone, Debug, Default)]
pub struct Adjusting {
    pairs: Vec<(f64, f64)>,
}

/// A mean from which luck was taken.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Adjusted {
    /// The mean.
    pub mean: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How many times as many numbers would be needed for as narrow an interval without the luck; below 1 if the judge was worse than
    /// none.
    pub saves: f64,
}

/// Below this many numbers no luck is taken out: the coefficient would be mostly noise.
const FEWEST: usize = 8;

impl Adjusted {
    /// The p-value of the mean under the hypothesis that the true mean is 0.
    pub fn p_value(&self) -> f64 {
        let error = (self.interval.high - self.interval.low) / 2.0 / Z95;
        if self.mean == 0.0 && error == 0.0 { 1.0 } else { two_sided(self.mean / error) }
    }

    /// The same of what is left to 1.
    #[must_use]
    pub fn of_the_rest(self) -> Adjusted {
        let Interval { low, high } = self.interval;
        Adjusted { mean: 1.0 - self.mean, interval: Interval { low: 1.0 - high, high: 1.0 - low }, ..self }
    }
}

impl Adjusting {
    /// How many numbers there were.
    pub fn count(&self) -> usize {
        self.pairs.len()
    }

    /// Adds a number and the luck in it.
    pub fn add(&mut self, value: f64, luck: f64) {
        self.pairs.push((value, luck));
    }

    /// The numbers without their luck, in order.
    ///
    /// How much of it is taken is a regression's coefficient: a judge may overstate. Those of one half are taken with the coefficient of the
    /// other half, so that no number has a say in its own correction, which would move the mean.
    pub fn values(&self) -> Vec<f64> {
        let weights = [1, 0].map(|half| self.weight(half));
        self.pairs
            .iter()
            .enumerate()
            .map(|(place, (value, luck))| value - weights[place % 2] * luck)
            .collect()
    }

    /// Their mean without luck.
    pub fn adjusted(&self) -> Adjusted {
        let (mut plain, mut halves) = (Mean::default(), [Mean::default(); 2]);
        self.pairs.iter().for_each(|(value, _)| plain.add(*value));
        let mut all = Mean::default();
        for (place, value) in self.values().into_iter().enumerate() {
            halves[place % 2].add(value);
            all.add(value);
        }
        // Each half has its own coefficient, so each spreads about its own mean.
        let spread = |half: &Mean| half.variance() * half.count().saturating_sub(1) as f64;
        let degrees = all.count().saturating_sub(2).max(1) as f64;
        let variance = if self.is_adjusted() {
            halves.iter().map(spread).sum::<f64>() / degrees
        } else {
            all.variance()
        };
        let reach = Z95 * (variance / all.count().max(1) as f64).sqrt();
        let interval = Interval { low: all.mean() - reach, high: all.mean() + reach };
        // What is all luck would save without end.
        let saves = if plain.variance() == 0.0 { 1.0 } else { plain.variance() / variance.max(1e-9) };
        Adjusted { mean: all.mean(), interval, saves }
    }

    fn is_adjusted(&self) -> bool {
        self.pairs.len() >= FEWEST
    }

    /// How much of the luck the numbers of a half follow.
    fn weight(&self, half: usize) -> f64 {
        if !self.is_adjusted() {
            return 0.0;
        }
        let own = || self.pairs.iter().skip(half).step_by(2);
        let (mut values, mut lucks) = (Mean::default(), Mean::default());
        for (value, luck) in own() {
            values.add(*value);
            lucks.add(*luck);
        }
        let products = own().map(|(value, luck)| (value - values.mean()) * (luck - lucks.mean()));
        let squares: f64 = own().map(|(_, luck)| (luck - lucks.mean()) * (luck - lucks.mean())).sum();
        if squares > 0.0 { products.sum::<f64>() / squares } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{Draw as _, PlayoutRng, Seed};

    use super::*;

    fn adjusting(numbers: u32, seed: u64, make: impl Fn(f64, f64) -> (f64, f64)) -> Adjusting {
        let mut rng = PlayoutRng::new(Seed(seed));
        let mut adjusting = Adjusting::default();
        for _ in 0..numbers {
            let [a, b] = [(); 2].map(|()| f64::from(rng.below(2001)) / 1000.0 - 1.0);
            let (value, luck) = make(a, b);
            adjusting.add(value, luck);
        }
        adjusting
    }

    #[test]
    fn luck_that_explains_half_of_the_spread_halves_the_work() {
        let found = adjusting(20_000, 1, |skill, luck| (0.5 + skill + luck, luck)).adjusted();
        assert!(found.interval.contains(0.5) && (found.saves - 2.0).abs() < 0.1, "{found:?}");
        // A judge who says three times too much is as good: the coefficient makes up for it.
        let loud = adjusting(20_000, 1, |skill, luck| (0.5 + skill + luck, 3.0 * luck)).adjusted();
        assert!((loud.mean - found.mean).abs() < 1e-9 && (loud.saves - found.saves).abs() < 1e-9);
    }

    #[test]
    fn all_luck_leaves_nothing_and_noise_changes_next_to_nothing() {
        let all = adjusting(100, 2, |_, luck| (0.25 + luck, luck)).adjusted();
        assert!((all.mean - 0.25).abs() < 1e-9 && all.saves > 1e5);
        let noise = adjusting(20_000, 3, |skill, luck| (skill, luck)).adjusted();
        assert!((noise.saves - 1.0).abs() < 0.01 && noise.interval.contains(0.0), "{noise:?}");
    }

    #[test]
    fn the_mean_does_not_move_even_with_few_numbers() {
        // The coefficient of all ten numbers at once would pull the mean of such skewed ones by more than this.
        let mut means = Mean::default();
        for seed in 0..20_000 {
            means.add(adjusting(10, seed, |skill, luck| (luck * luck * 3.0 + skill, luck)).adjusted().mean);
        }
        assert!(means.interval().contains(1.0), "{} in {:?}", means.mean(), means.interval());
    }

    #[test]
    fn of_next_to_nothing() {
        let few = adjusting(FEWEST as u32 - 1, 4, |skill, luck| (skill + luck, luck));
        assert_eq!(few.values(), few.pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
        assert_eq!(few.adjusted().saves, 1.0);
        assert_eq!(Adjusting::default().adjusted().mean, 0.0);
    }
}
