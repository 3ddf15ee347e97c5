//! What a room sends, and to whom. Everything that leaves a room leaves here, made of views and glimpses.

use std::net::IpAddr;

use golemry_core::{Seat, Viewer};
use golemry_room::ServerMessage;
use golemry_room::api::{Emote, MatchInfo};
use golemry_table::Json;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::task::{RoomTask, Socket};
use super::{Frame, SocketId};
use crate::limits::Act;

/// The most events that are sent again to a client that does not know them: more than most matches have, and some 100 kB for each
/// of its seats.
pub(super) const BACKLOG: usize = 1000;

/// Events that take more than a millisecond to write.
const LONG_STORY: usize = 100;

/// Does work that takes a while without keeping others waiting who share this thread.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match Handle::current().runtime_flavor() {
        RuntimeFlavor::MultiThread => tokio::task::block_in_place(work),
        // In tests nobody else waits.
        _ => work(),
    }
}

impl RoomTask {
    /// Broadcasts what happened since `from`, to each as they saw it. The socket in `asked` gets its acknowledgement in the same write.
    pub(super) fn broadcast_events(
        &mut self,
        from: usize,
        seen: &[(Viewer, Json)],
        asked: Option<(SocketId, u32)>,
    ) {
        // Sockets with the same viewers get the same frame; there are few different ones.
        let mut made: Vec<(Vec<Viewer>, Utf8Bytes)> = Vec::new();
        let mut full = Vec::new();
        let version = self.sitting.table.event_count();
        for (id, socket) in &self.sockets {
            let viewers = self.sitting.viewers(socket.player.as_deref());
            let index = made.iter().position(|(others, _)| *others == viewers);
            let index = index.unwrap_or_else(|| {
                let frame = self.sitting.news(&viewers, from, seen).into();
                made.push((viewers, frame));
                made.len() - 1
            });
            let news = made[index].1.clone();
            let frame = match asked {
                Some((asker, question)) if asker == *id => Frame::Played(question, version, news),
                _ => Frame::News(Some(version), news),
            };
            if !socket.try_send(frame) {
                full.push(*id);
            }
        }
        self.detach(&full);
    }

    /// Sends a socket what happened since `version`, or the whole table if it has no version to go on from.
    pub(super) fn sync(&mut self, socket: SocketId, version: Option<usize>) {
        let Some(client) = self.sockets.get(&socket) else { return };
        let (player, address) = (client.player.clone(), client.address);
        let viewers = self.sitting.viewers(player.as_deref());
        let now = self.sitting.table.event_count();
        let known = version.filter(|known| *known <= now && self.sitting.row.is_dealt());
        let from = self.resend_from(address, &viewers, known.unwrap_or(0));
        let story = || self.story(player.as_deref(), &viewers, known, from);
        let frames = if (now - from) * viewers.len() > LONG_STORY { aside(story) } else { story() };
        for frame in frames {
            self.send(socket, frame);
        }
    }

    /// What happened from number `from` on, for a client that knows the first `known` events, or none.
    fn story(
        &self,
        player: Option<&str>,
        viewers: &[Viewer],
        known: Option<usize>,
        from: usize,
    ) -> Vec<Frame> {
        let now = Some(self.sitting.table.event_count());
        if known != Some(from) {
            // A table that is not dealt has no version to go on from.
            return vec![Frame::News(
                now.filter(|_| self.sitting.row.is_dealt()),
                self.table_frame(player, from),
            )];
        }
        let info = ServerMessage::Info { info: self.pushed_info(player) }.text().into();
        let seen: Vec<_> = viewers.iter().map(|viewer| (*viewer, self.sitting.seen(*viewer, from))).collect();
        vec![Frame::News(None, info), Frame::News(now, self.sitting.news(viewers, from, &seen).into())]
    }

    /// The first event to send again to a client that knows the first `known`: at most [`BACKLOG`] of them, and none if its address
    /// has had too many.
    fn resend_from(&self, address: IpAddr, viewers: &[Viewer], known: usize) -> usize {
        let now = self.sitting.table.event_count();
        let from = known.max(now.saturating_sub(BACKLOG));
        let events = (now - from) * viewers.len();
        if self.shared.limits.may_many(address, Act::Resend, events) { from } else { now }
    }

    /// Resyncs everyone: the match has been dealt.
    pub(super) fn resync_all(&mut self) {
        let sockets: Vec<SocketId> = self.sockets.keys().copied().collect();
        sockets.into_iter().for_each(|socket| self.sync(socket, None));
    }

    /// Broadcasts the match info.
    pub(super) fn broadcast_info(&mut self) {
        self.broadcast(None, Self::info_frame);
    }

    /// Sends the match info to every socket except one.
    pub(super) fn broadcast_info_except(&mut self, except: SocketId) {
        self.broadcast(Some(except), Self::info_frame);
    }

    /// Broadcasts a player's emote. It is not stored.
    pub(super) fn broadcast_emote(&mut self, seat: Seat, emote: Emote) {
        let frame = Utf8Bytes::from(ServerMessage::Emote { seat, emote }.text());
        self.broadcast(None, |_, _| frame.clone());
    }

    /// Resyncs players whose seats changed, and sends everyone else the new info.
    pub(super) fn resync_seats(&mut self, changed: &[&str]) {
        self.broadcast(None, |room, client| {
            let player = client.player.as_deref();
            if !player.is_some_and(|player| changed.contains(&player)) {
                return room.info_frame(client);
            }
            room.table_frame(player, room.resend_from(client.address, &room.sitting.viewers(player), 0))
        });
    }

    fn info_frame(&self, client: &Socket) -> Utf8Bytes {
        ServerMessage::Info { info: self.pushed_info(client.player.as_deref()) }.text().into()
    }

    /// Sends every socket except `except` a frame made for its client. Sockets whose queue is full are detached.
    fn broadcast(&mut self, except: Option<SocketId>, frame: impl Fn(&RoomTask, &Socket) -> Utf8Bytes) {
        let send = |(id, socket): (&SocketId, &Socket)| {
            let frame = Frame::News(None, frame(self, socket));
            (!socket.try_send(frame)).then_some(*id)
        };
        let others = self.sockets.iter().filter(|(id, _)| Some(**id) != except);
        let full: Vec<SocketId> = others.filter_map(send).collect();
        self.detach(&full);
    }

    pub(super) fn send(&mut self, socket: SocketId, frame: Frame) {
        let refused = self.sockets.get(&socket).is_some_and(|socket| !socket.try_send(frame));
        if refused {
            self.detach(&[socket]);
        }
    }

    /// Every viewer who is connected, each once.
    pub(super) fn eyes(&self) -> Vec<Viewer> {
        let mut eyes: Vec<Viewer> =
            self.sockets.values().flat_map(|socket| self.sitting.viewers(socket.player.as_deref())).collect();
        eyes.sort_unstable();
        eyes.dedup();
        eyes
    }

    /// Everything, with the events that were seen from number `from` on.
    fn table_frame(&self, player: Option<&str>, from: usize) -> Utf8Bytes {
        self.sitting.whole(player, self.pushed_info(player), from).into()
    }

    /// The match info as sockets get it: without the changes of seats, which can be fifty times as long as the rest.
    fn pushed_info(&self, player: Option<&str>) -> MatchInfo {
        let mut info = self.info(player);
        info.chairs.iter_mut().for_each(|chair| chair.changes = None);
        info
    }

    /// The match info as `player` may see it.
    pub(super) fn info(&self, player: Option<&str>) -> MatchInfo {
        self.sitting.info(player, &|seat| self.is_online(seat), self.shuffle_seconds())
    }
}
