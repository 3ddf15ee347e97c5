//! The boards, scenarios and puzzles that come with the game.

use crate::board::Board;
use crate::state::Variant;

/// A file of the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The variant it is for.
    pub variant: Variant,
    /// The file.
    pub text: &'static str,
}

macro_rules! entries {
    ($variant:ident, $folder:literal: $($name:literal)*) => {
        &[$(Entry {
            name: $name,
            variant: Variant::$variant,
            text: include_str!(concat!("../", $folder, "/", $name, ".toml")),
        }),*]
    };
}

/// A board to start one's own from.
pub const SAMPLE: &str = include_str!("../boards/warehouse.toml");

/// Boards of the standard game; `open` is not among them, it has no file.
pub const BOARDS: &[Entry] = entries!(Standard, "boards":
    "pillars" "pond" "cellar" "crossroads" "canal" "warehouse" "fortress");

/// Scenarios.
pub const SCENARIOS: &[Entry] = entries!(Scenario, "scenarios":
    "bring-the-barrel" "harvest" "the-crossing" "rapids" "last-stand" "the-thief" "two-hills" "shields" "downstream");

/// Puzzles, in the order to solve them in.
pub const PUZZLES: &[Entry] = entries!(Puzzle, "puzzles":
    "first-steps" "reverse-gear" "mind-the-nose" "follow-the-leader" "step-aside" "after-you" "cat-and-mouse" "backwards-home" "the-long-corridor" "rush-hour"
    "right-about" "round-the-pillar" "crab-walk" "parking" "back-door" "sidle" "little-and-often" "two-legs" "spiral" "dogleg"
    "smash" "reach-out" "fetch" "knock-knock" "ambush" "flank" "dry-feet" "long-haul" "moving-target" "the-sentry"
    "again-and-again" "about-turn" "left-is-right" "hammer" "look-first" "shield-up" "run-and-hit" "sledge" "four-in-a-row" "the-long-arm");

/// Boards and scenarios for autonomous golems, which play on 4×4 (GD-19); `open` is one, too.
pub const SMALL: &[&str] = &["pillars", "pond", "cellar", "shields"];

/// The names of the library after the ids of their variants, as the option `board` lists them.
pub const NAMES: &[(&str, &str)] = &with_variants();

const fn with_variants()
-> [(&'static str, &'static str); 2 + BOARDS.len() + SMALL.len() + SCENARIOS.len() + PUZZLES.len()] {
    let mut names = [(Variant::Standard.word(), "open");
        2 + BOARDS.len() + SMALL.len() + SCENARIOS.len() + PUZZLES.len()];
    let mut at = 1;
    let shelves = [BOARDS, SCENARIOS, PUZZLES];
    let mut shelf = 0;
    // Iterators are not for constants yet.
    while shelf < shelves.len() {
        let mut entry = 0;
        while entry < shelves[shelf].len() {
            names[at] = (shelves[shelf][entry].variant.word(), shelves[shelf][entry].name);
            at += 1;
            entry += 1;
        }
        shelf += 1;
    }
    names[at] = (Variant::Autonomous.word(), "open");
    at += 1;
    let mut small = 0;
    while small < SMALL.len() {
        names[at] = (Variant::Autonomous.word(), SMALL[small]);
        at += 1;
        small += 1;
    }
    names
}

/// Every file.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    BOARDS.iter().chain(SCENARIOS).chain(PUZZLES)
}

/// The file of that name.
pub fn find(name: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.name == name)
}

/// The board of that name.
pub fn board(name: &str) -> Option<Board> {
    find(name).map(Entry::board)
}

/// The names that fit a variant. A standard board makes a scenario, too.
pub fn names(variant: Variant) -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter(move |(of, _)| *of == variant.word()).map(|(_, name)| *name)
}

impl Entry {
    /// The board in it.
    ///
    /// # Panics
    /// Never: a test reads every file of the library.
    pub fn board(&self) -> Board {
        Board::parse(self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}
