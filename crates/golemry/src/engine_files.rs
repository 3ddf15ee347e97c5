//! What the page plays with when it needs no server, as `build.rs` found it.

use golemry_cli::{Engine, EngineFile};

// `ENGINE`: the committed module if it is up to date, and the networks of each game.
include!(concat!(env!("OUT_DIR"), "/engine.rs"));
