use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;

use golemry_core::{BySeat, Seat, Viewer};
use golemry_store::{MatchRow, StoreError};
use golemry_table::{Code, Json, Level, Referee, Shuffle, Status, StepJson, WireError};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::chairs::a_bot_decides;
use super::{Decided, Frame, FrameSender, Loaded, Message, Question, SocketId};
use crate::api::Replayed;
use crate::error::ApiError;
use crate::frames::ServerMessage;
use crate::limits::{Bucket, Held};
use crate::metrics;
use crate::room::Asker;
use crate::rooms::{Shared, now, undealt};
use crate::thinking::{AbortOnDrop, Owner};

/// The most events in a replay's list of what was seen. The page steps through a match with a request for each event, and shows no
/// more of them.
const REPLAYED: usize = 200;

/// The room itself. The module describes its life cycle.
pub(crate) struct RoomTask {
    pub(super) row: MatchRow,
    pub(super) table: Box<dyn Referee>,
    /// The status of the table, cached because it is read often.
    pub(super) status: Status,
    /// The version at which each seat's decision began: a play made for an older one is stale.
    pub(super) since: BySeat<usize>,
    pub(super) names: HashMap<String, String>,
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
    levels: OnceCell<Vec<Level>>,
    fallbacks: Fallbacks,
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
        let (table, status) = if row.is_dealt() {
            let status = shared.standing(&row, table.event_count(), table.status());
            (table, status)
        } else {
            // Its cards are placeholders that nobody gets to see.
            (table.rewound(0), undealt())
        };
        let (seats, version) = (table.seats(), table.event_count());
        let now = Instant::now();
        let life = |seat: Seat| {
            let gone = row.chairs[seat.index()].player().is_some();
            SeatLife { gone_since: gone.then_some(now), ..SeatLife::default() }
        };
        RoomTask {
            since: BySeat::from_fn(seats, |_| version),
            seats: BySeat::from_fn(seats, life),
            status,
            table,
            names,
            sockets: BTreeMap::new(),
            shared,
            messages,
            own,
            next_socket: 0,
            shuffle_since: None,
            alone_since: Some(now),
            levels: OnceCell::new(),
            fallbacks: Fallbacks::default(),
            is_lost: false,
            _held: held,
            row,
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
            let _ = self.shared.store.release(&self.row.id, self.row.epoch).await;
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
                if self.names.get(&player) != Some(&name) {
                    self.names.insert(player, name);
                    self.broadcast_info();
                }
            }
            Message::Material { reply } => {
                let _ = reply.send(Ok(self.table.material()));
            }
            Message::Replay { event, viewer, reply } => {
                let _ = reply.send(self.replayed(event, viewer));
            }
            Message::Rematch { player, address, reply } => {
                let _ = reply.send(self.rematch(player.as_deref(), address).await);
            }
            Message::Thought { seat, since, thought } => {
                return self.on_bot_decision(seat, since, thought).await;
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
                    .map(|()| ServerMessage::Ack { id, version: self.table.event_count() })
            }
            Question::Reveal { seat, round, secret } => {
                let change = |shuffle: &mut Shuffle, seat| shuffle.reveal(seat, round, &secret);
                self.shuffle(socket, seat, change)
                    .await
                    .map(|()| ServerMessage::Ack { id, version: self.table.event_count() })
            }
            Question::Emote { seat, emote } => self
                .own_seat(socket, seat)
                .and_then(|seat| self.emote(seat, emote, std::time::Instant::now()))
                .map(|()| ServerMessage::Ack { id, version: self.table.event_count() }),
            _ if !self.row.is_dealt() => Err(ApiError::new(
                Code::MatchNotDealt,
                "the match is dealt when everyone is there and has shuffled",
            )),
            Question::Build { seat, choices } => self
                .deciding_seat(socket, seat)
                .and_then(|seat| Ok(self.build(seat, choices.as_ref())?))
                .map(|step| ServerMessage::Step { id, step }),
            Question::Check { seat, action } => self
                .deciding_seat(socket, seat)
                .and_then(|seat| Ok(self.table.check(seat, action.get())?))
                .map(|()| ServerMessage::Ack { id, version: self.table.event_count() }),
            Question::Hint { seat } => {
                match self.deciding_seat(socket, seat).and_then(|seat| self.hint(socket, id, seat)) {
                    // Sent when the search has ended.
                    Ok(()) => return ControlFlow::Continue(()),
                    Err(error) => Err(error),
                }
            }
            Question::Play { seat, version, decision } => {
                let allowed = self.deciding_seat(socket, seat).and_then(|seat| {
                    self.not_stale(seat, version)?;
                    self.no_bot(seat)?;
                    Ok((seat, self.complete(seat, decision)?))
                });
                let from = self.table.event_count();
                match allowed {
                    Err(error) => Err(error),
                    Ok((_, Err(step))) => Ok(ServerMessage::Step { id, step }),
                    Ok((seat, Ok(action))) => match self.play(seat, action.get(), self.address(socket)).await
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
        let frame =
            answer.unwrap_or_else(|error: ApiError| ServerMessage::Reject { id: Some(id), error }).text();
        self.send(socket, Frame::Answer(id, frame));
        ControlFlow::Continue(())
    }

    /// What a seat can choose after these choices, a list; an empty one if left out.
    fn build(&self, seat: Seat, choices: Option<&Json>) -> Result<StepJson, WireError> {
        self.table.build_json(seat, choices.map_or("[]", |choices| choices.get()))
    }

    /// The action of a decision, or what can be chosen next on the way to one.
    fn complete(&self, seat: Seat, decision: Decided) -> Result<Result<Json, StepJson>, WireError> {
        match decision {
            Decided::Action(action) => Ok(Ok(action)),
            Decided::Choices(choices) => {
                let mut step = self.build(seat, choices.as_ref())?;
                Ok(step.action.take().ok_or(step))
            }
        }
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
        let from = self.table.event_count();
        let eyes = self.eyes();
        let moved =
            self.table.apply(seat, action, &eyes).map_err(|error| NotPlayed::Refused(error.into()))?;
        let events: Vec<String> =
            moved.events.into_iter().map(|event| Box::<str>::from(event).into()).collect();
        let bytes = golemry_store::size_of_events(&events);
        let status = self.shared.standing(&self.row, self.table.event_count(), self.table.status());
        let (id, epoch) = (&self.row.id, self.row.epoch);
        if let Err(error) = self.shared.store.add_events(id, epoch, from, events, &status, now()).await {
            if matches!(error, StoreError::Conflict(_)) {
                // Another node has written events, or a commit that was reported as failed did happen. The store is right.
                tracing::warn!("{error}");
                return Err(NotPlayed::Ended);
            }
            self.table = self.table.rewound(from);
            return Err(NotPlayed::NotStored(error.into()));
        }
        self.shared.quota.charge(payer, bytes);
        metrics::MOVES.add(start.elapsed());
        let before = std::mem::replace(&mut self.status, status);
        let version = self.table.event_count();
        for (other, since) in self.since.iter_mut() {
            // A seat that was to act and still is has the same decision to make: simultaneous decisions are secret, and
            // the round goes on when all are made.
            let goes_on =
                other != seat && before.to_act.contains(&other) && self.status.to_act.contains(&other);
            if !goes_on {
                *since = version;
            }
        }
        Ok(eyes.into_iter().zip(moved.seen).collect())
    }

    /// The address of a socket.
    pub(super) fn address(&self, socket: SocketId) -> Option<IpAddr> {
        self.sockets.get(&socket).map(|socket| socket.address)
    }

    /// The seat with this number, if the socket's player sits there.
    pub(super) fn own_seat(&self, socket: SocketId, number: u8) -> Result<Seat, ApiError> {
        let seat = self.seat(number)?;
        let player = self.sockets.get(&socket).and_then(|socket| socket.player.as_deref());
        if player.is_some() && self.row.chairs[seat.index()].player() == player {
            return Ok(seat);
        }
        Err(ApiError::new(Code::MatchSeat, format!("{seat} is not yours")))
    }

    /// The same, unless its player has resigned, or a resignation or its length has ended the match.
    fn deciding_seat(&self, socket: SocketId, number: u8) -> Result<Seat, ApiError> {
        let seat = self.own_seat(socket, number)?;
        if self.row.chairs[seat.index()].resigned.is_some() {
            return Err(ApiError::new(Code::MatchResigned, format!("{seat} has resigned")));
        }
        if self.status.over && self.status.scores.is_none() {
            let events = self.table.event_count();
            let message = if self.shared.is_too_long(&self.row, events) {
                format!("the match is over: it has {events} events, more than anyone needs to win")
            } else {
                "the match is over: it ended by a resignation".to_owned()
            };
            return Err(ApiError::new(Code::ActionOver, message));
        }
        Ok(seat)
    }

    /// The seat with this number.
    pub(super) fn seat(&self, number: u8) -> Result<Seat, ApiError> {
        let seat = Seat::all(self.table.seats()).find(|seat| u8::from(*seat) == number);
        seat.ok_or_else(|| {
            let last = self.table.seats() - 1;
            let message = format!("there is no seat {number}: this table has seats 0 to {last}");
            ApiError::new(Code::RequestSeat, message)
        })
    }

    fn not_stale(&self, seat: Seat, version: usize) -> Result<(), ApiError> {
        let (since, now) = (self.since[seat], self.table.event_count());
        if (since..=now).contains(&version) {
            return Ok(());
        }
        let message = if version > now {
            format!("the match has version {now}, and the decision was made at {version}")
        } else {
            format!("the decision was made at version {version}, and it has been another one since {since}")
        };
        Err(ApiError::new(Code::MatchVersion, message))
    }

    fn no_bot(&self, seat: Seat) -> Result<(), ApiError> {
        let level = self.row.chairs[seat.index()].bot_level();
        level.map_or(Ok(()), |level| Err(a_bot_decides(level, seat)))
    }

    fn replayed(&self, event: usize, viewer: Viewer) -> Result<Replayed, ApiError> {
        self.is_over()?;
        let events = self.table.event_count();
        if event > events {
            let message = format!("there is no event {event}: the match has {events}");
            return Err(ApiError::new(Code::RequestEvent, message));
        }
        let then = self.table.rewound(event);
        let seen = then.seen(viewer, event.saturating_sub(REPLAYED))?;
        Ok(Replayed { events, event, view: then.view_json(viewer)?, seen })
    }

    pub(super) fn is_over(&self) -> Result<(), WireError> {
        if self.status.over {
            return Ok(());
        }
        Err(WireError::new(Code::MatchNotOver, "the match is not over yet"))
    }

    /// Removes sockets, and notes which players went offline with them.
    pub(super) fn detach(&mut self, gone: &[SocketId]) {
        let before = gone.iter().filter(|socket| self.sockets.remove(socket).is_some()).count();
        if before == 0 {
            return;
        }
        let now = Instant::now();
        let online: Vec<bool> = Seat::all(self.table.seats()).map(|seat| self.is_online(seat)).collect();
        let mut left = false;
        for (seat, life) in self.seats.iter_mut() {
            let player = self.row.chairs[seat.index()].player();
            if player.is_some() && !online[seat.index()] && life.gone_since.is_none() {
                life.gone_since = Some(now);
                left = true;
            }
        }
        if self.sockets.is_empty() {
            self.alone_since = Some(now);
            self.stop_bots();
        }
        if left {
            self.broadcast_info();
        }
    }

    /// The next timer: a seat is taken over, a step of the shuffle times out, or the room ends.
    fn deadline(&self) -> Option<Instant> {
        let idle =
            self.alone_since.filter(|_| !self.is_thinking()).map(|since| since + self.shared.config.idle);
        self.takeover_deadline().into_iter().chain(self.shuffle_deadline()).chain(idle).min()
    }

    fn is_idle(&self) -> bool {
        let idle = self.alone_since.is_some_and(|since| since.elapsed() >= self.shared.config.idle);
        idle && !self.is_thinking()
    }

    fn is_thinking(&self) -> bool {
        self.seats.values().any(|seat| seat.thinking.is_some())
    }

    /// The bot levels available at this table.
    pub(super) fn levels(&self) -> &[Level] {
        self.levels.get_or_init(|| {
            let opening = &self.row.opening;
            let game = self.shared.games.find(&opening.game);
            let levels = game.and_then(|game| game.levels(&opening.settings()));
            levels.unwrap_or_else(|_| vec![Level::Random])
        })
    }

    /// The level that plays in place of one that does not fit this table, if one does.
    pub(super) fn plays_as(&self, level: Level) -> Option<Level> {
        let is_available = self.levels().contains(&level);
        let find = || self.table.fallback(level).map(|it| it.plays);
        if is_available { None } else { self.fallbacks.get(level, find) }
    }
}

/// The levels that play in place of others, found once per room: looking for a network takes a while, and every info names them.
#[derive(Debug, Default)]
struct Fallbacks(RefCell<Vec<(Level, Option<Level>)>>);

impl Fallbacks {
    fn get(&self, level: Level, find: impl FnOnce() -> Option<Level>) -> Option<Level> {
        let known = self.0.borrow().iter().find(|(known, _)| *known == level).map(|(_, plays)| *plays);
        known.unwrap_or_else(|| {
            let plays = find();
            self.0.borrow_mut().push((level, plays));
            plays
        })
    }
}

async fn sleep_until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fallback_is_looked_for_once() {
        let (fallbacks, looked) = (Fallbacks::default(), std::cell::Cell::new(0));
        let find = |plays| {
            looked.set(looked.get() + 1);
            plays
        };
        for _ in 0..3 {
            assert_eq!(fallbacks.get(Level::Master, || find(Some(Level::Hard))), Some(Level::Hard));
            assert_eq!(fallbacks.get(Level::Hard, || find(None)), None);
        }
        assert_eq!(looked.get(), 2);
    }
}
