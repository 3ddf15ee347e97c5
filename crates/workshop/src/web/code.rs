use golemry_table::Code;

/// The solver cannot look through a puzzle this large.
pub const TOO_LARGE: Code = Code::Mounted { name: "puzzle/too-large", status: 400 };

/// There is no puzzle of that name.
pub const UNKNOWN: Code = Code::Mounted { name: "puzzle/unknown", status: 404 };
