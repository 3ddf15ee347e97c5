use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Instant;

use golemry_table::{Fault, FaultKind};
use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::message::clipped;

/// The longest line that a program may write, in bytes.
pub const LONGEST_ANSWER: usize = 64 * 1024;

/// How much of what a program wrote to its standard error is kept, in bytes: the end of it.
const LONGEST_LAST_WORDS: usize = 2048;

/// What a program gets of our environment: where to find other programs, whose files to read, and which language to speak. Windows
/// programs do not start without its own folders.
const ENVIRONMENT: &[&str] =
    &["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "PATHEXT", "TEMP", "TMP", "USERPROFILE"];

/// A program that runs. It is ended, with what it has started, when this is dropped.
pub(crate) struct Process {
    child: Child,
    /// Lines to the program; a thread of its own writes them, so that one that does not read cannot hold us up.
    input: Option<SyncSender<Vec<u8>>>,
    /// Lines from the program.
    output: Receiver<Line>,
    /// The end of what it wrote to its standard error.
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected once its standard error is closed.
    silent: Receiver<()>,
    /// The number of its last decision.
    pub(crate) decisions: u64,
}

type Shared = Mutex<Box<dyn ChildWrapper>>;
type Child = Arc<Shared>;

enum Line {
    Read(Vec<u8>),
    TooLong,
}

impl Process {
    /// Starts a program. With `pass_on` what it writes to its standard error goes to ours, too.
    pub(crate) fn start(words: &[String], pass_on: bool) -> Result<Process, Fault> {
        let (program, arguments) = words.split_first().expect("a command has a word");
        let mut command = Command::new(program);
        let kept = ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let kept: Vec<(&&str, OsString)> = kept.collect();
        command.args(arguments).env_clear().envs(kept);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command.spawn().map_err(|error| {
            Fault::new(FaultKind::Absent, format!("{program:?} cannot be started: {error}"))
        })?;
        let (stdin, stdout, stderr) = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (input, lines) = sync_channel(1);
        // A program that is not read from waits: nothing piles up here.
        let (hand_over, output) = sync_channel(1);
        let (still_open, silent) = sync_channel(0);
        let last_words: Arc<Mutex<VecDeque<u8>>> = Arc::default();
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread::spawn(move || write_lines(stdin, &lines));
            thread::spawn(move || read_lines(stdout, &hand_over));
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                listen(stderr, &last_words, pass_on);
                drop(still_open);
            });
        }
        let child = Arc::new(Mutex::new(child));
        remember(&child);
        Ok(Process { child, input: Some(input), output, last_words, silent, decisions: 0 })
    }

    /// Writes a line, and waits for the line that answers it.
    pub(crate) fn ask(&mut self, mut line: Vec<u8>, until: Instant) -> Result<Vec<u8>, Fault> {
        line.push(b'\n');
        // If it has ended, the missing answer says so.
        if let Some(input) = &self.input
            && let Err(TrySendError::Full(_)) = input.try_send(line)
        {
            return Err(Fault::new(FaultKind::Malformed, "it answers without reading what it is asked"));
        }
        match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Line::Read(line)) => Ok(line),
            Ok(Line::TooLong) => {
                let message = format!("it wrote a line of more than {LONGEST_ANSWER} bytes");
                Err(Fault::new(FaultKind::TooLong, message))
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::new(FaultKind::Late, "it did not answer in time")),
            Err(RecvTimeoutError::Disconnected) => Err(self.died(until)),
        }
    }

    /// Why there are no more lines.
    fn died(&mut self, until: Instant) -> Fault {
        self.input = None;
        // Its last words come before its end.
        let _ = self.silent.recv_timeout(until.saturating_duration_since(Instant::now()));
        // A process that is on its way out keeps its own status.
        let ended = end(&self.child);
        let ended = ended.map_or("it ended".to_owned(), |status| format!("it ended with {status}"));
        let said = lock(&self.last_words).iter().copied().collect::<Vec<u8>>();
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty());
        let last = last.map_or(String::new(), |line| format!("; its last words were: {}", clipped(line)));
        Fault::new(FaultKind::Died, ended + &last)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        end(&self.child);
    }
}

/// Ends a process with its group, even if only the group is left.
fn end(child: &Child) -> Option<ExitStatus> {
    let mut child = lock(child);
    let _ = child.start_kill();
    child.wait().ok()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The processes that run.
static RUNNING: Mutex<Vec<Weak<Shared>>> = Mutex::new(Vec::new());

fn remember(child: &Child) {
    let mut running = lock(&RUNNING);
    running.retain(|child| child.strong_count() > 0);
    running.push(Arc::downgrade(child));
}

/// Ends all programs, for one of ours that ends without dropping them.
pub fn end_all() {
    for child in lock(&RUNNING).drain(..) {
        if let Some(child) = child.upgrade() {
            end(&child);
        }
    }
}

fn write_lines(mut stdin: impl Write, lines: &Receiver<Vec<u8>>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Hands over each line, until one is too long.
fn read_lines(stdout: impl Read, hand_over: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_ANSWER as u64 + 1;
        match stdout.by_ref().take(most).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let too_long = line.len() > LONGEST_ANSWER && line.last() != Some(&b'\n');
        if hand_over.send(if too_long { Line::TooLong } else { Line::Read(line) }).is_err() || too_long {
            return;
        }
    }
}

/// Keeps the end of what is said.
fn listen(mut stderr: impl Read, last_words: &Mutex<VecDeque<u8>>, pass_on: bool) {
    let mut buffer = [0; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        if pass_on {
            let _ = std::io::stderr().write_all(&buffer[..read]);
        }
        let mut kept = lock(last_words);
        kept.extend(&buffer[..read]);
        let too_many = kept.len().saturating_sub(LONGEST_LAST_WORDS);
        kept.drain(..too_many);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(script: &str) -> Process {
        let words = ["sh", "-c", script].map(str::to_owned);
        Process::start(&words, false).unwrap()
    }

    /// Returns once nothing holds the standard error of this process any more.
    fn wait_for_all(mut process: Process, end: impl FnOnce(Process)) {
        let silent = std::mem::replace(&mut process.silent, sync_channel(0).1);
        end(process);
        assert!(silent.recv().is_err());
    }

    #[test]
    fn a_process_is_ended_with_what_it_has_started() {
        wait_for_all(start("sleep 1000000 & sleep 1000000"), drop);
        // Even if it has left before.
        let mut process = start("sleep 1000000 & echo bye; exit");
        let line = process.output.recv().unwrap();
        assert!(matches!(line, Line::Read(line) if line == b"bye\n"));
        lock(&process.child).inner_mut().wait().unwrap();
        process.input = None;
        wait_for_all(process, drop);
    }

    #[test]
    fn a_program_that_answers_without_reading_is_noticed() {
        let mut process = start("while :; do echo yes; done");
        let until = Instant::now() + std::time::Duration::from_secs(1000);
        // More than a pipe holds.
        let fault = (0..5).find_map(|_| process.ask(vec![b'x'; 1 << 20], until).err()).unwrap();
        assert_eq!(fault.message, "it answers without reading what it is asked");
    }

    #[test]
    fn the_longest_line_is_read_and_the_end_of_much_noise_is_kept() {
        let mut process = start(
            "head -c 65536 /dev/zero | tr '\\0' x; echo; head -c 9000 /dev/zero >&2; echo >&2; echo end >&2; exit 1",
        );
        let until = Instant::now() + std::time::Duration::from_secs(1000);
        assert_eq!(process.ask(Vec::new(), until).unwrap().len(), LONGEST_ANSWER + 1);
        let fault = process.ask(Vec::new(), until).unwrap_err();
        assert!(fault.message.ends_with("end"), "{fault}");
        assert_eq!(lock(&process.last_words).len(), LONGEST_LAST_WORDS);
    }
}
