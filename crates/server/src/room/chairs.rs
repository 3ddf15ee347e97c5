//! The seats of a match: joining, new links, resigning, and bots that stand in.

use std::net::IpAddr;
use std::time::Duration;

use golemry_core::Seat;
use golemry_room::api::{Emote, MatchInfo};
use golemry_room::{Opening, a_bot_decides, has_not_resigned};
use golemry_store::StoreError;
use golemry_table::{Chair, Code, Level, SeatChangeKind, Sitter};
use tokio::time::Instant;

use super::task::RoomTask;
use crate::error::ApiError;
use crate::house::{belongs_to_house, is_house};
use crate::limits::{Bucket, Rate};
use crate::random;
use crate::rooms::{now, set_up};

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
        let seat = self.sitting.seat(seat)?;
        let mut chairs = self.sitting.row.chairs.clone();
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
                    return Err(a_bot_decides(level, seat).into());
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
        self.sitting.note(&mut chairs[seat.index()], SeatChangeKind::Joined, name.clone(), now());
        self.save(chairs).await?;
        self.sitting.names.extend(name.map(|name| (player.clone(), name)));
        self.seats[seat].gone_since = (!self.is_online(seat)).then(Instant::now);
        self.resync_seats(&[&player]);
        Ok(self.info(Some(&player)))
    }

    /// Makes a new link for a seat. The old link stops working, and its player loses the seat.
    ///
    /// Sitting at a seat shows its hand, so a host who could empty seats at will could peek. Only its own player can empty a seat, or the
    /// host after an absence that all could see; and everyone sees that it happened.
    pub(super) async fn new_link(&mut self, asker: Option<&str>, seat: u8) -> Result<MatchInfo, ApiError> {
        if is_house(&self.sitting.row.host) {
            return Err(belongs_to_house());
        }
        let seat = self.sitting.seat(seat)?;
        let mut chairs = self.sitting.row.chairs.clone();
        let chair = &mut chairs[seat.index()];
        has_not_resigned(seat, chair)?;
        let own = asker.is_some() && chair.player() == asker;
        if !own {
            self.is_host(asker)?;
            self.is_absent(seat)?;
        }
        if chair.player().is_some() {
            let kind = if own { SeatChangeKind::Left } else { SeatChangeKind::Removed };
            self.sitting.note(chair, kind, self.sitting.name_of(chair), now());
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
        if self.sitting.row.chairs[seat.index()].player().is_none() {
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

    /// Fails unless a bot may decide for a seat: its player is offline, or asked for it.
    fn is_away(&self, asker: Option<&str>, seat: Seat) -> Result<(), ApiError> {
        if self.sitting.row.chairs[seat.index()].player() == asker || !self.is_online(seat) {
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
        let seat = self.sitting.seat(seat)?;
        let chairs = self.sitting.stood_in(seat, level)?;
        if level.is_some() {
            self.is_away(asker, seat)?;
        }
        self.save(chairs).await?;
        self.seats[seat].thinking = None;
        self.seats[seat].bot_failed = false;
        self.broadcast_info();
        Ok(self.info(asker))
    }

    /// A player resigns. If others still play, a bot takes their place; otherwise the match ends.
    pub(super) async fn resign(&mut self, asker: Option<&str>, number: u8) -> Result<MatchInfo, ApiError> {
        let seat = self.sitting.own_seat(asker, number)?;
        let Some(chairs) = self.sitting.resigned(asker, number, now())? else { return Ok(self.info(asker)) };
        self.save(chairs).await?;
        self.seats[seat].thinking = None;
        self.seats[seat].bot_failed = false;
        if self.sitting.status.over {
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
        let own = self.sitting.row.chairs[seat.index()].player();
        if !self.sitting.row.chairs.iter().any(|chair| chair.player().is_some() && chair.player() != own) {
            return Err(ApiError::new(Code::MatchAlone, "nobody else sits at this table but bots"));
        }
        let bucket = self.seats[seat].emotes.get_or_insert_with(|| Bucket::full(EMOTES, now));
        if !bucket.take_many(EMOTES, now, EMOTE_TOKENS) {
            return Err(ApiError::new(Code::LimitEmotes, "one every three seconds: wait a moment"));
        }
        self.broadcast_emote(seat, emote);
        Ok(())
    }

    /// A player is back: the bot that stood in for them stops. Returns whether their presence changed.
    pub(super) async fn welcome_back(&mut self, player: Option<&str>) -> bool {
        let own = |chair: &Chair| player.is_some() && chair.player() == player;
        let mut chairs = self.sitting.row.chairs.clone();
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
        if chairs != self.sitting.row.chairs && self.save(chairs).await.is_err() {
            tracing::warn!(
                id = self.sitting.row.id,
                "could not store that a player took their seat back from a bot"
            );
        }
        came
    }

    /// When the next absent player who is to act is replaced by a bot. `None` while nobody is connected to wait for them.
    pub(super) fn takeover_deadline(&self) -> Option<Instant> {
        let seconds = self.sitting.row.takeover?;
        if self.sockets.is_empty() && self.kept.is_none() {
            return None;
        }
        let waited_for = |seat: &&Seat| self.sitting.row.chairs[seat.index()].bot_level().is_none();
        let gone = self
            .sitting
            .status
            .to_act
            .iter()
            .filter(waited_for)
            .filter_map(|seat| self.seats[*seat].gone_since);
        gone.min().map(|since| since + Duration::from_secs(seconds.into()))
    }

    /// Hands the seats of players whose time is up to bots.
    pub(super) async fn take_over(&mut self) {
        if self.takeover_deadline().is_none() {
            return;
        }
        let level = self.sitting.substitute();
        let limit = Duration::from_secs(self.sitting.row.takeover.unwrap_or_default().into());
        let mut chairs = self.sitting.row.chairs.clone();
        for seat in &self.sitting.status.to_act {
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
        self.sitting.is_over()?;
        if let Some(next) = &self.sitting.row.next {
            return Ok(next.clone());
        }
        let sits = asker.is_some() && self.sitting.row.chairs.iter().any(|chair| chair.player() == asker);
        if !sits {
            self.is_host(asker)?;
        }
        let chairs = self.sitting.moved_on(random::secret);
        let seed = (self.shared.config.seed)();
        let game = self.shared.games.find(&self.sitting.row.opening.game)?;
        let opening = Opening::new(game, &self.sitting.row.opening.settings(), seed)?;
        let shuffle = self.shared.config.shuffle.is_some();
        let row = &self.sitting.row;
        let (mut new, _) = set_up(opening, row.host.clone(), chairs, row.takeover, shuffle);
        new.previous = Some(self.sitting.row.id.clone());
        let id = new.row.id.clone();
        self.shared.add_match(new, address).await?;
        self.sitting.row.next = Some(id.clone());
        self.broadcast_info();
        Ok(id)
    }

    /// Whether the player of a seat is connected.
    pub(super) fn is_online(&self, seat: Seat) -> bool {
        let player = self.sitting.row.chairs[seat.index()].player();
        player.is_some() && self.sockets.values().any(|socket| socket.player.as_deref() == player)
    }

    fn is_host(&self, asker: Option<&str>) -> Result<(), ApiError> {
        if asker == Some(&self.sitting.row.host) {
            return Ok(());
        }
        Err(ApiError::new(Code::MatchHost, "only the host, who opened the match, can do this"))
    }

    async fn save(&mut self, mut chairs: Vec<Chair>) -> Result<(), ApiError> {
        chairs.iter_mut().for_each(|chair| chair.note_occupant(self.sitting.table.event_count()));
        self.shared.check_lease()?;
        let saved = self
            .shared
            .store
            .set_chairs(&self.sitting.row.id, self.sitting.row.epoch, chairs.clone(), now())
            .await;
        if matches!(saved, Err(StoreError::Conflict(_))) {
            self.is_lost = true;
            return Err(ApiError::elsewhere());
        }
        saved?;
        self.sitting.set_chairs(chairs);
        Ok(())
    }
}
