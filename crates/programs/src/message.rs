use golemry_core::Seat;
use golemry_table::{Fault, FaultKind, Json, Venue};
use serde::{Deserialize, Serialize};

/// The version of the protocol: the first thing that both sides say.
pub const VERSION: u32 = 1;

/// The first line, to the program.
#[derive(Serialize)]
pub(crate) struct Hello<'a> {
    pub(crate) golemry: u32,
    #[serde(flatten)]
    pub(crate) venue: &'a Venue,
}

/// The first line, from the program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    golemry: Option<u32>,
    /// What it calls itself, for its author's logs.
    #[serde(default, rename = "name")]
    _name: Option<String>,
    #[serde(default)]
    error: Option<String>,
}

impl Greeting {
    /// Reads a first line, and refuses another version.
    pub(crate) fn read(line: &[u8]) -> Result<(), Fault> {
        let expected = format!("a program begins with {{\"golemry\":{VERSION}}}");
        let greeting: Greeting = read(line).map_err(|problem| malformed(format!("{expected}: {problem}")))?;
        match greeting {
            Greeting { error: Some(error), .. } => {
                Err(Fault::new(FaultKind::Refused, format!("it said: {}", clipped(&error))))
            }
            Greeting { golemry: Some(VERSION), .. } => Ok(()),
            Greeting { golemry, .. } => {
                let said = golemry.map_or("no version".to_owned(), |it| format!("version {it}"));
                Err(malformed(format!("{expected}, and it said {said}")))
            }
        }
    }
}

/// What the program can choose next, on the way to its decision.
#[derive(Serialize)]
pub(crate) struct Offers {
    /// The number of the decision.
    pub(crate) id: u64,
    pub(crate) seat: Seat,
    /// What the seat may know; left out in further steps of the same decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) view: Option<Json>,
    /// The choices so far.
    pub(crate) choices: Json,
    pub(crate) prompt: &'static str,
    pub(crate) offers: Json,
    /// A number to draw from.
    pub(crate) seed: u32,
    /// How many milliseconds are left for the decision.
    pub(crate) ms: u64,
}

/// What the program answers.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answered {
    id: u64,
    #[serde(default)]
    seat: Option<u8>,
    #[serde(default)]
    action: Option<Json>,
    #[serde(default)]
    choices: Option<Json>,
    #[serde(default)]
    error: Option<String>,
}

/// An answer that was read.
pub(crate) enum Said {
    Action(Json),
    Choices(Json),
    Error(String),
}

impl Answered {
    /// Reads an answer to the decision with this number.
    pub(crate) fn read(line: &[u8], id: u64, seat: Seat) -> Result<Said, Fault> {
        let answer: Answered = read(line).map_err(malformed)?;
        if answer.id != id {
            return Err(malformed(format!("it answered decision {}, and was asked for {id}", answer.id)));
        }
        if let Some(other) = answer.seat.filter(|other| usize::from(*other) != seat.index()) {
            return Err(malformed(format!(
                "it answered for seat {other}, and was asked for {}",
                seat.index()
            )));
        }
        match (answer.action, answer.choices, answer.error) {
            (Some(action), None, None) => Ok(Said::Action(action)),
            (None, Some(choices), None) => Ok(Said::Choices(choices)),
            (None, None, Some(error)) => Ok(Said::Error(clipped(&error))),
            _ => Err(malformed("an answer has either \"action\", \"choices\" or \"error\"")),
        }
    }
}

pub(crate) fn malformed(problem: impl Into<String>) -> Fault {
    Fault::new(FaultKind::Malformed, problem)
}

fn read<'a, T: Deserialize<'a>>(line: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(line).map_err(|error| {
        let begins = clipped(&String::from_utf8_lossy(line));
        format!("{error}, in the line {begins:?}")
    })
}

/// The beginning of what a program said, for messages.
pub(crate) fn clipped(text: &str) -> String {
    const MOST: usize = 200;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut clipped: String = text.chars().take(MOST).map(clean).collect();
    if text.chars().nth(MOST).is_some() {
        clipped.push('…');
    }
    clipped
}
