//! Several servers on one PostgreSQL: which of them are alive, and which one holds a match.
//!
//! A claim raises the match's epoch, and whatever is written of a match names the epoch it was loaded at: a node that has lost a match
//! writes nothing more. So these are single statements without locks, and they go past the writer. "Alive" is decided by the database's
//! clock alone.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row as _};

use crate::error::StoreError;
use crate::store::Store;
use crate::write::text;

/// A server that shares the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Drawn anew whenever it joins: a node that was unseen for too long comes back as another.
    pub id: String,
    /// Where the other nodes reach it, `HOST:PORT`.
    pub address: String,
    /// The edition of each game's rules that it plays, by the game's id; `None` for a program that did not say yet.
    pub editions: Option<BTreeMap<String, u32>>,
}

impl Node {
    /// Whether it may play matches of a game under an edition of its rules.
    pub fn plays(&self, game: &str, edition: u32) -> bool {
        self.editions.as_ref().is_none_or(|editions| editions.get(game) == Some(&edition))
    }
}

/// The database's time in milliseconds since 1970.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT";

/// Nodes unseen for a day are of no interest to anyone.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

impl Store {
    /// Adds a node, alive from now on.
    pub async fn add_node(&self, node: &Node) -> Result<(), StoreError> {
        let old = format!("DELETE FROM nodes WHERE seen < {NOW} - $1");
        sqlx::query(AssertSqlSafe(old)).bind(millis(FORGOTTEN)).execute(&self.readers).await?;
        let add = format!("INSERT INTO nodes (id, address, editions, seen) VALUES ($1, $2, $3, {NOW})");
        let editions = node.editions.as_ref().map(text);
        let add = sqlx::query(AssertSqlSafe(add)).bind(&node.id).bind(&node.address).bind(editions);
        add.execute(&self.readers).await?;
        Ok(())
    }

    /// Removes a node, and with it its hold on any match.
    pub async fn remove_node(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM nodes WHERE id = $1").bind(id).execute(&self.readers).await?;
        Ok(())
    }

    /// Notes that a node is alive. False if it was unseen for `expiry`: others may hold its matches by now.
    pub async fn beat(&self, id: &str, expiry: Duration) -> Result<bool, StoreError> {
        let query = format!("UPDATE nodes SET seen = {NOW} WHERE id = $1 AND seen > {NOW} - $2");
        let query = sqlx::query(AssertSqlSafe(query)).bind(id).bind(millis(expiry));
        Ok(query.execute(&self.readers).await?.rows_affected() > 0)
    }

    /// The nodes seen within `expiry`, ordered by id.
    pub async fn live_nodes(&self, expiry: Duration) -> Result<Vec<Node>, StoreError> {
        let query = format!("SELECT id, address, editions FROM nodes WHERE seen > {NOW} - $1 ORDER BY id");
        let rows = sqlx::query(AssertSqlSafe(query)).bind(millis(expiry)).fetch_all(&self.readers).await?;
        rows.iter().map(node).collect()
    }

    /// The node that holds a match, if it is alive.
    pub async fn owner(&self, id: &str, expiry: Duration) -> Result<Option<Node>, StoreError> {
        let query = format!(
            "SELECT n.id, n.address, n.editions FROM matches m JOIN nodes n ON n.id = m.node \
             WHERE m.id = $1 AND n.seen > {NOW} - $2"
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(id).bind(millis(expiry));
        query.fetch_optional(&self.readers).await?.as_ref().map(node).transpose()
    }

    /// Lets a node that is alive hold a match, unless another one that is alive holds it. Whether it does now; what the match is must
    /// be read after this, since the owner before may have written until now.
    pub async fn claim(&self, id: &str, node: &str, expiry: Duration) -> Result<bool, StoreError> {
        let query = format!(
            "UPDATE matches SET node = $2, epoch = CASE WHEN node = $2 THEN epoch ELSE epoch + 1 END WHERE id = $1 \
             AND EXISTS (SELECT 1 FROM nodes WHERE id = $2 AND seen > {NOW} - $3) \
             AND (node IS NULL OR node = $2 OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = matches.node AND n.seen > {NOW} - $3))"
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(id).bind(node).bind(millis(expiry));
        Ok(query.execute(&self.readers).await?.rows_affected() > 0)
    }

    /// Gives a match back, unless it has been claimed again since.
    pub async fn release(&self, id: &str, epoch: i64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE matches SET node = NULL WHERE id = $1 AND epoch = $2");
        query.bind(id).bind(epoch).execute(&self.readers).await?;
        Ok(())
    }
}

fn node(row: &AnyRow) -> Result<Node, StoreError> {
    let editions: Option<String> = row.try_get(2)?;
    let editions = editions.and_then(|editions| serde_json::from_str(&editions).ok());
    Ok(Node { id: row.try_get(0)?, address: row.try_get(1)?, editions })
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
