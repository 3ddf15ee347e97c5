use std::time::{SystemTime, UNIX_EPOCH};

use golemry_duel::library;
use golemry_store::{SqlValue, Store, StoreError};
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// A day, counted from 1970 in UTC: the puzzle of the day changes for everybody at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(transparent)]
pub struct Day(#[cfg_attr(test, ts(type = "number"))] pub i64);

impl Day {
    /// The day it is now.
    pub fn today() -> Day {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
        Day(i64::try_from(seconds / (24 * 60 * 60)).unwrap_or_default())
    }

    /// The name of its puzzle: the next one each day, so that none comes twice before all were there.
    pub fn puzzle(self) -> &'static str {
        let count = library::PUZZLES.len() as i64;
        library::PUZZLES[self.0.rem_euclid(count) as usize].name
    }

    /// Stores that a player has solved the puzzle of this day.
    pub async fn add_solved(self, store: &Store, player: &str) -> Result<(), StoreError> {
        let solved = "INSERT INTO duel_daily (player, day, streak) VALUES ($1, $2, 1) ON CONFLICT (player) DO UPDATE SET \
                      streak = CASE WHEN duel_daily.day = excluded.day - 1 THEN duel_daily.streak + 1 ELSE 1 END, \
                      day = excluded.day WHERE duel_daily.day < excluded.day";
        store.execute(solved, vec![player.into(), self.0.into()]).await?;
        // A streak that was broken is worth nothing: only those of today and yesterday are kept.
        store.execute("DELETE FROM duel_daily WHERE day < $1", vec![(self.0 - 1).into()]).await
    }

    /// How a player stands on this day.
    pub async fn standing(self, store: &Store, player: Option<&str>) -> Result<Daily, StoreError> {
        let query = "SELECT day, streak FROM duel_daily WHERE player = $1 AND day >= $2";
        let rows = match player {
            Some(player) => store.query(query, &[player.into(), (self.0 - 1).into()]).await?,
            None => vec![],
        };
        let (last, streak) = match rows.first().map(Vec::as_slice) {
            Some(&[SqlValue::Whole(last), SqlValue::Whole(streak)]) => (Some(last), streak),
            _ => (None, 0),
        };
        let solved = last.is_some_and(|last| last >= self.0);
        Ok(Daily { id: self.puzzle(), day: self, solved, streak: u32::try_from(streak).unwrap_or_default() })
    }
}

/// The puzzle of the day, and how the requester stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Daily {
    /// The name of the puzzle.
    pub id: &'static str,
    /// The day, counted from 1970 in UTC.
    pub day: Day,
    /// Whether the requester has solved it on this day.
    pub solved: bool,
    /// On how many days in a row, up to this one or the one before.
    pub streak: u32,
}
