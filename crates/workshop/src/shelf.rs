//! What comes with the program for leagues: sample golems, and boards on which standing still loses.

use golemry_duel::Board;

use crate::league::Entrant;

/// A text that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of its file, without the ending.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

macro_rules! entries {
    ($folder:literal, $ending:literal: $($name:literal)*) => {
        &[$(Entry { name: $name, text: include_str!(concat!("../", $folder, "/", $name, $ending)) }),*]
    };
}

/// The sample golems, weakest first. On the open board most of them beat the one before.
pub const GOLEMS: &[Entry] = entries!("golems", ".txt":
    "01-nudge" "02-rambler" "03-corner" "04-runner" "05-poker" "06-double-tap"
    "07-windmill" "08-left-hook" "09-charger" "10-watchman" "11-knight" "12-hammer");

/// Boards for a league. Every sample golem beats one that stands still there.
pub const BOARDS: &[Entry] = entries!("boards", ".toml": "pit" "yard" "race");

impl Entry {
    /// Its first line, a comment that says what it is about.
    pub fn idea(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The golem of a program file of ours.
    pub fn golem(&self) -> Entrant {
        Entrant::parse(self.text).expect("a file of ours")
    }

    /// The board of a board file of ours.
    pub fn board(&self) -> Board {
        Board::parse(self.text).expect("a file of ours")
    }
}

/// The board for leagues with this name.
pub fn board(name: &str) -> Option<&'static Entry> {
    BOARDS.iter().find(|entry| entry.name == name)
}
