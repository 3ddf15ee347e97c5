//! Open tables: matches that their hosts list, so that anyone on this server finds them.

use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seat};
use golemry_room::api::ChairKind;
use golemry_table::Level;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// How a match is listed: `PUT /api/matches/{id}/open`, for its host. `DELETE` takes it off the list.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct ListTable {
    /// Seconds after which bots take the seats that are still empty: 10 to 3600; `null` if they wait for people.
    #[serde(default)]
    pub(crate) fill_seconds: Option<u32>,
    /// How well these bots play; by default as well as bots that stand in.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) level: Option<Level>,
}

/// The matches that anybody here may join: `GET /api/open`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenTables {
    /// Those with an empty seat, the oldest first.
    pub(crate) tables: Vec<OpenTable>,
}

/// A match with an empty seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenTable {
    /// The match.
    pub(crate) id: String,
    /// The game's id.
    pub(crate) game: String,
    /// The number of seats.
    pub(crate) seats: u8,
    /// The variant.
    pub(crate) variant: String,
    /// Every option that has a value.
    pub(crate) options: BTreeMap<String, OptionValue>,
    /// Whether it is played with a custom deck or board.
    pub(crate) material: bool,
    /// The seats, by number.
    pub(crate) chairs: Vec<OpenChair>,
    /// Since when it is listed, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) since: i64,
    /// When bots take the empty seats.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub(crate) fill_at: Option<i64>,
    /// Whether the requester opened it.
    pub(crate) host: bool,
    /// Whether the requester sits there.
    pub(crate) yours: bool,
}

/// A seat of an open table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct OpenChair {
    /// The seat.
    pub(crate) seat: Seat,
    /// Whether it is a person's or a bot's.
    pub(crate) kind: ChairKind,
    /// Whether nobody has taken it.
    pub(crate) free: bool,
    /// The name of the person who sits there, if they have chosen one.
    pub(crate) name: Option<String>,
    /// How well the bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub(crate) level: Option<Level>,
}

/// Somebody takes the first empty seat: `POST /api/open/{id}/join`. The reply is the match info.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinOpen {
    /// The player's new name.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub(crate) name: Option<String>,
}
