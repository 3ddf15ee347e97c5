//! The standard duel on the open 4×4 board, with the bonus die, solved by backward induction.
//!
//! A situation is a place of both golems, their lives and the rounds left. Then the dice are rolled in the open, and both golems write at
//! once: a matrix game for each of the sixteen pairs of rolls, with up to 100,000 programs a side. [`Arena`] knows where each beat
//! leads, [`Bout`] is one such game and finds best answers in it, [`solve_class`] solves all games of a place, and [`Table`] keeps what
//! was found. What is stored is the value before the roll; with it a bot solves the one game it is in.

mod answer;
mod arena;
mod bout;
mod packed;
mod stage;
mod table;

use std::sync::OnceLock;

pub(super) use arena::Act;
pub use arena::{Arena, Scene};
pub use bout::Bout;
pub use stage::{SolvedClass, Supports, read_supports, solve_class, write_supports};
pub use table::{BadTable, Table};

/// The solved game.
pub struct Standard {
    /// The board.
    pub arena: Arena,
    /// What each situation is worth.
    pub table: Table,
}

/// The table that comes with the program, as a text: it can be looked at, and solved again. Bots read it packed.
pub const TEXT: &str = include_str!("../../../solutions/standard-4x4.txt");

/// The solution that comes with the program. Unpacked when it is first asked for.
pub fn standard() -> Result<&'static Standard, &'static BadTable> {
    static SOLVED: OnceLock<Result<Standard, BadTable>> = OnceLock::new();
    let read = || {
        let arena = Arena::new();
        Ok(Standard { arena, table: Table::unpacked()? })
    };
    SOLVED.get_or_init(read).as_ref()
}
