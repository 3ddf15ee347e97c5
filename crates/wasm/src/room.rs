use golemry_core::{BySeat, Seat, Viewer};
use golemry_room::{ClientMessage, Decided, MatchRow, PROTOCOL, ServerMessage, Sitting};
use golemry_table::{Budget, Chair, Code, Games, Json, Level, Record, WireError};
use serde::Deserialize;
use serde_json::Value;

use crate::draws::Draws;
use crate::house::ME;
use crate::message::{Job, JobKind, Keep, Kept, Loaded, Reply};

/// The most events that a table gets again when it connects.
const BACKLOG: usize = 1000;

/// A match in memory, and the tables that show it.
pub(crate) struct Room {
    pub(crate) sitting: Sitting,
    sockets: Vec<u32>,
    bots: BySeat<Bot>,
    /// The hints that tables wait for.
    hints: Vec<PendingHint>,
    review: Review,
    /// How many events are kept.
    kept: usize,
}

/// The review of a match that is over.
#[derive(Debug, Default)]
enum Review {
    /// Nobody waits for it.
    #[default]
    Unasked,
    /// A request waits for this job, which does a slice of it.
    Waits(u32),
    /// A slice is done, for the request that waited.
    Going(Value),
    /// The slice was given up.
    Failed,
    /// All of it.
    Done(Value),
}

#[derive(Clone, Copy, Debug, Default)]
struct Bot {
    /// The search for its decision, and the version at which the decision began.
    job: Option<(u32, usize)>,
    /// Its search failed: a simpler bot plays on.
    failed: bool,
}

#[derive(Debug)]
struct PendingHint {
    job: u32,
    socket: u32,
    id: u32,
    level: Level,
}

/// What a room works with while it carries out a message.
pub(crate) struct Work<'a> {
    pub(crate) think: Budget,
    pub(crate) at: i64,
    pub(crate) draws: &'a mut Draws,
    /// The number of the next job.
    pub(crate) next_job: &'a mut u32,
    pub(crate) reply: &'a mut Reply,
}

/// A thought as the thinker sends it.
#[derive(Deserialize)]
struct Thought {
    action: Json,
}

impl Room {
    /// A match at its beginning.
    pub(crate) fn new(sitting: Sitting, kept: usize) -> Room {
        let bots = BySeat::from_fn(sitting.table.seats(), |_| Bot::default());
        Room { sitting, sockets: Vec::new(), bots, hints: Vec::new(), review: Review::Unasked, kept }
    }

    /// A match that was kept.
    pub(crate) fn load(games: &Games, name: Option<&String>, loaded: Loaded) -> Result<Room, WireError> {
        let Loaded { row, events } = loaded;
        let parsed =
            events.iter().map(|event| serde_json::from_str(event)).collect::<Result<Vec<Value>, _>>();
        let events = parsed.map_err(|error| WireError::new(Code::RecordMalformed, error.to_string()))?;
        let Kept { id, opening, salt, commitment, chairs, created, next } = row;
        let record = Record { events, ..opening.clone() };
        let table = games.find(&record.game)?.replay(&record)?;
        if chairs.len() != usize::from(table.seats()) {
            let message = format!("there are {} seats and {} chairs", table.seats(), chairs.len());
            return Err(WireError::new(Code::RecordMalformed, message));
        }
        let row = MatchRow {
            id,
            opening,
            shuffle: None,
            salt,
            commitment,
            host: ME.to_owned(),
            chairs,
            takeover: None,
            created,
            next,
            epoch: 0,
            sealed: false,
        };
        let kept = table.event_count();
        Ok(Room::new(Sitting::new(row, table, crate::house::names(name), games), kept))
    }

    /// What is to be kept of it.
    pub(crate) fn keep(&mut self, reply: &mut Reply) {
        let MatchRow { id, opening, salt, commitment, chairs, created, next, .. } = self.sitting.row.clone();
        let events = self.sitting.table.record().events.split_off(self.kept);
        let row = Kept { id: id.clone(), opening, salt, commitment, chairs, created, next };
        let info = self.info();
        let from = self.kept;
        self.kept += events.len();
        reply.keep.push(Keep { id, row, info, from, events: events.iter().map(Value::to_string).collect() });
    }

    /// The match info.
    pub(crate) fn info(&self) -> golemry_room::api::MatchInfo {
        self.sitting.info(Some(ME), &|_| !self.sockets.is_empty(), None)
    }

    /// A table connects. It says hello next.
    pub(crate) fn connect(&mut self, socket: u32) {
        self.sockets.push(socket);
    }

    /// A table is gone. Without any nobody thinks.
    pub(crate) fn disconnect(&mut self, socket: u32, reply: &mut Reply) {
        self.sockets.retain(|other| *other != socket);
        let (gone, left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.hints).into_iter().partition(|hint| hint.socket == socket);
        self.hints = left;
        reply.stop.extend(gone.iter().map(|hint| hint.job));
        if self.sockets.is_empty() {
            self.stop_bots(reply);
        }
    }

    /// Nobody waits for the bots any more.
    pub(crate) fn stop_bots(&mut self, reply: &mut Reply) {
        for bot in self.bots.values_mut() {
            reply.stop.extend(bot.job.take().map(|(job, _)| job));
        }
    }

    /// A message of a table.
    pub(crate) fn hear(&mut self, socket: u32, text: &str, work: &mut Work<'_>) {
        let answer = match ClientMessage::read(text) {
            Err((id, error)) => Some(ServerMessage::Reject { id, error }),
            Ok(ClientMessage::Hello { protocol: PROTOCOL, version, .. }) => {
                self.sync(socket, version, work.reply);
                None
            }
            Ok(ClientMessage::Hello { protocol, id, .. }) => {
                let message = format!("this page speaks protocol {PROTOCOL}, not {protocol}");
                let error = WireError::new(Code::RequestProtocol, message);
                Some(ServerMessage::Reject { id: Some(id), error })
            }
            Ok(ClientMessage::Ping { id }) => Some(ServerMessage::Pong { id }),
            Ok(ClientMessage::Build { id, seat, choices }) => Some(
                self.sitting
                    .deciding_seat(Some(ME), seat)
                    .and_then(|seat| self.sitting.build(seat, choices))
                    .map_or_else(refused(id), |step| ServerMessage::Step { id, step }),
            ),
            Ok(ClientMessage::Check { id, seat, action }) => Some(
                self.sitting
                    .deciding_seat(Some(ME), seat)
                    .and_then(|seat| self.sitting.table.check(seat, action.get()))
                    .map_or_else(refused(id), |()| self.ack(id)),
            ),
            Ok(ClientMessage::Hint { id, seat }) => {
                self.hint(socket, id, seat, work).err().map(|error| refused(id)(error))
            }
            Ok(ClientMessage::Play { id, seat, version, action, choices }) => {
                let decided = self.sitting.decided(Some(ME), seat, version, Decided::new(action, choices));
                match decided {
                    Err(error) => Some(refused(id)(error)),
                    Ok(Err(step)) => Some(ServerMessage::Step { id, step }),
                    Ok(Ok((seat, action))) => {
                        self.play(seat, action.get(), Some((socket, id)), work).err().map(refused(id))
                    }
                }
            }
            Ok(
                ClientMessage::Commit { id, .. }
                | ClientMessage::Reveal { id, .. }
                | ClientMessage::Emote { id, .. },
            ) => {
                Some(refused(id)(WireError::new(Code::MatchAlone, "nobody else sits at this table but bots")))
            }
        };
        work.reply.frames.extend(answer.map(|answer| (socket, answer.text())));
        self.start_bots(work);
    }

    fn ack(&self, id: u32) -> ServerMessage<'static> {
        ServerMessage::Ack { id, version: self.sitting.table.event_count() }
    }

    /// Sends a table what happened since `version`, or all of it.
    fn sync(&self, socket: u32, version: Option<usize>, reply: &mut Reply) {
        let now = self.sitting.table.event_count();
        let from = version.filter(|known| *known <= now).unwrap_or(0).max(now.saturating_sub(BACKLOG));
        if version != Some(from) {
            reply.frames.push((socket, self.sitting.whole(Some(ME), self.info(), from)));
            return;
        }
        reply.frames.push((socket, ServerMessage::Info { info: self.info() }.text()));
        let viewers = self.sitting.viewers(Some(ME));
        let seen: Vec<_> = viewers.iter().map(|viewer| (*viewer, self.sitting.seen(*viewer, from))).collect();
        reply.frames.push((socket, self.sitting.news(&viewers, from, &seen)));
    }

    /// Tells every table that something about the match has changed besides its events.
    pub(crate) fn tell_info(&self, reply: &mut Reply) {
        let text = ServerMessage::Info { info: self.info() }.text();
        reply.frames.extend(self.sockets.iter().map(|socket| (*socket, text.clone())));
    }

    /// Carries a decision out and tells every table; the one that `asked` gets its acknowledgement first.
    fn play(
        &mut self,
        seat: Seat,
        action: &str,
        asked: Option<(u32, u32)>,
        work: &mut Work<'_>,
    ) -> Result<(), WireError> {
        let eyes: Vec<Viewer> = self.sitting.viewers(Some(ME));
        let played = self.sitting.apply(seat, action, eyes.clone())?;
        let from = played.from;
        let seen = self.sitting.settle(played);
        self.keep(work.reply);
        if let Some((socket, id)) = asked {
            work.reply.frames.push((socket, self.ack(id).text()));
        }
        let news = self.sitting.news(&eyes, from, &seen);
        work.reply.frames.extend(self.sockets.iter().map(|socket| (*socket, news.clone())));
        Ok(())
    }

    /// Lets every bot think that is to act and does not think yet.
    pub(crate) fn start_bots(&mut self, work: &mut Work<'_>) {
        if self.sockets.is_empty() || self.sitting.status.over {
            return;
        }
        let scripted = self.script().map(|(seat, _)| seat);
        for seat in self.sitting.status.to_act.clone() {
            let Some(level) = self.level(seat) else { continue };
            let since = self.sitting.since(seat);
            if self.bots[seat].job.is_some_and(|(_, of)| of == since) || scripted.is_some_and(|it| it != seat)
            {
                continue;
            }
            work.reply.stop.extend(self.bots[seat].job.take().map(|(job, _)| job));
            let kind = if searches(level) && scripted.is_none() {
                JobKind::Bot { seat, level }
            } else {
                JobKind::Wake
            };
            self.bots[seat].job = Some((self.job(kind, work), since));
        }
    }

    /// The bot that decides at a seat.
    fn level(&self, seat: Seat) -> Option<Level> {
        let level = self.sitting.row.chairs[seat.index()].bot_level()?;
        Some(if self.bots[seat].failed { Level::Random } else { level })
    }

    /// The next decision of a tutorial's script, unless a bot has failed at it.
    fn script(&self) -> Option<(Seat, Json)> {
        if self.bots.values().any(|bot| bot.failed) { None } else { self.sitting.script() }
    }

    /// What a bot decides that needs no search: it takes milliseconds.
    fn decide_at_once(&self, seat: Seat, level: Level, work: &mut Work<'_>) -> Option<Json> {
        if let Some((_, action)) = self.script().filter(|(scripted, _)| *scripted == seat) {
            return Some(action);
        }
        let thinker = self.sitting.table.thinker(seat, level);
        let thinker = thinker.or_else(|_| self.sitting.table.thinker(seat, Level::Random)).ok()?;
        Some(thinker.think(None, work.draws.seed()).action)
    }

    /// Hands a job out, and returns its number.
    fn job(&self, kind: JobKind, work: &mut Work<'_>) -> u32 {
        *work.next_job += 1;
        let job = *work.next_job;
        let budget = match kind {
            JobKind::Bot { level, .. } | JobKind::Hint { level, .. } => searches(level).then_some(work.think),
            JobKind::Review => Some(work.think),
            JobKind::Wake => None,
        };
        let record = (kind != JobKind::Wake).then(|| self.sitting.table.record());
        work.reply.jobs.push(Job {
            job,
            kind,
            id: self.sitting.row.id.clone(),
            record,
            budget,
            seed: work.draws.seed(),
        });
        job
    }

    fn hint(&mut self, socket: u32, id: u32, seat: u8, work: &mut Work<'_>) -> Result<(), WireError> {
        let seat = self.sitting.deciding_seat(Some(ME), seat)?;
        if !self.hints.is_empty() {
            let message = "one hint at a time: the last one has not been answered yet";
            return Err(WireError::new(Code::LimitHint, message));
        }
        let strongest = self.sitting.levels().last().copied().unwrap_or(Level::Random);
        // Nobody waits for a network to be loaded.
        let is_ready = self.sitting.table.missing_network(strongest).is_none();
        let level = if is_ready { strongest } else { Level::Hard };
        // Whether it can be asked at all: it is not every seat's turn.
        drop(self.sitting.table.thinker(seat, level)?);
        let job = self.job(JobKind::Hint { seat, level }, work);
        self.hints.push(PendingHint { job, socket, id, level });
        Ok(())
    }

    /// The review as far as it is made, or the number of the job that it waits for.
    pub(crate) fn review(&mut self, work: &mut Work<'_>) -> Result<Result<Value, u32>, WireError> {
        self.sitting.is_over()?;
        match std::mem::take(&mut self.review) {
            Review::Done(review) => {
                self.review = Review::Done(review.clone());
                Ok(Ok(review))
            }
            Review::Going(so_far) => Ok(Ok(so_far)),
            Review::Failed => Err(WireError::new(Code::LimitBusy, "the review was given up: ask again")),
            Review::Waits(job) => {
                self.review = Review::Waits(job);
                Ok(Err(job))
            }
            Review::Unasked => {
                let job = self.job(JobKind::Review, work);
                self.review = Review::Waits(job);
                Ok(Err(job))
            }
        }
    }

    /// A job of this room is done. Returns whether it was one.
    pub(crate) fn thought(&mut self, job: u32, answer: Option<&Value>, work: &mut Work<'_>) -> bool {
        if let Some(place) = self.hints.iter().position(|hint| hint.job == job) {
            let PendingHint { socket, id, level, .. } = self.hints.swap_remove(place);
            let text = match answer.and_then(|answer| crate::thinker::hint_text(id, level, answer)) {
                Some(text) => text,
                None => {
                    refused(id)(WireError::new(Code::LimitBusy, "the search for a hint was given up")).text()
                }
            };
            work.reply.frames.push((socket, text));
            return true;
        }
        if matches!(self.review, Review::Waits(waits) if waits == job) {
            self.review = match answer {
                Some(answer) if !answer["review"].is_null() => Review::Done(answer.clone()),
                Some(answer) => Review::Going(answer.clone()),
                None => Review::Failed,
            };
            return true;
        }
        let thinks = |bot: &Bot| bot.job.is_some_and(|(of, _)| of == job);
        let seats: Vec<Seat> =
            self.bots.iter().filter(|(_, bot)| thinks(bot)).map(|(seat, _)| seat).collect();
        let [seat] = seats[..] else { return false };
        let since = self.bots[seat].job.take().map(|(_, since)| since);
        if since == Some(self.sitting.since(seat))
            && let Some(level) = self.level(seat)
        {
            let thought = answer.and_then(|answer| Thought::deserialize(answer).ok());
            let action = thought.map(|thought| thought.action);
            let action = if searches(level) && self.script().is_none() {
                action
            } else {
                self.decide_at_once(seat, level, work)
            };
            let played = action.map(|action| self.play(seat, action.get(), None, work));
            // If it fails, a simpler one plays on. If that fails, too, its seat can be handed to another level.
            if !matches!(played, Some(Ok(()))) && std::mem::replace(&mut self.bots[seat].failed, true) {
                return true;
            }
        }
        self.start_bots(work);
        true
    }

    /// Others sit here from now on, or the player has resigned.
    pub(crate) fn set_chairs(&mut self, mut chairs: Vec<Chair>, work: &mut Work<'_>) {
        let version = self.sitting.table.event_count();
        chairs.iter_mut().for_each(|chair| chair.note_occupant(version));
        self.sitting.set_chairs(chairs);
        self.stop_bots(work.reply);
        self.bots.values_mut().for_each(|bot| bot.failed = false);
        self.keep(work.reply);
        self.tell_info(work.reply);
        self.start_bots(work);
    }

    /// The record of the match so far, with its seed and salt.
    pub(crate) fn record(&self) -> Record {
        let row = self.sitting.row.clone();
        let Record { events, .. } = self.sitting.table.record();
        row.into_record(events, self.sitting.status.scores.clone(), &self.sitting.names)
    }
}

fn searches(level: Level) -> bool {
    matches!(level, Level::Hard | Level::Master)
}

fn refused(id: u32) -> impl FnOnce(WireError) -> ServerMessage<'static> {
    move |error| ServerMessage::Reject { id: Some(id), error }
}
