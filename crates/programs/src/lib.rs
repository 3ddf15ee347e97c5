//! Programs as players. An [`Exec`] runs a command and speaks JSON lines with it, as `docs/protocol.md` describes under "Programs as
//! players". It is an [`Outsider`](golemry_table::Outsider), so a [`Guest`](golemry_table::Guest) with it sits wherever a bot does.
//!
//! A program gets a clean environment, is limited in time, words and processes, and is ended with what it has started.

mod exec;
mod message;
mod pool;
mod process;

pub use exec::{BadCommand, Exec};
pub use message::VERSION;
pub use process::{LONGEST_ANSWER, end_all};
