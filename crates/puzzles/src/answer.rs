use std::collections::BTreeMap;

use golemry_table::{Code, WireError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::{BoardId, BoardToCheck, Gallery, PuzzleProgram, PuzzleRun, Puzzles, Title, WithBest};
use crate::board::{BoardFile, check, unknown_board};
use crate::code::CLOSED;
use crate::daily::{Daily, Day, Streak};
use crate::posed::Posed;

/// What one player has done, for pages without a server: it answers their requests as a server without a gallery would.
///
/// It lives in memory. What has to last comes back with each [`Answer`] as notes, and [`Shelf::restore`] reads them again.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// The fewest slots for each puzzle that is solved.
    best: BTreeMap<String, u32>,
    streak: Option<Streak>,
    boards: BTreeMap<String, BoardFile>,
}

/// The reply to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The JSON.
    pub body: Option<Value>,
    /// Notes to store, each under its key, in place of what was there. They come again if the request is made again, so that a
    /// failed write can be repeated.
    pub kept: Vec<(String, Value)>,
}

/// The note `puzzle:ID`.
#[derive(Serialize, Deserialize)]
struct Best {
    best: u32,
}

/// The note `board:ID`.
#[derive(Serialize, Deserialize)]
struct StoredFile {
    toml: String,
}

/// The key of the streak's note.
const DAILY: &str = "daily";

impl Shelf {
    /// Reads a note that an [`Answer`] gave. False if it is another's, or damaged: then nothing has changed.
    pub fn restore(&mut self, key: &str, value: &Value) -> bool {
        match key.split_once(':') {
            Some(("puzzle", id)) => read(value).map(|Best { best }| self.add_best(id, best)).is_some(),
            Some(("board", id)) => read(value).is_some_and(|StoredFile { toml }| {
                let file = BoardFile::from_stored(toml);
                // The id is made of the content, so that it tells whether it is still what was stored.
                let sound = file.id() == id;
                if sound {
                    self.boards.insert(id.to_owned(), file);
                }
                sound
            }),
            None if key == DAILY => read(value)
                .map(|note: Streak| {
                    let newer = self.streak.is_none_or(|streak| streak.day < note.day);
                    self.streak = if newer { Some(note) } else { self.streak };
                })
                .is_some(),
            _ => false,
        }
    }

    /// Answers a request for puzzles or boards; `None` if it is for something else. Paths are those of the server, without `/api`.
    ///
    /// `at` is the time in milliseconds since 1970. `stop` is polled while the solver works: when it returns true, the solver gives up.
    pub fn answer(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        at: i64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<Result<Answer, WireError>> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let words: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        if words.contains(&"") {
            return None;
        }
        let today = Day::at(at);
        Some(match (words.as_slice(), method) {
            (["puzzles"], "GET") => self.list(today),
            (["puzzles", id], "GET") => self.get(id),
            (["puzzles", id, "preview"], "POST") => preview(id, body),
            (["puzzles", id, "run"], "POST") => self.run(id, body, today, stop),
            (["boards"], "GET") => gallery(query),
            (["boards"], "POST") => self.store(body),
            (["boards", "check"], "POST") => check_board(body, stop),
            (["boards", id], "GET") if *id != "check" => self.get_board(id),
            (["boards", id, "preview"], "POST") => self.preview_board(id, body),
            (["boards", id, "run"], "POST") => self.run_board(id, body, stop),
            (["boards", _, "listing"], "PUT") => publish(body),
            (["boards", _, "listing"], "DELETE") => Err(closed()),
            (
                ["puzzles" | "boards"]
                | ["puzzles" | "boards", _]
                | ["puzzles" | "boards", _, "preview" | "run"]
                | ["boards", _, "listing"],
                _,
            ) => Err(WireError::new(Code::RequestMethod, "this address takes another method")),
            _ => return None,
        })
    }

    fn list(&self, today: Day) -> Result<Answer, WireError> {
        ok(&Puzzles::new(&self.best, self.standing(today)))
    }

    fn get(&self, id: &str) -> Result<Answer, WireError> {
        let id = decoded(id)?;
        let puzzle = Posed::from_shelf(&id)?.describe();
        ok(&WithBest { of: puzzle, best: self.best.get(&id).copied() })
    }

    fn run(
        &mut self,
        id: &str,
        body: Option<&Value>,
        today: Day,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Answer, WireError> {
        let id = decoded(id)?;
        let PuzzleProgram { program } = given(body)?;
        let run = Posed::from_shelf(&id)?.run(&program, stop)?;
        let daily = today.puzzle() == id;
        let mut kept = vec![];
        if run.solved {
            let best = self.add_best(&id, run.cards);
            kept.push((format!("puzzle:{id}"), json(&Best { best })?));
        }
        if run.solved && daily {
            let streak = Streak::with(today, self.streak_on(today));
            self.streak = Some(streak);
            kept.push((DAILY.to_owned(), json(&streak)?));
        }
        let best = self.best.get(&id).copied();
        let daily = daily.then(|| self.standing(today));
        Ok(Answer { kept, ..ok(&PuzzleRun { run, best, daily })? })
    }

    fn store(&mut self, body: Option<&Value>) -> Result<Answer, WireError> {
        let file = BoardFile::read(&given::<BoardToCheck>(body)?.source()?)?;
        let id = file.id();
        let note = json(&StoredFile { toml: file.as_str().to_owned() })?;
        let kept = vec![(format!("board:{id}"), note)];
        self.boards.insert(id.clone(), file);
        Ok(Answer { status: 201, kept, ..ok(&BoardId { id })? })
    }

    fn get_board(&self, id: &str) -> Result<Answer, WireError> {
        ok(&self.board(&decoded(id)?)?.show(None, true)?)
    }

    fn preview_board(&self, id: &str, body: Option<&Value>) -> Result<Answer, WireError> {
        let id = decoded(id)?;
        let PuzzleProgram { program } = given(body)?;
        ok(&self.board(&id)?.pose()?.preview(&program)?)
    }

    fn run_board(
        &self,
        id: &str,
        body: Option<&Value>,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Answer, WireError> {
        let id = decoded(id)?;
        let PuzzleProgram { program } = given(body)?;
        ok(&self.board(&id)?.pose()?.run(&program, stop)?)
    }

    fn board(&self, id: &str) -> Result<&BoardFile, WireError> {
        self.boards.get(id).ok_or_else(|| unknown_board(id, "no board"))
    }

    /// The fewest slots for a puzzle, now that it was solved with so many.
    fn add_best(&mut self, id: &str, slots: u32) -> u32 {
        let best = self.best.entry(id.to_owned()).or_insert(slots);
        *best = slots.min(*best);
        *best
    }

    fn standing(&self, today: Day) -> Daily {
        today.standing(self.streak_on(today))
    }

    /// The streak, unless it is from a later day: then the clock was wrong when it was written, and it would stand still until that day.
    fn streak_on(&self, today: Day) -> Option<Streak> {
        self.streak.filter(|streak| streak.day.before() <= today)
    }
}

fn preview(id: &str, body: Option<&Value>) -> Result<Answer, WireError> {
    let id = decoded(id)?;
    let PuzzleProgram { program } = given(body)?;
    ok(&Posed::from_shelf(&id)?.preview(&program)?)
}

fn check_board(body: Option<&Value>, stop: &mut dyn FnMut() -> bool) -> Result<Answer, WireError> {
    ok(&check(&given::<BoardToCheck>(body)?.source()?, stop)?)
}

/// An empty page, if it was asked for as a page is.
fn gallery(query: &str) -> Result<Answer, WireError> {
    let is_page = |pair: &str| pair.strip_prefix("before=").is_some_and(|time| time.parse::<i64>().is_ok());
    match query.split('&').find(|pair| !pair.is_empty() && !is_page(pair)) {
        Some(_) => {
            Err(WireError::new(Code::RequestMalformed, "a page of the gallery begins `before` a time"))
        }
        None => ok(&Gallery::closed()),
    }
}

fn publish(body: Option<&Value>) -> Result<Answer, WireError> {
    given::<Title>(body)?;
    Err(closed())
}

fn closed() -> WireError {
    WireError::new(CLOSED, "there is no gallery without a server")
}

fn ok(body: &impl Serialize) -> Result<Answer, WireError> {
    Ok(Answer { status: 200, body: Some(json(body)?), kept: vec![] })
}

fn json(value: &impl Serialize) -> Result<Value, WireError> {
    serde_json::to_value(value).map_err(|error| WireError::new(Code::Internal, error.to_string()))
}

/// The body of a request.
fn given<T: DeserializeOwned>(body: Option<&Value>) -> Result<T, WireError> {
    let read = T::deserialize(body.unwrap_or(&Value::Null));
    read.map_err(|error| WireError::new(Code::RequestMalformed, error.to_string()))
}

/// A note, if it is not damaged.
fn read<T: DeserializeOwned>(note: &Value) -> Option<T> {
    T::deserialize(note).ok()
}

/// A word of a path, its `%` escapes resolved.
fn decoded(word: &str) -> Result<String, WireError> {
    let mut pieces = word.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let digits = piece.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(&piece.as_bytes()[2..]);
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(piece.as_bytes());
            }
        }
    }
    String::from_utf8(bytes)
        .map_err(|_| WireError::new(Code::RequestMalformed, format!("`{word}` is not UTF-8 text")))
}
