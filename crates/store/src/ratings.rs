//! How well players play each game, for each number of seats.

use std::collections::HashMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::rows::Summary;
use crate::store::{SUMMARY, Store, readable};
use crate::write::Write;

/// A player's rating. The fractions are stored in millionths.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The player.
    pub player: String,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub seats: u8,
    /// The estimate of their strength.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How many matches it is made of.
    pub matches: u32,
    /// When the last of them ended, in milliseconds since 1970.
    pub played: i64,
}

const MILLIONTHS: f64 = 1e6;

const COLUMNS: &str = "r.player, r.game, r.seats, r.mean, r.deviation, r.matches, r.played";

impl Store {
    /// Matches that are over and have not been considered yet, in the order in which they ended.
    pub async fn unrated(&self, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let query = format!(
            "{SUMMARY} WHERE m.rated = 0 AND m.finished IS NOT NULL ORDER BY m.finished, m.id LIMIT $1"
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(i64::from(limit));
        Ok(readable(&query.fetch_all(&self.readers).in_time().await?))
    }

    /// Rates a match: stores new ratings of its players, of which there are none if it is not one to be rated. Refused as a conflict if it
    /// has been rated already, or if one of these players has got another rating meanwhile: `matches` is one more than before.
    pub async fn rate(&self, id: &str, ratings: Vec<RatingRow>) -> Result<(), StoreError> {
        self.write(Write::Rate { id: id.to_owned(), ratings }).await
    }

    /// The ratings of players at tables of this size.
    pub async fn ratings(
        &self,
        game: &str,
        seats: u8,
        players: &[&str],
    ) -> Result<HashMap<String, RatingRow>, StoreError> {
        let mut found = HashMap::new();
        for player in players {
            let query = format!(
                "SELECT {COLUMNS} FROM ratings r WHERE r.player = $1 AND r.game = $2 AND r.seats = $3"
            );
            let query = sqlx::query(AssertSqlSafe(query)).bind(*player).bind(game).bind(i64::from(seats));
            if let Some(row) = query.fetch_optional(&self.readers).in_time().await? {
                found.insert((*player).to_owned(), rating(&row)?);
            }
        }
        Ok(found)
    }

    /// All ratings of a player.
    pub async fn ratings_of(&self, player: &str) -> Result<Vec<RatingRow>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM ratings r WHERE r.player = $1 ORDER BY r.game, r.seats");
        let rows = sqlx::query(AssertSqlSafe(query)).bind(player).fetch_all(&self.readers).in_time().await?;
        rows.iter().map(rating).collect()
    }

    /// The best players who have a name and have played since a time, each with it: first those whose deviation is at most `certain`.
    pub async fn best_players(
        &self,
        game: &str,
        seats: u8,
        since: i64,
        certain: f64,
        limit: u32,
    ) -> Result<Vec<(String, RatingRow)>, StoreError> {
        let query = format!(
            "SELECT p.name, {COLUMNS} FROM ratings r JOIN players p ON p.id = r.player WHERE r.game = $1 AND r.seats = $2 \
             AND r.played >= $3 ORDER BY CASE WHEN r.deviation <= $5 THEN 0 ELSE 1 END, r.mean DESC, r.player LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(game).bind(i64::from(seats));
        let rows = query
            .bind(since)
            .bind(i64::from(limit))
            .bind((certain * MILLIONTHS).round() as i64)
            .fetch_all(&self.readers)
            .in_time()
            .await?;
        rows.iter().map(|row| Ok((row.try_get("name")?, rating(row)?))).collect()
    }
}

fn rating(row: &AnyRow) -> Result<RatingRow, StoreError> {
    let whole = |column: &str| row.try_get::<i64, _>(column);
    Ok(RatingRow {
        player: row.try_get("player")?,
        game: row.try_get("game")?,
        seats: whole("seats")? as u8,
        mean: whole("mean")? as f64 / MILLIONTHS,
        deviation: whole("deviation")? as f64 / MILLIONTHS,
        matches: whole("matches")? as u32,
        played: whole("played")?,
    })
}

pub(crate) async fn rate(
    connection: &mut AnyConnection,
    id: &str,
    ratings: &[RatingRow],
) -> Result<(), sqlx::Error> {
    let found = |result: sqlx::any::AnyQueryResult| {
        if result.rows_affected() > 0 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
    };
    let query = sqlx::query("UPDATE matches SET rated = 1 WHERE id = $1 AND rated = 0");
    found(query.bind(id).execute(&mut *connection).await?)?;
    for row in ratings {
        let query = if row.matches == 1 {
            "INSERT INTO ratings (mean, deviation, matches, played, player, game, seats) VALUES ($1, $2, $3, $4, $5, $6, $7)"
        } else {
            "UPDATE ratings SET mean = $1, deviation = $2, matches = $3, played = $4 \
             WHERE player = $5 AND game = $6 AND seats = $7 AND matches = $3 - 1"
        };
        let query = sqlx::query(query)
            .bind((row.mean * MILLIONTHS).round() as i64)
            .bind((row.deviation * MILLIONTHS).round() as i64)
            .bind(i64::from(row.matches))
            .bind(row.played)
            .bind(&row.player)
            .bind(&row.game)
            .bind(i64::from(row.seats));
        found(query.execute(&mut *connection).await?)?;
    }
    Ok(())
}
