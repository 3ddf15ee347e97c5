use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use golemry_registry::Record;
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{AnyPool, Row as _};
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
use crate::rows::{Chair, MatchRow, NewMatch};
use crate::schema::{Dialect, migrate};
use crate::writer::{self, Job, Write};

/// A database of players and matches. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<Job>,
}

/// Connections to the database: one writes, the others read.
const CONNECTIONS: u32 = 8;

/// Writes that may wait before whoever brings another one has to.
const WAITING: usize = 4096;

impl Store {
    /// Opens the database at an address such as `postgres://user@host/name` or `sqlite:///path/to/file.db` and brings its
    /// tables up to date.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let dialect = match url.split(':').next() {
            Some("sqlite") => Dialect::Sqlite,
            Some("postgres" | "postgresql") => Dialect::Postgres,
            _ => return Err(refused(url, "an address begins with sqlite: or postgres:")),
        };
        let options = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(Duration::from_secs(10))
            // A file does not hang up; a server may.
            .test_before_acquire(dialect == Dialect::Postgres)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if dialect == Dialect::Sqlite {
                        for pragma in PRAGMAS {
                            sqlx::query(pragma).execute(&mut *connection).await?;
                        }
                    }
                    Ok(())
                })
            });
        let pool = options.connect(url).await.map_err(|error| refused(url, &error.to_string()))?;
        migrate(&pool, dialect).await?;
        let (writer, jobs) = mpsc::channel(WAITING);
        let writing = writer::run(pool.clone(), jobs);
        match dialect {
            Dialect::Postgres => tokio::spawn(writing),
            Dialect::Sqlite => {
                let carrying = carry_over(pool.clone());
                tokio::spawn(async {
                    tokio::select! { () = writing => {} () = carrying => {} }
                })
            }
        };
        Ok(Store { pool, writer })
    }

    /// Opens a database in a file, which is made where it is missing.
    pub async fn open_file(path: &Path) -> Result<Store, StoreError> {
        // What has a meaning in addresses may have none in the names of folders.
        let path = path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
        Store::open(&format!("sqlite://{path}?mode=rwc")).await
    }

    /// Waits until all is written, and closes the database.
    pub async fn close(&self) {
        let (done, written) = oneshot::channel();
        if self.writer.send(Job { write: Write::Nothing, done }).await.is_ok() {
            let _ = written.await;
        }
        self.pool.close().await;
    }

    /// Keeps a new match, and that these players sit at it.
    pub async fn add_match(&self, new: NewMatch) -> Result<(), StoreError> {
        self.write(Write::Match(Box::new(new))).await
    }

    /// Keeps the events of a match that come after its first `from`, all or none. Refused where the match goes on differently
    /// already.
    pub async fn add_events(&self, id: &str, from: usize, events: Vec<String>) -> Result<(), StoreError> {
        self.write(Write::Events { id: id.to_owned(), from, events }).await
    }

    /// Keeps who sits where.
    pub async fn set_chairs(&self, id: &str, chairs: Vec<Chair>, created: i64) -> Result<(), StoreError> {
        self.write(Write::Chairs { id: id.to_owned(), chairs, created }).await
    }

    /// Keeps which match was played after another.
    pub async fn set_next(&self, id: &str, next: &str) -> Result<(), StoreError> {
        self.write(Write::Next { id: id.to_owned(), next: next.to_owned() }).await
    }

    /// Keeps a player's name.
    pub async fn set_name(&self, player: &str, name: &str) -> Result<(), StoreError> {
        self.write(Write::Name { player: player.to_owned(), name: name.to_owned() }).await
    }

    /// Keeps that a player solved a puzzle with so many cards, unless it was done with fewer before.
    pub async fn add_progress(&self, player: &str, puzzle: &str, cards: u32) -> Result<(), StoreError> {
        self.write(Write::Progress { player: player.to_owned(), puzzle: puzzle.to_owned(), cards }).await
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        self.writer.send(Job { write, done }).await.map_err(|_| StoreError::Closed)?;
        written.await.map_err(|_| StoreError::Closed)?
    }

    /// A match with its events so far, if there is one.
    pub async fn load(&self, id: &str) -> Result<Option<(MatchRow, Vec<String>)>, StoreError> {
        let query = "SELECT id, opening, salt, commitment, host, chairs, takeover, created, next FROM matches WHERE id = $1";
        let Some(row) = sqlx::query(query).bind(id).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let row = match_row(&row)?;
        let query = "SELECT event FROM events WHERE match_id = $1 ORDER BY number";
        let events = sqlx::query(query).bind(id).fetch_all(&self.pool).await?;
        let events = events.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok(Some((row, events)))
    }

    /// The ids of the matches that a player opened or sits at, the newest first.
    pub async fn matches_of(&self, player: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = "SELECT match_id FROM guests WHERE player = $1 ORDER BY created DESC, match_id LIMIT $2";
        let rows = sqlx::query(query).bind(player).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// A player's name, if they have said it.
    pub async fn name(&self, player: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT name FROM players WHERE id = $1")
            .bind(player)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The puzzles a player has solved, each with the fewest cards it took them.
    pub async fn progress(&self, player: &str) -> Result<BTreeMap<String, u32>, StoreError> {
        let query = "SELECT puzzle, cards FROM progress WHERE player = $1";
        let rows = sqlx::query(query).bind(player).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u32));
        rows.iter().map(read).collect()
    }
}

/// Carries what is in SQLite's log over to the tables, every now and then until the database is closed: beside the writer, so that no
/// move waits for it.
async fn carry_over(pool: AnyPool) {
    loop {
        tokio::time::sleep(CARRY_OVER).await;
        match sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await {
            Ok(_) => {}
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => tracing::warn!("the log was not carried over: {error}"),
        }
    }
}

/// How long a log is written before it is carried over.
const CARRY_OVER: Duration = Duration::from_secs(1);

/// SQLite as a server wants it: readers do not wait for the writer, and a commit is on the disk when it returns. The writer itself carries
/// a log over at 64 MB only, when little of it is left to do, and begins it anew.
const PRAGMAS: [&str; 6] = [
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -16000",
    "PRAGMA wal_autocheckpoint = 16000",
];

fn refused(url: &str, problem: &str) -> StoreError {
    StoreError::Open { url: without_password(url), problem: problem.to_owned() }
}

/// `postgres://ada:secret@host/name` as it may be shown.
fn without_password(url: &str) -> String {
    let shown = || {
        let (scheme, rest) = url.split_once("://")?;
        let (user, host) = rest.rsplit_once('@')?;
        Some(format!("{scheme}://{}@{host}", user.split(':').next()?))
    };
    shown().unwrap_or_else(|| url.to_owned())
}

fn match_row(row: &AnyRow) -> Result<MatchRow, StoreError> {
    let id: String = row.try_get("id")?;
    let damaged = |problem: String| StoreError::Damaged { id: id.clone(), problem };
    let opening: String = row.try_get("opening")?;
    let chairs: String = row.try_get("chairs")?;
    Ok(MatchRow {
        opening: Record::from_json(&opening).map_err(|error| damaged(error.to_string()))?,
        chairs: serde_json::from_str(&chairs).map_err(|error| damaged(error.to_string()))?,
        salt: row.try_get("salt")?,
        commitment: row.try_get("commitment")?,
        host: row.try_get("host")?,
        takeover: row.try_get::<Option<i64>, _>("takeover")?.map(|seconds| seconds as u32),
        created: row.try_get("created")?,
        next: row.try_get("next")?,
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgres://ada:secret@host/name"), "postgres://ada@host/name");
        assert_eq!(without_password("postgres://host/name"), "postgres://host/name");
        assert_eq!(without_password("sqlite::memory:"), "sqlite::memory:");
    }
}
