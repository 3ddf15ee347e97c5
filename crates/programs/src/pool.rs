use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use golemry_table::{Fault, FaultKind};

use crate::process::Process;

/// After so many failures in a row a program is left alone for a while.
const MOST_FAILURES: u32 = 3;

/// The processes of a program: as many as are asked at the same time, and no more than `most`.
pub(crate) struct Pool {
    state: Mutex<State>,
    freed: Condvar,
    pub(crate) most: usize,
    pub(crate) pause: Duration,
}

#[derive(Default)]
struct State {
    /// Processes that wait for a question, each with the first line that it was told.
    idle: Vec<(String, Process)>,
    /// How many there are, idle or not.
    running: usize,
    /// How many failed since one answered.
    failures: u32,
    /// Until when the program is left alone, and what it failed by.
    paused: Option<(Instant, String)>,
}

/// A place for a process. It is free again when this is dropped, also in a panic.
pub(crate) struct Place<'a> {
    pool: &'a Pool,
    /// Whether a process sits there, idle.
    kept: bool,
}

impl Place<'_> {
    /// Keeps a process that has answered for the next question.
    pub(crate) fn put_back(mut self, hello: String, process: Process) {
        let mut state = self.pool.lock();
        state.failures = 0;
        state.idle.push((hello, process));
        self.kept = true;
    }

    /// The process failed and has been ended, or it could not be started.
    pub(crate) fn failed(self, fault: Fault) -> Fault {
        let mut state = self.pool.lock();
        state.failures += 1;
        if state.failures >= MOST_FAILURES {
            state.paused = Some((Instant::now() + self.pool.pause, fault.message.clone()));
        }
        fault
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if !self.kept {
            self.pool.lock().running -= 1;
        }
        self.pool.freed.notify_one();
    }
}

impl Pool {
    pub(crate) fn new(most: usize, pause: Duration) -> Pool {
        Pool { state: Mutex::default(), freed: Condvar::new(), most, pause }
    }

    /// Takes a place, and waits until there is one. A process may sit there that was told this first line.
    pub(crate) fn take(&self, hello: &str) -> Result<(Option<Process>, Place<'_>), Fault> {
        let place = || Place { pool: self, kept: false };
        let mut state = self.lock();
        loop {
            if let Some((until, why)) = &state.paused {
                if Instant::now() < *until {
                    let message =
                        format!("it failed {MOST_FAILURES} times in a row, the last time because {why}");
                    return Err(Fault::new(FaultKind::Absent, message));
                }
                // One more try.
                state.paused = None;
                state.failures = MOST_FAILURES - 1;
            }
            if let Some(at) = state.idle.iter().position(|(told, _)| told == hello) {
                return Ok((Some(state.idle.swap_remove(at).1), place()));
            }
            if state.running < self.most {
                state.running += 1;
                return Ok((None, place()));
            }
            if !state.idle.is_empty() {
                // One that sits at another table gives way.
                let other = state.idle.remove(0);
                drop(state);
                drop(other);
                return Ok((None, place()));
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
