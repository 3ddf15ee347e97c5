use golemry_table::Code;

/// The board belongs to another player.
pub const FOREIGN: Code = Code::Mounted { name: "board/foreign", status: 403 };

/// There is no board with this id, or no longer.
pub const UNKNOWN_BOARD: Code = Code::Mounted { name: "board/unknown", status: 404 };

/// A puzzle without a solution cannot be published.
pub const UNSOLVABLE: Code = Code::Mounted { name: "board/unsolvable", status: 409 };

/// There is no gallery.
pub const CLOSED: Code = Code::Mounted { name: "gallery/closed", status: 403 };

/// The gallery, or the player's part of it, is full.
pub const FULL: Code = Code::Mounted { name: "gallery/full", status: 409 };

/// The puzzle is too large for the solver.
pub const TOO_LARGE: Code = Code::Mounted { name: "puzzle/too-large", status: 400 };

/// There is no puzzle with this name.
pub const UNKNOWN: Code = Code::Mounted { name: "puzzle/unknown", status: 404 };
