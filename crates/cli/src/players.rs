use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use golemry_programs::Exec;
use golemry_table::{Code, Guest, Seated};

/// What begins the name of a program as a player.
pub const PROGRAM: &str = "exec:";

/// A player as commands take it: a bot, or `exec:COMMAND`.
type Named = Result<Seated, Box<dyn Error + Send + Sync>>;

/// Reads a player. What a program writes to its standard error is passed on.
pub fn heard(text: &str) -> Named {
    read(text, Exec::heard)
}

/// Reads a player. What a program writes to its standard error would spoil the screen.
pub fn unheard(text: &str) -> Named {
    read(text, |exec| exec)
}

fn read(text: &str, adapt: impl FnOnce(Exec) -> Exec) -> Named {
    match text.strip_prefix(PROGRAM) {
        Some(command) => Ok(Guest::new(Arc::new(adapt(Exec::new(command)?))).into()),
        None => text.parse().map_err(|error: golemry_table::WireError| {
            let or = if error.code == Code::BotUnknown { ", and exec:COMMAND for a program" } else { "" };
            format!("{error}{or}").into()
        }),
    }
}

/// How long programs may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limit {
    /// How many milliseconds a program may take for a decision
    #[arg(
        long,
        value_name = "MS",
        default_value_t = Guest::LIMIT.as_millis() as u64,
        value_parser = clap::value_parser!(u64).range(1..=600_000)
    )]
    bot_limit: u64,
}

impl Default for Limit {
    fn default() -> Limit {
        Limit { bot_limit: Guest::LIMIT.as_millis() as u64 }
    }
}

impl Limit {
    /// The same guest with this limit.
    pub fn of(self, guest: &Guest) -> Guest {
        guest.within(Duration::from_millis(self.bot_limit))
    }
}
