use serde::Serialize;

use super::mean::Interval;
use super::normal::Z95;

/// A proportion with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The count.
    pub count: u64,
    /// The total.
    pub of: u64,
    /// The share itself; 0 if the total is 0.
    pub share: f64,
    /// Wilson's interval, which stays between 0 and 1 and holds for rare events, too (Wilson 1927).
    pub interval: Interval,
}

impl Share {
    /// `count` of `of`.
    pub fn new(count: u64, of: u64) -> Share {
        if of == 0 {
            return Share { count, of, share: 0.0, interval: Interval { low: 0.0, high: 1.0 } };
        }
        let (n, share) = (of as f64, count as f64 / of as f64);
        let z2 = Z95 * Z95;
        let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula gives the end itself but for rounding.
        let low = if count == 0 { 0.0 } else { centre - reach };
        let high = if count == of { 1.0 } else { centre + reach };
        Share { count, of, share, interval: Interval { low, high } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_by_hand() {
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20 and 1 of 29.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let Interval { low: l, high: h } = Share::new(count, of).interval;
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{count} of {of}: {l} to {h}");
        }
        assert_eq!(Share::new(20, 20).interval.high, 1.0);
        assert_eq!(Share::new(0, 0).interval, Interval { low: 0.0, high: 1.0 });
    }
}
