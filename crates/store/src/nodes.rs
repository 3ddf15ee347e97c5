//! Several servers on one PostgreSQL: which of them are alive, and which one holds a match.
//!
//! A claim raises the match's epoch, and every write names the epoch at which the match was loaded: a node that has lost a match
//! can write nothing more to it. So most of this is single statements without locks, and all of it bypasses the writer.
//!
//! A node is alive while it is in the list. Each one watches the heartbeats of the others, and removes a node whose heartbeat has not
//! moved for a while. No clock is compared with another one, nor with itself after it was set: a jump of the database's clock
//! changes nothing.

use std::collections::BTreeMap;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Executor as _, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::store::Store;
use crate::write::text;

/// A server that shares the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Drawn anew at every join: a node that was silent for too long comes back as another.
    pub id: String,
    /// Where the other nodes reach it, `HOST:PORT`; `None` for a server that does not share the database.
    pub address: Option<String>,
    /// Where players reach it and no other, such as `https://a.example.org`, if they can.
    pub url: Option<String>,
    /// The edition of each game's rules that it plays, by the game's id; `None` for an earlier program, which did not record it.
    pub editions: Option<BTreeMap<String, u32>>,
}

impl Node {
    /// Whether it can play matches of a game under an edition of its rules.
    pub fn plays(&self, game: &str, edition: u32) -> bool {
        self.editions.as_ref().is_none_or(|editions| editions.get(game) == Some(&edition))
    }
}

/// A node's last heartbeat. Every heartbeat has another value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heartbeat {
    node: String,
    seen: i64,
}

/// The database's time in milliseconds since 1970. Earlier programs, which may run beside this one, compare heartbeats with it.
const NOW: &str = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT";

impl Store {
    /// Adds a node, or returns the heartbeats of the nodes in its way. A node without an address and any other node are in each other's
    /// way. Nodes whose last heartbeats are among `stopped` are removed first.
    pub async fn add_node(&self, node: &Node, stopped: &[Heartbeat]) -> Result<Vec<Heartbeat>, StoreError> {
        let mut transaction = self.readers.begin().in_time().await?;
        // A lock, so that nodes that start at once see each other. Its number is that of the migrations' lock plus one.
        transaction.execute("SELECT pg_advisory_xact_lock(1735355494)::text").await?;
        for heartbeat in stopped {
            remove(heartbeat).execute(&mut *transaction).await?;
        }
        let address = node.address.as_deref().unwrap_or_default();
        let query = "SELECT id, seen FROM nodes WHERE address = '' OR $1 = '' ORDER BY id";
        let rows = sqlx::query(query).bind(address).fetch_all(&mut *transaction).await?;
        let in_the_way = rows.iter().map(heartbeat).collect::<Result<Vec<_>, StoreError>>()?;
        if in_the_way.is_empty() {
            let add = format!(
                "INSERT INTO nodes (id, address, editions, url, seen) VALUES ($1, $2, $3, $4, {NOW})"
            );
            let editions = node.editions.as_ref().map(text);
            let add =
                sqlx::query(AssertSqlSafe(add)).bind(&node.id).bind(address).bind(editions).bind(&node.url);
            add.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(in_the_way)
    }

    /// Removes a node, which releases its matches.
    pub async fn remove_node(&self, id: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM nodes WHERE id = $1").bind(id).execute(&self.readers).in_time().await?;
        Ok(())
    }

    /// Removes the nodes that have not moved on from these heartbeats.
    pub async fn remove_stopped(&self, stopped: &[Heartbeat]) -> Result<(), StoreError> {
        for heartbeat in stopped {
            remove(heartbeat).execute(&self.readers).in_time().await?;
        }
        Ok(())
    }

    /// Records a heartbeat. False if the node has been removed: others may hold its matches by now.
    pub async fn beat(&self, id: &str) -> Result<bool, StoreError> {
        // Moves even if two heartbeats arrive within a millisecond, or the clock was set back.
        let query = format!("UPDATE nodes SET seen = GREATEST({NOW}, seen + 1) WHERE id = $1");
        let query = sqlx::query(AssertSqlSafe(query)).bind(id);
        Ok(query.execute(&self.readers).in_time().await?.rows_affected() > 0)
    }

    /// The last heartbeat of each node.
    pub async fn heartbeats(&self) -> Result<Vec<Heartbeat>, StoreError> {
        let rows = sqlx::query("SELECT id, seen FROM nodes").fetch_all(&self.readers).in_time().await?;
        rows.iter().map(heartbeat).collect()
    }

    /// The nodes that are alive, ordered by id.
    pub async fn live_nodes(&self) -> Result<Vec<Node>, StoreError> {
        let query = sqlx::query("SELECT id, address, editions, url FROM nodes ORDER BY id");
        query.fetch_all(&self.readers).in_time().await?.iter().map(node).collect()
    }

    /// The live node that holds a match, if any.
    pub async fn owner(&self, id: &str) -> Result<Option<Node>, StoreError> {
        let query = "SELECT n.id, n.address, n.editions, n.url FROM matches m JOIN nodes n ON n.id = m.node \
                     WHERE m.id = $1";
        let owner = sqlx::query(query).bind(id).fetch_optional(&self.readers).in_time().await?;
        owner.as_ref().map(node).transpose()
    }

    /// Claims a match for a live node, unless another live node holds it; returns whether it succeeded. Load the match after this, since
    /// the previous owner may have written until now.
    pub async fn claim(&self, id: &str, node: &str) -> Result<bool, StoreError> {
        let query = "UPDATE matches SET node = $2, epoch = CASE WHEN node = $2 THEN epoch ELSE epoch + 1 END WHERE id = $1 \
                     AND EXISTS (SELECT 1 FROM nodes WHERE id = $2) \
                     AND (node IS NULL OR node = $2 OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = matches.node))";
        let query = sqlx::query(query).bind(id).bind(node);
        Ok(query.execute(&self.readers).in_time().await?.rows_affected() > 0)
    }

    /// Releases a match, unless it has been claimed again since.
    pub async fn release(&self, id: &str, epoch: i64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE matches SET node = NULL WHERE id = $1 AND epoch = $2");
        query.bind(id).bind(epoch).execute(&self.readers).in_time().await?;
        Ok(())
    }
}

fn node(row: &AnyRow) -> Result<Node, StoreError> {
    let editions: Option<String> = row.try_get(2)?;
    let editions = editions.and_then(|editions| serde_json::from_str(&editions).ok());
    let address = Some(row.try_get(1)?).filter(|address: &String| !address.is_empty());
    Ok(Node { id: row.try_get(0)?, address, editions, url: row.try_get(3)? })
}

fn heartbeat(row: &AnyRow) -> Result<Heartbeat, StoreError> {
    Ok(Heartbeat { node: row.try_get(0)?, seen: row.try_get(1)? })
}

/// Removes a node, unless it has moved on from this heartbeat.
fn remove(Heartbeat { node, seen }: &Heartbeat) -> Query<'_, Any, AnyArguments> {
    sqlx::query("DELETE FROM nodes WHERE id = $1 AND seen = $2").bind(node).bind(*seen)
}
