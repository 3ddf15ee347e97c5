//! The duel's puzzles on a server, and boards of one's own: stored and published.

mod boards;
mod routes;
mod streaks;
#[cfg(test)]
mod typescript;

use std::time::{SystemTime, UNIX_EPOCH};

use golemry_puzzles::{CLOSED, FOREIGN, FULL, TOO_LARGE, UNKNOWN, UNKNOWN_BOARD, UNSOLVABLE};
use golemry_server::Mount;
use golemry_store::Tables;

pub use boards::{BoardLimits, Boards};
pub use streaks::Streaks;

/// The server's part of the workshop.
pub(crate) fn mount() -> Mount {
    Mount {
        routes: routes::all(),
        codes: &[UNKNOWN_BOARD, FOREIGN, UNSOLVABLE, CLOSED, FULL, TOO_LARGE, UNKNOWN],
        pages: &["puzzles", "boards"],
        // Solved puzzles are in the store's own tables, which are older than mounts.
        tables: Some(TABLES),
        ..Mount::default()
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

/// Milliseconds since 1970.
fn now() -> i64 {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(passed.as_millis()).unwrap_or(i64::MAX)
}
