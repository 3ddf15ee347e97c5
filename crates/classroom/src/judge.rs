//! What the server says of a program: it runs every attempt itself.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use golemry_duel::Program;
use golemry_duel::solution::puzzle::{Effort, Place, is_solvable};
use golemry_puzzles::{BoardFile, Failure, Posed, Run};
use golemry_server::ApiError;
use golemry_table::{Code, WireError};
use serde_json::{Value, json};

use crate::api::{Failed, Outcome};
use crate::tasks::TaskState;

/// The most rounds that an attempt may have: no puzzle of ours takes more than four.
pub(crate) const MOST_ROUNDS: usize = 20;

/// A puzzle of the class, to be posed where there is time for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TaskBoard {
    task: String,
    toml: Option<String>,
}

impl TaskBoard {
    #[cfg(test)]
    pub(crate) fn of_puzzle(task: &str) -> TaskBoard {
        TaskBoard { task: task.to_owned(), toml: None }
    }

    pub(crate) fn of(task: &TaskState) -> TaskBoard {
        TaskBoard { task: task.task.clone(), toml: task.toml.clone() }
    }

    /// The puzzle with what is remembered of it.
    pub(crate) fn remembered(&self) -> Result<Arc<Remembered>, WireError> {
        if let Some(known) = locked(&POSED).get(self) {
            return Ok(Arc::clone(known));
        }
        let new = Arc::new(Remembered { posed: self.pose()?, solvable: Mutex::default() });
        let mut posed = locked(&POSED);
        if posed.len() >= MOST_POSED {
            posed.clear();
        }
        Ok(Arc::clone(posed.entry(self.clone()).or_insert(new)))
    }

    pub(crate) fn pose(&self) -> Result<Posed, WireError> {
        match &self.toml {
            Some(toml) => BoardFile::from_stored(toml.clone()).pose(),
            None => Posed::from_shelf(&self.task),
        }
    }
}

/// Puzzles that are posed, each with what the solver has said about it.
///
/// A pupil's attempt is judged by asking after each slot whether the puzzle can still be solved. From most places it cannot, and few lead to
/// a solution, so that a class asks the same again and again: what is remembered takes a hundredth of the time.
static POSED: LazyLock<Mutex<HashMap<TaskBoard, Arc<Remembered>>>> = LazyLock::new(Mutex::default);

/// How many puzzles are remembered: more than a server has in its lessons at a time.
const MOST_POSED: usize = 200;

/// How many places of one puzzle are remembered, each of some 100 bytes.
const MOST_PLACES: usize = 5000;

/// A puzzle that is posed.
pub(crate) struct Remembered {
    posed: Posed,
    solvable: Mutex<HashMap<Place, bool>>,
}

impl Remembered {
    /// Carries a program out. Gives up when `stop` returns true.
    pub(crate) fn run(&self, program: &str, stop: &mut dyn FnMut() -> bool) -> Result<Run, WireError> {
        self.posed.run_by(&json_of(program), &mut |open, place| {
            if let Some(known) = locked(&self.solvable).get(&place) {
                return Ok(*known);
            }
            // Not locked meanwhile: two that ask the same at once both look.
            let mut effort = Effort { states: Effort::STATES, stop: &mut *stop };
            let found = is_solvable(open, place, &mut effort)?;
            let mut solvable = locked(&self.solvable);
            if solvable.len() >= MOST_PLACES {
                solvable.clear();
            }
            solvable.insert(place, found);
            Ok(found)
        })
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program as it came, written as the class keeps it: ` / ` between the rounds. Fails if it is too long, or no program.
pub(crate) fn text_of(program: &Value) -> Result<String, ApiError> {
    let malformed = || {
        let forms = "a program is a list of slots such as [\"F\",\"2(A)\"], or one such list a round";
        ApiError::new(Code::ActionMalformed, forms)
    };
    let slots = program.as_array().ok_or_else(malformed)?;
    let nested = slots.first().is_some_and(Value::is_array);
    let rounds: Vec<&Value> = if nested { slots.iter().collect() } else { vec![program] };
    check_size(program)?;
    let round = |(round, slots): (usize, &&Value)| -> Result<String, ApiError> {
        let slots = slots.as_array().ok_or_else(malformed)?;
        let texts = slots.iter().map(Value::as_str).collect::<Option<Vec<&str>>>().ok_or_else(malformed)?;
        let read = Program::parse(texts);
        let refused = |error: golemry_duel::FormError| {
            let illegal = golemry_duel::Illegal::Form { error };
            ApiError::new(Code::ActionIllegal, format!("round {round}: {illegal}"))
        };
        read.map(|program| program.to_string()).map_err(refused)
    };
    Ok((1..).zip(&rounds).map(round).collect::<Result<Vec<String>, ApiError>>()?.join(" / "))
}

/// Fails if there is more of a program than anybody needs.
pub(crate) fn check_size(program: &Value) -> Result<(), ApiError> {
    let rounds = program.as_array().map_or(0, Vec::len);
    if rounds > MOST_ROUNDS {
        let message = format!("a program has at most {MOST_ROUNDS} rounds, not {rounds}");
        return Err(ApiError::new(Code::LimitSize, message));
    }
    Ok(())
}

/// The same as a request has it.
pub(crate) fn json_of(text: &str) -> Value {
    let rounds = text.split(" / ").map(|round| round.split(' ').collect::<Vec<&str>>());
    json!(rounds.collect::<Vec<_>>())
}

/// How a run ended, as the class keeps it.
pub(crate) fn outcome_of(run: &Run) -> Outcome {
    let cards = u8::try_from(run.cards).unwrap_or(u8::MAX);
    let failed = run.failure.as_ref().map(|failure| {
        let (reason, at) = match failure {
            Failure::Unfinished {} => ("unfinished", None),
            Failure::Spoilt(at) => ("spoilt", Some(at)),
            Failure::Idle(at) => ("idle", Some(at)),
            Failure::Over(at) => ("over", Some(at)),
        };
        Failed {
            reason: reason.to_owned(),
            round: at.map_or(0, |at| at.round as u32),
            slot: at.map_or(0, |at| at.slot.into()),
            beat: at.map_or(0, |at| at.beat as u32),
            notes: at.map_or_else(|| json!([]), |at| json!(at.notes)),
            why: run.why.clone().unwrap_or_default(),
        }
    });
    Outcome { solved: run.solved, cards, failed }
}

#[cfg(test)]
mod tests {
    use golemry_puzzles::puzzles;

    use super::*;

    #[test]
    fn a_program_is_written_in_one_way() {
        for (given, text) in
            [(json!(["F", "2(A)"]), "F 2(A)"), (json!([["F"], ["enemy?(A:)", "R"]]), "F / enemy?(A:) R")]
        {
            assert_eq!(text_of(&given).unwrap(), text);
            assert_eq!(text_of(&json_of(text)).unwrap(), text);
        }
        for (given, code) in [
            (json!("F"), Code::ActionMalformed),
            (json!([1]), Code::ActionMalformed),
            (json!([["F"], "F"]), Code::ActionMalformed),
            (json!([]), Code::ActionIllegal),
            (json!(["X"]), Code::ActionIllegal),
            (json!(["F", "F", "F", "F", "F"]), Code::ActionIllegal),
            (json!(vec![["F"]; 21]), Code::LimitSize),
        ] {
            assert_eq!(text_of(&given).unwrap_err().code(), code, "{given}");
        }
    }

    #[test]
    fn an_outcome_says_where_a_program_fails() {
        let smash = TaskBoard { task: "smash".to_owned(), toml: None }.pose().unwrap();
        let run = |text: &str| outcome_of(&smash.run(&json_of(text), &mut || false).unwrap());
        let failed = run("F A F").failed.unwrap();
        assert_eq!((&*failed.reason, failed.round, failed.slot, failed.beat), ("spoilt", 1, 1, 1));
        assert_eq!(failed.notes[0]["note"], "blocked");
        assert!(failed.why.contains("a barrel is on a2"), "{}", failed.why);
        assert_eq!(run("A F F"), Outcome { solved: true, cards: 3, failed: None });
    }

    #[test]
    fn what_the_solver_has_said_is_remembered() {
        let board = TaskBoard { task: "hammer".to_owned(), toml: None };
        let posed = board.pose().unwrap();
        let asked = |program: &str| {
            let mut states = 0;
            let mut count = || {
                states += 1;
                false
            };
            let run = board.remembered().unwrap().run(program, &mut count).unwrap();
            assert_eq!(run, posed.run(&json_of(program), &mut || false).unwrap(), "{program}");
            states
        };
        assert!(asked("R A F") > 0);
        assert_eq!((asked("R A F"), asked("R A")), (0, 0), "the same places");
        asked("R 3(A)");
    }

    #[test]
    fn attempts_at_our_puzzles_are_judged_in_a_moment() {
        // Counted, not timed: the solver asks `stop` once for each board state that it looks at.
        let mut most = (0, String::new());
        for puzzle in puzzles() {
            let posed = Posed::from_shelf(&puzzle.id).unwrap();
            for program in ["F", "R L R L", "S S S S", "3(F) 2(A) L R"] {
                let mut states = 0;
                let mut count = || {
                    states += 1;
                    false
                };
                let _refused_here_and_there = posed.run(&json_of(program), &mut count);
                most = most.max((states, puzzle.id.clone()));
            }
        }
        assert!(most.0 > 100 && most.0 < 50_000, "{most:?}");
    }
}
