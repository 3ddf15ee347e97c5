use std::collections::BTreeMap;

use crate::api::{PuzzleResult, Stuck, StuckWhy};
use crate::words::TwoWords;

/// A pupil of a class.
#[derive(Debug)]
pub(crate) struct Pupil {
    pub(crate) name: String,
    pub(crate) words: TwoWords,
    pub(crate) removed: bool,
    pub(crate) joined: i64,
    /// When they last did something.
    pub(crate) active: i64,
    /// The players that are this pupil, in the order they came.
    pub(crate) devices: Vec<String>,
    /// By task.
    pub(crate) results: BTreeMap<String, PuzzleResult>,
    pub(crate) attempts: usize,
    /// How often they came back.
    pub(crate) returns: usize,
    /// The puzzle last tried.
    pub(crate) task: Option<String>,
    /// How many attempts at it have failed in a row.
    failures: u32,
    /// When the fourth of them did.
    failing: i64,
    /// When a puzzle was last solved.
    solved: Option<i64>,
}

/// So many failures in a row mean that somebody is stuck.
const FAILURES: u32 = 4;

/// After so long without a success, or without an attempt, somebody is stuck.
const PATIENCE: i64 = 5 * 60 * 1000;

impl PuzzleResult {
    /// Counts an attempt: its number, its program, the slots that solved the puzzle, and when.
    pub(crate) fn add(&mut self, attempt: u32, program: String, solved: Option<u8>, at: i64) {
        self.tries += 1;
        (self.at, self.attempt, self.program) = (at, attempt, program);
        if let Some(cards) = solved {
            if self.best.is_none_or(|best| cards < best) {
                (self.best, self.best_attempt) = (Some(cards), Some(attempt));
            }
            self.solved.get_or_insert(at);
        }
    }
}

impl Pupil {
    pub(crate) fn new(name: String, words: TwoWords, at: i64) -> Pupil {
        Pupil {
            name,
            words,
            removed: false,
            joined: at,
            active: at,
            devices: Vec::new(),
            results: BTreeMap::new(),
            attempts: 0,
            returns: 0,
            task: None,
            failures: 0,
            failing: 0,
            solved: None,
        }
    }

    /// Counts an attempt.
    pub(crate) fn try_task(
        &mut self,
        task: &str,
        attempt: u32,
        program: String,
        solved: Option<u8>,
        at: i64,
    ) {
        self.attempts += 1;
        self.active = at;
        if self.task.as_deref() != Some(task) {
            self.failures = 0;
            self.task = Some(task.to_owned());
        }
        self.results.entry(task.to_owned()).or_default().add(attempt, program, solved, at);
        if solved.is_some() {
            (self.failures, self.solved) = (0, Some(at));
        } else {
            self.failures += 1;
            if self.failures == FAILURES {
                self.failing = at;
            }
        }
    }

    /// Whether they need help, or will if nothing happens. `busy` if there is something to solve.
    pub(crate) fn stuck(&self, busy: bool) -> Option<Stuck> {
        if !busy || self.removed {
            return None;
        }
        let idle = Stuck { since: self.active + PATIENCE, why: StuckWhy::Idle };
        if self.failures < FAILURES {
            return Some(idle);
        }
        let since = self.solved.map_or(self.failing, |solved| self.failing.max(solved + PATIENCE));
        let failing = Stuck { since, why: StuckWhy::Failing };
        Some(if failing.since <= idle.since { failing } else { idle })
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{PlayoutRng, Seed};

    use super::*;
    use crate::api::Language;

    const MINUTE: i64 = 60_000;

    fn pupil() -> Pupil {
        Pupil::new("Ada".to_owned(), TwoWords::draw(Language::En, &mut PlayoutRng::new(Seed(1))), 0)
    }

    #[test]
    fn four_failures_in_a_row_without_a_success_lately_are_stuck() {
        let mut ada = pupil();
        for minute in 1..4 {
            ada.try_task("smash", 0, "F".to_owned(), None, minute * MINUTE);
            assert_eq!(ada.stuck(true).unwrap().why, StuckWhy::Idle);
        }
        ada.try_task("smash", 0, "F".to_owned(), None, 4 * MINUTE);
        assert_eq!(ada.stuck(true), Some(Stuck { since: 4 * MINUTE, why: StuckWhy::Failing }));
        assert_eq!(ada.stuck(false), None);
        ada.try_task("smash", 0, "A".to_owned(), Some(3), 5 * MINUTE);
        assert_eq!(ada.stuck(true), Some(Stuck { since: 10 * MINUTE, why: StuckWhy::Idle }));
        for _ in 0..4 {
            ada.try_task("other", 0, "F".to_owned(), None, 6 * MINUTE);
        }
        let stuck = ada.stuck(true).unwrap();
        assert_eq!(stuck, Stuck { since: 10 * MINUTE, why: StuckWhy::Failing }, "there was a success lately");
    }

    #[test]
    fn the_best_program_has_the_fewest_slots() {
        let mut ada = pupil();
        for (attempt, solved) in [(0, None), (1, Some(4)), (2, Some(3)), (3, Some(5)), (4, None)] {
            ada.try_task("smash", attempt, format!("program {attempt}"), solved, 10 + i64::from(attempt));
        }
        let result = &ada.results["smash"];
        assert_eq!((result.tries, result.best, result.best_attempt), (5, Some(3), Some(2)));
        assert_eq!((result.solved, result.attempt, &*result.program), (Some(11), 4, "program 4"));
    }
}
