//! The duel solved, as far as it is: with plain programs exactly, with the bonus die in [`standard`], and what is known about
//! [`autonomous`] golems. [`puzzle`] solves puzzles. Bots play by these; nothing here knows a bot.
//!
//! With plain programs on an open board, [`Induction`] solves it from its end, stage by stage, and certifies every step; that takes seconds. What it found is the
//! [`Worth`] of every situation, a text of a few lines that is part of the program ([`solved`]). With it a bot needs to solve only the
//! one matrix game it is in.

pub mod autonomous;
mod encounter;
mod induction;
mod places;
pub mod puzzle;
pub mod standard;
mod worth;

use std::sync::OnceLock;

pub use encounter::{Beats, Encounter, End, Fate};
pub use induction::{Induction, Round, StageReport};
pub use places::{Class, Places};
pub use worth::{BadLine, Exception, LIVES, Worth};

/// A board for which the game is solved.
pub struct Solved {
    /// The places of the board.
    pub places: Places,
    /// Where each pair of orders leads.
    pub beats: Beats,
    /// What each situation is worth.
    pub worth: Worth,
}

/// The solution for a board of this size; `None` where there is none. Read from its text when it is first asked for.
pub fn solved(size: u8) -> Option<&'static Solved> {
    static SMALL: OnceLock<Solved> = OnceLock::new();
    static LARGE: OnceLock<Solved> = OnceLock::new();
    let (place, text) = match size {
        4 => (&SMALL, include_str!("../../solutions/duel-4x4.txt")),
        6 => (&LARGE, include_str!("../../solutions/duel-6x6.txt")),
        _ => return None,
    };
    Some(place.get_or_init(|| {
        let places = Places::new(size);
        let worth = Worth::read(&places, text).expect("a test reads the tables that come with the program");
        Solved { beats: Beats::new(&places), places, worth }
    }))
}
