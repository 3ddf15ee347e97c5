use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use golemry_core::{Seat, Viewer};
use golemry_puzzles::{Answer, Shelf};
use golemry_room::api::{self, MatchId, OpenMatch, StandIn, WantedChair};
use golemry_room::{NewMatch, Opening, Sitting, checked, tutorial_chairs};
use golemry_table::{Budget, Code, Entry, Games, Record, WireError, to_raw};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::draws::{Draws, HERE};
use crate::message::{Imported, Loaded, Message, PROTOCOL, Reply};
use crate::room::{Room, Work};
use crate::thinker::Thinker;

/// The only player.
pub(crate) const ME: &str = "me";

/// How long bots think that search, unless the page says otherwise: as on a server.
const THINK: Budget = Budget::Milliseconds(1000);

/// The server that a page is to itself.
pub struct House {
    games: Games,
    rooms: BTreeMap<String, Room>,
    /// The match of each table that is connected.
    sockets: BTreeMap<u32, String>,
    /// What the player is called.
    name: Option<String>,
    think: Budget,
    next_job: u32,
    thinker: Thinker,
    puzzles: Shelf,
}

impl Default for House {
    fn default() -> House {
        House::new(golemry_registry::games())
    }
}

/// How many milliseconds the solver of puzzles has for a request: as on a server.
const PATIENCE: f64 = 10_000.0;

/// Why a message was not carried out.
enum Undone {
    /// It is refused.
    Refused(WireError),
    /// This match must be loaded first.
    Needs(String),
}

impl From<WireError> for Undone {
    fn from(error: WireError) -> Undone {
        Undone::Refused(error)
    }
}

type Done<T = ()> = Result<T, Undone>;

impl House {
    /// A house for these games.
    pub fn new(games: Games) -> House {
        House {
            games,
            rooms: BTreeMap::new(),
            sockets: BTreeMap::new(),
            name: None,
            think: THINK,
            next_job: 0,
            thinker: Thinker::default(),
            puzzles: Shelf::default(),
        }
    }

    /// Carries a message out. Both are JSON.
    pub fn call(&mut self, message: &[u8]) -> Vec<u8> {
        let mut reply = Reply::default();
        let malformed =
            |error: &dyn Display| WireError::new(Code::RequestMalformed, error.to_string()).into();
        // A text, as all that is read as JSON here: a reader of bytes would be code of its own.
        let done = match str::from_utf8(message).map(serde_json::from_str) {
            Ok(Ok(message)) => self.carry_out(message, &mut reply),
            Ok(Err(error)) => Err(malformed(&error)),
            Err(error) => Err(malformed(&error)),
        };
        match done {
            Ok(()) => {}
            Err(Undone::Needs(id)) => reply = Reply { need: Some(id), ..Reply::default() },
            Err(Undone::Refused(error)) => {
                (reply.status, reply.body) =
                    (Some(error.code.status()), Some(to_raw(&json!({"error": error}))));
            }
        }
        serde_json::to_vec(&reply).expect("replies are plain data")
    }

    fn carry_out(&mut self, message: Message, reply: &mut Reply) -> Done {
        match message {
            Message::Hello { think } => {
                self.think = think.unwrap_or(THINK);
                let editions: BTreeMap<&str, u32> =
                    self.games.about().map(|about| (about.id, about.rules_version)).collect();
                reply.protocol = Some(PROTOCOL);
                reply.body = Some(to_raw(&json!({"protocol": PROTOCOL, "editions": editions})));
            }
            Message::Request { method, path, body, at, entropy } => {
                let mut draws = Draws::new(entropy);
                let (path, query) = path.split_once('?').unwrap_or((&path, ""));
                let parts: Vec<&str> = path.split('/').skip(1).collect();
                let end = golemry_table::milliseconds() + PATIENCE;
                let mut stop = || golemry_table::milliseconds() > end;
                let whole = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
                if let Some(answer) = self.puzzles.answer(&method, &whole, body.as_ref(), at, &mut stop) {
                    let Answer { status, body, kept } = answer?;
                    (reply.status, reply.body) = (Some(status), body.map(|body| to_raw(&body)));
                    reply.notes.extend(kept.into_iter().map(|(key, note)| (key, note.to_string())));
                    return Ok(());
                }
                let request = Request { method: &method, parts: &parts, query, body };
                self.answer(&request, at, &mut draws, reply)?;
            }
            Message::Connect { socket, r#match } => {
                self.room(&r#match)?.connect(socket);
                self.sockets.insert(socket, r#match);
            }
            Message::Frame { socket, text, at, entropy } => {
                let Some(id) = self.sockets.get(&socket).cloned() else { return Ok(()) };
                let mut draws = Draws::new(entropy);
                self.work(&id, at, &mut draws, reply, |room, work| room.hear(socket, &text, work))?;
            }
            Message::Disconnect { socket } => {
                if let Some(id) = self.sockets.remove(&socket)
                    && let Some(room) = self.rooms.get_mut(&id)
                {
                    room.disconnect(socket, reply);
                }
            }
            Message::Thought { job, thought, at, entropy } => {
                // The thinker's whole reply. It may have failed.
                let answer = thought.as_ref().and_then(|thought| thought.get("answer"));
                let mut draws = Draws::new(entropy);
                let mut work =
                    Work { think: self.think, at, draws: &mut draws, next_job: &mut self.next_job, reply };
                self.rooms.values_mut().any(|room| room.thought(job, answer, &mut work));
            }
            Message::Load { r#match } => {
                let id = r#match.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
                let loaded = Loaded::from_value(r#match)
                    .map_err(|error| WireError::new(Code::RecordMalformed, error.to_string()))?;
                let room = Room::load(&self.games, self.name.as_ref(), loaded)?;
                self.rooms.insert(id, room);
            }
            Message::Drop { r#match } => {
                if let Some(mut room) = self.rooms.remove(&r#match) {
                    room.stop_bots(reply);
                }
                self.sockets.retain(|_, of| *of != r#match);
            }
            Message::Notes { notes } => {
                if let Some(name) = notes.get("me") {
                    self.name = Some(name.clone());
                }
                for (key, note) in notes {
                    // One that is damaged counts as none.
                    let _ = serde_json::from_str(&note).map(|note| self.puzzles.restore(&key, &note));
                }
            }
            Message::Network { bytes64, .. } => supply(&self.games, &bytes64)?,
            Message::Think { job } => {
                let job = serde_json::from_value(job)
                    .map_err(|error| WireError::new(Code::RequestMalformed, error.to_string()))?;
                reply.answer = Some(self.thinker.think(&self.games, job)?);
            }
        }
        Ok(())
    }

    fn room(&mut self, id: &str) -> Done<&mut Room> {
        self.rooms.get_mut(id).ok_or_else(|| Undone::Needs(id.to_owned()))
    }

    /// Lets a match work.
    fn work<T>(
        &mut self,
        id: &str,
        at: i64,
        draws: &mut Draws,
        reply: &mut Reply,
        act: impl FnOnce(&mut Room, &mut Work<'_>) -> T,
    ) -> Done<T> {
        let room = self.rooms.get_mut(id).ok_or_else(|| Undone::Needs(id.to_owned()))?;
        let mut work = Work { think: self.think, at, draws, next_job: &mut self.next_job, reply };
        Ok(act(room, &mut work))
    }

    fn ok(&self, reply: &mut Reply, body: &impl Serialize) {
        (reply.status, reply.body) = (Some(200), Some(to_raw(body)));
    }

    /// Answers a request as a server would.
    fn answer(&mut self, request: &Request<'_>, at: i64, draws: &mut Draws, reply: &mut Reply) -> Done {
        match (request.method, request.parts) {
            ("GET", ["games"]) => {
                let games = api::Games::in_a_page(&self.games);
                self.ok(reply, &games);
            }
            ("GET", ["me"]) => self.ok(reply, &api::Me { name: self.name.clone() }),
            ("PUT", ["me"]) => {
                let api::Named { name } = request.read()?;
                self.name = Some(checked(&name)?);
                reply.notes.extend(self.name.clone().map(|name| ("me".to_owned(), name)));
                self.ok(reply, &api::Me { name: self.name.clone() });
            }
            ("GET", ["rules", game]) => {
                let about = self.games.find(game)?.about();
                let lang = request.query("lang").unwrap_or("en");
                self.ok(reply, &api::Rules::of(about, lang));
            }
            ("GET", ["tutorials", game]) => {
                let tutorial = self.games.find(game)?.tutorial()?;
                self.ok(reply, tutorial);
            }
            ("POST", ["tutorials", game]) => {
                let opening = Opening::tutorial(self.games.find(game)?)?;
                let chairs = tutorial_chairs(opening.record.seats, ME, String::new());
                self.begin(opening, chairs, at, draws, reply);
            }
            ("POST", ["matches"]) if request.has("record") => {
                let Imported { record } = request.read()?;
                let record = Record::from_value(record)?;
                let chairs = golemry_room::chairs_of(&record, ME, String::new);
                let opening = Opening::continued(&self.games, &record)?;
                self.begin(opening, chairs, at, draws, reply);
            }
            ("POST", ["matches"]) => {
                let wanted: OpenMatch = request.read()?;
                if wanted.chairs.iter().any(|chair| matches!(chair, WantedChair::Friend { .. })) {
                    let message = "friends play at a server: here are you, others at this screen, and bots";
                    return Err(WireError::new(Code::RequestChairs, message).into());
                }
                let entry = self.games.find(&wanted.game)?;
                let opening = Opening::new(entry, &wanted.settings(entry.about())?, draws.seed())?;
                let chairs = wanted.chairs(entry, &opening.record, ME, &[], String::new)?;
                self.begin(opening, chairs, at, draws, reply);
            }
            (_, ["matches", id, ..]) if !id.starts_with(HERE) => {
                return Err(unknown_match(id).into());
            }
            ("GET", ["matches", id]) => {
                let info = self.room(id)?.info();
                self.ok(reply, &info);
            }
            ("GET", ["matches", id, "record"]) => {
                let room = self.room(id)?;
                room.sitting.is_over()?;
                let record = room.record();
                self.ok(reply, &record);
            }
            // Unlike a server's, its matches belong to the player, seeds and all.
            ("GET", ["matches", id, "export"]) => {
                let record = self.room(id)?.record();
                self.ok(reply, &record);
            }
            ("GET", ["matches", id, "material"]) => {
                let material = self.room(id)?.sitting.table.material();
                self.ok(reply, &material);
            }
            ("GET", ["matches", id, "replay"]) => {
                let number = request.query("event").unwrap_or("0");
                let event = number.parse().map_err(|_| {
                    WireError::new(Code::RequestMalformed, format!("{number:?} is not a number of events"))
                })?;
                let seat = request.query("seat").filter(|seat| !seat.is_empty()).map(seat_of).transpose()?;
                let replayed = self.room(id)?.sitting.replayed(event, Viewer::from(seat))?;
                self.ok(reply, &replayed);
            }
            ("GET", ["matches", id, "review"]) => match self.work(id, at, draws, reply, Room::review)?? {
                Ok(review) => self.ok(reply, &review),
                Err(job) => reply.wait = Some(job),
            },
            ("POST", ["matches", id, "seats", seat, "bot"]) => {
                let StandIn { level } = request.read()?;
                let seat = number_of(seat)?;
                self.work(id, at, draws, reply, |room, work| {
                    let seat = room.sitting.seat(seat)?;
                    let chairs = room.sitting.stood_in(seat, level)?;
                    room.set_chairs(chairs, work);
                    Ok::<_, WireError>(())
                })??;
                let info = self.room(id)?.info();
                self.ok(reply, &info);
            }
            ("POST", ["matches", id, "seats", seat, "resign"]) => {
                let seat = number_of(seat)?;
                self.work(id, at, draws, reply, |room, work| {
                    if let Some(chairs) = room.sitting.resigned(Some(ME), seat, work.at)? {
                        room.set_chairs(chairs, work);
                    }
                    Ok::<_, WireError>(())
                })??;
                let info = self.room(id)?.info();
                self.ok(reply, &info);
            }
            ("POST", ["matches", id, "again"]) => {
                let api::TryAgain { event } = request.read()?;
                let room = self.room(id)?;
                room.sitting.is_over()?;
                let record = room.record();
                let (opening, chairs) =
                    Opening::again(&self.games, &record, event, draws.seed(), ME, String::new)?;
                self.begin(opening, chairs, at, draws, reply);
            }
            ("POST", ["matches", id, "rematch"]) => self.rematch(id, at, draws, reply)?,
            _ => {
                let path = request.parts.join("/");
                let message = format!("a page without a server does not answer {} /{path}", request.method);
                return Err(WireError::new(Code::RequestPath, message).into());
            }
        }
        Ok(())
    }

    /// Begins a match.
    fn begin(
        &mut self,
        opening: Opening,
        chairs: Vec<golemry_table::Chair>,
        at: i64,
        draws: &mut Draws,
        reply: &mut Reply,
    ) -> String {
        let id = draws.match_id();
        let new = NewMatch { id: id.clone(), host: ME.to_owned(), chairs, takeover: None, created: at };
        let row = opening.dealt(new, draws.salt());
        let sitting = Sitting::new(row, opening.table, names(self.name.as_ref()), &self.games);
        let mut room = Room::new(sitting, 0);
        room.keep(reply);
        self.rooms.insert(id.clone(), room);
        (reply.status, reply.body) = (Some(201), Some(to_raw(&MatchId { id: id.clone() })));
        id
    }

    /// The next match at the same table; everyone moves one seat on.
    fn rematch(&mut self, id: &str, at: i64, draws: &mut Draws, reply: &mut Reply) -> Done {
        let games = self.games.clone();
        let room = self.room(id)?;
        room.sitting.is_over()?;
        if let Some(next) = room.sitting.row.next.clone() {
            self.ok(reply, &MatchId { id: next });
            return Ok(());
        }
        let chairs = room.sitting.moved_on(String::new);
        let opening = &room.sitting.row.opening;
        let game: &dyn Entry = games.find(&opening.game)?;
        let opening = Opening::new(game, &opening.settings(), draws.seed())?;
        let next = self.begin(opening, chairs, at, draws, reply);
        let room = self.room(id)?;
        room.sitting.row.next = Some(next);
        room.keep(reply);
        room.tell_info(reply);
        reply.status = Some(200);
        Ok(())
    }
}

/// The player's name, by id.
pub(crate) fn names(name: Option<&String>) -> HashMap<String, String> {
    name.map(|name| (ME.to_owned(), name.clone())).into_iter().collect()
}

/// Hands a network file over to the bots.
fn supply(games: &Games, bytes64: &str) -> Result<(), WireError> {
    let broken = |problem: String| WireError::new(Code::BotUnavailable, problem);
    let bytes = BASE64_STANDARD.decode(bytes64).map_err(|error| broken(error.to_string()))?;
    games.supply_network(&bytes).map(drop).map_err(|error| broken(error.to_string()))
}

fn number_of(text: &str) -> Result<u8, WireError> {
    text.parse().map_err(|_| {
        WireError::new(Code::RequestSeat, format!("{text:?} is no seat: seats are numbered from 0"))
    })
}

fn seat_of(text: &str) -> Result<Seat, WireError> {
    Seat::try_from(number_of(text)?).map_err(|error| WireError::new(Code::RequestSeat, error))
}

fn unknown_match(id: &str) -> WireError {
    let id: String = id.chars().take(40).collect();
    WireError::new(Code::MatchUnknown, format!("there is no match {id:?} in this browser"))
}

struct Request<'a> {
    method: &'a str,
    parts: &'a [&'a str],
    query: &'a str,
    body: Option<Value>,
}

impl Request<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, WireError> {
        let body = self.body.clone().unwrap_or_default();
        serde_json::from_value(body)
            .map_err(|error| WireError::new(Code::RequestMalformed, error.to_string()))
    }

    fn has(&self, field: &str) -> bool {
        self.body.as_ref().is_some_and(|body| body.get(field).is_some())
    }

    fn query(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}
