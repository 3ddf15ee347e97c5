/// The bots on the chairs: `seating[seat]` is the number of the bot that sits there. One bot sits everywhere, else there must be
/// as many as seats.
pub fn fill(bots: usize, seats: u8) -> Option<Vec<usize>> {
    match bots {
        1 => Some(vec![0; usize::from(seats)]),
        _ if bots == usize::from(seats) => Some((0..bots).collect()),
        _ => None,
    }
}

/// All rotations of the seating, each once.
///
/// Every bot sits on every chair equally often and has the same neighbours, so a difference between bots does not come
/// from their chairs.
pub fn rotations<T: Clone + PartialEq>(seating: &[T]) -> Vec<Vec<T>> {
    let mut all: Vec<Vec<T>> = Vec::new();
    for turn in 0..seating.len() {
        let mut turned = seating.to_vec();
        turned.rotate_right(turn);
        if !all.contains(&turned) {
            all.push(turned);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_for_all_or_one_each() {
        assert_eq!(fill(1, 3), Some(vec![0, 0, 0]));
        assert_eq!(fill(3, 3), Some(vec![0, 1, 2]));
        assert_eq!(fill(2, 3), None);
    }

    #[test]
    fn everyone_sits_everywhere() {
        assert_eq!(rotations(&[0, 0, 0]), [[0, 0, 0]]);
        assert_eq!(rotations(&[0, 1, 0, 1]), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(rotations(&[0, 1, 1]), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    }
}
