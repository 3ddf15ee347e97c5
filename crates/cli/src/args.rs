use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;
use golemry_core::Seed;
use golemry_table::{Reviewing, Seated};

use crate::examples;
use crate::lab::Document;
use crate::players::{Limit, Offer, heard, offered};
use crate::program::Program;
use crate::setup::Place;
use crate::version;

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "golemry",
    version = version::short(),
    about = "The table for golem games: rules, records, and an engine other programs can play through",
    after_help = "Start here:
  golemry play                  play a game, here in the terminal
  golemry                       the table in the browser; the same as golemry serve
  golemry games                 what there is to play
  golemry rules {game}          how a game is played
{examples}
  golemry replay match.json     step through a match that was played
  golemry review match.json     what was luck, and what was play
  golemry lab run {game}        statistics of ten thousand matches
  golemry engine                JSON lines, for programs that play

A whole exchange with the engine, one request a line:
  printf '%s\\n' '{\"cmd\":\"new\",\"game\":\"{game}\",\"seats\":{seats},\"seed\":7}' \\
    '{\"cmd\":\"legal\",\"seat\":0,\"limit\":5}' '{\"cmd\":\"record\"}' | golemry engine

`golemry help COMMAND` explains each command."
)]
pub struct Cli {
    /// What to do; without it the table opens in the browser, as with `serve`.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What `golemry` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play a game in the terminal, against bots or with others at the same keyboard
    #[command(after_help = "Examples:
  golemry play                                    choose a game from a list
  golemry play {game} --bots hard
  golemry play {game} --hot-seat                  everyone at one keyboard
{examples}
  golemry play {game} --bots \"exec:node bot.js\"   against a program of yours
  golemry play --resume match.json                go on with a match that was saved

Bots are random, easy, normal, hard, master and, in some games, perfect; hard:500 searches 500 iterations, hard:50ms for 50 ms.
exec:COMMAND is a program of yours (docs/protocol.md, \"Programs as players\"); where it fails, a normal bot makes its move.
docs/terminal.md has the details.")]
    Play(Play),
    /// Open the table in the browser: all games, with bots and with friends
    #[command(after_help = "Examples:
  golemry serve                              http://localhost:4646, for this machine alone
  golemry serve --host 0.0.0.0               for everyone in the network
  golemry serve --database postgres://golemry@localhost/golemry
  golemry serve --bot \"greedy=node greedy.js\"   a program of yours, for those who open a match

docs/server.md explains how to run it for others and how programs can use it.")]
    Serve(Serve),
    /// Write the page as plain files, for any web host: everything but friends' play, without a server
    #[command(
        override_usage = "golemry site DIR [--deck FILE…] [--board FILE…] [--force]",
        after_help = "Examples:
  golemry site public                         then upload the folder, or serve it with any web server
  golemry site public --deck mine.toml        your own deck, on the front page

docs/site.md tells how to host it."
    )]
    Site(Site),
    /// Ask a running server whether it is well, for containers and scripts: fails if it is not
    Health {
        /// Where it listens
        #[arg(default_value = "127.0.0.1:4646", value_name = "ADDRESS:PORT")]
        address: std::net::SocketAddr,
    },
    /// Look after the database of a server: list, export, delete, check
    #[command(after_help = "Examples:
  golemry admin list
  golemry admin export 2ygx8duhwppz > match.json
  golemry admin delete --finished-before 365
  golemry admin check

A server that uses an SQLite file must be stopped first. docs/server.md has the details.")]
    Admin(Admin),
    /// List the games with their variants and options
    Games {
        /// As JSON, in the engine's form
        #[arg(long)]
        json: bool,
    },
    /// Say what each number of a learner's observation means
    #[command(after_help = "Examples:
  golemry observations {game}
  golemry observations {game} --seats 2 --json
  golemry observations --markdown")]
    Observations(Observations),
    /// Show the rules of a game
    Rules {
        /// The game's id, as `golemry games` lists it
        game: String,
        /// The language
        #[arg(long, default_value = "en", value_parser = ["en", "fr"])]
        lang: String,
        /// The Markdown source, without layout for the terminal
        #[arg(long)]
        plain: bool,
    },
    /// Let programs play through JSON lines on standard input and output
    #[command(
        after_help = "Each request is one line of JSON and gets one line of JSON as its reply, at once:

  {\"cmd\":\"games\"}
  {\"cmd\":\"new\",\"game\":\"{game}\",\"seats\":{seats},\"variant\":\"{variant}\",\"options\":{},\"seed\":7}
  {\"cmd\":\"setup\",\"game\":\"{game}\",\"seats\":{seats},\"position\":{…},\"seed\":7}
  {\"cmd\":\"position\"}
  {\"cmd\":\"view\",\"seat\":0}              seat null is a spectator
  {\"cmd\":\"legal\",\"seat\":0,\"offset\":0,\"limit\":2000}
  {\"cmd\":\"check\",\"seat\":0,\"action\":{…}}
  {\"cmd\":\"apply\",\"seat\":0,\"action\":{…}}
  {\"cmd\":\"build\",\"seat\":0,\"choices\":[]}
  {\"cmd\":\"bot\",\"seat\":0,\"bot\":\"hard\",\"budget\":{\"iterations\":2000},\"seed\":1}
  {\"cmd\":\"hint\",\"seat\":0,\"budget\":{\"iterations\":2000},\"seed\":1}
  {\"cmd\":\"record\"}
  {\"cmd\":\"replay\",\"record\":{…}}

An \"id\" in a request comes back in its reply. docs/protocol.md has the details."
    )]
    Engine {
        /// A deck file for matches that bring none
        #[arg(long, value_name = "FILE")]
        deck: Option<PathBuf>,
        /// A board file for matches that bring none
        #[arg(long, value_name = "FILE", conflicts_with = "deck")]
        board: Option<PathBuf>,
    },
    /// Print a game's own deck or board file, or check one of yours
    #[command(
        visible_alias = "board",
        after_help = "Examples:
  golemry deck {game} > mine.toml                 a file to change
  golemry deck {game} mine.toml                   is it fine?
{examples}
  golemry engine --deck mine.toml                 play with it

docs/decks.md and docs/boards.md describe the files."
    )]
    Deck(Deck),
    /// Check a record: were the rules kept, do the dice and shuffles follow from its seed, does its hash match?
    Verify {
        /// A record, as downloaded from the page when a match is over; `-` reads standard input
        file: PathBuf,
        /// The hash that the match page showed from the start
        #[arg(long, value_name = "HEX")]
        commitment: Option<String>,
    },
    /// Step through a recorded match, or print it
    #[command(after_help = "Examples:
  golemry replay match.json                        a record
  golemry replay --game {game} --bots normal --seed 7    a match between bots, played again

`golemry lab` names the command for every match worth a look.")]
    Replay(Replay),
    /// Review a match: the chance to win over time, what each decision cost, and how much was luck
    #[command(after_help = "Examples:
  golemry review match.json
  golemry review match.json --iterations 1000
  golemry replay --game {game} --seed 7 --json | golemry review -    a match between bots

The same record, seed and iterations give the same review. docs/review.md explains its figures.")]
    Review(Review),
    /// Play many matches between bots and measure: who wins, how long, what a rule changes
    #[command(subcommand)]
    Lab(crate::lab::Command),
    /// A command of a workshop, which reads its arguments itself.
    #[command(skip)]
    Mounted {
        /// Its name.
        name: String,
        /// Its arguments.
        matches: clap::ArgMatches,
    },
    /// Write a completion script for a shell
    #[command(
        // Before clap's own `help`.
        display_order = MOUNTED + 1,
        after_help = "For bash:  golemry completions bash > ~/.local/share/bash-completion/completions/golemry
For zsh:   golemry completions zsh > ~/.zfunc/_golemry
For fish:  golemry completions fish > ~/.config/fish/completions/golemry.fish"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Where help lists the commands of workshops: behind our own.
const MOUNTED: usize = 900;

/// The command line of a program: arguments that name a game take its ids, which help, errors and completions show, and examples name
/// one of its games.
pub fn command(program: &Program) -> clap::Command {
    let own = Cli::command().long_version(version::long(program.games()));
    let mounted = program.workshops().flat_map(|(_, commands)| commands);
    fitted(own.subcommands(mounted.map(|command| command.display_order(MOUNTED))), program, "")
}

/// A command, and all those inside it, for the games of a program. `path` is its name behind those of the commands it is in.
fn fitted(mut command: clap::Command, program: &Program, path: &str) -> clap::Command {
    let ids = PossibleValuesParser::new(
        program.games().about().map(|about| PossibleValue::new(about.id).help(about.name)),
    );
    // In place: taken out and put back, an argument would come after those that it stands before.
    command = command.mut_args(|argument| {
        if argument.get_id() == "game" { argument.value_parser(ids.clone()) } else { argument }
    });
    if let Some(help) = command.get_after_help() {
        let help = examples::fill(&help.to_string(), program, path);
        command = command.after_help(help);
    }
    command.mut_subcommands(|command| {
        let path = format!("{path} {}", command.get_name());
        fitted(command, program, path.trim_start())
    })
}

/// What to play, and with whom.
#[derive(Debug, Default, clap::Args)]
pub struct Play {
    /// The game's id, as `golemry games` lists it; without it you choose from a list
    #[arg(conflicts_with = "resume")]
    pub game: Option<String>,
    /// How many play
    #[arg(long, requires = "game")]
    pub seats: Option<u8>,
    /// The variant
    #[arg(long, requires = "game")]
    pub variant: Option<String>,
    /// An option, such as lives=5; can be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "game")]
    pub options: Vec<String>,
    /// Who plays against you: LEVEL, LEVEL:ITERATIONS, LEVEL:NNms or exec:COMMAND
    #[arg(long, value_name = "BOT")]
    pub bots: Option<String>,
    #[command(flatten)]
    pub limit: Limit,
    /// Everyone sits at this keyboard
    #[arg(long, conflicts_with = "bots")]
    pub hot_seat: bool,
    /// The seed of shuffles and dice: the same seed gives the same luck
    #[arg(long, requires = "game")]
    pub seed: Option<Seed>,
    /// Go on with a match that was saved, or with any record
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Make a decision of that match again, in a new match from there with new dice: its event, as `golemry review` numbers them
    #[arg(long, value_name = "EVENT", requires = "resume", conflicts_with_all = ["bots", "hot_seat"], value_parser = clap::value_parser!(u32).range(1..))]
    pub again: Option<u32>,
    /// A deck of your own
    #[arg(long, value_name = "FILE", requires = "game")]
    pub deck: Option<PathBuf>,
    /// A board of your own
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "deck")]
    pub board: Option<PathBuf>,
    /// No colours; the environment's NO_COLOR does the same
    #[arg(long)]
    pub no_color: bool,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogForm {
    /// One line of text per entry.
    Text,
    /// One JSON object per entry.
    Json,
}

/// Where matches run that need no other people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Solo {
    /// In the player's browser.
    Page,
    /// On the server.
    Server,
}

impl From<Solo> for golemry_server::Solo {
    fn from(solo: Solo) -> golemry_server::Solo {
        match solo {
            Solo::Page => golemry_server::Solo::Page,
            Solo::Server => golemry_server::Solo::Server,
        }
    }
}

/// How to run the table in the browser.
#[derive(Debug, Parser)]
pub struct Serve {
    /// The address to listen on; 0.0.0.0 for every one this machine has
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// The port to listen on
    #[arg(long, default_value_t = 4646)]
    pub port: u16,
    /// Do not open a browser; without a screen none is opened anyway
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub database: Database,
    /// Trust the client addresses that a proxy forwards. With a list of addresses or networks (10.0.0.0/8), separated by commas,
    /// only those proxies are trusted
    #[arg(long, value_name = "ADDRESSES", num_args = 0..=1, require_equals = true, value_delimiter = ',')]
    pub proxy: Option<Vec<golemry_server::Network>>,
    /// A name this server is reached by, such as golems.example.org; IP addresses and localhost always work
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub public_host: Vec<String>,
    /// Also serve Prometheus metrics, on this address only
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<std::net::SocketAddr>,
    /// How the log on standard error is written; GOLEMRY_LOG=debug adds to it
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub log: LogForm,
    /// Turn rate limits off: for load tests, or if a proxy has its own
    #[arg(long)]
    pub no_limits: bool,
    /// The seed of every match, for measuring: whoever knows it knows all cards
    #[arg(long, hide = true, requires = "no_limits")]
    pub seed: Option<Seed>,
    /// How long people may take for each step of the shuffle before they are left out of it; 0 if the server is to draw every seed alone
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub shuffle_seconds: u32,
    /// Delete finished matches after this many days; without it they are kept forever
    #[arg(long, value_name = "DAYS")]
    pub keep_days: Option<u32>,
    /// How much one address may add to the database in a day, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub daily_quota: u32,
    /// How much all addresses together may add to the database in a day, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub daily_quota_all: u32,
    /// Let players publish boards of their own in a list that everybody here sees
    #[arg(long)]
    pub gallery: bool,
    /// Do not let players list matches that anybody here may join
    #[arg(long)]
    pub no_open_tables: bool,
    /// Rate finished matches between people, and list the best of each game
    #[arg(long)]
    pub ratings: bool,
    /// Where matches run that need no other people: in the page, or on the server like all others
    #[arg(long, value_name = "WHERE", default_value = "page")]
    pub solo: Solo,
    /// Let players ask this program of yours to their tables, by this name; can be given several times
    #[arg(long = "bot", value_name = "NAME=COMMAND", value_parser = offered)]
    pub bots: Vec<Offer>,
    #[command(flatten)]
    pub limit: Limit,
    #[command(flatten)]
    pub cluster: Cluster,
}

/// `golemry observations`
#[derive(Debug, clap::Args)]
pub struct Observations {
    /// The game's id; all games if left out
    pub game: Option<String>,
    /// How many seats
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub document: Document,
}

/// The page as plain files.
#[derive(Debug, clap::Args)]
pub struct Site {
    /// The folder to write into: a new one, an empty one, or a site to renew
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Decks of your own, offered on the front page
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub deck: Vec<PathBuf>,
    /// Boards of your own, offered on the front page
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub board: Vec<PathBuf>,
    /// Write even if other files are in the folder; those of the same name are overwritten, others stay
    #[arg(long)]
    pub force: bool,
}

/// One of several servers on one PostgreSQL.
#[derive(Debug, clap::Args)]
pub struct Cluster {
    /// One of several servers on one PostgreSQL: where the others reach this one, in a network that nobody else can reach
    #[arg(long, value_name = "HOST:PORT", requires = "cluster_secret_file")]
    pub node_address: Option<String>,
    /// The file with the secret that all of them share, at least 32 characters
    #[arg(long, value_name = "FILE", requires = "node_address")]
    pub cluster_secret_file: Option<PathBuf>,
    /// Where players reach this server and no other: those whose match it holds are sent here, instead of being served through another
    #[arg(long, value_name = "URL", requires = "node_address")]
    pub node_url: Option<golemry_server::NodeUrl>,
    /// After how many seconds without a sign of life a server on PostgreSQL is gone, and its matches go to the others
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub node_expiry: u32,
}

/// Which database.
#[derive(Debug, clap::Args)]
pub struct Database {
    /// The folder of the database file [default: your data folder]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A database elsewhere, such as postgres://user@host/name
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "data",
        env = "GOLEMRY_DATABASE",
        hide_env_values = true
    )]
    pub database: Option<String>,
}

/// What to do with a server's database.
#[derive(Debug, clap::Args)]
pub struct Admin {
    #[command(flatten)]
    pub database: Database,
    #[command(subcommand)]
    pub task: AdminTask,
}

/// What `golemry admin` can do.
#[derive(Debug, Subcommand)]
pub enum AdminTask {
    /// List all matches, or all players who have a name
    List {
        /// The players instead of the matches
        #[arg(long)]
        players: bool,
    },
    /// Print the record of a match, whether or not it is over: it contains the seed and every hidden card
    Export {
        /// The id of the match, as shown by `list`
        #[arg(value_name = "MATCH", required_unless_present = "all")]
        id: Option<String>,
        /// Write the records of all matches into this folder instead
        #[arg(long, value_name = "DIR", conflicts_with = "id")]
        all: Option<PathBuf>,
    },
    /// Delete matches and players for good
    #[command(arg_required_else_help = true)]
    Delete {
        /// A match, with its events
        #[arg(long = "match", value_name = "ID")]
        matches: Vec<String>,
        /// A player's name, solved puzzles and list of matches; the matches stay
        #[arg(long = "player", value_name = "ID")]
        players: Vec<String>,
        /// All matches that ended more than this many days ago
        #[arg(long, value_name = "DAYS")]
        finished_before: Option<u32>,
    },
    /// Free the disk space of deleted matches
    Vacuum,
    /// Replay every stored match and report those that break the rules or do not match their seed or hash
    Check,
}

/// Which deck or board to print or check.
#[derive(Debug, clap::Args)]
pub struct Deck {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// A file to check; without it the game's own is printed
    pub file: Option<PathBuf>,
    /// The variant the file is for
    #[arg(long)]
    pub variant: Option<String>,
    /// How many seats the table has
    #[arg(long)]
    pub seats: Option<u8>,
}

/// Which record to show, and how.
#[derive(Debug, clap::Args)]
pub struct Replay {
    /// A record, such as the engine's reply to `{"cmd":"record"}`; `-` reads standard input
    #[arg(required_unless_present = "game", conflicts_with = "game")]
    pub file: Option<PathBuf>,
    /// Print every event and the end instead of stepping through
    #[arg(long)]
    pub print: bool,
    /// Print the record itself as JSON
    #[arg(long, conflicts_with_all = ["print", "seat"])]
    pub json: bool,
    /// The number of the seat whose view is shown; without it, what everybody may know
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<u8>,
    #[command(flatten)]
    pub again: Again,
}

/// Which record to review, and how thoroughly.
#[derive(Debug, clap::Args)]
pub struct Review {
    /// A record, as downloaded from the page or saved from the engine; `-` reads standard input
    pub file: PathBuf,
    /// As JSON, complete
    #[arg(long)]
    pub json: bool,
    /// Your seat, from 0 [default: the only one where a person sat]
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<u8>,
    /// Playouts of each situation, and iterations of the search for the best action
    #[arg(long, value_name = "N", default_value_t = Reviewing::default().iterations, value_parser = clap::value_parser!(u32).range(1..=i64::from(Reviewing::MOST_ITERATIONS)))]
    pub iterations: u32,
    /// The seed of the playouts
    #[arg(long, default_value_t = Reviewing::default().seed)]
    pub seed: Seed,
}

/// A match between bots, to be played again.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Instead of a record, a match between bots")]
pub struct Again {
    /// The game's id
    #[arg(long, requires = "seed")]
    pub game: Option<String>,
    /// The seed of the match
    #[arg(long, requires = "game")]
    pub seed: Option<Seed>,
    /// One bot for all seats, or one for each
    #[arg(long, value_delimiter = ',', default_value = "normal", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many seats
    #[arg(long, value_name = "N", requires = "game")]
    pub seats: Option<u8>,
    #[command(flatten)]
    pub place: Place,
}
