use golemry_core::{Game as _, MaterialSource, Refusal as _, Seat, Settings};
use golemry_duel::puzzle::{Effort, GaveUp, Solutions, Verdict, check, solve};
use golemry_duel::stepper::Stepper;
use golemry_duel::{Action, Board, Duel, Illegal, Note, Open, Program, Task, Variant, library};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Run, Workshop};
use crate::code::Code;
use crate::error::WireError;
use crate::play::to_value;

/// The puzzles and boards of the duel.
pub(super) struct DuelWorkshop;

/// Solutions that a verdict shows.
const SHOWN: usize = 10;

/// The player's golem.
const RED: usize = 0;

impl Workshop for DuelWorkshop {
    fn puzzles(&self) -> Vec<Value> {
        let describe = |entry: &library::Entry| {
            let board = entry.board();
            Some(summary(entry.name, &board, board.puzzle.as_ref()?))
        };
        library::PUZZLES.iter().filter_map(describe).collect()
    }

    fn puzzle(&self, id: &str) -> Result<Value, WireError> {
        let (duel, board, task) = open(id)?;
        let mut puzzle = summary(id, &board, &task);
        puzzle["hint"] = json!(task.hint);
        puzzle["rounds"] = json!(task.rounds);
        puzzle["view"] = view_of(&duel, duel.table());
        puzzle["orders"] = hand(duel.table());
        puzzle["toml"] = json!(board.to_toml());
        Ok(puzzle)
    }

    fn run(&self, id: &str, program: &Value, stop: &mut dyn FnMut() -> bool) -> Result<Run, WireError> {
        let (duel, _, task) = open(id)?;
        let programs = read_programs(program)?;
        let attempt = check(duel.table(), &programs, &mut bounded(stop)).map_err(too_large)?;
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

    fn check(&self, source: &MaterialSource, stop: &mut dyn FnMut() -> bool) -> Result<Value, WireError> {
        let refused = |error: golemry_core::ConfigError| WireError::from(error);
        let board = Board::from_material(source).map_err(|error| refused(error.into()))?;
        let variants = Variant::ALL.into_iter().filter(|variant| {
            Duel::new(&Settings {
                material: Some(source.clone()),
                ..Settings::new(variant.seats(), variant.word())
            })
            .is_ok()
        });
        let variants: Vec<&str> = variants.map(Variant::word).collect();
        let toml = board.to_toml();
        let Some(task) = &board.puzzle else {
            // A board that no way to play takes is refused with the reason of the one it is most likely for.
            let Some(variant) = variants.first() else {
                let scenario = board.goals.is_some() || board.cards.is_some();
                let meant = if scenario { Variant::Scenario } else { Variant::Standard };
                return Err(refused(board.check_for(meant).err().map_or_else(no_variant, Into::into)));
            };
            let seats = Settings::new(2, variant);
            let duel = Duel::new(&Settings { material: Some(source.clone()), ..seats }).map_err(refused)?;
            return Ok(json!({
                "kind": "board", "name": board.name, "variants": variants, "toml": toml, "view": view_of(&duel, duel.table()),
            }));
        };
        let settings =
            Settings { material: Some(source.clone()), ..Settings::new(1, Variant::Puzzle.word()) };
        let duel = Duel::new(&settings).map_err(refused)?;
        let found = solve(duel.table(), SHOWN, &mut bounded(stop)).map_err(too_large)?;
        let mut verdict = json!({
            "kind": "puzzle", "name": board.name, "variants": variants, "toml": toml, "par": task.par,
            "view": view_of(&duel, duel.table()), "orders": hand(duel.table()), "solvable": found.is_some(),
        });
        if let Some(solutions) = found {
            verdict["solution"] = solution(&solutions);
            verdict["par_is_right"] = json!(solutions.slots == task.par);
        }
        Ok(verdict)
    }
}

fn no_variant() -> golemry_core::ConfigError {
    let reason = "no way to play the duel takes this board".to_owned();
    golemry_core::ConfigError::Material { what: "board", line: None, reason }
}

/// The work that one request may cause.
fn bounded(stop: &mut dyn FnMut() -> bool) -> Effort<'_> {
    Effort { states: Effort::STATES, stop }
}

fn too_large(error: GaveUp) -> WireError {
    WireError::new(Code::PuzzleTooLarge, error.to_string())
}

/// The puzzle of that name, its rules and its task.
fn open(id: &str) -> Result<(Duel, Board, Task), WireError> {
    let unknown = || {
        WireError::new(
            Code::PuzzleUnknown,
            format!("there is no puzzle {id:?}: the list of puzzles names them all"),
        )
    };
    let entry = library::PUZZLES.iter().find(|entry| entry.name == id).ok_or_else(unknown)?;
    let board = entry.board();
    let task = board.puzzle.clone().ok_or_else(unknown)?;
    let settings = Settings::new(1, Variant::Puzzle.word())
        .with("board", golemry_core::OptionValue::Text(entry.name.to_owned().into()));
    Ok((Duel::new(&settings)?, board, task))
}

fn summary(id: &str, board: &Board, task: &Task) -> Value {
    let goal = board.goals.map(|goals| goals.each()[RED].to_string());
    let rounds = if task.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", task.rounds) };
    let limits = task.puzzle.limits;
    json!({
        "id": id, "name": task.title, "chapter": task.chapter, "par": task.par, "rounds": task.rounds,
        "slots": limits.slots, "goal": goal,
        "summary": format!("{}, in {rounds} of at most {} slots", goal.as_deref().unwrap_or("destroy"), limits.slots),
    })
}

/// The cards at hand: each order with how many there are.
fn hand(table: &Open) -> Value {
    let hand = table.hand(Seat::new(0));
    let orders = golemry_duel::Order::ALL.into_iter().filter(|&order| hand.count(order) > 0);
    let orders: serde_json::Map<String, Value> =
        orders.map(|order| (order.to_string(), json!(hand.count(order)))).collect();
    Value::Object(orders)
}

/// A table as the page draws it: what the player of a match would see.
fn view_of(duel: &Duel, open: &Open) -> Value {
    let mut state = duel.start();
    state.open = *open;
    to_value(&duel.view(&state, golemry_core::Viewer::Seat(Seat::new(0))))
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

/// What went wrong, by one of the names of [`super::FAILURES`].
fn failure(verdict: &Verdict, programs: &[Program]) -> Option<Value> {
    let [unfinished, spoilt, idle, over] = super::FAILURES;
    match verdict {
        Verdict::Solved | Verdict::Refused { .. } => None,
        Verdict::Unfinished => Some(json!({"reason": unfinished})),
        Verdict::Wrong { round, slot, beat, notes } => {
            let in_time = if notes.is_empty() { idle } else { spoilt };
            let reason = if verdict.ran_out(programs) { over } else { in_time };
            let notes: Vec<Value> = notes.iter().map(told).collect();
            Some(json!({"reason": reason, "round": round, "slot": slot, "beat": beat, "notes": notes}))
        }
    }
}

/// A note with its text and its clause.
fn told(note: &Note) -> Value {
    let mut told = to_value(note);
    told["text"] = json!(note.to_string());
    told["clause"] = json!(note.clause());
    told
}

/// Every beat of the rounds that these programs make, and the board before each round's first.
fn beats(duel: &Duel, programs: &[Program]) -> Vec<Value> {
    let mut state = duel.start();
    let mut beats = Vec::new();
    for program in programs {
        let table = state.open;
        // A program after the end is not carried out.
        if table.outcome.is_some() {
            break;
        }
        let mut stepper = Stepper::new(&table, [Some(*program), None]);
        loop {
            let frame = stepper.frame();
            let notes: Vec<Value> = frame.notes.iter().map(told).collect();
            let open = Open { field: frame.field, ..table };
            let outcome = frame.outcome.map(|outcome| outcome == golemry_duel::Outcome::RED);
            beats.push(json!({
                "round": table.round, "beat": frame.beat, "slots": frame.slots, "notes": notes, "last": frame.last,
                "solved": outcome, "view": view_of(duel, &open),
            }));
            if !stepper.forward() {
                break;
            }
        }
        if duel.play(&mut state, Seat::new(0), Action::Program(*program)).is_err() {
            break;
        }
        // A round can end a puzzle after its last beat.
        if let (Some(outcome), Some(last)) = (state.open.outcome, beats.last_mut()) {
            last["solved"] = json!(outcome == golemry_duel::Outcome::RED);
        }
    }
    beats
}

fn solution(solutions: &Solutions) -> Value {
    let texts = |programs: &Vec<Program>| programs.iter().map(to_value).collect::<Value>();
    json!({
        "slots": solutions.slots, "cards": solutions.cards, "count": solutions.count, "states": solutions.states,
        "programs": solutions.programs.iter().map(texts).collect::<Value>(),
    })
}
