/// The pairings of a round of Berger's tables, as places in the field, the first chair first; `None` is a bye. From the second time that
/// everybody meets everybody, the chairs are exchanged with each cycle.
pub(crate) fn round(players: usize, round: usize) -> Vec<(usize, Option<usize>)> {
    // The last place of an odd field is empty.
    let last = players + players % 2 - 1;
    let (cycle, round) = (round / last, round % last);
    let mut pairs = Vec::new();
    for first in 0..last {
        // Those whose places add up to the same number meet; who would meet themselves meets the last.
        let second = (round + last - first) % last;
        let (one, other) = match first.cmp(&second) {
            std::cmp::Ordering::Equal if first < last.div_ceil(2) => (first, last),
            std::cmp::Ordering::Equal => (last, first),
            // Counted from 0, the lower place has the first chair where the sum is odd.
            std::cmp::Ordering::Less if (first + second) % 2 == 1 => (first, second),
            std::cmp::Ordering::Less => (second, first),
            std::cmp::Ordering::Greater => continue,
        };
        let (one, other) = if cycle % 2 == 0 { (one, other) } else { (other, one) };
        pairs.push(match (one < players, other < players) {
            (true, true) => (one, Some(other)),
            (true, false) => (one, None),
            (false, _) => (other, None),
        });
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first rounds for eight players as they stand in FIDE's handbook (C.05, annex 1), first chair first.
    #[test]
    fn as_in_the_handbook() {
        let written = |number: usize| {
            let mut pairs: Vec<String> = round(8, number)
                .into_iter()
                .map(|(one, other)| format!("{}-{}", one + 1, other.unwrap() + 1))
                .collect();
            pairs.sort();
            pairs.join(" ")
        };
        assert_eq!(written(0), "1-8 2-7 3-6 4-5");
        assert_eq!(written(1), "1-2 6-4 7-3 8-5");
        assert_eq!(written(2), "2-8 3-1 4-7 5-6");
    }

    #[test]
    fn everybody_meets_everybody_once_and_chairs_differ_by_at_most_one() {
        for players in 2..=30 {
            let rounds = players - 1 + players % 2;
            let (mut met, mut began) = (vec![vec![0; players]; players], vec![0i32; players]);
            for number in 0..rounds {
                let mut seen = vec![0; players];
                for (one, other) in round(players, number) {
                    seen[one] += 1;
                    let Some(other) = other else { continue };
                    seen[other] += 1;
                    met[one][other] += 1;
                    met[other][one] += 1;
                    began[one] += 1;
                    began[other] -= 1;
                }
                assert!(seen.iter().all(|times| *times == 1), "{players} players, round {number}: {seen:?}");
            }
            for player in 0..players {
                assert!((0..players).all(|other| met[player][other] == i32::from(player != other)));
                assert!(began[player].abs() <= 1, "{players} players: {began:?}");
            }
            // The second time with chairs exchanged, so that all are even.
            for (one, other) in (rounds..2 * rounds).flat_map(|number| round(players, number)) {
                let Some(other) = other else { continue };
                began[one] += 1;
                began[other] -= 1;
            }
            assert!(began.iter().all(|balance| *balance == 0), "{players} players: {began:?}");
        }
    }
}
