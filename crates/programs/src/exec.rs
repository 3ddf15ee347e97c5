use std::fmt;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use golemry_table::{Answer, Fault, FaultKind, Outsider, Question, Venue};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::message::{Answered, Greeting, Hello, Offers, Said, VERSION};
use crate::pool::Pool;
use crate::process::Process;

/// How long a program may take from its start to its first line: networks are loaded meanwhile.
const START: Duration = Duration::from_secs(30);

/// How long a program is left alone after it failed several times in a row.
const PAUSE: Duration = Duration::from_secs(60);

/// A program as a player: `exec:COMMAND`.
///
/// The command is split into words as shells do, but no shell runs it: nothing in it is expanded, and what is started is the program
/// itself. Each of its processes is asked for one decision after another, of any match at its table.
///
/// A process that ends, does not answer in time, writes a line of more than 64 KiB or one that cannot be read is ended, and the next
/// question starts another. After three such failures in a row the program is left alone for a minute.
pub struct Exec {
    name: String,
    words: Vec<String>,
    start: Duration,
    pass_on: bool,
    pool: Pool,
}

/// A command that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCommand(String);

impl fmt::Display for BadCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no command: after exec: come a program and its arguments, with quotes closed",
            self.0
        )
    }
}

impl std::error::Error for BadCommand {}

impl Exec {
    /// The program of this command, with as many processes as this machine has cores. Nothing is started yet.
    pub fn new(command: &str) -> Result<Exec, BadCommand> {
        let words = shlex::split(command).filter(|words| words.first().is_some_and(|word| !word.is_empty()));
        let words = words.ok_or_else(|| BadCommand(command.to_owned()))?;
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let name = format!("exec:{}", command.trim());
        Ok(Exec { name, words, start: START, pass_on: false, pool: Pool::new(cores.max(2), PAUSE) })
    }

    /// The same under another name.
    #[must_use]
    pub fn called(self, name: String) -> Exec {
        Exec { name, ..self }
    }

    /// The same with at most so many processes at a time, and at least one.
    #[must_use]
    pub fn at_most(self, processes: usize) -> Exec {
        let pause = self.pool.pause;
        Exec { pool: Pool::new(processes.max(1), pause), ..self }
    }

    /// The same, left alone for so long after it failed several times in a row.
    #[must_use]
    pub fn left_alone_for(self, pause: Duration) -> Exec {
        let most = self.pool.most;
        Exec { pool: Pool::new(most, pause), ..self }
    }

    /// The same with so much time from a start to the first line.
    #[must_use]
    pub fn starting_within(self, start: Duration) -> Exec {
        Exec { start, ..self }
    }

    /// The same, and what it writes to its standard error is passed on to ours. Only the end of it is kept otherwise, for the message
    /// when it dies.
    #[must_use]
    pub fn heard(self) -> Exec {
        Exec { pass_on: true, ..self }
    }

    /// Starts the program and ends it again.
    pub fn can_start(&self) -> Result<(), Fault> {
        Process::start(&self.words, false).map(drop)
    }

    /// Gives `ask` a process that has been greeted, and ends it if it fails.
    fn with_process<T>(
        &self,
        venue: &Venue,
        ask: impl FnOnce(&mut Process) -> Result<T, Failed>,
    ) -> Result<T, Fault> {
        let hello = json(&Hello { golemry: VERSION, venue });
        let (idle, place) = self.pool.take(&hello)?;
        let process = idle.map_or_else(|| self.started(&hello), Ok);
        let mut process = match process {
            Ok(process) => process,
            Err(fault) => return Err(place.failed(fault)),
        };
        match ask(&mut process) {
            Ok(answer) => {
                place.put_back(hello, process);
                Ok(answer)
            }
            Err(Failed::Decision(fault)) => {
                place.put_back(hello, process);
                Err(fault)
            }
            Err(Failed::Process(fault)) => {
                drop(process);
                Err(place.failed(fault))
            }
        }
    }

    fn started(&self, hello: &str) -> Result<Process, Fault> {
        let mut process = Process::start(&self.words, self.pass_on)?;
        let line = process.ask(hello.as_bytes().to_vec(), Instant::now() + self.start).map_err(|fault| {
            let late = format!("it did not say its first line within {}", seconds(self.start));
            if fault.kind == FaultKind::Late { Fault::new(fault.kind, late) } else { fault }
        })?;
        Greeting::read(&line).map(|()| process)
    }
}

/// What failed: the process, which is ended then, or its decision alone.
enum Failed {
    Process(Fault),
    Decision(Fault),
}

impl Outsider for Exec {
    fn name(&self) -> &str {
        &self.name
    }

    fn greet(&self, venue: &Venue) -> Result<(), Fault> {
        self.with_process(venue, |_| Ok(()))
    }

    fn decide(&self, question: &Question<'_>) -> Result<Answer, Fault> {
        self.with_process(question.venue, |process| {
            let until = Instant::now() + question.limit;
            process.decisions += 1;
            let id = process.decisions;
            let mut view = Some(question.view());
            let mut choices = "[]".to_owned();
            loop {
                let step = question.step(&choices).map_err(|error| Failed::Decision(error.into()))?;
                if step.action.is_some() {
                    return Ok(Answer::Choices(choices));
                }
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(Failed::Process(undecided(question.limit)));
                }
                let offers = Offers {
                    id,
                    seat: question.seat,
                    view: view.take(),
                    choices: RawValue::from_string(choices.clone()).expect("it was read as JSON"),
                    prompt: step.prompt,
                    offers: step.choices,
                    seed: question.seed,
                    ms: left.as_millis().try_into().unwrap_or(u64::MAX),
                };
                let line = process.ask(json(&offers).into_bytes(), until).map_err(|fault| {
                    let late = fault.kind == FaultKind::Late;
                    Failed::Process(if late { undecided(question.limit) } else { fault })
                })?;
                match Answered::read(&line, id, question.seat).map_err(Failed::Process)? {
                    Said::Action(action) => return Ok(Answer::Action(action)),
                    Said::Choices(more) => choices = more.get().to_owned(),
                    Said::Error(error) => {
                        return Err(Failed::Decision(Fault::new(
                            FaultKind::Refused,
                            format!("it said: {error}"),
                        )));
                    }
                }
            }
        })
    }
}

fn undecided(limit: Duration) -> Fault {
    Fault::new(FaultKind::Late, format!("it did not decide within {}", seconds(limit)))
}

/// `5 s` or `250 ms`
fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 {
        format!("{} s", time.as_secs())
    } else {
        format!("{} ms", time.as_millis())
    }
}

fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}
