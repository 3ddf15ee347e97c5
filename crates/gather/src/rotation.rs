use golemry_core::Draw;

use crate::cost::Cost;
use crate::error::GatherError;
use crate::history::History;
use crate::player::PlayerId;

/// The sizes of tables for so many players: as many full ones as possible, the others with one seat fewer.
pub(crate) fn sizes(players: usize, seats: usize, smaller: bool) -> Result<Vec<usize>, GatherError> {
    fill(players, seats, smaller).ok_or_else(|| {
        let fills = |players: &usize| fill(*players, seats, smaller).is_some();
        GatherError::Field {
            players,
            seats,
            smaller,
            fewer: (2..players).rev().find(fills),
            more: (players..).find(fills).unwrap_or(seats),
        }
    })
}

fn fill(players: usize, seats: usize, smaller: bool) -> Option<Vec<usize>> {
    // With as many small tables as a full one has seats, full ones could take their players.
    let most_small = if smaller { seats - 1 } else { 0 };
    let small = (0..=most_small).find(|small| {
        let seated = small * (seats - 1);
        seated <= players && (players - seated).is_multiple_of(seats)
    })?;
    let full = (players - small * (seats - 1)) / seats;
    Some([vec![seats; full], vec![seats - 1; small]].concat())
}

/// How many exchanges of two players are looked at before no new search is started.
const EXCHANGES: usize = 1_000_000;
/// How often the search starts from another order.
const STARTS: usize = 100;

/// Tables of these sizes. Starting from players in the order of their points, two of them change places as long as that lowers the sum of
/// the costs; then again from shuffled orders, and the best is kept. For large fields it is good, not always the best there is.
pub(crate) fn tables(
    field: &[PlayerId],
    sizes: &[usize],
    history: &History,
    rng: &mut impl Draw,
) -> Vec<Vec<PlayerId>> {
    let mut order = field.to_vec();
    rng.shuffle(&mut order);
    order.sort_by_key(|player| std::cmp::Reverse(history.points(*player)));
    let mut looked_at = 0;
    let mut best: Option<(Cost, Vec<Vec<PlayerId>>)> = None;
    for _ in 0..STARTS {
        let mut rest = &order[..];
        let mut tables = Vec::new();
        for size in sizes {
            let (table, others) = rest.split_at(*size);
            tables.push(table.to_vec());
            rest = others;
        }
        let cost = improve(&mut tables, history, &mut looked_at);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, tables));
        }
        if cost == Cost::default() || looked_at >= EXCHANGES {
            break;
        }
        rng.shuffle(&mut order);
    }
    best.map(|(_, tables)| tables).unwrap_or_default()
}

/// Exchanges players until no exchange of two lowers the sum of the costs, and returns it.
fn improve(tables: &mut [Vec<PlayerId>], history: &History, looked_at: &mut usize) -> Cost {
    let mut costs: Vec<Cost> = tables.iter().map(|table| history.cost_of_meeting(table)).collect();
    loop {
        let mut improved = false;
        for one in 0..tables.len() {
            for other in one + 1..tables.len() {
                for chair in 0..tables[one].len() {
                    for place in 0..tables[other].len() {
                        *looked_at += 1;
                        exchange(tables, (one, chair), (other, place));
                        let (first, second) =
                            (history.cost_of_meeting(&tables[one]), history.cost_of_meeting(&tables[other]));
                        if first + second < costs[one] + costs[other] {
                            (costs[one], costs[other], improved) = (first, second, true);
                        } else {
                            exchange(tables, (one, chair), (other, place));
                        }
                    }
                }
            }
        }
        if !improved {
            return costs.into_iter().sum();
        }
    }
}

/// Exchanges two players of different tables, the first of them at the earlier one.
fn exchange(tables: &mut [Vec<PlayerId>], (one, chair): (usize, usize), (other, place): (usize, usize)) {
    let (before, after) = tables.split_at_mut(other);
    std::mem::swap(&mut before[one][chair], &mut after[0][place]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_full_or_one_short() {
        assert_eq!(sizes(12, 4, true), Ok(vec![4, 4, 4]));
        assert_eq!(sizes(13, 4, true), Ok(vec![4, 3, 3, 3]));
        assert_eq!(sizes(6, 4, true), Ok(vec![3, 3]));
        assert_eq!(sizes(7, 3, true), Ok(vec![3, 2, 2]));
        let refused = |players, seats, smaller| sizes(players, seats, smaller).unwrap_err().to_string();
        assert_eq!(refused(5, 4, true), "5 players do not fill tables of 4 and 3: 4 or 6 would");
        assert_eq!(refused(2, 4, true), "2 players do not fill tables of 4 and 3: 3 would");
        assert_eq!(refused(13, 4, false), "13 players do not fill tables of 4: 12 or 16 would");
    }
}
