//! `golemry engine`: one request a line, one reply a line, both JSON. docs/protocol.md describes it.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use golemry_core::{About, Material, MaterialSource, OptionValue, Seat, Seed, Settings, Viewer};
use golemry_table::{Budget, Code, Games, Level, Record, Referee, Seated, Thinker, WireError};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::input;

/// The longest line that is read: 1 MiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// Actions on a page if the request names no limit.
const PAGE: usize = 2000;

/// The longest page: some games have millions of actions, and a reply has to fit in memory.
const LONGEST_PAGE: usize = 100_000;

/// The largest offset of a page: the actions before it have to be listed as well, and millions of them take seconds.
const MOST_OFFSET: usize = 100_000;

/// The most iterations a bot thinks about one decision.
const MOST_ITERATIONS: u32 = 10_000_000;

/// The longest time a bot thinks about one decision: ten minutes.
const MOST_MILLISECONDS: u32 = 600_000;

/// How many of the actions that a bot considered are in its reply.
const BEST_ALTERNATIVES: usize = 10;

/// A request, without its `id`.
#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Games {},
    New(Box<Begin>),
    Setup(Box<Begin>),
    Position {},
    View {
        #[serde(default)]
        seat: Option<SeatNumber>,
    },
    Legal {
        seat: SeatNumber,
        #[serde(default)]
        offset: usize,
        #[serde(default)]
        limit: Option<usize>,
    },
    Check {
        seat: SeatNumber,
        action: ActionText,
    },
    Apply {
        seat: SeatNumber,
        action: ActionText,
    },
    Build {
        seat: SeatNumber,
        #[serde(default)]
        choices: Vec<Value>,
    },
    Bot {
        seat: SeatNumber,
        bot: String,
        #[serde(default)]
        budget: Option<Budget>,
        #[serde(default)]
        seed: Option<Seed>,
    },
    Hint {
        seat: SeatNumber,
        #[serde(default)]
        bot: Option<String>,
        #[serde(default)]
        budget: Option<Budget>,
        #[serde(default)]
        seed: Option<Seed>,
    },
    Record {},
    Replay {
        record: Value,
    },
}

/// An action as it was written: only the game parses it. A request is read without it, and [`parse`] puts it in.
#[derive(Debug)]
struct ActionText(Box<str>);

impl<'de> Deserialize<'de> for ActionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ActionText, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| ActionText(Box::default()))
    }
}

/// The commands, for error messages.
const COMMANDS: &str =
    "games, new, setup, position, view, legal, check, apply, build, bot, hint, record, replay";

/// A seat number that the table has not checked yet.
type SeatNumber = i64;

/// What `new` and `setup` ask for; `position` belongs to `setup` alone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    game: String,
    #[serde(default)]
    seats: Option<u8>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default)]
    seed: Option<Seed>,
    #[serde(default)]
    deck: Option<Value>,
    #[serde(default)]
    board: Option<Value>,
    #[serde(default)]
    position: Option<Value>,
}

/// The fields of a reply besides `ok` and `id`.
type Reply = Result<Map<String, Value>, WireError>;

/// One conversation: the match that is going on, if any.
pub struct Engine {
    games: Games,
    table: Option<Box<dyn Referee>>,
    /// The deck or board of matches that bring none.
    material: Option<(Material, MaterialSource)>,
}

/// Answers every line until the input ends.
pub fn run(mut engine: Engine, mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        writeln!(output, "{}", engine.answer(&line))?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its newline; false at the end of input. Of a line that is too long it keeps one byte more than allowed.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

impl Engine {
    /// An engine for these games.
    pub fn new(games: Games) -> Engine {
        Engine { games, table: None, material: None }
    }

    /// Sets the deck or board for matches that bring none.
    #[must_use]
    pub fn with_material(self, material: Option<(Material, MaterialSource)>) -> Engine {
        Engine { material, ..self }
    }

    /// The reply to one line.
    pub fn answer(&mut self, line: &[u8]) -> String {
        let mut id = None;
        let reply = parse(line, &mut id).and_then(|request| self.guarded(request));
        let mut fields = Map::new();
        if let Some(id) = id {
            fields.insert("id".to_owned(), id);
        }
        match reply {
            Ok(reply) => {
                fields.insert("ok".to_owned(), Value::Bool(true));
                fields.extend(reply);
            }
            Err(error) => {
                fields.insert("ok".to_owned(), Value::Bool(false));
                fields.insert("error".to_owned(), json!(error));
            }
        }
        Value::Object(fields).to_string()
    }

    /// Carries a request out; a panic in the rules is reported, and the match stays as it was before.
    fn guarded(&mut self, request: Request) -> Reply {
        let before = self.table.as_ref().map(|table| table.event_count());
        catch_unwind(AssertUnwindSafe(|| self.carry_out(request))).unwrap_or_else(|_| {
            if let (Some(table), Some(events)) = (&mut self.table, before) {
                *table = table.rewound(events);
            }
            Err(WireError::new(Code::Internal, "this is a bug in golemry; the match is as it was before"))
        })
    }

    fn carry_out(&mut self, request: Request) -> Reply {
        match request {
            Request::Games {} => Ok(fields([("games", json!(self.games.list()))])),
            Request::New(begin) if begin.position.is_some() => {
                Err(malformed("\"new\" begins from the usual start, \"setup\" from a position"))
            }
            Request::Setup(begin) if begin.position.is_none() => Err(malformed(
                "missing field `position`: \"setup\" begins from one, \"new\" from the usual start",
            )),
            Request::New(begin) | Request::Setup(begin) => {
                let entry = self.games.find(&begin.game)?;
                let seed = seed_or_random(begin.seed);
                let settings = begin.settings(entry.about(), self.material.as_ref())?;
                self.start(match &begin.position {
                    None => entry.open(&settings, seed)?,
                    Some(position) => entry.setup(&settings, position, seed)?,
                })
            }
            Request::Replay { record } => {
                let record = Record::from_value(record)?;
                let mut reply = self.start(self.games.find(&record.game)?.replay(&record)?)?;
                note(&mut reply, &record.notes().join("; "));
                Ok(reply)
            }
            Request::Position {} => Ok(fields([("position", self.table()?.position())])),
            Request::View { seat } => {
                let seat = seat.map(|number| self.seat(number)).transpose()?;
                Ok(fields([("view", self.table()?.view(Viewer::from(seat))?)]))
            }
            Request::Legal { seat, offset, limit } => {
                let seat = self.seat(seat)?;
                self.is_near(seat, offset)?;
                Ok(object(&self.table()?.legal(seat, offset, limit.unwrap_or(PAGE).min(LONGEST_PAGE))?))
            }
            Request::Check { seat, action } => {
                let seat = self.seat(seat)?;
                self.table()?.check(seat, &action.0)?;
                Ok(Map::new())
            }
            Request::Apply { seat, action } => {
                let seat = self.seat(seat)?;
                let moved = self.table()?.apply(seat, &action.0, &[])?;
                let mut reply = fields([("events", json!(moved.events))]);
                reply.extend(object(&self.table()?.status()));
                Ok(reply)
            }
            Request::Build { seat, choices } => {
                let seat = self.seat(seat)?;
                Ok(object(&self.table()?.build_json(seat, &json!(choices).to_string())?))
            }
            Request::Bot { seat, bot, budget, seed } => {
                let seat = self.seat(seat)?;
                let (level, own) = Seated::read_bot(&bot)?;
                let budget = budget.or(own);
                let seed = seed_or_random(seed);
                let thinker = self.table()?.thinker(seat, level)?;
                within_limits(budget)?;
                let mut reply = object(&thinker.think(budget, seed));
                if let Some(Value::Array(alternatives)) = reply.get_mut("alternatives") {
                    alternatives.truncate(BEST_ALTERNATIVES);
                }
                reply.insert("seed".to_owned(), json!(seed));
                note(&mut reply, &self.fallback(level)?);
                Ok(reply)
            }
            Request::Hint { seat, bot, budget, seed } => {
                let seat = self.seat(seat)?;
                let bot = bot.map(|bot| Seated::read_bot(&bot)).transpose()?;
                let budget = budget.or(bot.and_then(|bot| bot.1));
                let seed = seed_or_random(seed);
                let (level, thinker) = self.adviser(seat, bot.map(|bot| bot.0))?;
                within_limits(budget)?;
                let mut reply = object(&thinker.hint_while(budget, seed, &|| true));
                reply.extend(fields([("bot", json!(level)), ("seed", json!(seed))]));
                note(&mut reply, &self.fallback(level)?);
                Ok(reply)
            }
            Request::Record {} => Ok(fields([("record", json!(self.table()?.record()))])),
        }
    }

    fn start(&mut self, table: Box<dyn Referee>) -> Reply {
        let mut reply = object(&table.status());
        // The seed the match continues with: a position may have brought its own.
        reply.insert("seed".to_owned(), json!(table.seed()));
        self.table = Some(table);
        Ok(reply)
    }

    fn table(&mut self) -> Result<&mut Box<dyn Referee>, WireError> {
        let none = "no match is going on: begin one with \"new\", \"setup\" or \"replay\"";
        self.table.as_mut().ok_or_else(|| WireError::new(Code::RequestNoMatch, none))
    }

    /// Which level plays in place of this one, and why; empty if none does.
    fn fallback(&mut self, level: Level) -> Result<String, WireError> {
        Ok(self.table()?.fallback(level).map(|it| it.to_string()).unwrap_or_default())
    }

    /// The bot of that level that gives a hint, else the best one there is.
    fn adviser(&mut self, seat: Seat, level: Option<Level>) -> Result<(Level, Box<dyn Thinker>), WireError> {
        let table = self.table()?;
        // The master only advises if asked for: at most tables it is the hard bot under another name.
        let levels = || Level::ALL.into_iter().rev().filter(|level| *level != Level::Master);
        let best = || levels().find(|level| table.thinker(seat, *level).is_ok());
        let level = level.or_else(best).unwrap_or(Level::Normal);
        Ok((level, table.thinker(seat, level)?))
    }

    /// Refuses an offset that takes long to reach. One beyond the end of a short listing is harmless.
    fn is_near(&mut self, seat: Seat, offset: usize) -> Result<(), WireError> {
        if offset <= MOST_OFFSET || self.table()?.legal(seat, MOST_OFFSET, 1)?.actions.is_empty() {
            return Ok(());
        }
        let message = format!(
            "this seat has more than {MOST_OFFSET} actions, and an offset is at most that, not {offset}: use \"build\" to reach the others"
        );
        Err(WireError::new(Code::RequestOffset, message))
    }

    /// The seat of the table with that number.
    fn seat(&mut self, number: SeatNumber) -> Result<Seat, WireError> {
        let seats = self.table()?.seats();
        let seat = Seat::all(seats).find(|seat| i64::from(u8::from(*seat)) == number);
        seat.ok_or_else(|| {
            let message = format!("there is no seat {number}: this table has seats 0 to {}", seats - 1);
            WireError::new(Code::RequestSeat, message)
        })
    }
}

/// Adds something that the reader should know to a reply, if there is anything.
fn note(reply: &mut Map<String, Value>, text: &str) {
    if !text.is_empty() {
        reply.insert("note".to_owned(), json!(text));
    }
}

/// Reads a request and, as soon as it is known, its id.
fn parse(line: &[u8], id: &mut Option<Value>) -> Result<Request, WireError> {
    if line.len() > LONGEST_LINE {
        return Err(WireError::new(Code::RequestTooLong, format!("a line has at most {LONGEST_LINE} bytes")));
    }
    if line.trim_ascii().is_empty() {
        return Err(malformed("the line is empty: a request is a JSON object with a \"cmd\""));
    }
    let not_json = |error: serde_json::Error| malformed(format!("this is not JSON: {error}"));
    let mut texts: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(line).map_err(|error| {
        if error.is_data() { malformed("a request is a JSON object with a \"cmd\"") } else { not_json(error) }
    })?;
    let action = texts.get_mut("action").map(|text| std::mem::replace(text, RawValue::NULL.to_owned()));
    let value = |(name, text): (String, Box<RawValue>)| Ok((name, serde_json::from_str(text.get())?));
    let mut fields = texts.into_iter().map(value).collect::<Result<Map<_, _>, _>>().map_err(not_json)?;
    *id = fields.remove("id");
    match fields.get("cmd") {
        Some(Value::String(cmd)) if COMMANDS.split(", ").any(|known| known == cmd) => {}
        Some(Value::String(cmd)) => {
            let message = format!("there is no command {cmd:?}: the commands are {COMMANDS}");
            return Err(WireError::new(Code::RequestUnknownCommand, message));
        }
        _ => return Err(malformed(format!("a request has a \"cmd\", one of {COMMANDS}"))),
    }
    let mut request =
        serde_json::from_value(Value::Object(fields)).map_err(|error| malformed(error.to_string()))?;
    if let (Request::Check { action: empty, .. } | Request::Apply { action: empty, .. }, Some(action)) =
        (&mut request, action)
    {
        *empty = ActionText(action.into());
    }
    Ok(request)
}

fn malformed(problem: impl Into<String>) -> WireError {
    WireError::new(Code::RequestMalformed, problem)
}

impl Begin {
    fn settings(
        &self,
        about: &About,
        usual: Option<&(Material, MaterialSource)>,
    ) -> Result<Settings, WireError> {
        let given = golemry_table::own_material(about, self.deck.as_ref(), self.board.as_ref())?;
        let options = self.options.iter().map(|(name, value)| Ok((name.clone(), option_value(name, value)?)));
        Ok(Settings {
            seats: self.seats,
            variant: self.variant.clone(),
            options: options.collect::<Result<_, WireError>>()?,
            material: match given {
                Some(given) => Some(material_source(given)?),
                None => usual.filter(|usual| about.material == Some(usual.0)).map(|usual| usual.1.clone()),
            },
        })
    }
}

fn option_value(name: &str, value: &Value) -> Result<OptionValue, WireError> {
    OptionValue::deserialize(value).map_err(|_| {
        let message = format!("option {name} is a whole number, true, false or a text, not {value}");
        WireError::new(Code::SetupOption, message)
    })
}

/// A deck or board, inline or by the path of its file.
fn material_source(material: &Value) -> Result<MaterialSource, WireError> {
    match material {
        Value::String(path) => input::read_file(path)
            .map(MaterialSource::Toml)
            .map_err(|error| WireError::new(Code::SetupMaterial, format!("cannot read {path:?}: {error}"))),
        inline => Ok(MaterialSource::Json(inline.to_string())),
    }
}

/// Refuses a budget so long that the client would think the engine has crashed.
fn within_limits(budget: Option<Budget>) -> Result<(), WireError> {
    match budget {
        Some(Budget::Iterations(number)) if number > MOST_ITERATIONS => {
            let message = format!("a bot thinks for at most {MOST_ITERATIONS} iterations, not {number}");
            Err(WireError::new(Code::BotBudget, message))
        }
        Some(Budget::Milliseconds(number)) if number > MOST_MILLISECONDS => {
            let message = format!("a bot thinks for at most {MOST_MILLISECONDS} milliseconds, not {number}");
            Err(WireError::new(Code::BotBudget, message))
        }
        _ => Ok(()),
    }
}

/// The seed, or a random one. The reply contains it, so that the match can be repeated.
pub(crate) fn seed_or_random(seed: Option<Seed>) -> Seed {
    seed.unwrap_or_else(|| Seed(getrandom::u64().unwrap_or_default() >> 11))
}

fn fields<const N: usize>(fields: [(&str, Value); N]) -> Map<String, Value> {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The fields of a value that is an object.
fn object(value: &impl serde::Serialize) -> Map<String, Value> {
    match json!(value) {
        Value::Object(fields) => fields,
        _ => unreachable!("replies are objects"),
    }
}
