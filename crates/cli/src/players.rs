use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{anyhow, bail};
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

/// Says of each program how often the stand-in decided for it, and why it had to at first.
pub fn tell_of_faults<'a>(guests: impl IntoIterator<Item = &'a Guest>) {
    for guest in guests {
        let (faults, stand_in) = (guest.faults(), guest.stand_in());
        if let Some(first) = faults.first {
            let (asked, stood_in) = (faults.asked, faults.stood_in);
            eprintln!(
                "note: {guest} was asked for {asked} decisions, and {stand_in} made {stood_in} of them. The first time: {first}"
            );
        }
    }
}

/// A program that a server offers.
#[derive(Clone, Debug)]
pub struct Offer {
    name: String,
    command: String,
}

/// The longest name of a program, in characters.
const LONGEST_NAME: usize = 40;

/// Reads NAME=COMMAND.
pub fn offered(text: &str) -> Result<Offer, Box<dyn Error + Send + Sync>> {
    let (name, command) =
        text.split_once('=').ok_or("write NAME=COMMAND, such as 'greedy=node greedy.js'")?;
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.trim() != name || name.chars().any(char::is_control) {
        return Err(format!("a program's name has 1 to {LONGEST_NAME} characters, none of them a control character, and no spaces around it").into());
    }
    Exec::new(command)?;
    Ok(Offer { name: name.to_owned(), command: command.to_owned() })
}

/// The programs that a server offers. Each is started once, so that the host hears at once if that is impossible.
pub fn programs(offers: &[Offer], limit: Limit) -> anyhow::Result<Vec<Guest>> {
    let mut programs: Vec<Guest> = Vec::new();
    for Offer { name, command } in offers {
        if programs.iter().any(|program| program.name() == name) {
            bail!("--bot names {name:?} twice: each program needs a name of its own");
        }
        let exec = Exec::new(command)?.called(name.clone());
        exec.can_start().map_err(|fault| anyhow!("--bot {name}: {fault}"))?;
        programs.push(limit.of(&Guest::new(Arc::new(exec))));
    }
    Ok(programs)
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
