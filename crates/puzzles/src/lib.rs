//! The duel's puzzles and boards: posed, run, checked and solved; without a server and a store.
//!
//! [`Posed`] is a puzzle that is ready to be played, [`judge`] finds where an attempt at one goes wrong, [`check`] tells what there is to
//! say about a board of one's own, [`BoardFile`] is such a board as it is stored, and [`Day`] knows its puzzle. A server mounts routes
//! over them (`golemry-workshop`); a page without a server asks a [`Shelf`], which answers the same requests for one player.
//!
//! Solving can take long. It fails with `puzzle/too-large` when it grows too large, or when `stop`, which is polled throughout,
//! returns true.
//!
//! ```
//! use golemry_puzzles::Shelf;
//! use serde_json::json;
//!
//! let (mut shelf, noon) = (Shelf::default(), 12 * 60 * 60 * 1000);
//! let program = json!({"program": ["A", "F", "F"]});
//! let answer = shelf.answer("POST", "/puzzles/smash/run", Some(&program), noon, &mut || false);
//! let answer = answer.expect("it is a path of the puzzles")?;
//! assert_eq!(answer.body.unwrap()["solved"], true);
//! assert_eq!(answer.kept[0], ("puzzle:smash".to_owned(), json!({"best": 3})));
//! # Ok::<(), golemry_table::WireError>(())
//! ```

mod answer;
mod api;
mod attempt;
mod board;
mod code;
mod daily;
mod posed;
mod types;

pub use answer::{Answer, Shelf};
pub use api::{
    BoardId, BoardToCheck, Gallery, GalleryPage, PuzzleProgram, PuzzleRun, Puzzles, Shown, Title, WithBest,
};
pub use attempt::{Attempt, Verdict, judge, judge_by};
pub use board::{BoardFile, check, unknown_board};
pub use code::{CLOSED, FOREIGN, FULL, TOO_LARGE, UNKNOWN, UNKNOWN_BOARD, UNSOLVABLE};
pub use daily::{Daily, Day, Streak};
pub use posed::{Posed, puzzles};
pub use types::{
    Beat, BoardKind, CheckedBoard, ExplainedNote, FailedAt, Failure, Pose, Preview, Puzzle, PuzzleSummary,
    Run, Solution, StoredBoard,
};
