use clap::ArgMatches;
use golemry_server::Mount;

use crate::program::Program;

/// What belongs to one game and is more than the game: commands of the program, and routes of its server.
///
/// [`Program::mount`] takes it. A command is what clap makes of a `Subcommand`:
///
/// ```
/// use clap::{ArgMatches, FromArgMatches as _, Subcommand};
/// use golemry_cli::{Program, Workshop};
///
/// #[derive(Subcommand)]
/// enum Chess {
///     /// Count the moves of a position
///     Perft { depth: u32 },
/// }
///
/// struct ChessWorkshop;
///
/// impl Workshop for ChessWorkshop {
///     fn commands(&self) -> Vec<clap::Command> {
///         let chess = Chess::augment_subcommands(clap::Command::new("chess"));
///         vec![chess.about("Chess, looked at closely").subcommand_required(true)]
///     }
///
///     fn run(&self, _: &Program, _: &str, matches: &ArgMatches) -> anyhow::Result<()> {
///         let Chess::Perft { depth } = Chess::from_arg_matches(matches)?;
///         anyhow::ensure!(depth < 5, "depth {depth} would take too long: at most 4");
///         Ok(())
///     }
/// }
///
/// let program = Program::default().mount(ChessWorkshop);
/// assert_eq!(golemry_cli::main(&program, ["golemry", "chess", "perft", "3"]), 0);
/// assert_eq!(golemry_cli::main(&program, ["golemry", "chess", "perft", "9"]), 1);
/// assert_eq!(golemry_cli::main(&Program::default(), ["golemry", "chess", "perft", "3"]), 2);
/// ```
pub trait Workshop: Send + Sync {
    /// Its commands, each of a name that no other has. Arguments called `game` take the ids of the program's games.
    fn commands(&self) -> Vec<clap::Command>;

    /// Runs the command of that name.
    fn run(&self, program: &Program, command: &str, matches: &ArgMatches) -> anyhow::Result<()>;

    /// What it adds to the server; nothing unless it says so.
    fn mount(&self) -> Mount {
        Mount::default()
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;
    use clap::{Arg, Command};

    use super::*;
    use crate::{command, main, parse};

    struct Counting;

    impl Workshop for Counting {
        fn commands(&self) -> Vec<Command> {
            vec![Command::new("count").about("Count seats").arg(Arg::new("game").required(true))]
        }

        fn run(&self, program: &Program, command: &str, matches: &ArgMatches) -> anyhow::Result<()> {
            anyhow::ensure!(command == "count", "there is no command {command}");
            let id = matches.get_one::<String>("game").context("clap demands it")?;
            Ok(program.games().find(id).map(drop)?)
        }
    }

    #[test]
    fn a_mounted_command_is_one_of_the_program() {
        let games = golemry_registry::games();
        let program = Program::new(games.clone()).mount(Counting);
        for about in games.about() {
            assert_eq!(main(&program, ["golemry", "count", about.id]), 0);
            let refused = parse(&program, ["golemry", "count", "nothing"]).unwrap_err().to_string();
            assert!(refused.contains(about.id), "{refused}");
        }
        let help = command(&program).render_help().to_string();
        let places = ["\n  lab ", "\n  count ", "\n  completions ", "\n  help "].map(|name| help.find(name));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{help}");
        let mut script = Vec::new();
        clap_complete::generate(clap_complete::Shell::Fish, &mut command(&program), "golemry", &mut script);
        assert!(String::from_utf8(script).unwrap().contains("Count seats"));
    }
}
