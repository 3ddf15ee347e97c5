use golemry_table::Code;

/// Every error that classes alone give.
pub(crate) const ALL: &[Code] = &[
    UNKNOWN, CODE, TEACHER, PUPIL, WORDS, SECRET, LOCKED, FULL, NAME, CLOSED, FROZEN, MISSING, DELETED, BOARD,
];

const fn code(name: &'static str, status: u16) -> Code {
    Code::Mounted { name, status }
}

/// There is no such class, or no longer.
pub(crate) const UNKNOWN: Code = code("class/unknown", 404);
/// There is no class with this code.
pub(crate) const CODE: Code = code("class/code", 404);
/// Only a teacher of the class may do that.
pub(crate) const TEACHER: Code = code("class/teacher", 403);
/// Only a pupil of the class may do that, or this pupil.
pub(crate) const PUPIL: Code = code("class/pupil", 403);
/// Nobody in the class has these two words.
pub(crate) const WORDS: Code = code("class/words", 403);
/// The link no longer works.
pub(crate) const SECRET: Code = code("class/secret", 403);
/// Nobody new can join.
pub(crate) const LOCKED: Code = code("class/locked", 409);
/// There are as many pupils, assignments or rounds as there can be.
pub(crate) const FULL: Code = code("class/full", 409);
/// Somebody in the class has this name, or one like it.
pub(crate) const NAME: Code = code("class/name", 409);
/// The assignment, the puzzle or the league is closed.
pub(crate) const CLOSED: Code = code("class/closed", 409);
/// The teacher has frozen all screens.
pub(crate) const FROZEN: Code = code("class/frozen", 409);
/// There is no such pupil, assignment, puzzle, attempt, golem or round in the class.
pub(crate) const MISSING: Code = code("class/missing", 404);
/// The class was deleted, and can still be restored.
pub(crate) const DELETED: Code = code("class/deleted", 409);
/// The board cannot be a task.
pub(crate) const BOARD: Code = code("class/board", 409);
