use golemry_core::Draw;
use integer_blossom::min_weight_perfect_matching;

use crate::chairs::cost_of_table;
use crate::cost::Cost;
use crate::history::History;
use crate::player::PlayerId;

/// The pairs of a Swiss round, and who has the bye. Of all pairings it is one with the least sum of costs; if there are several, lots
/// decide.
pub(crate) fn pairs(
    field: &[PlayerId],
    history: &History,
    rng: &mut impl Draw,
) -> (Vec<[PlayerId; 2]>, Option<PlayerId>) {
    // In an odd field the bye is one more to be paired with.
    let size = field.len() + field.len() % 2;
    let mut costs = vec![0i128; size * size];
    for one in 0..field.len() {
        for other in one + 1..size {
            let cost = match field.get(other) {
                Some(&other) => cost_of_table(&[field[one], other], history),
                None => history.cost_of_bye(field[one], field),
            };
            costs[one * size + other] = cost.stacked(rng.below(Cost::LOTS));
        }
    }
    let mates = min_weight_perfect_matching(&costs, size);
    let (mut pairs, mut bye) = (Vec::new(), None);
    for (one, &mate) in mates.iter().enumerate().filter(|(one, mate)| one < *mate) {
        match field.get(mate) {
            Some(&other) => pairs.push([field[one], other]),
            None => bye = Some(field[one]),
        }
    }
    (pairs, bye)
}
