//! The seats of a match: joining, new links, resigning, and bots that stand in.

use std::net::IpAddr;
use std::time::Duration;

use golemry_core::Seat;
use golemry_store::StoreError;
use golemry_table::{Chair, Code, Level, SeatChange, SeatChangeKind, Sitter, end_by_resignation};
use tokio::time::Instant;

use super::task::RoomTask;
use crate::api::{Emote, MatchInfo};
use crate::error::ApiError;
use crate::limits::{Bucket, Rate};
use crate::random;
use crate::rooms::{Opening, now};

/// The most changes kept per seat.
const MOST_CHANGES: usize = 50;

/// Three emotes at once, and then one every three seconds: an emote takes three tokens.
const EMOTES: Rate = Rate { burst: 9, per_second: 1 };
const EMOTE_TOKENS: f64 = 3.0;

impl RoomTask {
    /// A player sits down with the secret of a seat.
    pub(super) async fn join(
        &mut self,
        player: String,
        seat: u8,
        secret: &str,
        name: Option<String>,
    ) -> Result<MatchInfo, ApiError> {
        let seat = self.seat(seat)?;
        let mut chairs = self.row.chairs.clone();
        let stand_in = chairs[seat.index()].stand_in;
        match &mut chairs[seat.index()].sitter {
            Sitter::Human { player: Some(occupant), .. } if *occupant == player => {
                return Ok(self.info(Some(&player)));
            }
            Sitter::Human { player: occupant, secret: right, .. } if right == secret => {
                if occupant.is_some() {
                    return Err(ApiError::new(Code::MatchSecret, format!("somebody sits at {seat} already")));
                }
                // Joining shows the hand, and the bot would go on with it once the player leaves: the host, who knows the link, could peek.
                if let Some(level) = stand_in {
                    return Err(a_bot_decides(level, seat));
                }
                *occupant = Some(player.clone());
            }
            // A bot's chair and a wrong secret get the same answer.
            _ => {
                return Err(ApiError::new(
                    Code::MatchSecret,
                    format!("this link does not open {seat}: ask for a new one"),
                ));
            }
        }
        let name = match name {
            Some(name) => Some(name),
            None => self.shared.store.name(&player).await.ok().flatten(),
        };
        self.note(&mut chairs[seat.index()], SeatChangeKind::Joined, name.clone());
        self.save(chairs).await?;
        self.names.extend(name.map(|name| (player.clone(), name)));
        self.seats[seat].gone_since = (!self.is_online(seat)).then(Instant::now);
        self.resync_seats(&[&player]);
        Ok(self.info(Some(&player)))
    }

    /// Makes a new link for a seat. The old link stops working, and its player loses the seat.
    ///
    /// Sitting at a seat shows its hand, so a host who could empty seats at will could peek. Only its own player can empty a seat, or the
    /// host after an absence that all could see; and everyone sees that it happened.
    pub(super) async fn new_link(&mut self, asker: Option<&str>, seat: u8) -> Result<MatchInfo, ApiError> {
        let seat = self.seat(seat)?;
        let mut chairs = self.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        has_not_resigned(seat, chair)?;
        let own = asker.is_some() && chair.player() == asker;
        if !own {
            self.is_host(asker)?;
            self.is_absent(seat)?;
        }
        if chair.player().is_some() {
            let kind = if own { SeatChangeKind::Left } else { SeatChangeKind::Removed };
            self.note(chair, kind, self.name_of(chair));
        }
        let Sitter::Human { player, secret, .. } = &mut chair.sitter else {
            return Err(ApiError::new(Code::MatchChair, format!("{seat} is a bot's, and needs no link")));
        };
        *secret = random::secret();
        let before = player.take();
        self.save(chairs).await?;
        self.seats[seat].gone_since = None;
        self.resync_seats(before.as_deref().as_slice());
        Ok(self.info(asker))
    }

    /// Fails unless the seat is free or its player has been away for long enough.
    fn is_absent(&self, seat: Seat) -> Result<(), ApiError> {
        if self.row.chairs[seat.index()].player().is_none() {
            return Ok(());
        }
        let absence = self.shared.config.absence;
        let gone = self.seats[seat].gone_since.map(|since| since.elapsed());
        if gone.is_some_and(|gone| gone >= absence) {
            return Ok(());
        }
        let state = gone.map_or("is here".to_owned(), |gone| format!("left {} s ago", gone.as_secs()));
        let message = format!(
            "the player of {seat} {state}: their seat can be given away after {} s of absence, or they can give it up",
            absence.as_secs()
        );
        Err(ApiError::new(Code::MatchPresent, message))
    }

    /// The name of the player who sits in a chair.
    fn name_of(&self, chair: &Chair) -> Option<String> {
        chair.player().and_then(|player| self.names.get(player)).cloned()
    }

    /// Records that somebody joined or left.
    fn note(&self, chair: &mut Chair, kind: SeatChangeKind, name: Option<String>) {
        let (version, at) = (self.table.event_count(), now());
        chair.changes.push(SeatChange { kind, name, version, at });
        let too_many = chair.changes.len().saturating_sub(MOST_CHANGES);
        chair.changes.drain(..too_many);
    }

    /// Fails unless a bot may decide for a seat: its player is offline, or asked for it.
    fn is_away(&self, asker: Option<&str>, seat: Seat) -> Result<(), ApiError> {
        if self.row.chairs[seat.index()].player() == asker || !self.is_online(seat) {
            return Ok(());
        }
        let message = format!("the player of {seat} is here, and decides for themselves");
        Err(ApiError::new(Code::MatchPresent, message))
    }

    /// Hands a seat to a bot, or back to its player, on the host's request.
    pub(super) async fn set_stand_in(
        &mut self,
        asker: Option<&str>,
        seat: u8,
        level: Option<Level>,
    ) -> Result<MatchInfo, ApiError> {
        self.is_host(asker)?;
        let seat = self.seat(seat)?;
        if let Some(level) = level {
            self.has_level(level)?;
            self.is_away(asker, seat)?;
        }
        let mut chairs = self.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        if level.is_none() {
            has_not_resigned(seat, chair)?;
        }
        match (&mut chair.sitter, level) {
            (Sitter::Human { .. }, level) => chair.stand_in = level,
            (Sitter::Bot { level: plays }, Some(level)) => *plays = level,
            (Sitter::Bot { .. }, None) => {
                return Err(ApiError::new(
                    Code::MatchChair,
                    format!("{seat} is a bot's: there is nobody to give it back to"),
                ));
            }
        }
        self.save(chairs).await?;
        self.seats[seat].thinking = None;
        self.seats[seat].bot_failed = false;
        self.broadcast_info();
        Ok(self.info(asker))
    }

    /// A player resigns. If others still play, a bot takes their place; otherwise the match ends.
    ///
    /// A resignation is not an event of the rules: it is stored, sent and recorded with the chairs.
    pub(super) async fn resign(&mut self, asker: Option<&str>, seat: u8) -> Result<MatchInfo, ApiError> {
        let seat = self.seat(seat)?;
        let mut chairs = self.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        if asker.is_none() || chair.player() != asker {
            return Err(ApiError::new(Code::MatchSeat, format!("{seat} is not yours")));
        }
        if chair.resigned.is_some() {
            return Ok(self.info(asker));
        }
        if self.status.over {
            return Err(ApiError::new(Code::ActionOver, "the match is over: there is nothing to resign"));
        }
        if !self.row.is_dealt() {
            let message = "the match is not dealt yet: leave your seat instead";
            return Err(ApiError::new(Code::MatchNotDealt, message));
        }
        chair.resigned = Some(self.table.event_count());
        self.note(chair, SeatChangeKind::Resigned, self.name_of(chair));
        let level = self.substitute();
        chair.stand_in = None;
        if !end_by_resignation(&chairs) {
            chairs[seat.index()].stand_in = Some(level);
        }
        self.save(chairs).await?;
        self.seats[seat].thinking = None;
        self.seats[seat].bot_failed = false;
        self.status = self.shared.standing(&self.row, self.table.event_count(), self.table.status());
        if self.status.over {
            self.stop_bots();
        }
        self.broadcast_info();
        Ok(self.info(asker))
    }

    /// Sends an emote to the other people at the table.
    pub(super) fn emote(
        &mut self,
        seat: Seat,
        emote: Emote,
        now: std::time::Instant,
    ) -> Result<(), ApiError> {
        let own = self.row.chairs[seat.index()].player();
        if !self.row.chairs.iter().any(|chair| chair.player().is_some() && chair.player() != own) {
            return Err(ApiError::new(Code::MatchAlone, "nobody else sits at this table but bots"));
        }
        let bucket = self.seats[seat].emotes.get_or_insert_with(|| Bucket::full(EMOTES, now));
        if !bucket.take_many(EMOTES, now, EMOTE_TOKENS) {
            return Err(ApiError::new(Code::LimitEmotes, "one every three seconds: wait a moment"));
        }
        self.broadcast_emote(seat, emote);
        Ok(())
    }

    /// The level of bots that stand in for people.
    fn substitute(&self) -> Level {
        let levels = self.levels().iter().rev().copied();
        levels.into_iter().find(|level| *level <= Level::Normal).unwrap_or(Level::Random)
    }

    /// A player is back: the bot that stood in for them stops. Returns whether their presence changed.
    pub(super) async fn welcome_back(&mut self, player: Option<&str>) -> bool {
        let own = |chair: &Chair| player.is_some() && chair.player() == player;
        let mut chairs = self.row.chairs.clone();
        let mut came = false;
        for (seat, life) in self.seats.iter_mut() {
            if own(&chairs[seat.index()]) && life.gone_since.take().is_some() {
                came = true;
                if chairs[seat.index()].resigned.is_some() {
                    continue;
                }
                life.thinking = None;
                chairs[seat.index()].stand_in = None;
            }
        }
        if chairs != self.row.chairs && self.save(chairs).await.is_err() {
            tracing::warn!(id = self.row.id, "could not store that a player took their seat back from a bot");
        }
        came
    }

    /// When the next absent player who is to act is replaced by a bot. `None` while nobody is connected to wait for them.
    pub(super) fn takeover_deadline(&self) -> Option<Instant> {
        let seconds = self.row.takeover?;
        if self.sockets.is_empty() {
            return None;
        }
        let waited_for = |seat: &&Seat| self.row.chairs[seat.index()].bot_level().is_none();
        let gone =
            self.status.to_act.iter().filter(waited_for).filter_map(|seat| self.seats[*seat].gone_since);
        gone.min().map(|since| since + Duration::from_secs(seconds.into()))
    }

    /// Hands the seats of players whose time is up to bots.
    pub(super) async fn take_over(&mut self) {
        if self.takeover_deadline().is_none() {
            return;
        }
        let level = self.substitute();
        let limit = Duration::from_secs(self.row.takeover.unwrap_or_default().into());
        let mut chairs = self.row.chairs.clone();
        for seat in &self.status.to_act {
            let gone = self.seats[*seat].gone_since.is_some_and(|since| since.elapsed() >= limit);
            let chair = &mut chairs[seat.index()];
            if gone && chair.bot_level().is_none() {
                chair.stand_in = Some(level);
            }
        }
        match self.save(chairs).await {
            Ok(()) => self.broadcast_info(),
            // Retried after the same time again.
            Err(_) => self.seats.values_mut().for_each(|seat| {
                seat.gone_since = seat.gone_since.map(|_| Instant::now());
            }),
        }
    }

    /// The next match at the same table; everyone moves one seat on.
    pub(super) async fn rematch(&mut self, asker: Option<&str>, address: IpAddr) -> Result<String, ApiError> {
        self.is_over()?;
        if let Some(next) = &self.row.next {
            return Ok(next.clone());
        }
        let sits = asker.is_some() && self.row.chairs.iter().any(|chair| chair.player() == asker);
        if !sits {
            self.is_host(asker)?;
        }
        let mut chairs = self.row.chairs.clone();
        chairs.rotate_right(1);
        for chair in &mut chairs {
            chair.stand_in = None;
            chair.resigned = None;
            chair.changes.clear();
            chair.occupancies.clear();
            if let Sitter::Human { secret, .. } = &mut chair.sitter {
                *secret = random::secret();
            }
        }
        let seed = (self.shared.config.seed)();
        let game = self.shared.games.find(&self.row.opening.game)?;
        let opening = Opening::new(game, &self.row.opening.settings(), seed)?;
        let shuffle = self.shared.config.shuffle.is_some();
        let (mut new, _) = opening.with(self.row.host.clone(), chairs, self.row.takeover, shuffle);
        new.previous = Some(self.row.id.clone());
        let id = new.row.id.clone();
        self.shared.add_match(new, address).await?;
        self.row.next = Some(id.clone());
        self.broadcast_info();
        Ok(id)
    }

    /// Whether the player of a seat is connected.
    pub(super) fn is_online(&self, seat: Seat) -> bool {
        let player = self.row.chairs[seat.index()].player();
        player.is_some() && self.sockets.values().any(|socket| socket.player.as_deref() == player)
    }

    fn has_level(&self, level: Level) -> Result<(), ApiError> {
        if self.levels().contains(&level) || self.plays_as(level).is_some() {
            return Ok(());
        }
        Err(ApiError::no_bot(level, self.levels()))
    }

    fn is_host(&self, asker: Option<&str>) -> Result<(), ApiError> {
        if asker == Some(&self.row.host) {
            return Ok(());
        }
        Err(ApiError::new(Code::MatchHost, "only the host, who opened the match, can do this"))
    }

    async fn save(&mut self, mut chairs: Vec<Chair>) -> Result<(), ApiError> {
        chairs.iter_mut().for_each(|chair| chair.note_occupant(self.table.event_count()));
        self.shared.check_lease()?;
        let saved = self.shared.store.set_chairs(&self.row.id, self.row.epoch, chairs.clone(), now()).await;
        if matches!(saved, Err(StoreError::Conflict(_))) {
            self.is_lost = true;
            return Err(ApiError::elsewhere());
        }
        saved?;
        self.row.chairs = chairs;
        Ok(())
    }
}

/// The error for a seat at which a bot stands in.
pub(super) fn a_bot_decides(level: Level, seat: Seat) -> ApiError {
    ApiError::new(Code::MatchStandIn, format!("a {level} bot decides for {seat}: the host can give it back"))
}

/// Fails if the player has resigned: the seat is neither given back nor given away.
fn has_not_resigned(seat: Seat, chair: &Chair) -> Result<(), ApiError> {
    if chair.resigned.is_none() {
        return Ok(());
    }
    Err(ApiError::new(
        Code::MatchResigned,
        format!("the player of {seat} has resigned: a bot plays on there"),
    ))
}
