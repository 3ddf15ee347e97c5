//! Drawing the seed of a match together, before it is dealt: see [`Shuffle`].
//!
//! The room keeps time. No timer runs while a seat is free. Then everyone has a fixed time to commit, and those who did not are
//! left out, which gives nobody an advantage: no secret has been revealed yet. Then everyone has the same time to reveal. If somebody
//! does not, the round is discarded, and the others begin another one.

use golemry_core::Seat;
use golemry_room::{Opening, everyone_is_seated};
use golemry_store::{Deal, StoreError};
use golemry_table::{Code, Shuffle, WireError};
use tokio::time::Instant;

use super::SocketId;
use super::task::RoomTask;
use crate::error::ApiError;
use crate::quota::CHANGE;
use crate::random;

impl RoomTask {
    /// A player takes a step of the shuffle.
    pub(super) async fn shuffle(
        &mut self,
        socket: SocketId,
        seat: u8,
        step: impl FnOnce(&mut Shuffle, Seat) -> Result<(), WireError>,
    ) -> Result<(), ApiError> {
        let seat = self.own_seat(socket, seat)?;
        let shuffle = self.sitting.row.shuffle.clone().filter(|_| !self.sitting.row.is_dealt());
        let mut shuffle = shuffle.ok_or_else(|| {
            ApiError::new(Code::ShuffleStage, "there is nothing to shuffle: the match is dealt")
        })?;
        step(&mut shuffle, seat)?;
        if Some(&shuffle) == self.sitting.row.shuffle.as_ref() {
            return Ok(());
        }
        self.shared.quota.take(self.address(socket), CHANGE)?;
        self.keep(shuffle).await
    }

    /// Advances the shuffle if everything it waits for has arrived, or the time for it is up.
    pub(super) async fn advance_shuffle(&mut self) {
        while !self.sitting.row.is_dealt() {
            if self.sockets.is_empty() {
                // No timer runs while nobody is connected.
                self.shuffle_since = None;
                return;
            }
            let Some(mut shuffle) = self.sitting.row.shuffle.clone() else { return };
            let chairs = &self.sitting.row.chairs;
            let plays = |seat: Seat| {
                chairs[seat.index()].bot_level().is_none() && chairs[seat.index()].player().is_some()
            };
            shuffle.keep_only(plays);
            if !shuffle.round().closed && !everyone_is_seated(chairs) {
                self.shuffle_since = None;
                if Some(&shuffle) == self.sitting.row.shuffle.as_ref() || self.keep(shuffle).await.is_err() {
                    return;
                }
                continue;
            }
            let is_due = self.shuffle_deadline().is_some_and(|deadline| deadline <= Instant::now());
            let missing =
                |seat: &Seat| plays(*seat) && shuffle.admits(*seat) && !shuffle.has_committed(*seat);
            if shuffle.round().closed && is_due {
                shuffle.begin_round(random::token());
            } else if !shuffle.round().closed
                && (is_due || !Seat::all(self.sitting.table.seats()).any(|seat| missing(&seat)))
            {
                shuffle.close();
            } else {
                if self.shuffle_since.is_none() {
                    self.shuffle_since = Some(Instant::now());
                    // The timer starts now.
                    self.broadcast_info();
                }
                return;
            }
            self.shuffle_since = Some(Instant::now());
            if let Err(error) = self.keep(shuffle).await {
                // Retried when the timer runs out again.
                tracing::warn!(id = self.sitting.row.id, ?error, "a step of a shuffle was not stored");
                return;
            }
        }
        self.shuffle_since = None;
    }

    /// Stores the shuffle's progress, deals if it is complete, and broadcasts the result.
    async fn keep(&mut self, shuffle: Shuffle) -> Result<(), ApiError> {
        self.shared.check_lease()?;
        let (id, epoch) = (&self.sitting.row.id, self.sitting.row.epoch);
        let dealt = match shuffle.seed().zip(shuffle.commitment()) {
            None => None,
            Some((seed, commitment)) => {
                let opening = &self.sitting.row.opening;
                let game = self.shared.games.find(&opening.game)?;
                let Opening { table, record, events } = Opening::new(game, &opening.settings(), seed)?;
                let deal = Deal { opening: record, commitment, events, status: table.status() };
                Some((deal, table))
            }
        };
        let deal = dealt.as_ref().map(|(deal, _)| deal.clone());
        match self.shared.store.set_shuffle(id, epoch, shuffle.clone(), deal).await {
            Ok(()) => {}
            Err(StoreError::Conflict(_)) => {
                self.is_lost = true;
                return Err(ApiError::elsewhere());
            }
            Err(error) => return Err(error.into()),
        }
        self.sitting.row.shuffle = Some(shuffle);
        let Some((deal, table)) = dealt else {
            self.broadcast_info();
            return Ok(());
        };
        self.sitting.deal(deal.opening, deal.commitment, deal.status, table);
        self.resync_all();
        Ok(())
    }

    /// When the shuffle goes on without those it waits for.
    pub(super) fn shuffle_deadline(&self) -> Option<Instant> {
        // If joint shuffles have been switched off since, one that was begun does not wait any longer.
        self.shuffle_since.map(|since| since + self.shared.config.shuffle.unwrap_or_default())
    }

    /// The same in seconds from now.
    pub(super) fn shuffle_seconds(&self) -> Option<u32> {
        let left = self.shuffle_deadline()?.saturating_duration_since(Instant::now());
        Some(left.as_secs_f64().ceil() as u32)
    }
}
