use golemry_core::{ConfigError, MaterialSource};
use golemry_duel::solution::puzzle::{Effort, GaveUp, solve};
use golemry_duel::{Board, Duel, Variant};
use golemry_table::{Code, WireError};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::code::{TOO_LARGE, UNKNOWN_BOARD};
use crate::posed::{Posed, on_board, orders, view_of};
use crate::types::{BoardKind, CheckedBoard, Solution, StoredBoard};

/// The most solutions shown.
const SHOWN: usize = 10;

/// The variants that take boards, the likeliest first: autonomous golems take any small one.
const BY_BOARD: [Variant; 4] = [Variant::Standard, Variant::Scenario, Variant::Puzzle, Variant::Autonomous];

/// Letters and digits that sound different when read aloud, as in the ids of matches.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A board as it is stored: checked, and written in one way, so that the same board has the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile(String);

impl BoardFile {
    /// The longest board file, in bytes. Ours have less than one kilobyte.
    pub const LONGEST: usize = 4096;

    /// Reads a board that is to be stored.
    pub fn read(source: &MaterialSource) -> Result<BoardFile, WireError> {
        let board = Board::from_material(source).map_err(ConfigError::from)?;
        let file = BoardFile(board.to_toml());
        let size = file.0.len();
        if size > BoardFile::LONGEST {
            let message =
                format!("a board that is stored has at most {} bytes, not {size}", BoardFile::LONGEST);
            return Err(WireError::new(Code::LimitSize, message));
        }
        if Posed::from_board("", board.clone())?.is_none() {
            let source = file.source();
            first_rules(&source, &board, &variants(&source))?;
        }
        Ok(file)
    }

    /// A board that was read before it was stored.
    pub fn from_stored(toml: String) -> BoardFile {
        BoardFile(toml)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Its id: 60 bits of its SHA-256 in 12 letters, so that no two of the boards kept meet by chance.
    pub fn id(&self) -> String {
        let hash = Sha256::digest(&self.0);
        hash.iter().take(12).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
    }

    /// The same as settings take it.
    pub fn source(&self) -> MaterialSource {
        MaterialSource::Toml(self.0.clone())
    }

    /// The same as an object.
    pub fn json(&self) -> Value {
        as_json(&self.0)
    }

    /// The puzzle that it is.
    pub fn pose(&self) -> Result<Posed, WireError> {
        let id = self.id();
        Posed::from_board(&id, self.board()?)?.ok_or_else(|| unknown_board(&id, "no puzzle"))
    }

    /// What a page needs to draw it and to play it, with its title in the gallery and whether it belongs to the requester.
    pub fn show(&self, title: Option<String>, yours: bool) -> Result<StoredBoard, WireError> {
        let (id, source, board) = (self.id(), self.source(), self.board()?);
        let variants = variants(&source);
        let puzzle = Posed::from_board(&id, board.clone())?.map(|posed| posed.describe());
        let view = match &puzzle {
            Some(puzzle) => puzzle.view,
            None => {
                let duel = first_rules(&source, &board, &variants)?;
                view_of(&duel, duel.table())
            }
        };
        Ok(StoredBoard { id, title, yours, board: self.json(), variants, view, puzzle })
    }

    fn board(&self) -> Result<Board, ConfigError> {
        Board::parse(&self.0).map_err(ConfigError::from)
    }
}

/// Validates a board file; for a puzzle, also tells whether and how it can be solved.
pub fn check(source: &MaterialSource, stop: &mut dyn FnMut() -> bool) -> Result<CheckedBoard, WireError> {
    let board = Board::from_material(source).map_err(ConfigError::from)?;
    let variants = variants(source);
    let (duel, kind) = match &board.puzzle {
        Some(task) => {
            let duel = on_board(source, Variant::Puzzle)?;
            let found = solve(duel.table(), SHOWN, &mut bounded(stop)).map_err(too_large)?;
            let kind = BoardKind::Puzzle {
                par: task.par,
                orders: orders(duel.table()),
                solvable: found.is_some(),
                par_is_right: found.as_ref().map(|solutions| solutions.slots == task.par),
                solution: found.map(Solution::from),
            };
            (duel, kind)
        }
        None => (first_rules(source, &board, &variants)?, BoardKind::Board {}),
    };
    Ok(CheckedBoard {
        variants,
        board: as_json(&board.to_toml()),
        toml: board.to_toml(),
        view: view_of(&duel, duel.table()),
        kind,
        name: board.name,
    })
}

/// The error for a board that is not stored, or that is not a puzzle.
pub fn unknown_board(id: &str, what: &str) -> WireError {
    // Untrusted text: cut to more than the length of an id.
    let id: String = id.chars().take(20).collect();
    WireError::new(
        UNKNOWN_BOARD,
        format!("there is {what} {id:?}: boards that are not in the gallery are deleted one day"),
    )
}

/// The variants that take a board, the likeliest first.
fn variants(source: &MaterialSource) -> Vec<Variant> {
    BY_BOARD.into_iter().filter(|&variant| on_board(source, variant).is_ok()).collect()
}

/// The rules of the likeliest variant. A board that no variant takes is refused with the reason of the one that was meant.
fn first_rules(source: &MaterialSource, board: &Board, variants: &[Variant]) -> Result<Duel, ConfigError> {
    let scenario = board.goals.is_some() || board.cards.is_some();
    let meant = if scenario { Variant::Scenario } else { Variant::Standard };
    match variants.first() {
        Some(&variant) => on_board(source, variant),
        None => Err(board.check_for(meant).err().map_or_else(no_variant, ConfigError::from)),
    }
}

fn no_variant() -> ConfigError {
    let reason = "no way to play the duel takes this board".to_owned();
    ConfigError::Material { what: "board", line: None, reason }
}

/// The effort that one request may cost.
pub(crate) fn bounded(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { states: Effort::STATES, stop }
}

pub(crate) fn too_large(error: GaveUp) -> WireError {
    WireError::new(TOO_LARGE, error.to_string())
}

/// A board file as an object. It was written by us, so that it can be read.
fn as_json(toml: &str) -> Value {
    toml::from_str(toml).unwrap_or_default()
}
