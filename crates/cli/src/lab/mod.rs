//! `golemry lab`: statistics of many matches.

mod arena;
mod benchmark;
mod calibration;
mod compare;
pub mod crew;
mod finished;
pub mod grid;
mod ladder;
mod ladders;
mod limits;
mod run;
mod strength;
mod switches;
mod tables;
mod tournament;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{ArgAction, Subcommand};
use golemry_core::Seed;
use golemry_gather::Format;
use golemry_lab::Setup;
use golemry_lab::statistics::Adjusted;
use golemry_table::{Entry, Games, Guest, Judge, Reviewing, Seated};

use self::grid::{Align, Right};
use self::tables::Tables;
use crate::Program;
use crate::players::{Limit, heard, tell_of_faults};
use crate::setup::Place;

/// What the laboratory can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play many matches and report who wins, how long matches take, and which rules never come up
    #[command(after_help = "Examples:
  golemry lab run {game} --games 20000
  golemry lab run {game} --bots normal --html report.html
{examples}

One bot sits on all chairs; with one for each chair everybody moves on by a chair until all have sat everywhere, and every
deal is played in all these seatings (the number of games is rounded up to whole deals).

Intervals are Wilson's at 95 %. The same --seed gives the same report on any number of threads, unless a bot's budget is in
milliseconds. Ctrl-C finishes the games that were begun and reports what there is. docs/lab.md explains every figure.

exec:COMMAND is a program of yours, which speaks JSON lines (docs/protocol.md, \"Programs as players\"). Where it fails, a random
bot makes its decision, and the end of the report says how often and why; --strict stops instead.")]
    Run(Run),
    /// Compare two settings of a game on the same seeds, figure by figure
    #[command(after_help = "Examples:
  golemry lab compare {game} --a NAME=VALUE --b NAME=VALUE
{examples}

Both tables play the same deals; the interval is that of the difference from deal to deal (95 %). A difference counts as more
than noise where its chance under \"no difference\" is below 5 % after Holm's correction for all figures together.")]
    Compare(Compare),
    /// Switch every option of a game, and rank the rule switches by what they change
    #[command(after_help = "Examples:
  golemry lab switches {game}
  golemry lab switches --games 5000 --markdown --out docs/balance.md

Each value is compared with the default on the same deals. The effect is the largest difference among win rates, draws, joint
losses, limits, length, branching, lead changes and the game's own figures, in standard deviations of a match (Cohen's d:
0.2 is small, 0.5 medium, 0.8 large), of those that are more than noise after Holm's correction for the whole game.

Tried are all values where they are few; of a long range its ends, half and twice the default; of seats the first. An option
that the usual variant does not have is tried in the first variant that has it; --variant keeps to one.")]
    Switches(Switches),
    /// Let bots meet in pairs and rate them
    #[command(after_help = "Examples:
  golemry lab arena {game} --bots easy,normal,hard
  golemry lab arena {game} --bots normal,hard:100,hard:1000 --games 600

Every pair plays every deal, the two alternating round the table, in all rotations and with the roles exchanged. Ratings are
Bradley and Terry's strengths on Elo's scale (400 points: odds of ten to one), with 95 % intervals from 1000 bootstrap
samples of the deals. Draws and joint losses count as half a win for each side.")]
    Arena(Arena),
    /// Let each level of bots play the one below: the strength ladder
    #[command(after_help = "Examples:
  golemry lab ladder {game} --games 1000 --markdown
  golemry lab ladder {game} --bots normal,hard:500
{examples}

One chair has the upper level, all others the lower, on every chair with the same deals. It passes with 60 % of the wins at two
seats, 1.3 times its fair share with more, if the 95 % interval excludes the fair share. Draws and joint losses are split.
The exit code is 1 where a step fails.")]
    Ladder(Ladder),
    /// Climb the ladder at every table of every game, and rate the levels
    #[command(after_help = "Examples:
  golemry lab ladders --markdown > ladders.md
  golemry lab ladders {game} --games 1200
{examples}

A table is a variant with a number of seats, as the page offers them, and its levels are those that it offers there. Each step is
that of `golemry lab ladder` with the same seed and number of games. A cross marks a step that misses its target. Ratings are on
Elo's scale, with normal at 1500: a bot that is s times as strong as each of the others at a table wins s / (s + others) of its
matches, and 400 points are ten times the strength. A line on standard error follows each table, and the tables of a game are
printed when it is finished. The exit code is 1 where a step misses its target.")]
    Ladders(Ladders),
    /// Measure how strength grows with thinking
    #[command(after_help = "Examples:
  golemry lab strength --markdown --svg docs/strength.svg
  golemry lab strength {game} --iterations 100,1000 --games 1000
  golemry lab strength --points strength.json --svg docs/strength.svg

Plays hard and master with each number of iterations against one opponent, at the game's first table for two with a master, else
at its first table for two; every deal from both chairs. The milliseconds are measured and differ between machines; all else is
the same for the same seed. With --points a run that was ended early goes on where it stopped; the file knows nothing of changes to
the bots, so begin a new one after them.")]
    Strength(Strength),
    /// Count the matches that end by a limit instead of by their own rules, at every table
    #[command(after_help = "Examples:
  golemry lab limits
  golemry lab limits {game} --bots easy,normal,hard:50 --games 600 --markdown
{examples}

A table is a variant with a number of seats. Each bot plays on all chairs, and all of them mixed, in every rotation. The exit
code is 1 where certainly more than 2 % of the matches end by a limit.")]
    Limits(LimitsArgs),
    /// Compare the chances to win that reviews state with what came true
    #[command(after_help = "Examples:
  golemry lab calibration {game} --seats 2
  golemry lab calibration --games 1000 --markdown
{examples}

Plays matches with each of the bots in turn on all chairs, judges moments of each as a review does, and compares what was stated with
how the matches ended. Moments of one match depend on each other, which the intervals (95 %) take into account. The Brier score is the
mean squared distance between stated chance and outcome. docs/review.md has the tables.")]
    Calibration(CalibrationArgs),
    /// Measure a player at the tasks of the benchmark: a figure that others can cite and repeat
    #[command(after_help = "Examples:
  golemry lab benchmark normal --markdown
  golemry lab benchmark \"exec:python3 player.py\" --points player.json
  golemry lab benchmark --list

PLAYER sits on one chair, the opponents of the task on all others, and every deal is played from every chair. The score is the
share of the matches that it wins: a draw is split among its winners, a joint loss is won by nobody. Where a task has a judge of luck,
the luck of dice and shuffles is taken out. The skill is 0 for the fair share and 1 for winning every match, and the whole is the
mean of the tasks.

The same PLAYER, --games and --seed give the same result on any machine, if the player gives the same answers. With --points a run
that was ended early goes on after the last task that it finished; the file knows nothing of changes to a program, so begin a new one
after them. docs/benchmark.md has the tasks, and what the bots reach.")]
    Benchmark(BenchmarkArgs),
    /// Play a tournament between bots and programs: who meets whom and why, and the standings after each round
    #[command(after_help = "Examples:
  golemry lab tournament {game} --format swiss --players \"hard:200,normal,normal,easy,easy,random\"
  golemry lab tournament {game} --format round-robin --players normal,easy,random --names Ada,Ben,Cleo --markdown
{examples}

Round robin, Swiss and knock-out are for tables of two, and a rotation for tables of 3 to 6: where the players do not fill them, some
have one seat fewer. All tables of a round have the same deal, so that luck is shared; --duplicate false deals to each anew. The first
player is the first seed.

The same --seed gives the same tournament on any number of threads, unless a bot's budget is in milliseconds. Ctrl-C ends it after the
last round that was finished. docs/tournaments.md has the formats, the order of priorities and the tie-breaks.")]
    Tournament(TournamentArgs),
}

/// How the matches are played.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Effort {
    /// The seed from which the seeds of all deals are derived
    #[arg(long, default_value = "1")]
    pub seed: Seed,
    /// How many threads play [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub limit: Limit,
    /// Stop at the first decision that a program does not make
    #[arg(long)]
    pub strict: bool,
}

impl Effort {
    /// Gives the programs among the bots the limits of this run, and returns them. Those of the same name are one player.
    fn seat(&self, bots: &mut [Seated]) -> Vec<Guest> {
        let mut guests: Vec<Guest> = Vec::new();
        for bot in bots {
            let Some(named) = bot.guest() else { continue };
            let known = guests.iter().find(|known| known.name() == named.name()).cloned();
            let guest = known.unwrap_or_else(|| {
                let limited = self.limit.of(named);
                let guest = if self.strict { limited.strictly() } else { limited };
                guests.push(guest.clone());
                guest
            });
            *bot = Seated::Guest(guest);
        }
        guests
    }
}

/// Who says how much was luck.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Luck {
    /// Take the luck of dice and shuffles out of the bots' shares: `estimate` (the game's own, quick) or a number of playouts (slow)
    #[arg(long, value_name = "JUDGE")]
    pub judge: Option<Judge>,
}

/// The columns of [`without_luck`].
const WITHOUT_LUCK: [(&str, Align); 3] =
    [("without luck", Right), ("95 % interval", Right), ("saves", Right)];

/// A share without luck, and how many times the games that saves.
fn without_luck(adjusted: &Adjusted) -> [String; 3] {
    [percent(adjusted.mean), reach(adjusted.interval), format!("{:.1} ×", adjusted.saves)]
}

/// What these columns mean.
const HOW_LUCK_IS_TAKEN: &str = "  Without luck: less what the judge says that dice and shuffles were worth. As good as so many times the games.";

/// Where the result goes.
#[derive(Clone, Debug, clap::Args)]
pub struct Output {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Into a file instead of the terminal
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl Output {
    /// The file, or standard output, for what comes bit by bit.
    fn open(&self) -> anyhow::Result<Box<dyn Write>> {
        Ok(match &self.out {
            None => Box::new(std::io::stdout()),
            Some(file) => Box::new(
                std::fs::File::create(file).with_context(|| format!("cannot write {}", file.display()))?,
            ),
        })
    }

    pub fn write(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.open()?.write_all(text.as_bytes())?)
    }

    pub fn write_json(&self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        self.write(&(serde_json::to_string_pretty(value)? + "\n"))
    }
}

/// Where a result goes that also stands in a document.
#[derive(Clone, Debug, clap::Args)]
pub struct Document {
    #[command(flatten)]
    pub output: Output,
    /// As Markdown, for a document
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

/// `golemry lab run`
#[derive(Debug, clap::Args)]
pub struct Run {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// How many seats; several numbers make several tables
    #[arg(long, value_delimiter = ',', value_name = "N,…")]
    pub seats: Vec<u8>,
    /// One bot for all seats, or one for each: LEVEL, LEVEL:ITERATIONS, LEVEL:NNms or exec:COMMAND
    #[arg(long, value_delimiter = ',', default_value = "normal", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games at each table
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub luck: Luck,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
    /// Also write a file with one row per game, for DuckDB, Polars or pandas
    #[arg(long, value_name = "FILE")]
    pub parquet: Option<PathBuf>,
    /// Also write a report with plots, as a single HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// `golemry lab compare`
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// What the first table has: an option, variant=…, or deck=FILE; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub a: Vec<String>,
    /// What the second table has
    #[arg(long, value_name = "NAME=VALUE", required = true)]
    pub b: Vec<String>,
    /// How many seats
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// One bot for all seats, or one for each
    #[arg(long, value_delimiter = ',', default_value = "normal", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games at each table
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub luck: Luck,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// `golemry lab switches`
#[derive(Debug, clap::Args)]
pub struct Switches {
    /// The game's id; all games if left out
    pub game: Option<String>,
    /// How many seats
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// One bot for all seats, or one for each
    #[arg(long, value_delimiter = ',', default_value = "normal", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games with each value
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab arena`
#[derive(Debug, clap::Args)]
pub struct Arena {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// The bots that meet, at least two
    #[arg(long, value_delimiter = ',', default_value = "random,easy,normal,hard", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many seats [default: the fewest that the variant takes, at least 2]
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// How many games in all
    #[arg(long, default_value_t = 1_200, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub luck: Luck,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub output: Output,
}

/// `golemry lab ladder`
#[derive(Debug, clap::Args)]
pub struct Ladder {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// The rungs from below [default: all levels that the table has]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many seats
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// How many games at each step
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub luck: Luck,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab ladders`
#[derive(Debug, clap::Args)]
pub struct Ladders {
    #[command(flatten)]
    pub tables: Tables,
    /// The rungs from below; a table leaves out those that it does not offer [default: all levels that it offers]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games at each step
    #[arg(long, default_value_t = 240, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab strength`
#[derive(Debug, clap::Args)]
pub struct Strength {
    /// The game's id; all games if left out
    pub game: Option<String>,
    /// How many iterations they think
    #[arg(long, value_delimiter = ',', default_value = "100,400,1600", value_name = "N,…")]
    pub iterations: Vec<u32>,
    /// Whom they play against
    #[arg(long, default_value = "hard", value_name = "BOT", value_parser = heard)]
    pub against: Seated,
    /// How many games at each point
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
    /// Keep every finished point in this file, and do not play again those that it has
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,
    /// Also draw a plot
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// `golemry lab limits`
#[derive(Debug, clap::Args)]
pub struct LimitsArgs {
    #[command(flatten)]
    pub tables: Tables,
    /// The bots that play, alone and mixed
    #[arg(long, value_delimiter = ',', default_value = "easy,normal,hard:50", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games at each table
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab calibration`
#[derive(Debug, clap::Args)]
pub struct CalibrationArgs {
    #[command(flatten)]
    pub tables: Tables,
    /// The bots that play, each in turn on all chairs
    #[arg(long, value_delimiter = ',', default_value = "normal,hard:100", value_name = "BOT,…", value_parser = heard)]
    pub bots: Vec<Seated>,
    /// How many games at each table
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// How many moments of each game are judged
    #[arg(long, default_value_t = 6, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub moments: u64,
    /// How many playouts judge a moment
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Reviewing::MOST_ITERATIONS)))]
    pub iterations: u32,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab benchmark`
#[derive(Debug, clap::Args)]
pub struct BenchmarkArgs {
    /// Who is measured: LEVEL, LEVEL:ITERATIONS, LEVEL:NNms or exec:COMMAND
    #[arg(value_parser = heard, required_unless_present = "list")]
    pub player: Option<Seated>,
    /// Only these tasks, or those of these games, such as GAME-v3 [default: all]
    #[arg(long, value_delimiter = ',', value_name = "TASK,…")]
    pub tasks: Vec<String>,
    /// How many games at each task
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    pub games: u64,
    /// List the tasks and play nothing
    #[arg(long, conflicts_with_all = ["player", "json"])]
    pub list: bool,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
    /// Keep the result of every finished task in this file, and do not play again those that it has
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,
}

/// `golemry lab tournament`
#[derive(Debug, clap::Args)]
pub struct TournamentArgs {
    /// The game's id, as `golemry games` lists it
    pub game: String,
    /// Who plays; the same one may be named several times
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,…", value_parser = heard)]
    pub players: Vec<Seated>,
    /// What they are called [default: after the bots, numbered where there are several]
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    pub names: Vec<String>,
    /// Who meets whom: round-robin, swiss, knock-out or rotation
    #[arg(long)]
    pub format: Format,
    /// How many seats a table has [default: 2, and 4 for a rotation]
    #[arg(long, value_name = "N")]
    pub seats: Option<u8>,
    /// How many rounds [default: what is usual for the format and the number of players]
    #[arg(long, value_name = "N")]
    pub rounds: Option<u8>,
    /// Whether all tables of a round have the same deal
    #[arg(long, default_value_t = true, action = ArgAction::Set, value_name = "true|false")]
    pub duplicate: bool,
    #[command(flatten)]
    pub place: Place,
    #[command(flatten)]
    pub effort: Effort,
    #[command(flatten)]
    pub document: Document,
}

/// `golemry lab …`
pub fn run(program: &Program, command: Command) -> anyhow::Result<()> {
    let games = program.games();
    match command {
        Command::Run(mut args) => told(args.effort.seat(&mut args.bots), run::run(games, &args)),
        Command::Compare(mut args) => told(args.effort.seat(&mut args.bots), compare::run(games, &args)),
        Command::Switches(mut args) => told(args.effort.seat(&mut args.bots), switches::run(games, &args)),
        Command::Arena(mut args) => told(args.effort.seat(&mut args.bots), arena::run(games, &args)),
        Command::Ladder(mut args) => told(args.effort.seat(&mut args.bots), ladder::run(games, &args)),
        Command::Ladders(mut args) => told(args.effort.seat(&mut args.bots), ladders::run(games, &args)),
        Command::Strength(mut args) => {
            told(args.effort.seat(std::slice::from_mut(&mut args.against)), strength::run(games, &args))
        }
        Command::Limits(mut args) => told(args.effort.seat(&mut args.bots), limits::run(games, &args)),
        Command::Calibration(mut args) => {
            told(args.effort.seat(&mut args.bots), calibration::run(games, &args))
        }
        Command::Benchmark(mut args) => {
            let guests = args.player.as_mut().map(|player| args.effort.seat(std::slice::from_mut(player)));
            told(guests.unwrap_or_default(), benchmark::run(program, &args))
        }
        Command::Tournament(mut args) => {
            told(args.effort.seat(&mut args.players), tournament::run(games, &args))
        }
    }
}

/// Says which programs failed, after a run.
#[allow(clippy::needless_pass_by_value, reason = "it comes after the run")]
fn told(guests: Vec<Guest>, ran: anyhow::Result<()>) -> anyhow::Result<()> {
    tell_of_faults(&guests);
    ran
}

/// The game with that id, or all games.
pub fn chosen(games: &Games, id: Option<&str>) -> anyhow::Result<Vec<&'static dyn Entry>> {
    Ok(match id {
        Some(id) => vec![games.find(id)?],
        None => games.iter().collect(),
    })
}

/// A table in a few words: its game, variant and number of seats.
fn name_of(entry: &dyn Entry, setup: &Setup) -> String {
    let (variant, seats) = (setup.settings.variant.as_deref(), setup.settings.seats);
    format!("{} {} {}", entry.about().id, variant.unwrap_or_default(), seats.unwrap_or_default())
}

/// The interval in words: `31.2 to 34.5`.
fn reach(interval: golemry_lab::statistics::Interval) -> String {
    format!("{:.1} to {:.1}", interval.low * 100.0, interval.high * 100.0)
}

/// `33.3 %`
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A number with its significant digits.
fn short(number: f64) -> String {
    match number.abs() {
        size if size >= 1000.0 => format!("{number:.0}"),
        size if size >= 10.0 => format!("{number:.1}"),
        size if size >= 0.1 || size == 0.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}
