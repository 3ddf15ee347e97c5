//! `golemry duel`: the stepper and the league; the folder `solve` beside it has the solvers.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use golemry_cli::input;
use golemry_core::{Event, Game as _, MaterialSource, OptionValue, Seat, Seed, Settings};
use golemry_duel::stepper::{self, Stepper};
use golemry_duel::{Action, Decision, Duel, Note, State, Variant, library};
use golemry_table::{Match, Record};

use super::{gallery, read_program, solve};
use crate::league::{Entrant, League};
use crate::shelf;

/// What `golemry duel` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show a round beat by beat, red first
    #[command(after_help = "Examples:
  golemry duel step --red \"F A S D\" --blue \"R R D A\"
  golemry duel step --red \"3(F) enemy?(2(A):R)\" --blue \"F A R\" --autonomous --board pit
  golemry duel step --red \"F A S D\" --blue \"R R D A\" --by-hand
  golemry duel step match.json")]
    Step(Step),
    /// Let autonomous programs compete, every pair twice
    #[command(after_help = "A program file names a golem and says what it does:
  # Runs, and asks: an enemy in front? Then it strikes twice, and else it turns.
  name: Charger
  3(F) enemy?(2(A):R)

Boards for a class: pit, yard, race. Who stands still loses there.

Examples:
  golemry duel league programs/
  golemry duel league programs/ --board pit")]
    League(LeagueArgs),
    /// Show a dozen sample golems of rising strength, or write them into a folder
    #[command(after_help = "Examples:
  golemry duel golems
  golemry duel golems programs/")]
    Golems {
        /// The folder for their files; they are only shown if it is left out
        folder: Option<PathBuf>,
    },
    /// Solve the duel: what each situation is worth, and the proof
    #[command(after_help = "Examples:
  golemry duel solve
  golemry duel solve --board 6x6 --json
  golemry duel solve --standard --table standard-4x4.txt
  golemry duel solve --autonomous --minutes 5")]
    Solve(solve::Solve),
    /// Look after the gallery of boards on a server
    #[command(after_help = "With SQLite, stop the server first.

Examples:
  golemry duel gallery list
  golemry duel gallery remove k7m2xq0dzr5f")]
    Gallery(gallery::Gallery),
}

/// Which round to step through.
#[derive(Debug, Args)]
pub struct Step {
    /// A record of a duel; every round of it is shown
    #[arg(conflicts_with_all = ["red", "blue"])]
    pub record: Option<PathBuf>,
    /// Red's program
    #[arg(long, requires = "blue", required_unless_present = "record")]
    pub red: Option<String>,
    /// Blue's program
    #[arg(long, requires = "red")]
    pub blue: Option<String>,
    /// A board or scenario: a name, or a file
    #[arg(long, default_value = OPEN)]
    pub board: String,
    /// Run the same programs round after round, as autonomous golems do, until the duel is over
    #[arg(long)]
    pub autonomous: bool,
    /// Go from beat to beat with the Enter key, forward and back
    #[arg(long)]
    pub by_hand: bool,
}

/// Who competes, and where the records go.
#[derive(Debug, Args)]
pub struct LeagueArgs {
    /// A folder of program files, one golem per file
    pub folder: PathBuf,
    /// The board, of 4×4 cells: a name, or a file; pit, yard and race suit a class
    #[arg(long, default_value = OPEN)]
    pub board: String,
    /// A folder to write a record of each duel into
    #[arg(long)]
    pub records: Option<PathBuf>,
    /// A limit, one more than the rounds of a duel; without it a duel goes on until a golem is destroyed or its situation returns
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=50))]
    pub energy: Option<u8>,
}

/// The name of the board without obstacles.
const OPEN: &str = "open";

/// `golemry duel …`
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Step(args) => step(args),
        Command::League(args) => league(args, &mut std::io::stdout().lock()),
        Command::Golems { folder: None } => show_golems(&mut std::io::stdout().lock()),
        Command::Golems { folder: Some(folder) } => write_golems(folder),
        Command::Solve(args) => solve::run(args, &mut std::io::stdout().lock()),
        Command::Gallery(args) => gallery::run(args, &mut std::io::stdout().lock()),
    }
}

/// Settings with a board that is named, or given as a file.
pub(crate) fn with_board(settings: Settings, board: &str) -> anyhow::Result<Settings> {
    if board == OPEN || library::find(board).is_some() {
        return Ok(settings.with("board", OptionValue::Text(board.to_owned().into())));
    }
    if let Some(entry) = shelf::board(board) {
        return Ok(Settings { material: Some(MaterialSource::Toml(entry.text.to_owned())), ..settings });
    }
    let text = input::read_file(board).with_context(|| {
        format!("{board:?} is neither a board that comes with the game nor a file that can be read")
    })?;
    Ok(Settings { material: Some(MaterialSource::Toml(text)), ..settings })
}

fn step(args: &Step) -> anyhow::Result<()> {
    let rounds = match (&args.record, &args.red, &args.blue) {
        (Some(file), ..) => rounds_of_record(file)?,
        (None, Some(red), Some(blue)) => rounds_of_programs(args, [red, blue])?,
        _ => bail!("step needs a record, or both programs"),
    };
    let mut out = std::io::stdout().lock();
    if args.by_hand {
        step_through(rounds, &mut std::io::stdin().lock(), &mut out)
    } else {
        print_rounds(rounds, &mut out)
    }
}

/// The rounds that two programs make, with every bonus card at hand.
fn rounds_of_programs(args: &Step, texts: [&String; 2]) -> anyhow::Result<Vec<Stepper>> {
    let scenario = library::find(&args.board).is_none_or(|entry| entry.variant == Variant::Scenario);
    let settings = if args.autonomous {
        with_board(Settings::new(2, "autonomous"), &args.board)?
    } else if args.board == OPEN || !scenario {
        with_board(Settings::new(2, "standard").with("bonus", OptionValue::word("all")), &args.board)?
    } else {
        with_board(Settings::new(2, "scenario"), &args.board)?
    };
    let duel = Duel::new(&settings)?;
    let mut table = *duel.table();
    // No die is rolled here: all bonus cards are allowed, to try things out.
    table.rolled = [Some(golemry_duel::Rolled::All); 2];
    let mut programs = [None; 2];
    for (index, (name, text)) in ["red", "blue"].into_iter().zip(texts).enumerate() {
        let program = read_program(text).with_context(|| format!("{name}'s program"))?;
        let checked = Decision::new(&table, Seat::new(index as u8)).check_program(&program);
        checked.with_context(|| format!("{name}'s program"))?;
        programs[index] = Some(program);
    }
    Ok(stepper::rounds(&duel, &table, programs))
}

/// The rounds of a record.
fn rounds_of_record(file: &Path) -> anyhow::Result<Vec<Stepper>> {
    let name = file.display();
    let json = input::read_file(file).with_context(|| format!("cannot read {name}"))?;
    let record = Record::from_json(&json).with_context(|| format!("cannot replay {name}"))?;
    if record.game != Duel::about().id {
        bail!("{name} is a record of {}, not of a duel", record.game);
    }
    let played = Match::<Duel>::replay(&record).with_context(|| format!("cannot replay {name}"))?;
    let mut rounds = Vec::new();
    for (index, event) in played.events().iter().enumerate() {
        let before: State = *played.rewound(index).state();
        let Event::Action { seat, action: Action::Program(program) } = *event else { continue };
        let mut programs = before.programs;
        programs[seat.index()] = Some(program);
        if programs[..usize::from(before.open.variant.seats())].iter().all(Option::is_some) {
            rounds.extend(stepper::rounds(played.game(), &before.open, programs));
        }
    }
    Ok(rounds)
}

pub(crate) fn print_rounds(rounds: Vec<Stepper>, out: &mut impl Write) -> anyhow::Result<()> {
    for mut round in rounds {
        writeln!(out, "{}", draw(&round))?;
        while round.forward() {
            writeln!(out, "{}", draw(&round))?;
        }
    }
    Ok(())
}

/// The board as the stepper draws it; what red does is told before what blue does.
pub(crate) fn draw(round: &Stepper) -> String {
    let told = |notes: &[Note]| -> String {
        notes.iter().map(|note| format!("  {note} ({})\n", note.clause())).collect()
    };
    let notes = round.frame().notes;
    round.draw().replacen(&told(&notes), &told(&red_first(&notes)), 1)
}

/// The steps of a beat stay in their order (GD-8). Within a step of moves or questions red comes first; blows and what follows from them
/// stay as they are.
fn red_first(notes: &[Note]) -> Vec<Note> {
    let step = |note: &Note| match note {
        Note::Turned { .. }
        | Note::Moved { .. }
        | Note::Blocked { .. }
        | Note::Splashed { .. }
        | Note::Carried { .. } => 1,
        Note::Tested { .. } => 2,
        _ => 3,
    };
    let mut sorted = notes.to_vec();
    for same in sorted.chunk_by_mut(|one, next| step(one) == step(next)) {
        if same.iter().all(|note| step(note) < 3) {
            same.sort_by_key(|note| note.seat());
        }
    }
    sorted
}

/// Steps forward and back on commands, one per line.
fn step_through(
    mut rounds: Vec<Stepper>,
    commands: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let help = "Enter: next beat, b: back, n: next round, p: round before, e: end of the round, q: quit";
    writeln!(out, "{help}\n")?;
    let mut at = 0;
    while let Some(round) = rounds.get_mut(at) {
        write!(out, "{}> ", draw(round))?;
        out.flush()?;
        let mut command = String::new();
        if commands.read_line(&mut command)? == 0 {
            break;
        }
        match command.trim() {
            "" => {
                if !round.forward() {
                    at += 1;
                }
            }
            "b" => {
                if !round.back() {
                    at = at.saturating_sub(1);
                }
            }
            "n" => at += 1,
            "p" => at = at.saturating_sub(1),
            "e" => round.to_end(),
            "q" => break,
            _ => writeln!(out, "{help}")?,
        }
        writeln!(out)?;
    }
    Ok(())
}

fn league(args: &LeagueArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let folder = args.folder.display();
    let listing =
        std::fs::read_dir(&args.folder).with_context(|| format!("cannot read the folder {folder}"))?;
    let mut files: Vec<PathBuf> =
        listing.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort();
    let mut entrants = Vec::new();
    for file in files {
        let text = input::read_file(&file).map_err(anyhow::Error::from);
        match text.and_then(|text| Ok(Entrant::parse(&text)?)) {
            Ok(entrant) => entrants.push(entrant),
            // The others still compete.
            Err(error) => eprintln!("{}: {error}", file.display()),
        }
    }
    if entrants.len() < 2 {
        bail!("{folder} has {} valid programs, but a league needs at least two", entrants.len());
    }
    let mut settings = with_board(League::settings(), &args.board)?;
    if let Some(energy) = args.energy {
        settings = settings.with("energy", OptionValue::Whole(energy.into()));
    }
    let league = League::play(entrants, settings)?;
    if let Some(folder) = &args.records {
        write_records(&league, folder)?;
    }
    Ok(write!(out, "{league}")?)
}

/// A file for each duel, named by its number and its golems.
fn write_records(league: &League, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (bout, number) in league.bouts.iter().zip(1..) {
        let mut played = Match::<Duel>::new(&league.settings, Seed(0))?;
        for event in &bout.events {
            if let Event::Action { seat, action } = *event {
                played.play(seat, action)?;
            }
        }
        let [red, blue] = bout.seats.map(|entrant| file_name(league.entrants[entrant].name()));
        let file = folder.join(format!("{number:03}-{red}-{blue}.json"));
        let json = serde_json::to_string(&played.record())?;
        std::fs::write(&file, json).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// The sample golems as a list: what each does, and the idea.
fn show_golems(out: &mut impl Write) -> anyhow::Result<()> {
    for (entry, number) in shelf::GOLEMS.iter().zip(1..) {
        let golem = entry.golem();
        let program = golem.program().to_string();
        writeln!(out, "{number:>3}. {:<10}  {program:<34}  {}", golem.name(), entry.idea())?;
    }
    Ok(())
}

/// Writes their files. A file that is there already may be somebody's work: it is kept, and nothing is written.
fn write_golems(folder: &Path) -> anyhow::Result<()> {
    let files: Vec<(PathBuf, &str)> =
        shelf::GOLEMS.iter().map(|entry| (folder.join(format!("{}.txt", entry.name)), entry.text)).collect();
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        bail!("{} is there already, so nothing is written: choose another folder", file.display());
    }
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (file, text) in files {
        std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// A name that every file system accepts.
fn file_name(name: &str) -> String {
    name.chars().map(|char| if char.is_alphanumeric() { char } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(red: &str, blue: &str, autonomous: bool) -> Step {
        let (red, blue) = (Some(red.to_owned()), Some(blue.to_owned()));
        Step { record: None, red, blue, board: OPEN.to_owned(), autonomous, by_hand: false }
    }

    fn stepped(args: &Step, commands: &str) -> String {
        let rounds =
            rounds_of_programs(args, [args.red.as_ref().unwrap(), args.blue.as_ref().unwrap()]).unwrap();
        let mut out = Vec::new();
        step_through(rounds, &mut commands.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn stepping_goes_both_ways_and_on_to_the_next_round() {
        let out = stepped(&args("F", "F", true), "\nb\ne\n\n\nq\n");
        let heads: Vec<&str> = out.lines().filter(|line| line.contains("round ")).skip(1).collect();
        let first = "round 1, before the first beat";
        let end = "round 1, beat 1, the last";
        let second = ["round 2, before the first beat", "round 2, beat 1, the last"];
        assert_eq!(heads, [first, end, first, end, second[0], second[1]], "{out}");
    }

    #[test]
    fn autonomous_golems_are_stepped_through_until_their_situation_returns() {
        // Three rounds to the other edge, and a fourth in which nothing changes.
        let out = stepped(&args("F", "F", true), "n\nn\nn\ne\nq\n");
        assert!(out.contains("round 4, beat 1, the last") && out.contains(stepper::RETURNED), "{out}");
        assert!(!out.contains("round 5"), "{out}");
        // Also on a board: blue walks into the water of the pond.
        let pond = Step { board: "pond".to_owned(), ..args("S", "F R F", true) };
        let out = stepped(&pond, "e\nq\n");
        assert!(out.contains("blue tries to enter the water on c3"), "{out}");
    }

    #[test]
    fn a_wrong_program_is_refused_by_name_and_slot() {
        let wrong = args("F", "F X", false);
        let error = rounds_of_programs(&wrong, [wrong.red.as_ref().unwrap(), wrong.blue.as_ref().unwrap()]);
        let error = format!("{:#}", error.err().unwrap());
        assert!(error.starts_with("blue's program: slot 2, \"X\""), "{error}");
    }

    #[test]
    fn every_beat_is_printed_with_red_first() {
        let rounds =
            rounds_of_programs(&args("F A", "R D S", false), [&"f a".to_owned(), &"r d s".to_owned()]);
        let mut out = Vec::new();
        print_rounds(rounds.unwrap(), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let heads = out.lines().filter(|line| line.starts_with("round "));
        assert_eq!(heads.count(), 4, "the start and three beats\n{out}");
        let red = out.find("  red moves").unwrap();
        assert!(red < out.find("  blue turns").unwrap(), "{out}");
    }

    #[test]
    fn the_sample_golems_are_shown_and_written_but_never_over_a_file() {
        let mut out = Vec::new();
        show_golems(&mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().count(), shelf::GOLEMS.len());
        assert!(out.contains("  9. Charger     3(F) enemy?(2(A):R)  "), "{out}");
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("programs");
        write_golems(&folder).unwrap();
        let read =
            LeagueArgs { folder: folder.clone(), board: "race".to_owned(), records: None, energy: None };
        let mut table = Vec::new();
        league(&read, &mut table).unwrap();
        assert_eq!(String::from_utf8(table).unwrap().lines().count(), 1 + shelf::GOLEMS.len());
        std::fs::remove_file(folder.join("01-nudge.txt")).unwrap();
        std::fs::write(folder.join("12-hammer.txt"), "name: Mine\nF").unwrap();
        let refusal = write_golems(&folder).unwrap_err().to_string();
        assert!(refusal.contains("02-rambler.txt is there already"), "{refusal}");
        assert!(!folder.join("01-nudge.txt").exists(), "nothing is written");
        assert_eq!(std::fs::read_to_string(folder.join("12-hammer.txt")).unwrap(), "name: Mine\nF");
    }

    #[test]
    fn a_league_is_refused_boards_it_cannot_be_played_on() {
        for (board, complaint) in [
            ("fortress", "autonomous golems play on 4×4 boards (GD-19)"),
            ("nowhere.toml", "neither a board that comes with the game nor a file that can be read"),
        ] {
            let parent = tempfile::tempdir().unwrap();
            let folder = parent.path().join("programs");
            write_golems(&folder).unwrap();
            let args = LeagueArgs { folder, board: board.to_owned(), records: None, energy: None };
            let refusal = format!("{:#}", league(&args, &mut Vec::new()).unwrap_err());
            assert!(refusal.contains(complaint), "{refusal}");
        }
    }

    #[test]
    fn a_league_writes_records_that_can_be_stepped_through() {
        let folder = std::env::temp_dir().join(format!("golemry-league-{}", std::process::id()));
        let (programs, records) = (folder.join("programs"), folder.join("records"));
        std::fs::create_dir_all(&programs).unwrap();
        for (file, text) in [
            ("a.txt", "name: Charger\nF enemy?(2(A):F) R"),
            ("b.txt", "name: Turtle & Co\nD D S"),
            ("wrong.txt", "name: Wrong\nF X"),
        ] {
            std::fs::write(programs.join(file), text).unwrap();
        }
        let mut out = Vec::new();
        let args = LeagueArgs {
            folder: programs,
            board: "pit".to_owned(),
            records: Some(records.clone()),
            energy: Some(3),
        };
        league(&args, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap().lines().count(), 3, "a heading and two golems");
        let rounds = rounds_of_record(&records.join("001-Charger-Turtle___Co.json")).unwrap();
        assert_eq!(rounds.len(), 2, "energy 3 to 1");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
