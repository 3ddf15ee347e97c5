//! Open tables: matches that their hosts list, so that anybody finds them.

use sqlx::{AssertSqlSafe, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::rows::Summary;
use crate::store::{SUMMARY, Store, summary};
use crate::write::Write;

/// How a match is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// The match.
    pub match_id: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
    /// When bots take the empty seats; `None` for never.
    pub fill: Option<i64>,
    /// How well they play; `None` for the usual level.
    pub level: Option<String>,
}

impl Store {
    /// Lists a match, or changes how it is listed. It keeps the time since when.
    pub async fn open_table(&self, table: OpenTable) -> Result<(), StoreError> {
        self.write(Write::OpenTable(Box::new(table))).await
    }

    /// Takes a match off the list.
    pub async fn close_table(&self, id: &str) -> Result<(), StoreError> {
        self.write(Write::CloseTable { id: id.to_owned() }).await
    }

    /// The listed matches, the oldest first.
    pub async fn open_tables(&self, limit: u32) -> Result<Vec<(OpenTable, Summary)>, StoreError> {
        let query = format!(
            "{} JOIN open_tables o ON o.match_id = m.id ORDER BY o.since, m.id LIMIT $1",
            SUMMARY.replacen("SELECT ", "SELECT o.since, o.fill, o.level, ", 1)
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(i64::from(limit));
        let rows = query.fetch_all(&self.readers).in_time().await?;
        let mut listed = Vec::with_capacity(rows.len());
        for row in &rows {
            // A damaged one must not hide the others.
            let Ok(summary) = summary(row).inspect_err(|error| tracing::error!("{error}")) else { continue };
            let table = OpenTable {
                match_id: summary.row.id.clone(),
                since: row.try_get("since")?,
                fill: row.try_get("fill")?,
                level: row.try_get("level")?,
            };
            listed.push((table, summary));
        }
        Ok(listed)
    }
}
