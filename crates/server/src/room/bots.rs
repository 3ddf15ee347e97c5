//! Bots at the table. They think elsewhere: a room never waits for one.

use std::ops::ControlFlow;

use golemry_core::Seat;
use golemry_registry::{Level, Thought};
use serde_json::Value;

use super::task::{Ended, RoomTask};
use super::{Frame, Message, SocketId};
use crate::error::ApiError;
use crate::frames::ServerMessage;

impl RoomTask {
    /// Lets every bot think that has a decision to make and does not think about it yet.
    pub(super) fn wake_bots(&mut self) {
        for index in 0..self.status.to_act.len() {
            let seat = self.status.to_act[index];
            let Some(level) = self.row.chairs[seat.index()].bot_level() else { continue };
            let since = self.since[seat];
            let life = &mut self.seats[seat];
            if life.thinking == Some(since) {
                continue;
            }
            let level = if life.bot_failed { Level::Random } else { level };
            // A level may be gone after an update of the program; then the simplest bot will do.
            let thinker =
                self.table.thinker(seat, level).or_else(|_| self.table.thinker(seat, Level::Random));
            let Ok(thinker) = thinker else { continue };
            life.thinking = Some(since);
            let (shared, room) = (self.shared.clone(), self.own.clone());
            tokio::spawn(async move {
                let thought = shared.think(thinker, level).await;
                if let Some(room) = room.upgrade() {
                    let _ = room.send(Message::Thought { seat, since, thought }).await;
                }
            });
        }
    }

    /// A bot has decided; `None` where it failed.
    pub(super) async fn hear_bot(
        &mut self,
        seat: Seat,
        since: usize,
        thought: Option<Thought<Value>>,
    ) -> ControlFlow<()> {
        let current = self.seats[seat].thinking == Some(since)
            && self.since[seat] == since
            && self.row.chairs[seat.index()].bot_level().is_some();
        if !current {
            return ControlFlow::Continue(());
        }
        let from = self.table.event_count();
        let played = match &thought {
            Some(thought) => match self.play(seat, &thought.action).await {
                Ok(played) => played.is_ok(),
                Err(Ended) => return ControlFlow::Break(()),
            },
            None => false,
        };
        if played {
            self.seats[seat].thinking = None;
            self.tell_events(from);
        } else if !self.seats[seat].bot_failed {
            // Once more, without thinking. If that fails, too, the host can find somebody else for the seat.
            tracing::error!(game = self.row.opening.game, id = self.row.id, %seat, "a bot failed");
            self.seats[seat].bot_failed = true;
            self.seats[seat].thinking = None;
        }
        ControlFlow::Continue(())
    }

    /// Lets the best bot there is think about a player's decision, and tells that player.
    pub(super) fn hint(&mut self, socket: SocketId, id: u32, seat: Seat) -> Result<(), ApiError> {
        let level = self.levels().last().copied().unwrap_or(Level::Random);
        let thinker = self.table.thinker(seat, level)?;
        let Some(there) = self.sockets.get_mut(&socket) else { return Ok(()) };
        let (shared, frames) = (self.shared.clone(), there.frames.clone());
        tokio::spawn(async move {
            let frame = match shared.think(thinker, level).await {
                Some(thought) => {
                    ServerMessage::Hint { id, action: thought.action, value: thought.value, level }
                }
                None => {
                    ServerMessage::Reject { id: Some(id), error: ApiError::internal(&"a hint failed").json() }
                }
            };
            let _ = frames.send(Frame::Answer(id, frame.text())).await;
        });
        Ok(())
    }
}
