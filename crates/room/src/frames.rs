//! The messages of a WebSocket, in both directions.

use golemry_core::{Seat, Viewer};
use golemry_table::{Code, HintOption, Json, Level, Status, StepJson, WireError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
#[cfg(feature = "typescript")]
use ts_rs::TS;

use crate::api::{Emote, MatchInfo};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A message from a client. Its `id` comes back with the answer, `seat` is the one that the client speaks for, and `version` the number of
/// events it knows.
#[allow(missing_docs, reason = "what all messages have is said once")]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "typescript", derive(TS), ts(tag = "type", rename_all = "lowercase"))]
pub enum ClientMessage<'a> {
    /// The first message of a connection.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The client's id for this message.
        id: u32,
        /// The version the client knows; `null` if it knows nothing.
        version: Option<usize>,
    },
    /// Asks what can be chosen next on the way to an action.
    Build {
        id: u32,
        seat: u8,
        #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
        choices: Option<&'a RawValue>,
    },
    /// A decision: an action, or the choices that make one. If they do not make one yet, the answer is what comes next, as for
    /// `build`.
    Play {
        id: u32,
        seat: u8,
        version: usize,
        #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
        action: Option<&'a RawValue>,
        #[cfg_attr(feature = "typescript", ts(optional, type = "unknown[]"))]
        choices: Option<&'a RawValue>,
    },
    /// Asks whether an action is legal.
    Check {
        id: u32,
        seat: u8,
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        action: &'a RawValue,
    },
    /// Asks for a hint.
    Hint { id: u32, seat: u8 },
    /// Commits to a part of the shuffle, by its hash.
    Commit { id: u32, seat: u8, round: usize, commitment: &'a str },
    /// Reveals that part.
    Reveal { id: u32, seat: u8, round: usize, secret: &'a str },
    /// Shows a short message to everyone at the table.
    Emote { id: u32, seat: u8, emote: Emote },
    /// Asks for a `pong`.
    Ping {
        #[cfg_attr(feature = "typescript", ts(optional))]
        id: Option<u32>,
    },
}

/// All fields of client messages. Actions and choices stay JSON text, which only the table parses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    r#type: Kind,
    id: Option<u32>,
    protocol: Option<u32>,
    version: Option<usize>,
    seat: Option<u8>,
    #[serde(borrow)]
    choices: Option<&'a RawValue>,
    #[serde(borrow)]
    action: Option<&'a RawValue>,
    round: Option<usize>,
    commitment: Option<&'a str>,
    secret: Option<&'a str>,
    emote: Option<Emote>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Hello,
    Build,
    Play,
    Check,
    Hint,
    Commit,
    Reveal,
    Emote,
    Ping,
}

impl Kind {
    /// The most bytes of a message. Decisions may be long, up to the limit for frames.
    fn longest(self) -> usize {
        match self {
            Kind::Build | Kind::Play | Kind::Check => usize::MAX,
            Kind::Hello | Kind::Hint | Kind::Commit | Kind::Reveal | Kind::Emote | Kind::Ping => 512,
        }
    }
}

impl<'a> ClientMessage<'a> {
    /// Reads a message. An error comes with the message's id, if that can be read.
    pub fn read(text: &'a str) -> Result<ClientMessage<'a>, (Option<u32>, WireError)> {
        let malformed = |problem: String| WireError::new(Code::RequestMalformed, problem);
        let mut fields: Fields<'a> = serde_json::from_str(text).map_err(|error| {
            let value = serde_json::from_str::<Value>(text).ok();
            let id = value.as_ref().and_then(|value| value.get("id")?.as_u64()?.try_into().ok());
            (id, malformed(error.to_string()))
        })?;
        let (kind, id) = (fields.r#type, fields.id);
        if text.len() > kind.longest() {
            let message = format!("this message has at most {} bytes", kind.longest());
            return Err((id, WireError::new(Code::LimitSize, message)));
        }
        fields.take_message().filter(|_| fields.is_empty()).ok_or_else(|| {
            let fields = match kind {
                Kind::Hello => "protocol, id and version",
                Kind::Build => "id, seat and choices",
                Kind::Play => "id, seat, version and either action or choices",
                Kind::Check => "id, seat and action",
                Kind::Hint => "id and seat",
                Kind::Commit => "id, seat, round and commitment",
                Kind::Reveal => "id, seat, round and secret",
                Kind::Emote => "id, seat and emote",
                Kind::Ping => "at most an id",
            };
            (id, malformed(format!("this message has {fields}, and nothing else")))
        })
    }
}

impl<'a> Fields<'a> {
    /// Takes the fields of this kind of message; `None` if one is missing. Fields of other kinds stay.
    fn take_message(&mut self) -> Option<ClientMessage<'a>> {
        let Fields { id, seat, .. } = self;
        Some(match self.r#type {
            Kind::Hello => ClientMessage::Hello {
                protocol: self.protocol.take()?,
                id: id.take()?,
                version: self.version.take(),
            },
            Kind::Build => {
                ClientMessage::Build { id: id.take()?, seat: seat.take()?, choices: self.choices.take() }
            }
            Kind::Play => {
                let action = self.action.take();
                let choices = if action.is_none() { Some(self.choices.take()?) } else { None };
                let (id, seat) = (id.take()?, seat.take()?);
                ClientMessage::Play { id, seat, version: self.version.take()?, action, choices }
            }
            Kind::Check => {
                ClientMessage::Check { id: id.take()?, seat: seat.take()?, action: self.action.take()? }
            }
            Kind::Hint => ClientMessage::Hint { id: id.take()?, seat: seat.take()? },
            Kind::Commit => ClientMessage::Commit {
                id: id.take()?,
                seat: seat.take()?,
                round: self.round.take()?,
                commitment: self.commitment.take()?,
            },
            Kind::Reveal => ClientMessage::Reveal {
                id: id.take()?,
                seat: seat.take()?,
                round: self.round.take()?,
                secret: self.secret.take()?,
            },
            Kind::Emote => {
                ClientMessage::Emote { id: id.take()?, seat: seat.take()?, emote: self.emote.take()? }
            }
            Kind::Ping => ClientMessage::Ping { id: id.take() },
        })
    }

    fn is_empty(&self) -> bool {
        let Fields {
            r#type: _,
            id,
            protocol,
            version,
            seat,
            choices,
            action,
            round,
            commitment,
            secret,
            emote,
        } = self;
        let texts = [choices.is_none(), action.is_none(), commitment.is_none(), secret.is_none()];
        let numbers = [id.is_none(), protocol.is_none(), version.is_none(), seat.is_none(), round.is_none()];
        texts.into_iter().chain(numbers).all(|none| none) && emote.is_none()
    }
}

/// A message to a client. Its `id` is that of the message it answers, and `version` the number of events it leads to.
#[allow(missing_docs, reason = "what all messages have is said once")]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage<'a> {
    /// The whole match.
    Table {
        version: usize,
        info: MatchInfo,
        views: Vec<ViewOf>,
        /// What the first viewer has seen.
        #[cfg_attr(feature = "typescript", ts(as = "Vec<golemry_table::SeenEvent<'static, String>>"))]
        seen: Json,
        /// What the other viewers have seen, if several share a screen.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<SeenBy>>", optional))]
        also_seen: Vec<SeenBy<'a>>,
        /// What each of the client's seats that are to act can choose first.
        steps: Vec<StepOf>,
    },
    /// New events.
    Events {
        from: usize,
        version: usize,
        seen: Vec<SeenBy<'a>>,
        views: Vec<ViewOf>,
        status: &'a Status,
        /// What each of the client's seats that are to act can choose first.
        steps: Vec<StepOf>,
    },
    /// The occupants or their presence changed.
    Info { info: MatchInfo },
    /// The answer to `build`.
    Step {
        id: u32,
        #[serde(flatten)]
        step: StepJson,
    },
    /// The request was carried out and stored.
    Ack { id: u32, version: usize },
    /// The request was refused, and nothing changed.
    Reject { id: Option<u32>, error: WireError },
    /// The answer to `hint`: up to three options, the best first.
    Hint {
        id: u32,
        /// That of the first option.
        #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
        action: Json,
        /// What the bot expects of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value: Option<f64>,
        options: Vec<HintOption>,
        level: Level,
    },
    /// The match is at another server: connect there instead. Only for clients that asked for it.
    Elsewhere {
        /// The address of the socket there, for this client and the next minute.
        url: String,
    },
    /// A player shows a short message.
    Emote { seat: Seat, emote: Emote },
    /// The answer to `ping`.
    Pong {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        id: Option<u32>,
    },
}

/// What a seat can choose first, as the answer to `build` says it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StepOf {
    /// The seat.
    pub seat: Seat,
    /// The step.
    #[serde(flatten)]
    pub step: StepJson,
}

/// The view of one viewer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ViewOf {
    /// The viewer's seat; `null` for a spectator.
    pub seat: Viewer,
    /// In the game's own form.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub view: Json,
}

/// The events as one viewer saw them.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SeenBy<'a> {
    /// The viewer's seat; `null` for a spectator.
    pub seat: Viewer,
    /// The events.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<golemry_table::SeenEvent<'static, String>>"))]
    pub list: &'a RawValue,
}

impl ServerMessage<'_> {
    /// Its text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_has_its_own_fields_and_no_others() {
        let play = r#"{"type":"play","id":7,"seat":1,"version":3,"action":{"type":"pass"}}"#;
        let Ok(ClientMessage::Play { id: 7, seat: 1, version: 3, action: Some(action), choices: None }) =
            ClientMessage::read(play)
        else {
            panic!("{play}");
        };
        assert_eq!(action.get(), r#"{"type":"pass"}"#);
        let play = r#"{"type":"play","id":7,"seat":1,"version":3,"choices":["pass"]}"#;
        let Ok(ClientMessage::Play { action: None, choices: Some(choices), .. }) = ClientMessage::read(play)
        else {
            panic!("{play}");
        };
        assert_eq!(choices.get(), r#"["pass"]"#);
        for (text, id) in [
            (r#"{"type":"play","id":7,"seat":1,"version":3}"#, Some(7)),
            (r#"{"type":"play","id":7,"seat":1,"version":3,"action":{},"choices":[]}"#, Some(7)),
            (r#"{"type":"play","id":7,"seat":1,"version":3,"action":{},"colour":"red"}"#, Some(7)),
            (r#"{"type":"hint","id":8,"seat":300}"#, Some(8)),
            (r#"{"type":"hint","id":8,"seat":1,"round":1}"#, Some(8)),
            (r#"{"type":"commit","id":8,"seat":1,"round":1,"commitment":"a","secret":"a"}"#, Some(8)),
            (r#"{"type":"reveal","id":8,"seat":1,"round":1,"secret":"a","version":1}"#, Some(8)),
            (r#"{"type":"reveal","id":8,"seat":1,"secret":"a"}"#, Some(8)),
            (r#"{"type":"ping","seat":1}"#, None),
            (r#"{"type":"dance","id":9}"#, Some(9)),
            (r#"{"type":"emote","id":10,"seat":0}"#, Some(10)),
            (r#"{"type":"emote","id":11,"seat":0,"emote":"a word of my own"}"#, Some(11)),
            (r#"{"type":"ping","id":-1}"#, None),
            ("[]", None),
            ("{", None),
        ] {
            let (found, error) = ClientMessage::read(text).unwrap_err();
            assert_eq!((found, json!(error)["code"].as_str()), (id, Some("request/malformed")), "{text}");
        }
    }

    #[test]
    fn only_a_decision_is_long() {
        let long = " ".repeat(600);
        let check = format!(r#"{{"type":"check","id":7,"seat":1,"action":{{{long}}}}}"#);
        assert!(ClientMessage::read(&check).is_ok());
        let reveal = format!(r#"{{"type":"reveal","id":8,"seat":1,"round":1,"secret":"{long}"}}"#);
        let (id, error) = ClientMessage::read(&reveal).unwrap_err();
        assert_eq!((id, json!(error)["code"].as_str()), (Some(8), Some("limit/size")));
        assert!(ClientMessage::read(&reveal.replace(&long, &"0".repeat(64))).is_ok());
    }
}
