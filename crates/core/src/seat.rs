use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats any table has.
pub const MAX_SEATS: usize = 6;

/// A place at the table, numbered from 0 clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number"))]
pub struct Seat(u8); // Invariant: below MAX_SEATS.

impl Seat {
    /// The seat with this number.
    ///
    /// # Panics
    /// If `number` is [`MAX_SEATS`] or more; numbers from outside go through [`Seat::try_from`].
    pub const fn new(number: u8) -> Seat {
        assert!((number as usize) < MAX_SEATS);
        Seat(number)
    }

    /// The seat's number, for use as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table of `seats`.
    pub const fn next(self, seats: u8) -> Seat {
        Seat(if self.0 + 1 >= seats { 0 } else { self.0 + 1 })
    }

    /// The seats 0, 1, … of a table of `seats`.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        assert!(seats as usize <= MAX_SEATS);
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Seat, String> {
        if (number as usize) < MAX_SEATS {
            Ok(Seat(number))
        } else {
            Err(format!("there is no seat {number}: seats are numbered 0 to {}", MAX_SEATS - 1))
        }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

/// A set of seats, kept in one byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Just this seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// The seats of a table of `seats`.
    pub fn all(seats: u8) -> SeatSet {
        Seat::all(seats).collect()
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Puts `seat` into the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes `seat` out of the set.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat in the set.
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats in the set, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.first()?;
            rest.remove(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl From<Vec<Seat>> for SeatSet {
    fn from(seats: Vec<Seat>) -> SeatSet {
        seats.into_iter().collect()
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Vec<Seat> {
        set.iter().collect()
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_goes_round_the_table() {
        assert_eq!(Seat::new(0).next(3), Seat::new(1));
        assert_eq!(Seat::new(2).next(3), Seat::new(0));
        assert_eq!(Seat::new(0).next(1), Seat::new(0));
    }

    #[test]
    fn a_set_keeps_what_was_put_in() {
        let mut set = SeatSet::all(4);
        set.remove(Seat::new(1));
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!((set.len(), set.first(), set.contains(Seat::new(1))), (3, Some(Seat::new(0)), false));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,2,3]");
        assert_eq!(serde_json::from_str::<SeatSet>("[3,0,2]").unwrap(), set);
    }

    #[test]
    fn a_seat_beyond_the_table_is_refused() {
        assert!(serde_json::from_str::<Seat>("6").unwrap_err().to_string().contains("numbered 0 to 5"));
    }
}
