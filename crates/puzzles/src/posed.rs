use golemry_core::{Game as _, MaterialSource, OptionValue, Refusal as _, Seat, Settings, Viewer};
use golemry_duel::solution::puzzle::{GaveUp, Place, is_solvable};
use golemry_duel::stepper::Stepper;
use golemry_duel::{
    Action, Board, CardCounts, Duel, Illegal, Open, Outcome, Program, Task, Variant, View, library,
};
use golemry_table::{Code, WireError};
use serde::Deserialize;
use serde_json::Value;

use crate::attempt::{Verdict, judge_by};
use crate::board::{bounded, too_large};
use crate::code::UNKNOWN;
use crate::types::{Beat, ExplainedNote, FailedAt, Failure, Pose, Preview, Puzzle, PuzzleSummary, Run};

/// The player's golem.
const RED: Seat = Seat::new(0);

/// A puzzle that is ready to be played: one of the shelf, or a board of one's own.
#[expect(missing_debug_implementations, reason = "the rules have none")]
pub struct Posed {
    id: String,
    duel: Duel,
    board: Board,
    task: Task,
}

impl Posed {
    /// The puzzle of the shelf with this name.
    pub fn from_shelf(id: &str) -> Result<Posed, WireError> {
        let unknown = || {
            // Untrusted text: cut to more than the length of a name.
            let id: String = id.chars().take(40).collect();
            WireError::new(UNKNOWN, format!("there is no puzzle {id:?}: the list of puzzles names them all"))
        };
        let entry = library::PUZZLES.iter().find(|entry| entry.name == id).ok_or_else(unknown)?;
        let board = entry.board();
        let task = board.puzzle.clone().ok_or_else(unknown)?;
        let named = OptionValue::Text(entry.name.to_owned().into());
        let settings = Settings::new(1, Variant::Puzzle.word()).with("board", named);
        Ok(Posed { id: id.to_owned(), duel: Duel::new(&settings)?, board, task })
    }

    /// The puzzle that a board is; `None` if it is not a puzzle.
    pub(crate) fn from_board(id: &str, board: Board) -> Result<Option<Posed>, WireError> {
        let Some(task) = board.puzzle.clone() else { return Ok(None) };
        let duel = on_board(&MaterialSource::Toml(board.to_toml()), Variant::Puzzle)?;
        Ok(Some(Posed { id: id.to_owned(), duel, board, task }))
    }

    /// What is needed to draw it and to solve it.
    pub fn describe(&self) -> Puzzle {
        Puzzle {
            summary: summary(&self.id, &self.board, &self.task),
            hint: self.task.hint.clone(),
            view: view_of(&self.duel, self.duel.table()),
            orders: orders(self.duel.table()),
            toml: self.board.to_toml(),
        }
    }

    /// Runs a program for it.
    pub fn run(&self, program: &Value, stop: &mut dyn FnMut() -> bool) -> Result<Run, WireError> {
        let mut effort = bounded(stop);
        self.run_by(program, &mut |open, place| is_solvable(open, place, &mut effort))
    }

    /// The same, with somebody else to say whether it can be solved from a place: see [`judge_by`].
    pub fn run_by(
        &self,
        program: &Value,
        is_solvable: &mut dyn FnMut(&Open, Place) -> Result<bool, GaveUp>,
    ) -> Result<Run, WireError> {
        let programs = read_programs(program)?;
        let open = self.duel.table();
        let attempt = judge_by(open, &programs, &mut |place| is_solvable(open, place)).map_err(too_large)?;
        if let Verdict::Refused { round, illegal } = attempt.verdict {
            return Err(refused(round, illegal));
        }
        let solved = attempt.verdict == Verdict::Solved;
        Ok(Run {
            solved,
            cards: attempt.slots.into(),
            par: self.task.par.into(),
            beats: beats(&self.duel, &programs),
            why: (!solved).then(|| attempt.verdict.to_string()),
            failure: failure(&attempt.verdict, &programs),
        })
    }

    /// The way that the golem goes in the last of these rounds. Its program may be unfinished; those before it must be legal, or
    /// there is no way to show.
    pub fn preview(&self, program: &Value) -> Result<Preview, WireError> {
        let programs = read_programs(program)?;
        let shown =
            beats(&self.duel, &programs).into_iter().filter(|beat| beat.round as usize == programs.len());
        let pose = |beat: Beat| {
            let golem = beat.view.open.field.golems[RED.index()];
            Pose { at: golem.at, facing: golem.facing }
        };
        Ok(Preview { way: shown.map(pose).collect() })
    }
}

/// The rules of a variant on a board of one's own.
pub(crate) fn on_board(source: &MaterialSource, variant: Variant) -> Result<Duel, golemry_core::ConfigError> {
    let settings = Settings::new(variant.seats(), variant.word());
    Duel::new(&Settings { material: Some(source.clone()), ..settings })
}

/// Every puzzle of the shelf, in the order to solve them in.
pub fn puzzles() -> Vec<PuzzleSummary> {
    let describe = |entry: &library::Entry| {
        let board = entry.board();
        Some(summary(entry.name, &board, board.puzzle.as_ref()?))
    };
    library::PUZZLES.iter().filter_map(describe).collect()
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
pub(crate) fn orders(table: &Open) -> CardCounts {
    CardCounts::from(table.hand(RED))
}

/// A table as the page draws it: the view of a match's player.
pub(crate) fn view_of(duel: &Duel, open: &Open) -> View {
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
        request: None,
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
