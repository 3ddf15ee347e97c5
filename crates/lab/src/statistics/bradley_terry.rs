/// Half a win each way, added for every pair.
const ADDED: f64 = 0.5;

/// How strong each of some players is, as natural logarithms whose mean is 0: the chance of i to beat j is
/// 1 / (1 + exp(strength j − strength i)) (Bradley and Terry 1952, found by Hunter's iteration of 2004).
///
/// `wins[i][j]` is what i won from j, a half for a tie. Half a win each way is added for every pair, so that even a player who
/// never lost has a finite strength.
pub fn bradley_terry(wins: &[Vec<f64>]) -> Vec<f64> {
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

/// The standard error of each of these strengths: the root of the diagonal of the inverse information, given that the mean is 0. The
/// added halves count as what was played, so that the error is finite, and a little too small, for who never lost.
pub fn bradley_terry_errors(wins: &[Vec<f64>], strength: &[f64]) -> Vec<f64> {
    let players = strength.len();
    // Information is singular: all strengths can be moved together. One added to every entry fixes their sum.
    let mut rows = vec![vec![1.0; 2 * players]; players];
    for i in 0..players {
        for j in 0..players {
            rows[i][players + j] = f64::from(u8::from(i == j));
            if i != j {
                let met = wins[i][j] + wins[j][i] + 2.0 * ADDED;
                let chance = 1.0 / (1.0 + libm::exp(strength[j] - strength[i]));
                let information = met * chance * (1.0 - chance);
                rows[i][j] -= information;
                rows[i][i] += information;
            }
        }
    }
    invert(&mut rows);
    // The ones have added 1/n² to every entry of the inverse.
    let added = 1.0 / (players as f64 * players as f64);
    (0..players).map(|i| (rows[i][players + i] - added).max(0.0).sqrt()).collect()
}

/// Makes the right half of the rows the inverse of the left one, which is positive definite, so that no row need be swapped.
fn invert(rows: &mut [Vec<f64>]) {
    for pivot in 0..rows.len() {
        let by = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|it| *it /= by);
        let row = rows[pivot].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|(number, _)| *number != pivot) {
            let by = other[pivot];
            other.iter_mut().zip(&row).for_each(|(it, of_row)| *it -= by * of_row);
        }
    }
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

    #[test]
    fn errors_are_those_of_a_logistic_regression() {
        // Two players: the error of the difference is 1 / √(n p q), and each strength is half of it.
        let wins = [vec![0.0, 299.5], vec![99.5, 0.0]];
        let errors = bradley_terry_errors(&wins, &bradley_terry(&wins));
        let expected = 0.5 / (400.0f64 * 0.75 * 0.25).sqrt();
        assert!(errors.iter().all(|error| (error - expected).abs() < 1e-8), "{errors:?} {expected}");
        // Three equal players, each pair met 99 + 1 times: information 25 a pair, and the inverse on the plane of sum 0 is 1/75.
        let even = vec![vec![49.5; 3]; 3];
        let errors = bradley_terry_errors(&even, &[0.0; 3]);
        let expected = (2.0f64 / 3.0 / 75.0).sqrt();
        assert!(errors.iter().all(|error| (error - expected).abs() < 1e-8), "{errors:?} {expected}");
        assert_eq!(bradley_terry_errors(&[vec![0.0]], &[0.0]), [0.0]);
    }
}
