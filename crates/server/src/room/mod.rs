//! One match that somebody looks at.
//!
//! 1. [`channel`] makes a stub and a task from what the store has; [`crate::rooms`] spawns the task.
//! 2. The task owns the table. Holders of the stub send it messages; sockets attach and receive what happens.
//! 3. A decision is checked, applied and stored, and only then broadcast; its sender gets the answer in the same write.
//! 4. Bots think elsewhere and send their decisions as messages; a timer hands absent players' seats to a bot.
//! 5. It ends when it has been idle for a while, when the store holds other events, or by a panic; the next request opens another.

mod bots;
mod broadcast;
mod chairs;
#[cfg(test)]
mod long_tests;
mod shuffle;
#[cfg(test)]
mod shuffle_tests;
#[cfg(test)]
mod store_tests;
mod task;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use golemry_core::{Seat, Viewer};
use golemry_room::api::{Emote, MatchInfo, Replayed};
use golemry_room::{Decided, MatchRow};
use golemry_table::{Fault, Json, Level, Referee, Thought};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::error::ApiError;
use crate::limits::Held;
use crate::rooms::Shared;

pub(crate) use task::RoomTask;

/// A handle to a room. The room may have ended by the time it is used: see [`crate::rooms::Rooms::ask`].
#[derive(Clone, Debug)]
pub(crate) struct Room {
    messages: mpsc::Sender<Message>,
}

/// Messages that may be queued for a room.
const WAITING: usize = 256;

/// Frames that may be queued for a socket. A slower one is detached, and can reconnect with its version.
pub(crate) const FRAMES: usize = 256;

/// What a match needs to go on: how it began and where it stands.
pub(crate) struct Loaded {
    pub(crate) row: MatchRow,
    pub(crate) table: Box<dyn Referee>,
    /// The names of the players who have chosen one.
    pub(crate) names: HashMap<String, String>,
    /// Counts the match against the address that opened it, for as long as the room lasts.
    pub(crate) held: Option<Held>,
}

/// Makes the stub and the task of a room.
pub(crate) fn channel(loaded: Loaded, shared: Arc<Shared>) -> (Room, RoomTask) {
    let (sender, messages) = mpsc::channel(WAITING);
    let task = RoomTask::new(loaded, shared, messages, sender.downgrade());
    (Room { messages: sender }, task)
}

/// The requester: a player, or `None` for somebody who only watches.
pub(crate) type Asker = Option<String>;

/// The number of a socket in its room.
pub(crate) type SocketId = u64;

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, ApiError>>;

/// Everything that can be sent to a room.
pub(crate) enum Message {
    /// A socket connects. It gets the whole table, or what happened since a version.
    Attach {
        player: Asker,
        address: IpAddr,
        version: Option<usize>,
        frames: FrameSender,
        reply: oneshot::Sender<SocketId>,
    },
    /// A socket has disconnected.
    Detach { socket: SocketId },
    /// A socket asks something.
    Ask { socket: SocketId, id: u32, question: Question },
    /// Returns the match info visible to this player.
    Info { player: Asker, reply: Reply<MatchInfo> },
    /// A player wants to sit down, under a new name if there is one.
    Join { player: String, seat: u8, secret: String, name: Option<String>, reply: Reply<MatchInfo> },
    /// The host, or its player, wants a new link for a seat.
    Link { player: Asker, seat: u8, reply: Reply<MatchInfo> },
    /// The host hands a seat to a bot, or back to its player.
    StandIn { player: Asker, seat: u8, level: Option<Level>, reply: Reply<MatchInfo> },
    /// A player resigns.
    Resign { player: Asker, seat: u8, reply: Reply<MatchInfo> },
    /// A player changed their name.
    Rename { player: String, name: String },
    /// The deck in play.
    Material { reply: Reply<Option<Value>> },
    /// What a viewer knew at some point of the match, once it is over.
    Replay { event: usize, viewer: Viewer, reply: Reply<Replayed> },
    /// A player wants to play again. Returns the id of the next match at this table, and opens it if there is none.
    Rematch { player: Asker, address: IpAddr, reply: Reply<String> },
    /// A bot has decided; `None` if it failed.
    Thought { seat: Seat, since: usize, thought: Option<Thought<Json>>, fault: Option<Fault> },
    /// Goes on without anybody in it, until the match is over.
    Keep { held: Held },
    /// Nobody keeps it any more.
    Release { reply: oneshot::Sender<()> },
    /// Those who played the same deal have finished.
    Unseal,
    /// The program ends.
    Close,
    /// Panics, for a test.
    #[cfg(test)]
    Panic,
    /// Lets the time for a step of the shuffle run out, for a test.
    #[cfg(test)]
    ShuffleTimeUp,
}

/// What a socket can ask. Choices and actions are text that the table reads.
pub(crate) enum Question {
    Build { seat: u8, choices: Option<Json> },
    Play { seat: u8, version: usize, decision: Decided },
    Check { seat: u8, action: Json },
    Hint { seat: u8 },
    Commit { seat: u8, round: usize, commitment: String },
    Reveal { seat: u8, round: usize, secret: String },
    Emote { seat: u8, emote: Emote },
}

/// Outgoing frames of one socket. Boxed, because a tokio channel preallocates 32 slots and there are thousands of sockets.
pub(crate) type FrameSender = mpsc::Sender<Box<Frame>>;

/// A message to a socket.
pub(crate) enum Frame {
    /// An update, with the version it leads to, if any.
    News(Option<usize>, Utf8Bytes),
    /// The answer to the question with this id.
    Answer(u32, Utf8Bytes),
    /// The play with this id is stored; the version it leads to, and the update. Acknowledgement and update leave in one write.
    Played(u32, usize, Utf8Bytes),
}

impl Room {
    /// Sends a message; `Err` returns it if the room is gone.
    pub(crate) async fn send(&self, message: Message) -> Result<(), Message> {
        self.messages.send(message).await.map_err(|error| error.0)
    }

    /// Whether both are handles to the same room.
    #[cfg(test)]
    pub(crate) fn is(&self, other: &Room) -> bool {
        self.messages.same_channel(&other.messages)
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.messages.is_closed()
    }
}
