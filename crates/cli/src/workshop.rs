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
///         vec![Chess::augment_subcommands(clap::Command::new("chess").about("Chess, looked at closely"))]
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
