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

/// A place for a process.
pub(crate) enum Place {
    /// One that knows its table.
    Idle(Process),
    /// One that is to be started.
    Empty,
}

impl Pool {
    pub(crate) fn new(most: usize, pause: Duration) -> Pool {
        Pool { state: Mutex::default(), freed: Condvar::new(), most, pause }
    }

    /// Takes a place, and waits until there is one.
    pub(crate) fn take(&self, hello: &str) -> Result<Place, Fault> {
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
                return Ok(Place::Idle(state.idle.swap_remove(at).1));
            }
            if state.running < self.most {
                state.running += 1;
                return Ok(Place::Empty);
            }
            if !state.idle.is_empty() {
                // One that sits at another table gives way.
                let other = state.idle.remove(0);
                drop(state);
                drop(other);
                return Ok(Place::Empty);
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Gives a process back that has answered.
    pub(crate) fn put_back(&self, hello: String, process: Process) {
        let mut state = self.lock();
        state.failures = 0;
        state.idle.push((hello, process));
        drop(state);
        self.freed.notify_one();
    }

    /// Gives the place of a process back that failed and has been ended, or that could not be started.
    pub(crate) fn lost(&self, fault: &Fault) {
        let mut state = self.lock();
        state.running -= 1;
        state.failures += 1;
        if state.failures >= MOST_FAILURES {
            state.paused = Some((Instant::now() + self.pause, fault.message.clone()));
        }
        drop(state);
        self.freed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
