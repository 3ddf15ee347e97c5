use std::collections::BTreeMap;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;

use golemry_core::{BySeat, Seat, Viewer};
use golemry_room::{ServerMessage, Sitting};
use golemry_store::StoreError;
use golemry_table::{Code, Json, Shuffle};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::{Frame, FrameSender, Loaded, Message, Question, SocketId};
use crate::error::ApiError;
use crate::limits::{Bucket, Held};
use crate::metrics;
use crate::room::Asker;
use crate::rooms::{Shared, now};
use crate::thinking::{AbortOnDrop, Owner};

/// The room itself. The module describes its life cycle.
pub(crate) struct RoomTask {
    pub(super) sitting: Sitting,
    pub(super) sockets: BTreeMap<SocketId, Socket>,
    pub(super) seats: BySeat<SeatLife>,
    pub(super) shared: Arc<Shared>,
    pub(super) messages: mpsc::Receiver<Message>,
    /// For background tasks of this room. Weak, so that they do not keep it alive.
    pub(super) own: mpsc::WeakSender<Message>,
    next_socket: SocketId,
    /// Since when the shuffle has been waiting for somebody.
    pub(super) shuffle_since: Option<Instant>,
    /// Since when no socket has been attached.
    alone_since: Option<Instant>,
    /// Counts the room while it goes on without anybody in it.
    pub(super) kept: Option<Held>,
    /// Whether another node has claimed the match.
    pub(super) is_lost: bool,
    _held: Option<Held>,
}

/// An attached client.
pub(super) struct Socket {
    pub(super) player: Asker,
    pub(super) address: IpAddr,
    pub(super) frames: FrameSender,
    /// The hint it waits for.
    pub(super) hint: Option<AbortOnDrop>,
}

impl Socket {
    /// Sends a frame, unless its queue is full.
    pub(super) fn try_send(&self, frame: Frame) -> bool {
        self.frames.try_send(Box::new(frame)).is_ok()
    }

    /// The owner that this client's jobs are billed to.
    pub(super) fn owner(&self) -> Owner {
        Owner::new(self.address, self.player.clone())
    }
}

/// A bot's running search. Dropping it cancels the search.
#[derive(Debug)]
pub(super) struct Thinking {
    /// The version the decision began at.
    pub(super) since: usize,
    pub(super) _task: AbortOnDrop,
}

/// The state of a seat that lives only as long as the room.
#[derive(Debug, Default)]
pub(super) struct SeatLife {
    pub(super) thinking: Option<Thinking>,
    /// Whether its bot failed: a simpler one takes over.
    pub(super) bot_failed: bool,
    /// How often in a row its bot's decision could not be stored.
    pub(super) not_stored: u32,
    /// Since when its player has been offline.
    pub(super) gone_since: Option<Instant>,
    /// Rate limit of its player's emotes.
    pub(super) emotes: Option<Bucket>,
}

/// Why an action was not played.
pub(super) enum NotPlayed {
    /// It is not allowed.
    Refused(ApiError),
    /// It could not be stored. Storing the same action may succeed later.
    NotStored(ApiError),
    /// The store holds other events than the room: the room ends, and the next one goes on from the store.
    Ended,
}

impl RoomTask {
    pub(super) fn new(
        loaded: Loaded,
        shared: Arc<Shared>,
        messages: mpsc::Receiver<Message>,
        own: mpsc::WeakSender<Message>,
    ) -> RoomTask {
        let Loaded { row, table, names, held } = loaded;
        let sitting = Sitting::new(row, table, names, &shared.games);
        let now = Instant::now();
        let life = |seat: Seat| {
            let gone = sitting.row.chairs[seat.index()].player().is_some();
            SeatLife { gone_since: gone.then_some(now), ..SeatLife::default() }
        };
        RoomTask {
            seats: BySeat::from_fn(sitting.table.seats(), life),
            sitting,
            sockets: BTreeMap::new(),
            shared,
            messages,
            own,
            next_socket: 0,
            shuffle_since: None,
            alone_since: Some(now),
            kept: None,
            is_lost: false,
            _held: held,
        }
    }

    /// Runs until the room is idle. Takes `&mut self`, because a future stores its arguments twice and there are thousands of rooms.
    pub(crate) async fn run(&mut self) {
        let _counted = metrics::ROOMS.while_held();
        loop {
            self.advance_shuffle().await;
            if self.is_lost {
                break;
            }
            if self.sitting.status.over {
                self.kept = None;
            }
            self.start_bots();
            let deadline = self.deadline();
            let message = tokio::select! {
                message = self.messages.recv() => message,
                () = sleep_until(deadline) => {
                    if self.is_idle() {
                        break;
                    }
                    self.take_over().await;
                    continue;
                }
            };
            let Some(message) = message else { break };
            if self.handle(message).await.is_break() || self.is_lost {
                break;
            }
        }
        if self.shared.cluster.is_some() {
            // Released while the room can still be found; the next node that is asked for the match claims it. A failure does no harm.
            let _ = self.shared.store.release(&self.sitting.row.id, self.sitting.row.epoch).await;
        }
    }

    async fn handle(&mut self, message: Message) -> ControlFlow<()> {
        match message {
            Message::Attach { player, address, version, frames, reply } => {
                let socket = self.next_socket;
                self.next_socket += 1;
                self.alone_since = None;
                self.sockets.insert(socket, Socket { player: player.clone(), address, frames, hint: None });
                let _ = reply.send(socket);
                let came = self.welcome_back(player.as_deref()).await;
                self.sync(socket, version);
                if came {
                    self.broadcast_info_except(socket);
                }
            }
            Message::Detach { socket } => self.detach(&[socket]),
            Message::Ask { socket, id, question } => return self.answer(socket, id, question).await,
            Message::Info { player, reply } => {
                let _ = reply.send(Ok(self.info(player.as_deref())));
            }
            Message::Join { player, seat, secret, name, reply } => {
                let _ = reply.send(self.join(player, seat, &secret, name).await);
            }
            Message::Link { player, seat, reply } => {
                let _ = reply.send(self.new_link(player.as_deref(), seat).await);
            }
            Message::StandIn { player, seat, level, reply } => {
                let _ = reply.send(self.set_stand_in(player.as_deref(), seat, level).await);
            }
            Message::Resign { player, seat, reply } => {
                let _ = reply.send(self.resign(player.as_deref(), seat).await);
            }
            Message::Rename { player, name } => {
                if self.sitting.names.get(&player) != Some(&name) {
                    self.sitting.names.insert(player, name);
                    self.broadcast_info();
                }
            }
            Message::Material { reply } => {
                let _ = reply.send(Ok(self.sitting.table.material()));
            }
            Message::Replay { event, viewer, reply } => {
                let _ = reply.send(self.sitting.replayed(event, viewer).map_err(ApiError::from));
            }
            Message::Rematch { player, address, reply } => {
                let _ = reply.send(self.rematch(player.as_deref(), address).await);
            }
            Message::Thought { seat, since, thought, fault } => {
                if let Some(fault) = fault {
                    self.on_fault(seat, since, &fault);
                }
                return self.on_bot_decision(seat, since, thought).await;
            }
            Message::Keep { held } => {
                if self.kept.is_none() && !self.sitting.status.over {
                    self.kept = Some(held);
                }
            }
            Message::Release { reply } => {
                self.kept = None;
                self.stop_bots();
                let _ = reply.send(());
            }
            Message::Unseal => {
                if std::mem::take(&mut self.sitting.row.sealed) {
                    self.broadcast_info();
                }
            }
            Message::Close => return ControlFlow::Break(()),
            #[cfg(test)]
            Message::Panic => panic!("a test wants this room to end"),
            #[cfg(test)]
            Message::ShuffleTimeUp => {
                self.shuffle_since =
                    Instant::now().checked_sub(self.shared.config.shuffle.unwrap_or_default());
            }
        }
        ControlFlow::Continue(())
    }

    async fn answer(&mut self, socket: SocketId, id: u32, question: Question) -> ControlFlow<()> {
        let answer = match question {
            Question::Commit { seat, round, commitment } => {
                let change = |shuffle: &mut Shuffle, seat| shuffle.commit(seat, round, &commitment);
                self.shuffle(socket, seat, change)
                    .await
                    .map(|()| ServerMessage::Ack { id, version: self.sitting.table.event_count() })
            }
            Question::Reveal { seat, round, secret } => {
                let change = |shuffle: &mut Shuffle, seat| shuffle.reveal(seat, round, &secret);
                self.shuffle(socket, seat, change)
                    .await
                    .map(|()| ServerMessage::Ack { id, version: self.sitting.table.event_count() })
            }
            Question::Emote { seat, emote } => self
                .own_seat(socket, seat)
                .and_then(|seat| self.emote(seat, emote, std::time::Instant::now()))
                .map(|()| ServerMessage::Ack { id, version: self.sitting.table.event_count() }),
            _ if !self.sitting.row.is_dealt() => Err(ApiError::new(
                Code::MatchNotDealt,
                "the match is dealt when everyone is there and has shuffled",
            )),
            Question::Build { seat, choices } => self
                .deciding_seat(socket, seat)
                .and_then(|seat| Ok(self.sitting.build(seat, choices.as_deref())?))
                .map(|step| ServerMessage::Step { id, step }),
            Question::Check { seat, action } => self
                .deciding_seat(socket, seat)
                .and_then(|seat| Ok(self.sitting.table.check(seat, action.get())?))
                .map(|()| ServerMessage::Ack { id, version: self.sitting.table.event_count() }),
            Question::Hint { seat } => {
                match self.deciding_seat(socket, seat).and_then(|seat| self.hint(socket, id, seat)) {
                    // Sent when the search has ended.
                    Ok(()) => return ControlFlow::Continue(()),
                    Err(error) => Err(error),
                }
            }
            Question::Play { seat, version, decision } => {
                let from = self.sitting.table.event_count();
                match self.sitting.decided(self.player(socket), seat, version, decision) {
                    Err(error) => Err(error.into()),
                    Ok(Err(step)) => Ok(ServerMessage::Step { id, step }),
                    Ok(Ok((seat, action))) => match self.play(seat, action.get(), self.address(socket)).await
                    {
                        Err(NotPlayed::Ended) => return ControlFlow::Break(()),
                        Err(NotPlayed::Refused(error) | NotPlayed::NotStored(error)) => Err(error),
                        Ok(seen) => {
                            self.broadcast_events(from, &seen, Some((socket, id)));
                            return ControlFlow::Continue(());
                        }
                    },
                }
            }
        };
        let refused = |error: ApiError| ServerMessage::Reject { id: Some(id), error: error.into() };
        let frame = answer.unwrap_or_else(refused).text();
        self.send(socket, Frame::Answer(id, frame.into()));
        ControlFlow::Continue(())
    }

    /// Applies and persists an action, at the expense of an address, then returns what each connected viewer saw. If it cannot be
    /// stored, it did not happen.
    pub(super) async fn play(
        &mut self,
        seat: Seat,
        action: &str,
        payer: Option<IpAddr>,
    ) -> Result<Vec<(Viewer, Json)>, NotPlayed> {
        let start = std::time::Instant::now();
        self.shared.check_lease().map_err(NotPlayed::NotStored)?;
        // The size of what will happen is not known yet. If it exceeds the quota, that goes into debt.
        self.shared.quota.take(payer, 1).map_err(NotPlayed::NotStored)?;
        let played = self
            .sitting
            .apply(seat, action, self.eyes())
            .map_err(|error| NotPlayed::Refused(error.into()))?;
        let bytes = golemry_store::size_of_events(&played.events);
        let (id, epoch) = (&self.sitting.row.id, self.sitting.row.epoch);
        let (from, events) = (played.from, played.events.clone());
        if let Err(error) = self.shared.store.add_events(id, epoch, from, events, &played.status, now()).await
        {
            if matches!(error, StoreError::Conflict(_)) {
                // Another node has written events, or a commit that was reported as failed did happen. The store is right.
                tracing::warn!("{error}");
                return Err(NotPlayed::Ended);
            }
            self.sitting.take_back(played);
            return Err(NotPlayed::NotStored(error.into()));
        }
        self.shared.quota.charge(payer, bytes);
        metrics::MOVES.add(start.elapsed());
        Ok(self.sitting.settle(played))
    }

    /// The address of a socket.
    pub(super) fn address(&self, socket: SocketId) -> Option<IpAddr> {
        self.sockets.get(&socket).map(|socket| socket.address)
    }

    /// The player behind a socket.
    pub(super) fn player(&self, socket: SocketId) -> Option<&str> {
        self.sockets.get(&socket).and_then(|socket| socket.player.as_deref())
    }

    /// The seat with this number, if the socket's player sits there.
    pub(super) fn own_seat(&self, socket: SocketId, number: u8) -> Result<Seat, ApiError> {
        Ok(self.sitting.own_seat(self.player(socket), number)?)
    }

    /// The same, if its player may still decide there.
    fn deciding_seat(&self, socket: SocketId, number: u8) -> Result<Seat, ApiError> {
        Ok(self.sitting.deciding_seat(self.player(socket), number)?)
    }

    /// Removes sockets, and notes which players went offline with them.
    pub(super) fn detach(&mut self, gone: &[SocketId]) {
        let before = gone.iter().filter(|socket| self.sockets.remove(socket).is_some()).count();
        if before == 0 {
            return;
        }
        let now = Instant::now();
        let online: Vec<bool> =
            Seat::all(self.sitting.table.seats()).map(|seat| self.is_online(seat)).collect();
        let mut left = false;
        for (seat, life) in self.seats.iter_mut() {
            let player = self.sitting.row.chairs[seat.index()].player();
            if player.is_some() && !online[seat.index()] && life.gone_since.is_none() {
                life.gone_since = Some(now);
                left = true;
            }
        }
        if self.sockets.is_empty() {
            self.alone_since = Some(now);
            if self.kept.is_none() {
                self.stop_bots();
            }
        }
        if left {
            self.broadcast_info();
        }
    }

    /// The next timer: a seat is taken over, a step of the shuffle times out, or the room ends.
    fn deadline(&self) -> Option<Instant> {
        let alone = self.alone_since.filter(|_| !self.is_thinking() && self.kept.is_none());
        let idle = alone.map(|since| since + self.shared.config.idle);
        self.takeover_deadline().into_iter().chain(self.shuffle_deadline()).chain(idle).min()
    }

    fn is_idle(&self) -> bool {
        let idle = self.alone_since.is_some_and(|since| since.elapsed() >= self.shared.config.idle);
        idle && !self.is_thinking() && self.kept.is_none()
    }

    fn is_thinking(&self) -> bool {
        self.seats.values().any(|seat| seat.thinking.is_some())
    }
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
