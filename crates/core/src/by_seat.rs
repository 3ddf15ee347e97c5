use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// One `T` for each seat of a table, kept inline.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// What `value` gives for each seat of a table of `seats`.
    pub fn from_fn(seats: u8, value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::all(seats).map(value).collect())
    }

    /// How many seats the table has.
    pub fn seats(&self) -> u8 {
        self.0.len() as u8
    }

    /// The value of `seat`, or `None` where the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values in the order of the seats.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// The values in the order of the seats.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values in the order of the seats, to change.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Each seat with its value.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(seat, value)| (Seat::new(seat as u8), value))
    }

    /// Each seat with its value, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        self.0.iter_mut().enumerate().map(|(seat, value)| (Seat::new(seat as u8), value))
    }

    /// What `change` makes of each value.
    pub fn map<U>(&self, mut change: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, value)| change(seat, value)).collect())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// Collects the values in the order of the seats.
///
/// # Panics
/// If there are more than [`MAX_SEATS`] of them.
impl BySeat<i32> {
    /// The seats with the most points; nobody if all have 0.
    pub fn leaders(&self) -> SeatSet {
        let most = self.values().max().filter(|_| self.values().any(|points| *points != 0));
        self.iter().filter(|(_, points)| Some(*points) == most).map(|(seat, _)| seat).collect()
    }
}

impl<T> FromIterator<T> for BySeat<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> BySeat<T> {
        BySeat(values.into_iter().collect())
    }
}
