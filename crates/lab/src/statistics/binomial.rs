/// The chance that at least `count` of `of` independent trials succeed if each does so with this `share`.
pub fn chance_of_at_least(count: u64, of: u64, share: f64) -> f64 {
    // The chance of exactly k successes follows from that of k − 1; the sum of all below `count` is what is left out.
    let odds = share / (1.0 - share);
    let mut exactly = libm::pow(1.0 - share, of as f64);
    let mut below = 0.0;
    for successes in 0..count.min(of + 1) {
        below += exactly;
        exactly *= odds * (of - successes) as f64 / (successes + 1) as f64;
    }
    (1.0_f64 - below).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_by_hand() {
        for (count, of, chance) in [(0, 4, 1.0), (1, 4, 0.9375), (2, 4, 0.6875), (4, 4, 0.0625), (5, 4, 0.0)]
        {
            assert!((chance_of_at_least(count, of, 0.5) - chance).abs() < 1e-12, "{count} of {of}");
        }
        // Two or more of fifty at 2 %: 1 − 0.98⁵⁰ − 50 · 0.02 · 0.98⁴⁹.
        assert!((chance_of_at_least(2, 50, 0.02) - 0.264_228).abs() < 1e-6);
    }
}
