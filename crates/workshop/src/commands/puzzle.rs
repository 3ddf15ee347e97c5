//! `golemry puzzle`: lists, plays, solves, checks and makes puzzles of the duel.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use golemry_core::{Game as _, Node, Seat, Seed, Settings};
use golemry_duel::solution::puzzle::{Effort, solve};
use golemry_duel::stepper::{Stepper, draw};
use golemry_duel::{Action, Board, BonusRule, Duel, FormError, Order, Problem, Program, Task, library};
use golemry_puzzles::{Verdict, judge};

use super::duel::{draw as draw_beat, print_rounds, with_board};
use super::read_program;
use crate::make::{Request, make};

/// What `golemry puzzle` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the puzzles that come with the game
    List {
        /// Only this chapter: 1 moving, 2 turning and walls, 3 barrels, water and attack, 4 LOOP and IF
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
        chapter: Option<u8>,
    },
    /// Play a puzzle in the terminal
    Play {
        /// Its name, or a file
        puzzle: String,
    },
    /// Find all shortest solutions, and prove that nothing is shorter
    Solve {
        /// Its name, or a file
        puzzle: String,
        /// How many solutions to print
        #[arg(long, default_value_t = 10)]
        limit: usize,
    },
    /// Check a puzzle file, or run a solution of yours and show the first beat that goes wrong
    #[command(after_help = "Examples:
  golemry puzzle check smash
  golemry puzzle check the-long-corridor \"F F F\" \"F F\"")]
    Check {
        /// Its name, or a file
        puzzle: String,
        /// The programs, one for each round; without them the puzzle itself is checked: whether it can be solved, and its par
        programs: Vec<String>,
    },
    /// Make a new puzzle
    #[command(after_help = "Example:  golemry puzzle make --chapter 3 --seed 7 --out mine.toml")]
    Make(Make),
}

/// What kind of puzzle to make.
#[derive(Debug, Args)]
pub struct Make {
    /// 1 moving, 2 turning and walls, 3 barrels, water and attack, 4 LOOP and IF
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub chapter: u8,
    /// The same seed makes the same puzzle
    #[arg(long)]
    pub seed: Seed,
    /// The slots of its shortest solution
    #[arg(long)]
    pub par: Option<u8>,
    /// How many shortest solutions it has; with more than one, chapter 4 demands an IF
    #[arg(long, default_value_t = 1)]
    pub solutions: u64,
    /// The file to write; printed to the terminal if left out
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// On your own machine a search may take longer than a server would allow.
const MOST_STATES: usize = 20 * Effort::STATES;

/// `golemry puzzle …`
pub fn run(command: &Command) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match command {
        Command::List { chapter } => list(*chapter, &mut out),
        Command::Play { puzzle } => play(&open(puzzle)?, &mut std::io::stdin().lock(), &mut out),
        Command::Solve { puzzle, limit } => solve_one(&open(puzzle)?, *limit, &mut out),
        Command::Check { puzzle, programs } if programs.is_empty() => check_file(&open(puzzle)?, &mut out),
        Command::Check { puzzle, programs } => check_one(&open(puzzle)?, programs, &mut out),
        Command::Make(args) => make_one(args, &mut out),
    }
}

/// A puzzle and its rules.
struct Opened {
    duel: Duel,
    task: Task,
}

fn open(puzzle: &str) -> anyhow::Result<Opened> {
    let settings = with_board(Settings::new(1, "puzzle"), puzzle)?;
    let duel = Duel::new(&settings)?;
    let board = match &settings.material {
        Some(material) => Board::from_material(material)?,
        None => library::board(puzzle).with_context(|| format!("there is no puzzle {puzzle}"))?,
    };
    let task = board.puzzle.with_context(|| format!("{puzzle} is not a puzzle"))?;
    Ok(Opened { duel, task })
}

fn list(chapter: Option<u8>, out: &mut impl Write) -> anyhow::Result<()> {
    const CHAPTERS: [&str; 4] = ["Moving", "Turning and walls", "Barrels, water and attack", "LOOP and IF"];
    let mut shown = 0;
    for entry in library::PUZZLES {
        let board = entry.board();
        let (Some(task), Some(goals)) = (&board.puzzle, board.goals) else { continue };
        if chapter.is_some_and(|chapter| chapter != task.chapter) {
            continue;
        }
        if task.chapter != shown {
            shown = task.chapter;
            writeln!(out, "{}. {}", shown, CHAPTERS[usize::from(shown) - 1])?;
        }
        let [goal, _] = goals.each();
        writeln!(out, "   {:<18}  par {}  {:<22}  {goal}", entry.name, task.par, task.title)?;
    }
    Ok(())
}

/// Prints the goal, the cards and the limits.
fn describe(Opened { duel, task }: &Opened, out: &mut impl Write) -> anyhow::Result<()> {
    let table = duel.table();
    writeln!(out, "{}  (chapter {}, par {})\n", task.title, task.chapter, task.par)?;
    writeln!(out, "{}", draw(table))?;
    let [goal, _] = table.stage.goals;
    let limits = task.puzzle.limits;
    let rounds = match table.rounds_left() {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let slots = if limits.exact { "exactly" } else { "up to" };
    writeln!(out, "goal:   {goal}, in {rounds} of {slots} {} slots", limits.slots)?;
    let mut cards: Vec<String> =
        cards(duel).into_iter().map(|(order, count)| format!("{order}×{count}")).collect();
    if has_bonus(duel) {
        cards.push("LOOP 2, LOOP 3, IF enemy?, IF attack?".to_owned());
    }
    writeln!(out, "cards:  {}", cards.join(" "))?;
    let demands = [
        (limits.all_cards, "use every action card"),
        (limits.use_loop, "use a LOOP"),
        (limits.use_if, "use an IF"),
        (limits.no_life_lost, "lose no life"),
    ];
    for (_, demand) in demands.into_iter().filter(|(demanded, _)| *demanded) {
        writeln!(out, "        {demand}")?;
    }
    if let Some(script) = task.puzzle.script {
        writeln!(out, "blue:   {script}, every round")?;
    }
    Ok(())
}

/// The action cards at hand, and how many of each.
fn cards(duel: &Duel) -> Vec<(Order, u8)> {
    let hand = duel.table().hand(Seat::new(0));
    let counts = Order::ALL.into_iter().map(|order| (order, hand.count(order)));
    counts.filter(|(_, count)| *count > 0).collect()
}

/// Whether there are LOOPs and IFs (GD-21).
fn has_bonus(duel: &Duel) -> bool {
    duel.table().bonus_rule == BonusRule::All
}

/// What a card makes the golem do (GD-2).
fn deed(order: Order) -> &'static str {
    match order {
        Order::Forward => "moves one cell forward",
        Order::Backward => "moves one cell backward, without turning",
        Order::Left => "turns left, and stays on its cell",
        Order::Right => "turns right, and stays on its cell",
        Order::Stand => "stands",
        Order::Attack => "strikes the cell in front",
        Order::Defend => "wards off every blow in this beat",
        Order::Take => "takes a barrel",
    }
}

/// How a LOOP and an IF are written, with cards that are at hand.
fn bonus_forms(duel: &Duel) -> Option<[String; 2]> {
    let cards = cards(duel);
    let ((first, _), (last, _)) = (cards.first()?, cards.last()?);
    has_bonus(duel).then(|| [format!("2({first})"), format!("enemy?({last}:{first})")])
}

/// Prints what can be typed, and what each card at hand does.
fn help(duel: &Duel, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "Write the letters of cards with spaces between them; small letters will do. You have:")?;
    for (order, count) in cards(duel) {
        writeln!(out, "  {order}  {count}×  the golem {}", deed(order))?;
    }
    if let Some([repeat, choose]) = bonus_forms(duel) {
        writeln!(
            out,
            "  {repeat} or 3(…), each once: LOOP, the card in it two or three times, a beat for each"
        )?;
        writeln!(
            out,
            "  {choose}, once: IF there is an enemy or a barrel in front, the first card, or else the second"
        )?;
        writeln!(out, "  attack?(…:…), once: IF a blow is about to hit the golem, the same")?;
    }
    writeln!(out, "hint: a hint, again: from the start, quit: leave")?;
    Ok(())
}

/// Why a text is no program, with cards that are at hand.
fn explain(error: &FormError, duel: &Duel) -> String {
    if matches!(error.problem, Problem::TooManySlots | Problem::NoSlots) {
        return error.to_string();
    }
    let letters: Vec<String> = cards(duel).into_iter().map(|(order, _)| order.to_string()).collect();
    let forms = bonus_forms(duel)
        .map(|[repeat, choose]| format!(", a LOOP is written {repeat}, an IF {choose}"))
        .unwrap_or_default();
    format!("slot {}, {:?}: the cards here are {}{forms}", error.slot, error.text, letters.join(" "))
}

fn play(opened: &Opened, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let Opened { duel, task } = opened;
    describe(opened, out)?;
    writeln!(out, "\nWrite a program: the letters of cards, with spaces between them.")?;
    writeln!(out, "help: what the cards do, hint: a hint, again: from the start, quit: leave")?;
    let mut state = duel.start();
    let mut programs: Vec<Program> = Vec::new();
    loop {
        write!(out, "round {}> ", state.open.round)?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "" => continue,
            "quit" | "q" => return Ok(()),
            "help" | "h" | "?" => {
                help(duel, out)?;
                continue;
            }
            "hint" => {
                writeln!(out, "{}", if task.hint.is_empty() { "There is no hint." } else { &task.hint })?;
                continue;
            }
            "again" => {
                (state, programs) = (duel.start(), Vec::new());
                writeln!(out, "{}", draw(&state.open))?;
                continue;
            }
            _ => {}
        }
        let program = match read_program(&line) {
            Ok(program) => program,
            Err(error) => {
                writeln!(out, "{}", explain(&error, duel))?;
                continue;
            }
        };
        let before = state.open;
        if let Err(refusal) = duel.play(&mut state, Seat::new(0), Action::Program(program)) {
            writeln!(out, "{refusal}")?;
            continue;
        }
        programs.push(program);
        print_rounds(vec![Stepper::new(&before, [Some(program), None])], out)?;
        if duel.node(&state) == Node::Over {
            let solved = duel.scores(&state).is_some_and(|scores| scores[Seat::new(0)] == 2);
            let slots: usize = programs.iter().map(Program::len).sum();
            match (solved, slots.cmp(&usize::from(task.par))) {
                (true, std::cmp::Ordering::Greater) => {
                    writeln!(
                        out,
                        "Solved with {slots} slots. It can be done with {}: this is the start again.",
                        task.par
                    )?;
                }
                (true, _) => {
                    writeln!(out, "Solved with {slots} slots: it cannot be done with fewer.")?;
                    return Ok(());
                }
                (false, _) => {
                    writeln!(out, "Not solved. {}From the start again.", reason(duel, &programs))?;
                }
            }
            (state, programs) = (duel.start(), Vec::new());
            writeln!(out, "{}", draw(&state.open))?;
        }
    }
}

/// Where programs went wrong, as a sentence; empty if that takes too long to find out.
fn reason(duel: &Duel, programs: &[Program]) -> String {
    let effort = &mut Effort { states: Effort::STATES, stop: &mut || false };
    let Ok(attempt) = judge(duel.table(), programs, effort) else { return String::new() };
    if attempt.verdict.ran_out(programs) {
        return "The programs are over, and the goal is not met. ".to_owned();
    }
    match attempt.verdict {
        Verdict::Wrong { .. } => format!("It went wrong in {}. ", attempt.verdict),
        _ => String::new(),
    }
}

fn solve_one(Opened { duel, task }: &Opened, limit: usize, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(solutions) =
        solve(duel.table(), limit, &mut Effort { states: MOST_STATES, stop: &mut || false })?
    else {
        bail!("the puzzle has no solution")
    };
    let count = solutions.count;
    writeln!(
        out,
        "{} slots and {} cards, {count} shortest {}; nothing shorter among {} states",
        solutions.slots,
        solutions.cards,
        if count == 1 { "solution" } else { "solutions" },
        solutions.states
    )?;
    for programs in &solutions.programs {
        let programs: Vec<String> = programs.iter().map(Program::to_string).collect();
        writeln!(out, "  {}", programs.join("  |  "))?;
    }
    if count > solutions.programs.len() as u64 {
        writeln!(out, "  and {} more", count - solutions.programs.len() as u64)?;
    }
    if solutions.slots != task.par {
        bail!("the file says par {}, but it is {}", task.par, solutions.slots);
    }
    Ok(())
}

/// A file has been read by now, so its form is right. What is left is whether the puzzle can be solved, and its par.
fn check_file(Opened { duel, task }: &Opened, out: &mut impl Write) -> anyhow::Result<()> {
    let effort = &mut Effort { states: MOST_STATES, stop: &mut || false };
    let Some(solutions) = solve(duel.table(), 1, effort)? else {
        bail!("the file is well formed, but no program solves the puzzle")
    };
    if solutions.slots != task.par {
        bail!("the file says par {}, but it is {}", task.par, solutions.slots);
    }
    writeln!(out, "{}: it can be solved, and par {} is right", task.title, task.par)?;
    Ok(())
}

fn check_one(Opened { duel, task }: &Opened, texts: &[String], out: &mut impl Write) -> anyhow::Result<()> {
    let mut programs: Vec<Program> = Vec::new();
    for (text, round) in texts.iter().zip(1..) {
        programs.push(read_program(text).with_context(|| format!("round {round}"))?);
    }
    let attempt = judge(duel.table(), &programs, &mut Effort { states: MOST_STATES, stop: &mut || false })?;
    match attempt.verdict {
        Verdict::Solved => {
            writeln!(out, "solved with {} slots, par is {}", attempt.slots, task.par)?;
            Ok(())
        }
        Verdict::Wrong { round, beat, .. } => {
            let mut table = *duel.table();
            for program in &programs[..round - 1] {
                let mut played = table.round([Some(*program), None]);
                let _ = played.finish(&table.stage);
                (table.field, table.round) = (played.field, table.round + 1);
            }
            let mut stepper = Stepper::new(&table, [Some(programs[round - 1]), None]);
            for _ in 0..beat {
                stepper.forward();
            }
            writeln!(out, "{}", draw_beat(&stepper))?;
            bail!("after this beat the puzzle cannot be solved any more: {}", attempt.verdict)
        }
        verdict => bail!("{verdict}"),
    }
}

fn make_one(args: &Make, out: &mut impl Write) -> anyhow::Result<()> {
    let Make { chapter, seed, par, solutions, out: file } = args;
    let made = make(&Request { chapter: *chapter, seed: *seed, par: *par, solutions: *solutions })?;
    let text = format!(
        "# Grade {}, {} cards. Made with seed {seed}.\n{}",
        made.grade,
        made.solutions.cards,
        made.board.to_toml()
    );
    match file {
        Some(file) => std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display())),
        None => Ok(write!(out, "{text}")?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(puzzle: &str, input: &str) -> String {
        let mut out = Vec::new();
        play(&open(puzzle).unwrap(), &mut input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_puzzle_is_played_to_its_end() {
        let out = played("smash", "hint\nhelp\nF X\nf f f\nF A F\na f f\n");
        for text in [
            "goal:   reach a3, in 1 round of up to 4 slots",
            "cards:  F×2 A×1",
            "Its splinters do.",
            "  F  2×  the golem moves one cell forward",
            "slot 2, \"X\": the cards here are F A\n",
            "slot 3: too many F, there are 2",
            "Not solved. It went wrong in round 1, slot 1, beat 1: red stays: a barrel is on a2 (GD-10). From the start again.",
            "Solved with 3 slots: it cannot be done with fewer.",
        ] {
            assert!(out.contains(text), "{text:?} is missing in {out}");
        }
    }

    #[test]
    fn a_program_that_is_too_short_is_told_so() {
        let out = played("first-steps", "F\nagain\nF F\n");
        assert!(
            out.contains("Not solved. The programs are over, and the goal is not met. From the start again."),
            "{out}"
        );
        assert!(out.ends_with("Solved with 2 slots: it cannot be done with fewer.\n"), "{out}");
    }

    #[test]
    fn only_cards_at_hand_are_suggested() {
        for entry in library::PUZZLES {
            let opened = open(entry.name).unwrap();
            let held: Vec<String> =
                cards(&opened.duel).into_iter().map(|(order, _)| order.to_string()).collect();
            let out = played(entry.name, "help\nx\nquit\n");
            // Letters that stand alone: those of cards, listed or inside a LOOP or an IF.
            let said = out.split("Write a program").nth(1).unwrap();
            let words = said.split(|c: char| !c.is_ascii_alphanumeric());
            let named: Vec<&str> =
                words.filter(|word| word.len() == 1 && "FBLRSADT".contains(word)).collect();
            assert!(named.len() >= held.len(), "{}: {out}", entry.name);
            for card in named {
                assert!(held.iter().any(|it| it == card), "{}: there is no {card}\n{out}", entry.name);
            }
            assert_eq!(said.contains("LOOP"), has_bonus(&opened.duel), "{}: {out}", entry.name);
        }
        let out = played("look-first", "2(X)\nENEMY?(a)\nquit\n");
        assert_eq!(out.matches("a LOOP is written 2(").count(), 2, "{out}");
    }

    #[test]
    fn a_file_is_checked_by_itself() {
        let mut out = Vec::new();
        check_file(&open("smash").unwrap(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "Smash: it can be solved, and par 3 is right\n");
        let smash = library::PUZZLES.iter().find(|entry| entry.name == "smash").unwrap().text;
        let checked = |text: &str| {
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), text).unwrap();
            let checked =
                open(file.path().to_str().unwrap()).and_then(|opened| check_file(&opened, &mut Vec::new()));
            format!("{:#}", checked.unwrap_err())
        };
        for (wrong, complaint) in [
            (smash.replace("par = 3", "par = 4"), "the file says par 4, but it is 3"),
            (smash.replace("A = 1", "D = 1"), "the file is well formed, but no program solves the puzzle"),
            (smash.replace("size = 4", "size = 5"), "line 2: size is 4 or 6, not 5"),
            ("name = \"x\"\nsize = 4\n".to_owned(), "a puzzle has a [puzzle] table, and this board has none"),
        ] {
            assert!(checked(&wrong).contains(complaint), "{complaint:?} is missing in {:?}", checked(&wrong));
        }
    }

    #[test]
    fn solving_and_checking_say_what_is_the_case() {
        let mut out = Vec::new();
        solve_one(&open("spiral").unwrap(), 10, &mut out).unwrap();
        let solved =
            "5 slots and 5 cards, 1 shortest solution; nothing shorter among 130 states\n  F R  |  F R B\n";
        assert_eq!(String::from_utf8(out).unwrap(), solved);
        let error = check_one(&open("smash").unwrap(), &["F A F".to_owned()], &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("slot 1, beat 1: red stays: a barrel is on a2"), "{error}");
        check_one(&open("smash").unwrap(), &["A F F".to_owned()], &mut Vec::new()).unwrap();
    }

    #[test]
    fn the_list_has_four_chapters() {
        let mut out = Vec::new();
        list(None, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!(out.lines().count(), 44, "{out}");
        assert!(out.contains("   the-sentry          par 6  The sentry              destroy\n"), "{out}");
    }
}
