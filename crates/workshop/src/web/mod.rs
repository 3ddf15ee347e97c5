//! The puzzles of the duel, and boards of one's own: checked, stored, played and published.
//!
//! Solving can take long. It fails with `puzzle/too-large` when it grows too large, or when `stop`, which is polled throughout,
//! returns true.

mod api;
mod boards;
mod code;
mod daily;
mod posed;
mod routes;
mod types;
#[cfg(test)]
mod typescript;

use golemry_core::{ConfigError, MaterialSource};
use golemry_duel::solution::puzzle::{Effort, GaveUp, solve};
use golemry_duel::{Board, Duel, Variant, library};
use golemry_server::Mount;
use golemry_store::Tables;
use golemry_table::WireError;

pub use api::{Gallery, Shown};
pub use boards::{BoardLimits, Boards};
pub use code::{CLOSED, FOREIGN, FULL, TOO_LARGE, UNKNOWN, UNKNOWN_BOARD, UNSOLVABLE};
pub use daily::{Daily, Day};
pub use posed::Posed;
pub use types::{
    Beat, BoardKind, CheckedBoard, ExplainedNote, FailedAt, Failure, Pose, Preview, Puzzle, PuzzleSummary,
    Run, Solution, StoredBoard,
};

use posed::{on_board, orders, summary, view_of};

/// The most solutions shown.
const SHOWN: usize = 10;

/// The variants that take boards, the likeliest first: autonomous golems take any small one.
const BY_BOARD: [Variant; 4] = [Variant::Standard, Variant::Scenario, Variant::Puzzle, Variant::Autonomous];

/// Every puzzle, in the order to solve them in.
pub fn puzzles() -> Vec<PuzzleSummary> {
    let describe = |entry: &library::Entry| {
        let board = entry.board();
        Some(summary(entry.name, &board, board.puzzle.as_ref()?))
    };
    library::PUZZLES.iter().filter_map(describe).collect()
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
        board: boards::as_json(&board.to_toml()),
        toml: board.to_toml(),
        view: view_of(&duel, duel.table()),
        kind,
        name: board.name,
    })
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

/// The server's part of the workshop.
pub(crate) fn mount() -> Mount {
    Mount {
        routes: routes::all(),
        codes: &[UNKNOWN_BOARD, FOREIGN, UNSOLVABLE, CLOSED, FULL, TOO_LARGE, UNKNOWN],
        pages: &["puzzles", "boards"],
        // Solved puzzles are in the store's own tables, which are older than mounts.
        tables: Some(TABLES),
    }
}

/// Boards of one's own, and streaks.
pub const TABLES: Tables = Tables {
    name: "duel",
    sqlite: &[include_str!("../../migrations/1.sql")],
    postgres: &[include_str!("../../migrations/1.sql")],
    forget: &[
        "DELETE FROM duel_daily WHERE player = $1",
        "UPDATE duel_boards SET player = '' WHERE player = $1",
    ],
};

fn no_variant() -> ConfigError {
    let reason = "no way to play the duel takes this board".to_owned();
    ConfigError::Material { what: "board", line: None, reason }
}

/// The effort that one request may cost.
fn bounded(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { states: Effort::STATES, stop }
}

fn too_large(error: GaveUp) -> WireError {
    WireError::new(TOO_LARGE, error.to_string())
}
