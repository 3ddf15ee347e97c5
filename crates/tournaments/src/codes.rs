//! The error codes of tournaments.

use golemry_table::Code;

const fn code(name: &'static str, status: u16) -> Code {
    Code::Mounted { name, status }
}

/// There is no tournament with that code.
pub const UNKNOWN: Code = code("tournament/unknown", 404);
/// Only the host may do this.
pub const HOST: Code = code("tournament/host", 403);
/// Only that player, or the host.
pub const PLAYER: Code = code("tournament/player", 403);
/// There is no player with that number.
pub const NOBODY: Code = code("tournament/nobody", 404);
/// The tournament cannot be played like that: its format, seats or rounds.
pub const PLAN: Code = code("tournament/plan", 400);
/// Somebody else has that name.
pub const NAME: Code = code("tournament/name", 409);
/// The requester takes part already.
pub const ENTERED: Code = code("tournament/entered", 409);
/// Nobody can enter any more: it is full, over, or a format that is drawn up in its first round.
pub const CLOSED: Code = code("tournament/closed", 409);
/// The host has removed that player.
pub const REMOVED: Code = code("tournament/removed", 403);
/// Not now: a round is going on, is over, or cannot be paired.
pub const STAGE: Code = code("tournament/stage", 409);
/// A table cannot end like that, or its result is settled.
pub const RESULT: Code = code("tournament/result", 409);
/// Too many tournaments, or tables played at once.
pub const LIMIT: Code = code("limit/tournaments", 429);

/// All of them.
pub const ALL: &[Code] =
    &[UNKNOWN, HOST, PLAYER, NOBODY, PLAN, NAME, ENTERED, CLOSED, REMOVED, STAGE, RESULT, LIMIT];
