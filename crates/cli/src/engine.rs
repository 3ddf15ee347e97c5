//! `golemry engine`: one request a line, one reply a line, both JSON. docs/protocol.md describes it.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use golemry_core::{About, Material, MaterialSource, OptionValue, Seat, Seed, Settings, Viewer};
use golemry_registry::{Record, Table, WireError};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The longest line that is read: 1 MiB.
pub const LONGEST_LINE: usize = 1 << 20;

/// Actions on a page where the request names no limit.
const PAGE: usize = 2000;

/// A request, without its `id`.
#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Games {},
    New(Box<New>),
    Setup(Box<Setup>),
    Position {},
    View {
        #[serde(default)]
        seat: Option<Seat>,
    },
    Legal {
        seat: Seat,
        #[serde(default)]
        offset: usize,
        #[serde(default)]
        limit: Option<usize>,
    },
    Check {
        seat: Seat,
        action: Value,
    },
    Apply {
        seat: Seat,
        action: Value,
    },
    Build {
        seat: Seat,
        #[serde(default)]
        choices: Vec<Value>,
    },
    Record {},
    Replay {
        record: Value,
    },
}

/// The commands, for error messages.
const COMMANDS: &str = "games, new, setup, position, view, legal, check, apply, build, record, replay";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    game: String,
    #[serde(default)]
    seats: Option<u8>,
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
    #[serde(default)]
    seed: Option<Seed>,
    #[serde(default)]
    deck: Option<Value>,
    #[serde(default)]
    board: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct Setup {
    position: Value,
    #[serde(flatten)]
    new: New,
}

/// What a reply says beside `ok` and `id`.
type Reply = Result<Map<String, Value>, WireError>;

/// One conversation: the match that is going on, if any.
#[derive(Default)]
pub struct Engine {
    table: Option<Box<dyn Table>>,
}

/// Answers every line until the input ends.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut engine = Engine::default();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        writeln!(output, "{}", engine.answer(&line))?;
        output.flush()?;
    }
    Ok(())
}

/// Reads a line without its end, keeping one byte more than allowed of a line that is too long; false at the end of input.
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
            Err(WireError::new("internal", "this is a bug in golemry; the match is as it was before"))
        })
    }

    fn carry_out(&mut self, request: Request) -> Reply {
        match request {
            Request::Games {} => Ok(fields([("games", crate::games::list())])),
            Request::New(new) => {
                let seed = seed_or_random(new.seed);
                let entry = golemry_registry::find(&new.game)?;
                self.start(entry.open(&settings(*new, entry.about())?, seed)?, seed)
            }
            Request::Setup(setup) => {
                let seed = seed_or_random(setup.new.seed);
                let entry = golemry_registry::find(&setup.new.game)?;
                self.start(entry.setup(&settings(setup.new, entry.about())?, &setup.position, seed)?, seed)
            }
            Request::Replay { record } => {
                let record = Record::from_value(record)?;
                let table = golemry_registry::find(&record.game)?.replay(&record)?;
                self.start(table, record.seed)
            }
            Request::Position {} => Ok(fields([("position", self.table()?.position())])),
            Request::View { seat } => Ok(fields([("view", self.table()?.view(Viewer::from(seat))?)])),
            Request::Legal { seat, offset, limit } => {
                Ok(object(&self.table()?.legal(seat, offset, limit.unwrap_or(PAGE))?))
            }
            Request::Check { seat, action } => {
                self.table()?.check(seat, &action)?;
                Ok(Map::new())
            }
            Request::Apply { seat, action } => {
                let events = self.table()?.apply(seat, &action)?;
                let mut reply = fields([("events", Value::Array(events))]);
                reply.extend(object(&self.table()?.status()));
                Ok(reply)
            }
            Request::Build { seat, choices } => Ok(object(&self.table()?.build(seat, &choices)?)),
            Request::Record {} => Ok(fields([("record", json!(self.table()?.record()))])),
        }
    }

    fn start(&mut self, table: Box<dyn Table>, seed: Seed) -> Reply {
        let mut reply = object(&table.status());
        reply.insert("seed".to_owned(), json!(seed));
        self.table = Some(table);
        Ok(reply)
    }

    fn table(&mut self) -> Result<&mut Box<dyn Table>, WireError> {
        let none = "no match is going on: begin one with \"new\", \"setup\" or \"replay\"";
        self.table.as_mut().ok_or_else(|| WireError::new("request/no-match", none))
    }
}

/// Reads a request and, as soon as it is known, its id.
fn parse(line: &[u8], id: &mut Option<Value>) -> Result<Request, WireError> {
    let refused = |problem: String| WireError::new("request/malformed", problem);
    if line.len() > LONGEST_LINE {
        return Err(WireError::new("request/too-long", format!("a line has at most {LONGEST_LINE} bytes")));
    }
    let mut request: Value =
        serde_json::from_slice(line).map_err(|error| refused(format!("this is no JSON: {error}")))?;
    let fields = request
        .as_object_mut()
        .ok_or_else(|| refused("a request is a JSON object with a \"cmd\"".to_owned()))?;
    *id = fields.remove("id");
    match fields.get("cmd") {
        Some(Value::String(cmd)) if COMMANDS.split(", ").any(|known| known == cmd) => {}
        Some(Value::String(cmd)) => {
            let message = format!("there is no command {cmd:?}: the commands are {COMMANDS}");
            return Err(WireError::new("request/unknown-command", message));
        }
        _ => return Err(refused(format!("a request has a \"cmd\", one of {COMMANDS}"))),
    }
    serde_json::from_value(request).map_err(|error| refused(error.to_string()))
}

fn settings(new: New, about: &About) -> Result<Settings, WireError> {
    let mut given = [(Material::Deck, new.deck), (Material::Board, new.board)]
        .into_iter()
        .filter_map(|(material, value)| Some((material, value?)));
    let material = given.next().map(|(material, value)| {
        if about.material == Some(material) && given.next().is_none() {
            material_source(value)
        } else {
            let takes = about
                .material
                .map_or("no deck or board of one's own".to_owned(), |it| format!("a {}", it.word()));
            Err(WireError::new("setup/material", format!("{} takes {takes}", about.id)))
        }
    });
    Ok(Settings {
        seats: new.seats,
        variant: new.variant,
        options: new.options,
        material: material.transpose()?,
    })
}

/// A deck or board, inline or by the path of its file.
fn material_source(material: Value) -> Result<MaterialSource, WireError> {
    match material {
        Value::String(path) => std::fs::read_to_string(&path)
            .map(MaterialSource::Toml)
            .map_err(|error| WireError::new("setup/material", format!("cannot read {path:?}: {error}"))),
        inline => Ok(MaterialSource::Json(inline.to_string())),
    }
}

fn seed_or_random(seed: Option<Seed>) -> Seed {
    // Without a seed any will do. It comes back in the reply, so that the match can be had again.
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
