//! Bots at the table. They think elsewhere: a room never waits for one. And they think only while a socket is attached: a match
//! without one, or that was just loaded, costs nothing.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use golemry_core::Seat;
use golemry_room::ServerMessage;
use golemry_table::{Code, Fault, FaultKind, Guest, Hint, Json, Level, Thought};

use super::task::{NotPlayed, RoomTask, Socket, Thinking};
use super::{Frame, Message, SocketId};
use crate::error::ApiError;
use crate::house::is_house;
use crate::random;
use crate::thinking::{AbortOnDrop, Owner, Stop};

/// The pause before the first retry of storing a bot's decision. It doubles with every attempt, up to 12.8 s.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const DOUBLINGS: u32 = 7;

impl RoomTask {
    /// Starts a search for every bot seat that is to act and has none running.
    pub(super) fn start_bots(&mut self) {
        for index in 0..self.sitting.status.to_act.len() {
            let seat = self.sitting.status.to_act[index];
            let Some(level) = self.sitting.row.chairs[seat.index()].bot_level() else { continue };
            let since = self.sitting.since(seat);
            let life = &mut self.seats[seat];
            if life.thinking.as_ref().is_some_and(|thinking| thinking.since == since) {
                continue;
            }
            let failed = life.bot_failed;
            let level = if failed { Level::Random } else { level };
            let Some(owner) = self.owner() else { return };
            if let Some(line) = self.script() {
                // In a tutorial the opponents follow the script.
                if line.0 == seat {
                    self.play_script(seat, since, line.1);
                }
                continue;
            }
            if let Some(name) = self.sitting.row.chairs[seat.index()].program().filter(|_| !failed)
                && let Some(program) = self.shared.config.program(name)
            {
                let program = program.afresh().with_stand_in(level);
                self.ask_program(seat, since, owner, program);
                continue;
            }
            let missing = self.sitting.row.chairs[seat.index()].program().map(|name| {
                Fault::new(FaultKind::Absent, format!("this server has no program {name:?}, or it failed"))
            });
            // An update of the program may have removed a level; then the simplest bot plays.
            let thinker = self
                .sitting
                .table
                .thinker(seat, level)
                .or_else(|_| self.sitting.table.thinker(seat, Level::Random));
            let Ok(thinker) = thinker else { continue };
            let config = &self.shared.config;
            let (budget, pace) = (config.budget(level), config.pace(level));
            let queue = if budget.is_some() { &self.shared.scheduler } else { &self.shared.quick };
            let (scheduler, room) = (Arc::clone(queue), self.own.clone());
            let task = tokio::spawn(async move {
                let thought = scheduler.think(owner, thinker, budget, pace).await.ok();
                if let Some(room) = room.upgrade() {
                    let _ = room.send(Message::Thought { seat, since, thought, fault: missing }).await;
                }
            });
            self.seats[seat].thinking = Some(Thinking { since, _task: AbortOnDrop(task) });
        }
    }

    /// Asks one of the host's programs, in a queue where only programs wait for each other.
    fn ask_program(&mut self, seat: Seat, since: usize, owner: Owner, program: Guest) {
        let Ok(thinker) = self.sitting.table.guest_thinker(seat, &program) else { return };
        let (queue, room) = (Arc::clone(&self.shared.programs), self.own.clone());
        let task = tokio::spawn(async move {
            let thought = queue.think(owner, thinker, None, Duration::ZERO).await.ok();
            let fault = program.faults().first;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Message::Thought { seat, since, thought, fault }).await;
            }
        });
        self.seats[seat].thinking = Some(Thinking { since, _task: AbortOnDrop(task) });
    }

    /// A seat's program did not decide, and a bot did: everyone at the table sees it, and the host reads why.
    pub(super) fn on_fault(&mut self, seat: Seat, since: usize, fault: &Fault) {
        let current = self.seats[seat].thinking.as_ref().is_some_and(|thinking| thinking.since == since);
        let Some(program) = self.sitting.row.chairs[seat.index()].program().filter(|_| current) else {
            return;
        };
        let (game, id, program) = (&self.sitting.row.opening.game, &self.sitting.row.id, program.to_owned());
        tracing::debug!(game, id, %seat, program, "a program did not decide: {fault}");
        let (game, id) = (game.clone(), id.clone());
        if self.sitting.note_stand_in(seat, fault.kind) {
            tracing::warn!(game, id, %seat, program, "a program did not decide, and a bot does: {fault}");
        }
        self.broadcast_info();
    }

    /// The next scripted decision of a tutorial, unless a bot has failed at it.
    fn script(&self) -> Option<(Seat, Json)> {
        if self.seats.values().any(|seat| seat.bot_failed) { None } else { self.sitting.script() }
    }

    /// Plays a scripted decision as if a bot had found it.
    fn play_script(&mut self, seat: Seat, since: usize, action: Json) {
        let room = self.own.clone();
        let thought = Thought::at_once(action);
        let task = tokio::spawn(async move {
            if let Some(room) = room.upgrade() {
                let _ =
                    room.send(Message::Thought { seat, since, thought: Some(thought), fault: None }).await;
            }
        });
        self.seats[seat].thinking = Some(Thinking { since, _task: AbortOnDrop(task) });
    }

    /// Cancels all searches: nobody is waiting for them.
    pub(super) fn stop_bots(&mut self) {
        self.seats.values_mut().for_each(|seat| seat.thinking = None);
    }

    /// The owner that the bots' searches and decisions are billed to: a player of this match, else a spectator, else whoever keeps it
    /// going; `None` if nobody does.
    fn owner(&self) -> Option<Owner> {
        let plays = |socket: &&Socket| {
            socket.player.is_some()
                && self.sitting.row.chairs.iter().any(|chair| chair.player() == socket.player.as_deref())
        };
        let socket = self.sockets.values().find(plays).or_else(|| self.sockets.values().next());
        socket.map(Socket::owner).or_else(|| self.kept.is_some().then(Owner::house))
    }

    /// A bot has decided; `None` if it failed.
    pub(super) async fn on_bot_decision(
        &mut self,
        seat: Seat,
        since: usize,
        thought: Option<Thought<Json>>,
    ) -> ControlFlow<()> {
        let current = self.seats[seat].thinking.as_ref().is_some_and(|thinking| thinking.since == since)
            && self.sitting.since(seat) == since
            && self.sitting.row.chairs[seat.index()].bot_level().is_some();
        if !current {
            return ControlFlow::Continue(());
        }
        let from = self.sitting.table.event_count();
        let played = match &thought {
            Some(thought) => {
                let payer = self.owner().map(|owner| owner.address());
                self.play(seat, thought.action.get(), payer).await.map(Some)
            }
            None => Ok(None),
        };
        match played {
            Err(NotPlayed::Ended) => return ControlFlow::Break(()),
            Err(NotPlayed::NotStored(_)) => self.play_later(seat, since, thought),
            Ok(Some(seen)) => {
                self.seats[seat].thinking = None;
                self.seats[seat].not_stored = 0;
                self.broadcast_events(from, &seen, None);
            }
            Ok(None) | Err(NotPlayed::Refused(_)) if !self.seats[seat].bot_failed => {
                // Retry once with a random bot. If that fails too, the host can hand the seat to another level.
                tracing::error!(game = self.sitting.row.opening.game, id = self.sitting.row.id, %seat, "a bot failed");
                self.seats[seat].bot_failed = true;
                self.seats[seat].thinking = None;
            }
            Ok(None) | Err(NotPlayed::Refused(_)) => {}
        }
        ControlFlow::Continue(())
    }

    /// Retries the same decision after a pause. The store failed, not the bot.
    fn play_later(&mut self, seat: Seat, since: usize, thought: Option<Thought<Json>>) {
        let pause = FIRST_PAUSE * 2_u32.pow(self.seats[seat].not_stored.min(DOUBLINGS));
        self.seats[seat].not_stored += 1;
        let room = self.own.clone();
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            if let Some(room) = room.upgrade() {
                let _ = room.send(Message::Thought { seat, since, thought, fault: None }).await;
            }
        });
    }

    /// Lets the strongest bot search a player's decision and sends them the result. A player waits for one hint at a time, and
    /// it is cancelled with their socket.
    pub(super) fn hint(&mut self, socket: SocketId, id: u32, seat: Seat) -> Result<(), ApiError> {
        if is_house(&self.sitting.row.host) {
            return Err(ApiError::new(Code::MatchNoHints, "nobody gets hints in a tournament"));
        }
        let level = self.sitting.levels().last().copied().unwrap_or(Level::Random);
        let Some(client) = self.sockets.get_mut(&socket) else { return Ok(()) };
        let pending = client.player.as_deref().and_then(|player| self.shared.hints.begin(player));
        let pending = pending.ok_or_else(|| {
            ApiError::new(Code::LimitHint, "one hint at a time: the last one has not been answered yet")
        })?;
        // After the limit, since it takes a while.
        let thinker = self.sitting.table.thinker(seat, level)?;
        let (config, scheduler) = (&self.shared.config, self.shared.scheduler.clone());
        let (budget, limit) = (config.budget(level), config.patience);
        let (owner, frames) = (client.owner(), client.frames.clone());
        let task = tokio::spawn(async move {
            let think = move |stop: &Stop| thinker.hint_while(budget, random::seed(), &|| !stop.is_set());
            let frame = match scheduler.run_within(limit, owner, think).await {
                Ok(Hint { options, .. }) => {
                    let (action, value) = (options[0].action.clone(), options[0].chance);
                    ServerMessage::Hint { id, action, value, options, level }
                }
                Err(undone) => ServerMessage::Reject { id: Some(id), error: ApiError::from(undone).into() },
            };
            drop(pending);
            let _ = frames.send(Box::new(Frame::Answer(id, frame.text().into()))).await;
        });
        client.hint = Some(AbortOnDrop(task));
        Ok(())
    }
}
