use crate::player::PlayerId;
use crate::round::Round;

/// Where the field of a knock-out stands in the bracket, after the rounds that were played. Neighbours meet next. An empty place is
/// a bye in the first round, and later one from which nobody came.
pub(crate) fn standing(field: &[PlayerId], rounds: &[Round]) -> Vec<Option<PlayerId>> {
    let mut places: Vec<_> = order(field.len()).into_iter().map(|seed| field.get(seed).copied()).collect();
    for round in rounds {
        let goes_on = |pair: &[Option<PlayerId>]| {
            pair.iter().flatten().copied().find(|player| {
                round.rest_of(*player).is_some()
                    || round.seat_of(*player).is_some_and(|(table, _)| table.winner() == Some(*player))
            })
        };
        places = places.chunks(2).map(goes_on).collect();
    }
    places
}

/// The seeds from top to bottom, from 0: the first two can meet in the final only, the first four in the semifinals, and so on. Whoever
/// is seeded best meets the empty places.
fn order(players: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < players {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_late() {
        assert_eq!(order(1), [0]);
        assert_eq!(order(4), [0, 3, 1, 2]);
        assert_eq!(order(6), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
