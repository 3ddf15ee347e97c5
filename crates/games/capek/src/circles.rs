use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use crate::deck::{BodyId, MAX_BODIES};

/// A number of circles on each body card: printed, marked, free, or about to be marked.
///
/// One byte each in a word, so that golems are compared, added and counted without a loop. No byte ever overflows: the nine circles of
/// eight body cards (CK-5) are 72.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Circles(u64);

/// A one in every byte.
const ONES: u64 = u64::MAX / 255;

impl Circles {
    /// Just this many on one body card.
    pub fn only(body: BodyId, count: u8) -> Circles {
        Circles(u64::from(count) << (8 * body.index()))
    }

    /// How many on a body card.
    pub fn on(self, body: BodyId) -> u8 {
        (self.0 >> (8 * body.index())) as u8
    }

    /// How many on all body cards.
    pub fn total(self) -> u8 {
        (self.sums() >> (8 * (MAX_BODIES - 1))) as u8
    }

    /// The body card that has the circle with this number, counted from 0 in the order of the deck.
    pub(crate) fn owner(self, number: u8) -> BodyId {
        // The top bit of a byte is set if the circles so far are more than the number.
        let beyond = (self.sums() + u64::from(127 - number) * ONES) & (ONES << 7);
        BodyId::new(beyond.trailing_zeros() as usize / 8)
    }

    /// In each byte the number of circles on its body card and all before it.
    fn sums(self) -> u64 {
        self.0.wrapping_mul(ONES)
    }
}

impl Add for Circles {
    type Output = Circles;

    fn add(self, more: Circles) -> Circles {
        Circles(self.0 + more.0)
    }
}

impl AddAssign for Circles {
    fn add_assign(&mut self, more: Circles) {
        *self = *self + more;
    }
}

impl Sub for Circles {
    type Output = Circles;

    fn sub(self, fewer: Circles) -> Circles {
        Circles(self.0 - fewer.0)
    }
}

impl fmt::Debug for Circles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_le_bytes().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_numbered_body_by_body() {
        let [first, third, last] = [0, 2, MAX_BODIES - 1].map(BodyId::new);
        let mut circles = Circles::only(first, 2) + Circles::only(third, 1);
        circles += Circles::only(last, 9);
        assert_eq!((circles.total(), circles.on(third), circles.on(BodyId::new(1))), (12, 1, 0));
        assert_eq!([0, 1, 2, 3, 11].map(|number| circles.owner(number)), [first, first, third, last, last]);
        assert_eq!((circles - Circles::only(first, 2)).owner(0), third);
        let full =
            (0..MAX_BODIES).fold(Circles::default(), |all, body| all + Circles::only(BodyId::new(body), 9));
        assert_eq!((full.total(), full.owner(71)), (72, last));
    }
}
