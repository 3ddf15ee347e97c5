//! The rules of a class, without a server: what is refused, and what follows from the entries.

mod documents;
mod fold;
mod league;
mod people;
mod tasks;
mod wall;

use golemry_core::{PlayoutRng, Seed};
use golemry_server::Chronicle as _;

use crate::api::{Assignment, Failed, Language, Outcome};
use crate::class::Class;
use crate::entry::Entry;
use crate::judge::{TaskBoard, json_of, outcome_of};
use crate::refusal::Refusal;
use crate::tasks::NewTask;

pub(super) const TEACHER: Option<&str> = Some("teacher");

/// A class with a clock and a generator.
pub(super) struct Room {
    pub(super) class: Class,
    pub(super) journal: Vec<(Entry, i64)>,
    pub(super) now: i64,
    pub(super) draw: PlayoutRng,
}

impl Room {
    pub(super) fn open() -> Room {
        let draw = PlayoutRng::new(Seed(7));
        let mut room = Room { class: Class::default(), journal: vec![], now: 1000, draw };
        room.add(vec![Entry::Opened {
            title: "Robots".to_owned(),
            code: "FKM234".to_owned(),
            language: Language::En,
            teacher: "teacher".to_owned(),
            secret: "teacher's link".to_owned(),
            ends: Class::TERM,
        }]);
        room
    }

    pub(super) fn add(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            self.class.apply(&entry, self.now);
            self.journal.push((entry, self.now));
        }
    }

    /// A pupil of this name joins with a device that is called the same.
    pub(super) fn join(&mut self, name: &str) -> u16 {
        let (entries, seat) = self.class.join(name, Some(name), &mut self.draw).unwrap();
        self.add(entries);
        seat
    }

    pub(super) fn assign(&mut self, puzzles: &[&str], change: impl FnOnce(&mut Assignment)) -> u16 {
        let mut new = Assignment {
            place: 0,
            title: "Today".to_owned(),
            tasks: vec![],
            due: None,
            hints: false,
            in_order: false,
            open: true,
        };
        change(&mut new);
        let tasks: Vec<NewTask> = puzzles.iter().map(|id| puzzle(id)).collect();
        let (entries, number) = self.class.assign(new, &tasks).unwrap();
        self.add(entries);
        number
    }

    /// A pupil tries a puzzle, as the server would judge it.
    pub(super) fn try_task(&mut self, seat: u16, task: &str, program: &str) -> Result<u32, Refusal> {
        self.try_as(seat, task, program, &judged(task, program))
    }

    /// The same with a verdict of the test's.
    pub(super) fn try_as(
        &mut self,
        seat: u16,
        task: &str,
        program: &str,
        outcome: &Outcome,
    ) -> Result<u32, Refusal> {
        let (entries, result) = self.class.try_task(seat, task, program, outcome, self.now)?;
        self.add(entries);
        assert_eq!(self.class.pupils[&seat].results[task], result, "what is promised comes true");
        Ok(result.attempt)
    }
}

pub(super) fn puzzle(id: &str) -> NewTask {
    NewTask { task: id.to_owned(), name: id.to_uppercase(), par: 3, toml: None }
}

pub(super) fn judged(task: &str, program: &str) -> Outcome {
    let posed = TaskBoard::of_puzzle(task).pose().unwrap();
    outcome_of(&posed.run(&json_of(program), &mut || false).unwrap())
}

/// A program that fails in its first beat.
pub(super) fn wrong() -> Outcome {
    let failed = Failed {
        reason: "spoilt".to_owned(),
        round: 1,
        slot: 1,
        beat: 1,
        notes: serde_json::json!([]),
        why: "a wall".to_owned(),
    };
    Outcome { solved: false, cards: 1, failed: Some(failed) }
}
