use crate::cell::{Cell, CellSet, Facing};

/// One golem on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Golem {
    /// Where it is.
    pub at: Cell,
    /// Where it looks.
    pub facing: Facing,
    /// The lives it has left; a golem without one is destroyed.
    pub lives: u8,
    /// Whether it carries a barrel.
    pub carrying: bool,
    /// Where it began, and where it brings barrels.
    pub start: Cell,
    /// The barrels it has brought there.
    pub delivered: u8,
}

impl Golem {
    /// The second golem of a puzzle for one: it stands where nothing can meet it, and never does anything.
    pub const ABSENT: Golem = Golem {
        at: Cell::NOWHERE,
        facing: Facing::N,
        lives: 1,
        carrying: false,
        start: Cell::NOWHERE,
        delivered: 0,
    };

    /// A golem at its start.
    pub fn new(start: Cell, facing: Facing, lives: u8) -> Golem {
        Golem { at: start, facing, lives, carrying: false, start, delivered: 0 }
    }

    /// Whether it takes part at all.
    pub fn is_present(&self) -> bool {
        self.at != Cell::NOWHERE
    }

    /// Whether it has no life left (GD-15).
    #[inline]
    pub fn is_destroyed(&self) -> bool {
        self.lives == 0
    }

    /// The cell in front of it.
    #[inline]
    pub fn front(&self) -> Cell {
        self.at.step(self.facing)
    }
}

/// Everything a beat changes: both golems, red's first, and the barrels that stand on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The golems of seat 0 (red) and seat 1 (blue).
    pub golems: [Golem; 2],
    /// The barrels that nobody carries.
    pub barrels: CellSet,
}

impl Field {
    /// GD-2: whether a barrel lies here, is carried or was delivered.
    pub fn has_barrels(&self) -> bool {
        let handled = |golem: &Golem| golem.carrying || golem.delivered > 0;
        !self.barrels.is_empty() || self.golems.iter().any(handled)
    }
}
