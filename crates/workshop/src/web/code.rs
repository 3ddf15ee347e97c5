use golemry_table::Code;

/// The puzzle is too large for the solver.
pub const TOO_LARGE: Code = Code::Mounted { name: "puzzle/too-large", status: 400 };

/// There is no puzzle with this name.
pub const UNKNOWN: Code = Code::Mounted { name: "puzzle/unknown", status: 404 };
