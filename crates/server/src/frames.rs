//! What goes over a WebSocket, both ways.

use golemry_core::Viewer;
use golemry_registry::{Level, OfferOut, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
#[cfg(test)]
use ts_rs::TS;

use crate::api::{MatchInfo, SeenEvent};

/// The version of these messages.
pub(crate) const PROTOCOL: u32 = 1;

/// What a client says.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// First of all.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The client's number for it.
        id: u32,
        /// How many events it knows; `null` where it knows nothing.
        version: Option<usize>,
    },
    /// What can be chosen next on the way to an action?
    Build {
        id: u32,
        seat: u8,
        #[serde(default)]
        #[cfg_attr(test, ts(type = "unknown[]"))]
        choices: Vec<Value>,
    },
    /// This is my decision.
    Play {
        id: u32,
        seat: u8,
        version: usize,
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
    },
    /// Could I do this?
    Check {
        id: u32,
        seat: u8,
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
    },
    /// What would you do?
    Hint { id: u32, seat: u8 },
    /// Are you there?
    Ping {
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        id: Option<u32>,
    },
}

/// What the server says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ServerMessage<'a> {
    /// Everything, from scratch.
    Table { version: usize, info: MatchInfo, views: Vec<ViewOf>, seen: Vec<SeenEvent> },
    /// What is new.
    Events {
        from: usize,
        version: usize,
        seen: Vec<SeenBy>,
        views: Vec<ViewOf>,
        #[cfg_attr(test, ts(type = "Status"))]
        status: &'a Status,
    },
    /// Who is there has changed.
    Info { info: MatchInfo },
    /// The answer to `build`.
    Step {
        id: u32,
        prompt: &'static str,
        #[cfg_attr(test, ts(type = "Offer<unknown>[]"))]
        choices: Vec<OfferOut>,
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Option<Value>,
    },
    /// It is done, and kept.
    Ack { id: u32, version: usize },
    /// It is not done, and nothing changed.
    Reject {
        id: Option<u32>,
        #[cfg_attr(test, ts(type = "WireError"))]
        error: Value,
    },
    /// The answer to `hint`.
    Hint {
        id: u32,
        #[cfg_attr(test, ts(type = "unknown"))]
        action: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        value: Option<f64>,
        #[cfg_attr(test, ts(type = "Level"))]
        level: Level,
    },
    /// I am here.
    Pong {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        id: Option<u32>,
    },
}

/// What one viewer knows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct ViewOf {
    /// Whose eyes; `null` for a spectator's.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) seat: Viewer,
    /// In the game's own form.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub(crate) view: Box<RawValue>,
}

/// What one viewer saw happen.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct SeenBy {
    /// Whose eyes; `null` for a spectator's.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) seat: Viewer,
    /// What happened.
    pub(crate) list: Vec<SeenEvent>,
}

impl ServerMessage<'_> {
    pub(crate) fn text(&self) -> tokio_tungstenite::tungstenite::Utf8Bytes {
        serde_json::to_string(self).expect("messages are plain data").into()
    }
}
