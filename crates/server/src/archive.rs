//! Reads matches from the store. Nothing here opens a room, and only what this edition can replay is ever replayed.

use std::collections::HashMap;

use golemry_room::api::MatchInfo;
use golemry_room::{MatchRow, MatchSnapshot, undealt};
use golemry_store::Summary;
use golemry_table::{Chair, Code, Record, Status, WireError};
use tokio::sync::oneshot;

use crate::error::ApiError;
use crate::room::Message;
use crate::rooms::{Rooms, now, replay};

/// The most matches in a list.
pub(crate) const LISTED: u32 = 50;

impl Rooms {
    /// The matches a player opened or sat at, the newest first.
    pub(crate) async fn matches_of(&self, player: &str) -> Result<Vec<MatchInfo>, ApiError> {
        let mut listed = self.shared.store.matches_of(player, LISTED).await?;
        for summary in &mut listed {
            self.complete(summary).await?;
        }
        let names = self.names(&listed).await?;
        Ok(listed.iter().map(|summary| info(summary, &names, Some(player))).collect())
    }

    /// The match info visible to a player: from its room if it is open, since only the room knows who is online, else from the store.
    pub(crate) async fn info(&self, id: &str, player: Option<&str>) -> Result<MatchInfo, ApiError> {
        if let Some(room) = self.find(id).await? {
            let (reply, answer) = oneshot::channel();
            let sent = room.send(Message::Info { player: player.map(str::to_owned), reply }).await;
            if let (Ok(()), Ok(answer)) = (sent, answer.await) {
                return answer;
            }
        }
        let summary = self.summary(id).await?;
        let names = self.names(std::slice::from_ref(&summary)).await?;
        Ok(info(&summary, &names, player))
    }

    /// Takes a match off a player's list, or puts it back. A player of an unfinished match has to resign first: others wait for them.
    pub(crate) async fn set_listed(&self, id: &str, player: &str, listed: bool) -> Result<(), ApiError> {
        let summary = self.summary(id).await?;
        if !self.shared.store.is_guest(player, id).await? {
            return Err(ApiError::unknown_match(id));
        }
        let plays = |chair: &Chair| chair.player() == Some(player) && chair.resigned.is_none();
        let over = summary.status.is_none_or(|status| status.over);
        if !listed && !over && summary.row.chairs.iter().any(plays) {
            let message = "the match is not over, and you play in it: resign first";
            return Err(ApiError::new(Code::MatchNotOver, message));
        }
        Ok(self.shared.store.set_listed(player, id, listed, now()).await?)
    }

    /// A match that is over, or that no server can continue, without its events.
    pub(crate) async fn finished(&self, id: &str) -> Result<(MatchRow, Status), ApiError> {
        let summary = self.summary(id).await?;
        let status = summary.status.unwrap_or_else(undealt);
        if !status.over && self.can_go_on(&summary.row.opening).await? {
            return Err(WireError::new(Code::MatchNotOver, "the match is not over yet").into());
        }
        Ok((summary.row, status))
    }

    /// Whether this server, or another one with the match's edition of the rules, can continue it.
    async fn can_go_on(&self, opening: &Record) -> Result<bool, ApiError> {
        match &self.shared.cluster {
            _ if self.shared.check_edition(opening).is_ok() => Ok(true),
            Some(cluster) => cluster.plays(opening).await,
            None => Ok(false),
        }
    }

    pub(crate) async fn summary(&self, id: &str) -> Result<Summary, ApiError> {
        let summary = self.shared.store.summary(id).await?;
        let mut summary = summary.ok_or_else(|| ApiError::unknown_match(id))?;
        self.complete(&mut summary).await?;
        Ok(summary)
    }

    /// Ends a match that is too long. Computes and stores the status of a match that was stored without one, if this edition can replay
    /// it.
    async fn complete(&self, summary: &mut Summary) -> Result<(), ApiError> {
        if let Some(status) = summary.status.take() {
            summary.status = Some(self.shared.standing(&summary.row, summary.version, status));
            return Ok(());
        }
        if self.shared.check_edition(&summary.row.opening).is_err() {
            return Ok(());
        }
        let id = &summary.row.id;
        let Some((row, events)) = self.shared.store.load(id).await? else { return Ok(()) };
        let version = events.len();
        // A match that cannot be replayed stays in the list. The reason is logged.
        let Ok((_, table)) = replay(&self.shared.games, row, events).await else { return Ok(()) };
        let status = table.status();
        // If it cannot be stored now, it is computed again next time.
        let _ = self.shared.store.set_status(id, version, &status, status.over.then(now)).await;
        summary.status = Some(self.shared.standing(&summary.row, version, status));
        Ok(())
    }

    async fn names(&self, listed: &[Summary]) -> Result<HashMap<String, String>, ApiError> {
        let chairs = listed.iter().flat_map(|summary| &summary.row.chairs);
        let mut players: Vec<&str> = chairs.filter_map(Chair::player).collect();
        players.sort_unstable();
        players.dedup();
        Ok(self.shared.store.names(&players).await?)
    }
}

fn info(summary: &Summary, names: &HashMap<String, String>, player: Option<&str>) -> MatchInfo {
    // For a match of another edition that was stored without a status.
    let unknown = undealt();
    let snapshot = MatchSnapshot {
        row: &summary.row,
        own_material: summary.own_material,
        status: summary.status.as_ref().unwrap_or(&unknown),
        version: summary.version,
        names,
        online: &|_| false,
        plays_as: &|_| None,
        stood_in: &|_| None,
        shuffle_seconds: None,
    };
    snapshot.info(player)
}

#[cfg(test)]
mod tests {
    use golemry_core::{Seed, Settings};
    use golemry_store::Store;
    use golemry_table::{Level, Sitter};

    use super::*;
    use crate::Config;
    use crate::limits::HERE;
    use crate::rooms::set_up;
    use golemry_room::Opening;

    /// No open rooms, stored matches of every game, and their ids.
    async fn rooms(folder: &std::path::Path) -> (Rooms, Vec<String>) {
        let store = Store::open_file(&folder.join("test.db")).await.unwrap();
        let mut ids = Vec::new();
        for game in golemry_registry::games().iter() {
            let opening = Opening::new(game, &Settings::default(), Seed(1)).unwrap();
            let mut chairs = vec![Chair::bot(Level::Random); opening.record.seats.into()];
            chairs[0].sitter =
                Sitter::Human { player: Some("ada".to_owned()), name: None, secret: "secret".to_owned() };
            let (new, _) = set_up(opening, "ada".to_owned(), chairs, None, false);
            ids.push(new.row.id.clone());
            store.add_match(new).await.unwrap();
        }
        (Rooms::open(golemry_registry::games(), store, Config::default(), None), ids)
    }

    #[tokio::test]
    async fn reading_opens_no_room() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, ids) = rooms(folder.path()).await;
        assert_eq!(rooms.matches_of("ada").await.unwrap().len(), ids.len());
        for id in &ids {
            let stored = rooms.info(id, Some("ada")).await.unwrap();
            assert!(rooms.record(id, HERE).await.is_err(), "it is not over");
            assert!(rooms.find(id).await.unwrap().is_none(), "{id} has a room");
            // A room gives the same info as the store.
            rooms.room(id, HERE).await.unwrap();
            let live = rooms.info(id, Some("ada")).await.unwrap();
            assert_eq!(serde_json::to_value(&stored).unwrap(), serde_json::to_value(&live).unwrap());
        }
        rooms.close().await;
    }
}
