//! The puzzles of a class: assigned, and tried.

use std::collections::{BTreeSet, HashMap};

use crate::api::{Assignment, ChangeAssignment, Outcome, PuzzleResult, WrongProgram};
use crate::class::Class;
use crate::entry::Entry;
use crate::refusal::Refusal;

/// The puzzles of a class, and every attempt at one.
#[derive(Debug, Default)]
pub(crate) struct Tasks {
    /// In the order in which they were added.
    all: Vec<TaskState>,
    places: HashMap<String, usize>,
    attempts: Vec<Attempt>,
}

/// A puzzle of the class.
#[derive(Debug)]
pub(crate) struct TaskState {
    pub(crate) task: String,
    pub(crate) name: String,
    pub(crate) par: u8,
    /// The board file, if it is not one of our puzzles.
    pub(crate) toml: Option<String>,
    /// Every program that anybody has tried.
    programs: Vec<TriedProgram>,
    numbers: HashMap<String, u32>,
    /// The commonest wrong programs, the most common first.
    common: Vec<u32>,
}

#[derive(Debug)]
struct TriedProgram {
    text: String,
    outcome: Outcome,
    count: u32,
    pupils: BTreeSet<u16>,
    /// The first attempt.
    attempt: u32,
}

/// An attempt. Its number is its place in the list.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    seat: u16,
    task: u16,
    program: u32,
    at: i64,
}

/// An attempt, looked up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundAttempt<'a> {
    pub(crate) number: u32,
    pub(crate) seat: u16,
    pub(crate) task: &'a TaskState,
    pub(crate) program: &'a str,
    pub(crate) outcome: &'a Outcome,
    pub(crate) at: i64,
}

/// A puzzle that is to be a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewTask {
    pub(crate) task: String,
    pub(crate) name: String,
    pub(crate) par: u8,
    pub(crate) toml: Option<String>,
}

/// How many of the commonest wrong programs are shown for each puzzle.
const COMMON: usize = 8;

impl Tasks {
    pub(crate) fn add(&mut self, task: String, name: String, par: u8, toml: Option<String>) {
        self.places.insert(task.clone(), self.all.len());
        let (programs, numbers, common) = Default::default();
        self.all.push(TaskState { task, name, par, toml, programs, numbers, common });
    }

    pub(crate) fn get(&self, task: &str) -> Result<&TaskState, Refusal> {
        let place = self.places.get(task).ok_or_else(|| Refusal::missing("puzzle", &task))?;
        Ok(&self.all[*place])
    }

    pub(crate) fn all(&self) -> &[TaskState] {
        &self.all
    }

    /// How a program for a task goes, if anybody has tried it.
    pub(crate) fn known(&self, task: &str, program: &str) -> Option<&Outcome> {
        let task = self.get(task).ok()?;
        Some(&task.programs[*task.numbers.get(program)? as usize].outcome)
    }

    pub(crate) fn attempt(&self, number: u32) -> Result<FoundAttempt<'_>, Refusal> {
        let attempt =
            self.attempts.get(number as usize).ok_or_else(|| Refusal::missing("attempt", &number))?;
        let task = &self.all[usize::from(attempt.task)];
        let TriedProgram { text, outcome, .. } = &task.programs[attempt.program as usize];
        let Attempt { seat, at, .. } = *attempt;
        Ok(FoundAttempt { number, seat, task, program: text, outcome, at })
    }

    /// The attempts of a pupil, the last first.
    pub(crate) fn of(&self, seat: u16) -> impl Iterator<Item = FoundAttempt<'_>> {
        let numbers = (0..self.attempts.len() as u32).rev();
        numbers.filter_map(move |number| self.attempt(number).ok().filter(|attempt| attempt.seat == seat))
    }

    fn next(&self) -> u32 {
        self.attempts.len() as u32
    }

    /// Stores an attempt; returns its number.
    fn push(
        &mut self,
        seat: u16,
        task: &str,
        program: String,
        outcome: Option<Outcome>,
        at: i64,
    ) -> Option<u32> {
        let (&place, number) = (self.places.get(task)?, self.next());
        let task = &mut self.all[place];
        let program = match (task.numbers.get(&program), outcome) {
            (Some(known), _) => *known,
            (None, Some(outcome)) => {
                let new = task.programs.len() as u32;
                task.numbers.insert(program.clone(), new);
                let (count, pupils) = Default::default();
                task.programs.push(TriedProgram { text: program, outcome, count, pupils, attempt: number });
                new
            }
            (None, None) => return None,
        };
        let tried = &mut task.programs[program as usize];
        tried.count += 1;
        tried.pupils.insert(seat);
        if !tried.outcome.solved {
            task.count_wrong(program);
        }
        self.attempts.push(Attempt { seat, task: place as u16, program, at });
        Some(number)
    }
}

impl TaskState {
    /// Keeps the list of the commonest: counts only grow, so a program enters it when it is tried.
    fn count_wrong(&mut self, program: u32) {
        if !self.common.contains(&program) {
            self.common.push(program);
        }
        let programs = &self.programs;
        self.common.sort_by_key(|number| {
            let TriedProgram { pupils, count, .. } = &programs[*number as usize];
            (std::cmp::Reverse((pupils.len(), *count)), *number)
        });
        self.common.truncate(COMMON);
    }

    /// The commonest wrong programs, the most common first.
    pub(crate) fn common(&self) -> impl Iterator<Item = (String, WrongProgram)> {
        self.common.iter().filter_map(|number| {
            let TriedProgram { text, outcome, count, pupils, attempt } = &self.programs[*number as usize];
            let failed = outcome.failed.clone()?;
            let wrong =
                WrongProgram { count: *count, pupils: pupils.len() as u32, attempt: *attempt, failed };
            Some((text.clone(), wrong))
        })
    }
}

impl Class {
    /// The teacher makes an assignment. The puzzles are those it names, in their order.
    pub(crate) fn assign(&self, new: Assignment, tasks: &[NewTask]) -> Result<(Vec<Entry>, u16), Refusal> {
        if self.assignments.len() >= Class::MOST_ASSIGNMENTS {
            return Err(Refusal::Full {
                what: "there are too many assignments",
                most: Class::MOST_ASSIGNMENTS,
            });
        }
        let assignment = self.assignments.last_key_value().map_or(1, |(last, _)| last + 1);
        let place = self.assignments.values().map(|other| other.place + 1).max().unwrap_or(0);
        let new = Assignment { place, title: Class::checked_title(&new.title)?, ..new };
        Ok((self.with_tasks(assignment, new, Some(tasks))?, assignment))
    }

    /// The teacher changes an assignment. Its puzzles stay if there are no `tasks`.
    pub(crate) fn change_assignment(
        &self,
        number: u16,
        change: &ChangeAssignment,
        tasks: Option<&[NewTask]>,
    ) -> Result<Vec<Entry>, Refusal> {
        let old = self.assignment(number)?;
        let title = change.title.as_deref().map(Class::checked_title).transpose()?;
        let new = Assignment {
            place: change.place.unwrap_or(old.place).min(Class::MOST_ASSIGNMENTS as u16),
            title: title.unwrap_or_else(|| old.title.clone()),
            tasks: old.tasks.clone(),
            due: change.due.map_or(old.due, |due| (due > 0).then_some(due)),
            hints: change.hints.unwrap_or(old.hints),
            in_order: change.in_order.unwrap_or(old.in_order),
            open: change.open.unwrap_or(old.open),
        };
        let entries = self.with_tasks(number, new.clone(), tasks)?;
        Ok(if tasks.is_none() && new == *old { vec![] } else { entries })
    }

    /// The teacher takes an assignment away.
    pub(crate) fn unassign(&self, assignment: u16) -> Result<Vec<Entry>, Refusal> {
        self.assignment(assignment)?;
        Ok(vec![Entry::Unassigned { assignment }])
    }

    pub(crate) fn assignment(&self, number: u16) -> Result<&Assignment, Refusal> {
        self.assignments.get(&number).ok_or_else(|| Refusal::missing("assignment", &number))
    }

    fn with_tasks(
        &self,
        assignment: u16,
        made: Assignment,
        tasks: Option<&[NewTask]>,
    ) -> Result<Vec<Entry>, Refusal> {
        let mut entries = Vec::new();
        let mut named = made.tasks;
        if let Some(tasks) = tasks {
            named = tasks.iter().map(|task| task.task.clone()).collect();
            let different: BTreeSet<&String> = named.iter().collect();
            if named.is_empty() || different.len() < named.len() {
                return Err(Refusal::NoTasks);
            }
            let new = tasks.iter().filter(|task| self.tasks.get(&task.task).is_err());
            entries.extend(new.cloned().map(|NewTask { task, name, par, toml }| Entry::Added {
                task,
                name,
                par,
                toml,
            }));
            let of_class = self.tasks.all.len() + entries.len();
            for (what, count, most) in [
                ("too many puzzles in an assignment", named.len(), Class::MOST_LISTED),
                ("too many puzzles in this class", of_class, Class::MOST_TASKS),
            ] {
                if count > most {
                    return Err(Refusal::Full { what, most });
                }
            }
        }
        let Assignment { place, title, due, hints, in_order, open, .. } = made;
        entries.push(Entry::Assigned { assignment, place, title, tasks: named, due, hints, in_order, open });
        Ok(entries)
    }

    /// Whether the puzzle is in an assignment that is open, and its turn has come for this pupil; whether they get its hint.
    pub(crate) fn may_try(&self, seat: u16, task: &str) -> Result<bool, Refusal> {
        self.tasks.get(task)?;
        let pupil = self.pupil(seat)?;
        let open = self.assignments.values().filter(|it| it.open && it.tasks.iter().any(|it| it == task));
        let open: Vec<&Assignment> = open.collect();
        if open.is_empty() {
            return Err(Refusal::TaskClosed);
        }
        let is_solved = |task: &String| pupil.results.get(task).is_some_and(|result| result.best.is_some());
        let in_turn =
            |it: &&&Assignment| !it.in_order || it.tasks.iter().take_while(|it| *it != task).all(is_solved);
        let mut in_turn = open.iter().filter(in_turn).peekable();
        if in_turn.peek().is_none() {
            return Err(Refusal::NotYet);
        }
        Ok(in_turn.any(|it| it.hints))
    }

    /// A pupil tries a puzzle with a program that goes like this; returns what becomes of their result. The same program again is not
    /// another attempt.
    pub(crate) fn try_task(
        &self,
        seat: u16,
        task: &str,
        program: &str,
        outcome: &Outcome,
        now: i64,
    ) -> Result<(Vec<Entry>, PuzzleResult), Refusal> {
        self.may_try(seat, task)?;
        let pupil = self.pupil(seat)?;
        let mut result = pupil.results.get(task).cloned().unwrap_or_default();
        if result.tries > 0 && result.program == program {
            return Ok((vec![], result));
        }
        if pupil.attempts >= Class::MOST_ATTEMPTS {
            return Err(Refusal::Full { what: "too many attempts of one pupil", most: Class::MOST_ATTEMPTS });
        }
        result.add(self.tasks.next(), program.to_owned(), outcome.solved.then_some(outcome.cards), now);
        let outcome = self.tasks.known(task, program).is_none().then(|| outcome.clone());
        let (task, program) = (task.to_owned(), program.to_owned());
        Ok((vec![Entry::Tried { seat, task, program, outcome }], result))
    }

    /// Carries an attempt out.
    pub(crate) fn tried(
        &mut self,
        seat: u16,
        task: &str,
        program: String,
        outcome: Option<Outcome>,
        at: i64,
    ) {
        let Some(number) = self.tasks.push(seat, task, program, outcome, at) else { return };
        let Ok(FoundAttempt { program, outcome, .. }) = self.tasks.attempt(number) else { return };
        let solved = outcome.solved.then_some(outcome.cards);
        if let Some(pupil) = self.pupils.get_mut(&seat) {
            pupil.try_task(task, number, program.to_owned(), solved, at);
        }
    }

    /// Whether a pupil has something to solve.
    pub(crate) fn is_busy(&self, seat: u16) -> bool {
        let Ok(pupil) = self.pupil(seat) else { return false };
        let is_solved = |task: &String| pupil.results.get(task).is_some_and(|result| result.best.is_some());
        self.assignments.values().any(|it| it.open && !it.tasks.iter().all(is_solved))
    }
}
