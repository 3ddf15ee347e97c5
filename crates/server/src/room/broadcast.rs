//! What a room sends, and to whom. Everything that leaves a room leaves here, made of views and glimpses.

use std::collections::HashMap;
use std::net::IpAddr;

use golemry_core::{Seat, Viewer};
use golemry_store::MatchRow;
use golemry_table::{Chair, Json, Level, Shuffle, Sitter, Status};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::shuffle::everyone_is_seated;
use super::task::{RoomTask, Socket};
use super::{Frame, SocketId};
use crate::api::{ChairInfo, ChairKind, Emote, MatchInfo, ShuffleInfo, ShuffleStage};
use crate::frames::{SeenBy, ServerMessage, StepOf, ViewOf};
use crate::limits::Act;

/// Why a table accepts the viewers of a room.
const OWN_VIEWERS: &str = "a room makes viewers from the seats of its table";

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
        let version = self.table.event_count();
        for (id, socket) in &self.sockets {
            let viewers = self.viewers(socket.player.as_deref());
            let index = made.iter().position(|(others, _)| *others == viewers);
            let index = index.unwrap_or_else(|| {
                let frame = self.events_frame(&viewers, from, seen);
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
        let viewers = self.viewers(player.as_deref());
        let now = self.table.event_count();
        let known = version.filter(|known| *known <= now && self.row.is_dealt());
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
        let now = Some(self.table.event_count());
        if known != Some(from) {
            // A table that is not dealt has no version to go on from.
            return vec![Frame::News(now.filter(|_| self.row.is_dealt()), self.table_frame(player, from))];
        }
        let info = ServerMessage::Info { info: self.pushed_info(player) }.text();
        let seen: Vec<_> = viewers.iter().map(|viewer| (*viewer, self.seen(*viewer, from))).collect();
        vec![Frame::News(None, info), Frame::News(now, self.events_frame(viewers, from, &seen))]
    }

    /// The first event to send again to a client that knows the first `known`: at most [`BACKLOG`] of them, and none if its address
    /// has had too many.
    fn resend_from(&self, address: IpAddr, viewers: &[Viewer], known: usize) -> usize {
        let now = self.table.event_count();
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
        let frame = ServerMessage::Emote { seat, emote }.text();
        self.broadcast(None, |_, _| frame.clone());
    }

    /// Resyncs players whose seats changed, and sends everyone else the new info.
    pub(super) fn resync_seats(&mut self, changed: &[&str]) {
        self.broadcast(None, |room, client| {
            let player = client.player.as_deref();
            if !player.is_some_and(|player| changed.contains(&player)) {
                return room.info_frame(client);
            }
            room.table_frame(player, room.resend_from(client.address, &room.viewers(player), 0))
        });
    }

    fn info_frame(&self, client: &Socket) -> Utf8Bytes {
        ServerMessage::Info { info: self.pushed_info(client.player.as_deref()) }.text()
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

    /// The viewers a player sees as: their seats, or a spectator. Never empty.
    fn viewers(&self, player: Option<&str>) -> Vec<Viewer> {
        let own = |seat: &Seat| player.is_some() && self.row.chairs[seat.index()].player() == player;
        let seats: Vec<Viewer> = Seat::all(self.table.seats()).filter(own).map(Viewer::Seat).collect();
        if seats.is_empty() { vec![Viewer::Spectator] } else { seats }
    }

    /// Every viewer who is connected, each once.
    pub(super) fn eyes(&self) -> Vec<Viewer> {
        let mut eyes: Vec<Viewer> =
            self.sockets.values().flat_map(|socket| self.viewers(socket.player.as_deref())).collect();
        eyes.sort_unstable();
        eyes.dedup();
        eyes
    }

    fn events_frame(&self, viewers: &[Viewer], from: usize, seen: &[(Viewer, Json)]) -> Utf8Bytes {
        let own = seen.iter().filter(|(viewer, _)| viewers.contains(viewer));
        let seen = own.map(|(seat, list)| SeenBy { seat: *seat, list }).collect();
        let (version, views, steps) = (self.table.event_count(), self.views(viewers), self.steps(viewers));
        ServerMessage::Events { from, version, seen, views, status: &self.status, steps }.text()
    }

    /// Everything, with the events that were seen from number `from` on.
    fn table_frame(&self, player: Option<&str>, from: usize) -> Utf8Bytes {
        let (version, info) = (self.table.event_count(), self.pushed_info(player));
        // A match that is not dealt shows nothing yet.
        let viewers = if self.row.is_dealt() { self.viewers(player) } else { Vec::new() };
        let (first, others) =
            viewers.split_first().map_or((Viewer::Spectator, &[][..]), |(first, others)| (*first, others));
        let seen = self.seen(first, from);
        let others: Vec<_> = others.iter().map(|viewer| (*viewer, self.seen(*viewer, from))).collect();
        let also_seen = others.iter().map(|(seat, list)| SeenBy { seat: *seat, list }).collect();
        let (views, steps) = (self.views(&viewers), self.steps(&viewers));
        ServerMessage::Table { version, info, views, seen, also_seen, steps }.text()
    }

    fn views(&self, viewers: &[Viewer]) -> Vec<ViewOf> {
        let view = |&seat: &Viewer| ViewOf { seat, view: self.table.view_json(seat).expect(OWN_VIEWERS) };
        viewers.iter().map(view).collect()
    }

    /// The first choices of those seats that are to act. Left out for bots and players who have resigned.
    fn steps(&self, viewers: &[Viewer]) -> Vec<StepOf> {
        let decides = |seat: &Seat| {
            let chair = &self.row.chairs[seat.index()];
            self.status.to_act.contains(seat) && chair.bot_level().is_none() && chair.resigned.is_none()
        };
        let seats = viewers.iter().filter_map(|viewer| viewer.seat()).filter(decides);
        seats
            .filter_map(|seat| Some(StepOf { seat, step: self.table.build_json(seat, "[]").ok()? }))
            .collect()
    }

    fn seen(&self, viewer: Viewer, from: usize) -> Json {
        self.table.seen(viewer, from).expect(OWN_VIEWERS)
    }

    /// The match info as sockets get it: without the changes of seats, which can be fifty times as long as the rest.
    fn pushed_info(&self, player: Option<&str>) -> MatchInfo {
        let mut info = self.info(player);
        info.chairs.iter_mut().for_each(|chair| chair.changes = None);
        info
    }

    /// The match info as `player` may see it.
    pub(super) fn info(&self, player: Option<&str>) -> MatchInfo {
        let snapshot = MatchSnapshot {
            row: &self.row,
            own_material: self.row.opening.material.is_some(),
            status: &self.status,
            version: self.table.event_count(),
            names: &self.names,
            online: &|seat| self.is_online(seat),
            plays_as: &|level| self.plays_as(level),
            shuffle_seconds: self.shuffle_seconds(),
        };
        snapshot.info(player)
    }
}

/// A match as its room or the store has it: the source of a [`MatchInfo`].
pub(crate) struct MatchSnapshot<'a> {
    pub(crate) row: &'a MatchRow,
    pub(crate) own_material: bool,
    pub(crate) status: &'a Status,
    pub(crate) version: usize,
    pub(crate) names: &'a HashMap<String, String>,
    pub(crate) online: &'a dyn Fn(Seat) -> bool,
    /// The level that plays in place of another. Unknown in lists.
    pub(crate) plays_as: &'a dyn Fn(Level) -> Option<Level>,
    /// Seconds until the shuffle goes on without those it waits for.
    pub(crate) shuffle_seconds: Option<u32>,
}

impl MatchSnapshot<'_> {
    /// The match info as `player` may see it.
    pub(crate) fn info(&self, player: Option<&str>) -> MatchInfo {
        let row = self.row;
        let host = player == Some(&row.host);
        let over = self.status.over;
        let chairs = Seat::all(row.opening.seats).zip(&row.chairs);
        MatchInfo {
            id: row.id.clone(),
            game: row.opening.game.clone(),
            rules: row.opening.rules,
            seats: row.opening.seats,
            variant: row.opening.variant.clone(),
            options: row.opening.options.clone(),
            material: self.own_material,
            tutorial: row.opening.tutorial,
            chairs: chairs.map(|(seat, chair)| self.chair_info(seat, chair, player, host)).collect(),
            host,
            takeover_seconds: row.takeover,
            status: self.status.clone(),
            version: self.version,
            commitment: match &row.shuffle {
                Some(shuffle) => shuffle.commitment().unwrap_or_default(),
                None => row.commitment.clone(),
            },
            shuffle: row.shuffle.as_ref().map(|shuffle| self.shuffle_info(shuffle)),
            created: row.created,
            seed: over.then(|| row.opening.seed.to_string()),
            salt: (over && row.shuffle.is_none()).then(|| row.salt.clone()),
            next: row.next.clone(),
        }
    }

    fn shuffle_info(&self, shuffle: &Shuffle) -> ShuffleInfo {
        let stage = if self.row.is_dealt() {
            ShuffleStage::Done
        } else if shuffle.round().closed {
            ShuffleStage::Revealing
        } else if everyone_is_seated(&self.row.chairs) {
            ShuffleStage::Committing
        } else {
            ShuffleStage::Gathering
        };
        let shuffle = shuffle.clone();
        let shown = if self.status.over { shuffle } else { shuffle.without_server_secrets() };
        ShuffleInfo { stage, seconds: self.shuffle_seconds, rounds: shown.rounds }
    }

    fn chair_info(&self, seat: Seat, chair: &Chair, asker: Option<&str>, host: bool) -> ChairInfo {
        let level = chair.bot_level();
        match &chair.sitter {
            Sitter::Bot { .. } => ChairInfo {
                seat,
                kind: ChairKind::Bot,
                level,
                plays_as: level.and_then(self.plays_as),
                name: None,
                joined: true,
                online: true,
                yours: false,
                resigned: false,
                secret: None,
                changes: Some(Vec::new()),
            },
            Sitter::Human { player, name, secret } => ChairInfo {
                seat,
                kind: ChairKind::Human,
                level,
                plays_as: level.and_then(self.plays_as),
                name: player.as_ref().and_then(|player| self.names.get(player)).or(name.as_ref()).cloned(),
                joined: player.is_some(),
                online: (self.online)(seat),
                yours: player.is_some() && player.as_deref() == asker,
                resigned: chair.resigned.is_some(),
                secret: (host && player.is_none()).then(|| secret.clone()),
                changes: Some(chair.changes.clone()),
            },
        }
    }
}
