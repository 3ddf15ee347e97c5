use std::fmt;
use std::str::FromStr;

use golemry_core::words;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::text;

/// A cell, written as in chess: `a1` is bottom left (GD-1).
///
/// A step from the edge leads to a cell that is on no board, so that the rules can ask "is it free?" without asking first
/// whether there is such a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "String")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string"))]
pub struct Cell(u8); // Invariant: file * 8 + rank, below 64. Boards use files and ranks 0 to 5, so that order is that of the names.

impl Cell {
    /// A place that no golem can reach, step to or strike: where the second golem of a puzzle for one stands.
    pub const NOWHERE: Cell = Cell(6 * 8 + 6);

    /// The cell of this file and rank, both from 0 to 5.
    pub const fn new(file: u8, rank: u8) -> Cell {
        assert!(file < 6 && rank < 6);
        Cell(file * 8 + rank)
    }

    /// The file: 0 for `a`.
    pub const fn file(self) -> u8 {
        self.0 >> 3
    }

    /// The rank: 0 for `1`.
    pub const fn rank(self) -> u8 {
        self.0 & 7
    }

    /// The neighbour in that direction. Off the board, it is in a file or rank beyond the sixth.
    #[inline]
    pub const fn step(self, direction: Facing) -> Cell {
        self.plus(Way::to(direction))
    }

    /// The cell that lies this way.
    #[inline]
    pub(crate) const fn plus(self, way: Way) -> Cell {
        Cell(self.0.wrapping_add(way.0) & 63)
    }

    /// The cell that a half turn of a board of this size brings here.
    pub const fn opposite(self, size: u8) -> Cell {
        Cell::new(size - 1 - self.file(), size - 1 - self.rank())
    }
}

/// The way to a neighbour, or to the cell itself.
#[derive(Clone, Copy)]
pub(crate) struct Way(u8); // Invariant: the difference of the two cells, modulo 256.

impl Way {
    /// To the cell itself.
    pub(crate) const NONE: Way = Way(0);

    /// To the neighbour in that direction.
    #[inline]
    pub(crate) const fn to(direction: Facing) -> Way {
        const WAYS: [u8; 4] = [1, 8, 255, 248]; // n, e, s, w
        Way(WAYS[direction as usize])
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// A text that is no cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no cell: cells are written a1 to f6")]
pub struct NoCell(String);

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Cell, NoCell> {
        match text.as_bytes() {
            &[file @ b'a'..=b'f', rank @ b'1'..=b'6'] => Ok(Cell::new(file - b'a', rank - b'1')),
            _ => Err(NoCell(text.chars().take(16).collect())),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        text::read(deserializer)
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

words! {
    /// Where a golem looks, and the direction of a step; clockwise.
    #[repr(u8)]
    pub enum Facing {
        /// Up, to higher ranks.
        N = "n",
        /// Right, to later files.
        E = "e",
        /// Down.
        S = "s",
        /// Left.
        W = "w",
    }
}

impl Facing {
    /// After this many quarter turns clockwise.
    #[inline]
    pub const fn turned(self, quarters: u8) -> Facing {
        // Not looked up in a table: this is no instruction at all.
        match (self as u8 + quarters) & 3 {
            0 => Facing::N,
            1 => Facing::E,
            2 => Facing::S,
            _ => Facing::W,
        }
    }
}

/// A set of cells, one bit each. In JSON a list, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(u64);

impl CellSet {
    /// No cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// The cells of a square board.
    pub fn square(size: u8) -> CellSet {
        (0..size).flat_map(|file| (0..size).map(move |rank| Cell::new(file, rank))).collect()
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Puts a cell in.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.0);
    }

    /// How many cells are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no cell is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cells in either set.
    #[must_use]
    pub const fn with(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }

    /// The cells not in the other set.
    #[must_use]
    pub const fn without(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }

    /// The cells, ascending.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then(|| Cell(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(cell)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_cells_are() {
        let mut names: Vec<String> = CellSet::square(6).iter().map(String::from).collect();
        assert_eq!((names.len(), names[0].as_str(), names[35].as_str()), (36, "a1", "f6"));
        assert!(names.is_sorted());
        names.iter_mut().for_each(|name| assert_eq!(name.parse::<Cell>().unwrap().to_string(), *name));
        assert_eq!(
            "g1".parse::<Cell>().unwrap_err().to_string(),
            "\"g1\" is no cell: cells are written a1 to f6"
        );
    }

    #[test]
    fn no_step_wraps_around_or_leads_nowhere() {
        for cell in CellSet::square(6).iter() {
            for direction in Facing::ALL {
                let next = cell.step(direction);
                assert_ne!(next, Cell::NOWHERE);
                if CellSet::square(6).contains(next) {
                    let distance = next.file().abs_diff(cell.file()) + next.rank().abs_diff(cell.rank());
                    assert_eq!((distance, next.step(direction.turned(2))), (1, cell));
                }
            }
        }
    }
}
