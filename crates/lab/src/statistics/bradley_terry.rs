/// How strong each of some players is, as natural logarithms whose mean is 0: the chance of i to beat j is
/// 1 / (1 + exp(strength j − strength i)) (Bradley and Terry 1952, found by Hunter's iteration of 2004).
///
/// `wins[i][j]` is what i won from j, a half for a tie. Half a win each way is added for every pair, so that even a player who
/// never lost has a finite strength.
pub fn bradley_terry(wins: &[Vec<f64>]) -> Vec<f64> {
    const ADDED: f64 = 0.5;
    let players = wins.len();
    let others = |i: usize| (0..players).filter(move |&j| j != i);
    let mut strength = vec![1.0f64; players];
    for _ in 0..10_000 {
        let mut next: Vec<f64> = (0..players)
            .map(|i| {
                let won: f64 = others(i).map(|j| wins[i][j] + ADDED).sum();
                let met = |j: usize| wins[i][j] + wins[j][i] + 2.0 * ADDED;
                let weight: f64 = others(i).map(|j| met(j) / (strength[i] + strength[j])).sum();
                if weight > 0.0 { won / weight } else { 1.0 }
            })
            .collect();
        let middle = libm::exp(next.iter().map(|it| libm::log(*it)).sum::<f64>() / players as f64);
        next.iter_mut().for_each(|it| *it /= middle);
        let moved =
            next.iter().zip(&strength).map(|(new, old)| libm::log(new / old).abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-10 {
            break;
        }
    }
    strength.into_iter().map(libm::log).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_have_the_odds_of_their_wins() {
        let strength = bradley_terry(&[vec![0.0, 299.5], vec![99.5, 0.0]]);
        // With the added halves 300 to 100: odds of 3.
        assert!((strength[0] - strength[1] - libm::log(3.0)).abs() < 1e-8, "{strength:?}");
        assert!((strength[0] + strength[1]).abs() < 1e-8);
    }

    #[test]
    fn a_matrix_made_from_known_strengths_gives_them_back() {
        let known = [1.2f64, 0.1, -0.4, -0.9];
        let chance = |i: usize, j: usize| 1.0 / (1.0 + libm::exp(known[j] - known[i]));
        let wins: Vec<Vec<f64>> = (0..4).map(|i| (0..4).map(|j| 1e7 * chance(i, j)).collect()).collect();
        for (found, known) in bradley_terry(&wins).iter().zip(known) {
            assert!((found - known).abs() < 1e-6, "{found} is not {known}");
        }
    }

    #[test]
    fn who_never_lost_is_strong_and_not_infinite() {
        let strength = bradley_terry(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        assert!((strength[0] - strength[1] - libm::log(21.0)).abs() < 1e-8, "{strength:?}");
        assert_eq!(bradley_terry(&[vec![0.0]]), [0.0]);
    }
}
