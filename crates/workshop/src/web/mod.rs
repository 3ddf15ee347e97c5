//! The puzzles of the duel, and a checker for custom boards.
//!
//! Solving can take long. It fails with `puzzle/too-large` when it grows too large, or when `stop`, which is polled throughout,
//! returns true.

mod api;
mod code;
mod routes;
mod types;
#[cfg(test)]
mod typescript;

use golemry_core::{ConfigError, Game as _, MaterialSource, Refusal as _, Seat, Settings, Viewer};
use golemry_duel::solution::puzzle::{Effort, GaveUp, solve};
use golemry_duel::stepper::Stepper;
use golemry_duel::{
    Action, Board, CardCounts, Duel, Illegal, Open, Outcome, Program, Task, Variant, View, library,
};
use golemry_server::Mount;
use golemry_table::{Code, WireError};
use serde::Deserialize;
use serde_json::Value;

pub use code::{TOO_LARGE, UNKNOWN};
pub use types::{
    Beat, BoardKind, CheckedBoard, ExplainedNote, FailedAt, Failure, Puzzle, PuzzleSummary, Run, Solution,
};

use crate::puzzle::Verdict;

/// The most solutions shown.
const SHOWN: usize = 10;

/// The variants that take boards, the likeliest first: autonomous golems take any small one.
const BY_BOARD: [Variant; 4] = [Variant::Standard, Variant::Scenario, Variant::Puzzle, Variant::Autonomous];

/// The player's golem.
const RED: Seat = Seat::new(0);

/// Every puzzle, in the order to solve them in.
pub fn puzzles() -> Vec<PuzzleSummary> {
    let describe = |entry: &library::Entry| {
        let board = entry.board();
        Some(summary(entry.name, &board, board.puzzle.as_ref()?))
    };
    library::PUZZLES.iter().filter_map(describe).collect()
}

/// One puzzle.
pub fn puzzle(id: &str) -> Result<Puzzle, WireError> {
    let (duel, board, task) = open(id)?;
    Ok(Puzzle {
        summary: summary(id, &board, &task),
        hint: task.hint,
        view: view_of(&duel, duel.table()),
        orders: orders(duel.table()),
        toml: board.to_toml(),
    })
}

/// Runs a program for a puzzle.
pub fn run(id: &str, program: &Value, stop: &mut dyn FnMut() -> bool) -> Result<Run, WireError> {
    let (duel, _, task) = open(id)?;
    let programs = read_programs(program)?;
    let attempt = crate::puzzle::check(duel.table(), &programs, &mut bounded(stop)).map_err(too_large)?;
    if let Verdict::Refused { round, illegal } = attempt.verdict {
        return Err(refused(round, illegal));
    }
    let solved = attempt.verdict == Verdict::Solved;
    Ok(Run {
        solved,
        cards: attempt.slots.into(),
        par: task.par.into(),
        beats: beats(&duel, &programs),
        why: (!solved).then(|| attempt.verdict.to_string()),
        failure: failure(&attempt.verdict, &programs),
    })
}

/// Validates a board file; for a puzzle, also tells whether and how it can be solved.
pub fn check(source: &MaterialSource, stop: &mut dyn FnMut() -> bool) -> Result<CheckedBoard, WireError> {
    let board = Board::from_material(source).map_err(ConfigError::from)?;
    let on_board = |variant: Variant| {
        let settings = Settings::new(variant.seats(), variant.word());
        Duel::new(&Settings { material: Some(source.clone()), ..settings })
    };
    let variants: Vec<Variant> = BY_BOARD.into_iter().filter(|&it| on_board(it).is_ok()).collect();
    let (duel, kind) = match &board.puzzle {
        Some(task) => {
            let duel = on_board(Variant::Puzzle)?;
            let found = solve(duel.table(), SHOWN, &mut bounded(stop)).map_err(too_large)?;
            let kind = BoardKind::Puzzle {
                par: task.par,
                orders: orders(duel.table()),
                solvable: found.is_some(),
                par_is_right: found.as_ref().map(|solutions| solutions.slots == task.par),
                solution: found.map(Solution::from),
            };
            (duel, kind)
        }
        None => match variants.first() {
            Some(&variant) => (on_board(variant)?, BoardKind::Board {}),
            // A board that no variant takes is refused with the reason of the likeliest one.
            None => {
                let scenario = board.goals.is_some() || board.cards.is_some();
                let meant = if scenario { Variant::Scenario } else { Variant::Standard };
                return Err(board.check_for(meant).err().map_or_else(no_variant, ConfigError::from).into());
            }
        },
    };
    Ok(CheckedBoard {
        variants,
        toml: board.to_toml(),
        view: view_of(&duel, duel.table()),
        kind,
        name: board.name,
    })
}

/// The server's part of the workshop.
pub(crate) fn mount() -> Mount {
    Mount {
        routes: routes::all(),
        codes: &[TOO_LARGE, UNKNOWN],
        pages: &["puzzles", "boards"],
        // Solved puzzles are in the store's own tables, which are older than mounts.
        tables: None,
    }
}

fn no_variant() -> ConfigError {
    let reason = "no way to play the duel takes this board".to_owned();
    ConfigError::Material { what: "board", line: None, reason }
}

/// The effort that one request may cost.
fn bounded(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { states: Effort::STATES, stop }
}

fn too_large(error: GaveUp) -> WireError {
    WireError::new(TOO_LARGE, error.to_string())
}

/// The puzzle with this name, its rules and its task.
fn open(id: &str) -> Result<(Duel, Board, Task), WireError> {
    let unknown =
        || WireError::new(UNKNOWN, format!("there is no puzzle {id:?}: the list of puzzles names them all"));
    let entry = library::PUZZLES.iter().find(|entry| entry.name == id).ok_or_else(unknown)?;
    let board = entry.board();
    let task = board.puzzle.clone().ok_or_else(unknown)?;
    let settings = Settings::new(1, Variant::Puzzle.word())
        .with("board", golemry_core::OptionValue::Text(entry.name.to_owned().into()));
    Ok((Duel::new(&settings)?, board, task))
}

fn summary(id: &str, board: &Board, task: &Task) -> PuzzleSummary {
    let goal = board.goals.map(|goals| goals.each()[RED.index()]);
    let aim = goal.map_or("destroy".to_owned(), |goal| goal.to_string());
    let rounds = if task.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", task.rounds) };
    let slots = task.puzzle.limits.slots;
    PuzzleSummary {
        id: id.to_owned(),
        name: task.title.clone(),
        chapter: task.chapter,
        par: task.par,
        rounds: task.rounds,
        slots,
        goal,
        summary: format!("{aim}, in {rounds} of at most {slots} slots"),
    }
}

/// The action cards at hand.
fn orders(table: &Open) -> CardCounts {
    CardCounts::from(table.hand(RED))
}

/// A table as the page draws it: the view of a match's player.
fn view_of(duel: &Duel, open: &Open) -> View {
    let mut state = duel.start();
    state.open = *open;
    duel.view(&state, Viewer::Seat(RED))
}

/// One program, `["F","2(A)"]`, or one a round, `[["F"],["2(A)"]]`.
fn read_programs(value: &Value) -> Result<Vec<Program>, WireError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        One(Vec<String>),
        Rounds(Vec<Vec<String>>),
    }
    let given = Given::deserialize(value).map_err(|_| {
        let forms = "a program is a list of slots such as [\"F\",\"2(A)\"], or one such list a round";
        WireError::new(Code::ActionMalformed, forms)
    })?;
    let rounds = match given {
        Given::One(slots) => vec![slots],
        Given::Rounds(rounds) => rounds,
    };
    let read = |(round, slots): (usize, &Vec<String>)| {
        Program::parse(slots.iter().map(String::as_str))
            .map_err(|error| refused(round, Illegal::Form { error }))
    };
    (1..).zip(&rounds).map(read).collect()
}

/// A program that is against the rules, in the round it was meant for.
fn refused(round: usize, illegal: Illegal) -> WireError {
    WireError {
        code: Code::ActionIllegal,
        clause: Some(illegal.clause()),
        reason: Some(illegal.reason()),
        message: format!("round {round}: {illegal}"),
    }
}

/// What went wrong, if something did.
fn failure(verdict: &Verdict, programs: &[Program]) -> Option<Failure> {
    match verdict {
        Verdict::Solved | Verdict::Refused { .. } => None,
        Verdict::Unfinished => Some(Failure::Unfinished {}),
        Verdict::Wrong { round, slot, beat, notes } => {
            let in_time = if notes.is_empty() { Failure::Idle } else { Failure::Spoilt };
            let failure = if verdict.ran_out(programs) { Failure::Over } else { in_time };
            let notes = notes.iter().map(ExplainedNote::from).collect();
            Some(failure(FailedAt { round: *round, slot: *slot, beat: *beat, notes }))
        }
    }
}

/// Every beat of the rounds that these programs make, and the board before each round's first.
fn beats(duel: &Duel, programs: &[Program]) -> Vec<Beat> {
    let mut state = duel.start();
    let mut beats: Vec<Beat> = Vec::new();
    for program in programs {
        let table = state.open;
        // A program after the end is not carried out.
        if table.outcome.is_some() {
            break;
        }
        let mut stepper = Stepper::new(&table, [Some(*program), None]);
        loop {
            let frame = stepper.frame();
            beats.push(Beat {
                round: table.round,
                beat: frame.beat,
                slots: frame.slots,
                notes: frame.notes.iter().map(ExplainedNote::from).collect(),
                last: frame.last,
                solved: frame.outcome.map(|outcome| outcome == Outcome::RED),
                view: view_of(duel, &Open { field: frame.field, ..table }),
            });
            if !stepper.forward() {
                break;
            }
        }
        if duel.play(&mut state, RED, Action::Program(*program)).is_err() {
            break;
        }
        // A round can end a puzzle after its last beat.
        if let (Some(outcome), Some(last)) = (state.open.outcome, beats.last_mut()) {
            last.solved = Some(outcome == Outcome::RED);
        }
    }
    beats
}
