/// The p-values of many tests, corrected so that all of them together mistake noise for an effect no more often than one test
/// would (Holm 1979): the smallest is multiplied by the number of tests, the next by one less, and so on, never falling.
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let mut corrected = vec![1.0; chances.len()];
    let mut least = 0.0f64;
    for (place, &index) in order.iter().enumerate() {
        least = least.max(chances[index] * (chances.len() - place) as f64).min(1.0);
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, known) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - known).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
