use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

use golemry_room::MatchRow;
use golemry_table::{Chair, Record, Shuffle, Status, standing};
use sqlx::any::AnyRow;
use sqlx::{AnyPool, AssertSqlSafe, Row as _};
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
#[cfg(feature = "faults")]
use crate::faults::{Fault, Faults};
use crate::file::DatabaseFile;
use crate::patience::InTime as _;
use crate::place::{Dialect, Place};
use crate::rows::{Deal, NewMatch, Summary};
use crate::schema::migrate;
use crate::write::{Write, text, without_material};
use crate::writer::{Job, Writer};

/// A database of players and matches. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) readers: AnyPool,
    pub(crate) dialect: Dialect,
    writer: mpsc::Sender<Job>,
    #[cfg(feature = "faults")]
    faults: Faults,
}

/// The length of the writer's queue. Callers wait while it is full.
const WAITING: usize = 4096;

impl Store {
    /// Opens the database at a URL such as `postgres://user@host/name` or `sqlite:///path/to/file.db` and migrates its tables.
    /// Only one process at a time may open an SQLite file.
    pub async fn open(url: &str) -> Result<Store, StoreError> {
        let place = Place::parse(url)?;
        let mut file = place.path.as_deref().map(DatabaseFile::claim).transpose()?;
        let mut connection = place.open().in_time().await?;
        migrate(&mut connection, place.dialect).await?;
        place.dialect.examine(&mut connection).await?;
        if let Some(file) = &mut file {
            file.opened();
        }
        let readers = place.readers()?;
        let dialect = place.dialect;
        let (writer, jobs) = mpsc::channel(WAITING);
        #[cfg(feature = "faults")]
        let faults = Faults::none();
        let writing = Writer::new(
            place,
            connection,
            file,
            #[cfg(feature = "faults")]
            faults.clone(),
        );
        let writing = writing.run(jobs);
        match dialect {
            Dialect::Postgres => tokio::spawn(writing),
            Dialect::Sqlite => {
                let checkpointing = checkpoint(readers.clone());
                tokio::spawn(async {
                    tokio::select! { () = writing => {} () = checkpointing => {} }
                })
            }
        };
        Ok(Store {
            readers,
            dialect,
            writer,
            #[cfg(feature = "faults")]
            faults,
        })
    }

    /// Opens a database in a file, and creates it if it does not exist.
    pub async fn open_file(path: &Path) -> Result<Store, StoreError> {
        Store::open(&format!("{}?mode=rwc", address(path))).await
    }

    /// Whether other processes can open the same database. They coordinate with [`Store::add_node`].
    pub fn is_shared(&self) -> bool {
        self.dialect == Dialect::Postgres
    }

    /// Waits until everything is written, and closes the database.
    pub async fn close(&self) {
        // Readers first: SQLite removes its log when the last connection, the writer's, is closed.
        self.readers.close().await;
        let _ = self.write(Write::Close).await;
    }

    /// Fails if the database cannot be written. It writes what is there already.
    pub async fn check(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await
    }

    /// Makes every transaction fail or stall from now on, or clears the fault.
    #[cfg(feature = "faults")]
    pub fn inject(&self, fault: Option<Fault>) {
        self.faults.set(fault);
    }

    /// Stores a new match with its guests, and links the previous match at the table to it. Refused if that one has a next match already.
    pub async fn add_match(&self, new: NewMatch) -> Result<(), StoreError> {
        self.write(Write::Match(Box::new(new))).await
    }

    /// Appends events after the first `from` of a match, all or none, and stores its new status. Refused if the match already has other
    /// events there, or has been claimed by another node since `epoch`. `now` becomes the time of its end if they end it.
    pub async fn add_events(
        &self,
        id: &str,
        epoch: i64,
        from: usize,
        events: Vec<String>,
        status: &Status,
        now: i64,
    ) -> Result<(), StoreError> {
        let status = status.clone();
        self.write(Write::Events { id: id.to_owned(), epoch, from, events, status, now }).await
    }

    /// Stores the status of a match after `version` events, if its [`Summary`] has none.
    pub async fn set_status(
        &self,
        id: &str,
        version: usize,
        status: &Status,
        finished: Option<i64>,
    ) -> Result<(), StoreError> {
        self.write(Write::Status { id: id.to_owned(), version, status: status.clone(), finished }).await
    }

    /// Stores the chairs. Refused if the match has been claimed by another node since `epoch`. `now` becomes the time of its end if
    /// resignations end it.
    pub async fn set_chairs(
        &self,
        id: &str,
        epoch: i64,
        chairs: Vec<Chair>,
        now: i64,
    ) -> Result<(), StoreError> {
        self.write(Write::Chairs { id: id.to_owned(), epoch, chairs, now }).await
    }

    /// Takes a match off a player's list, or puts it back.
    pub async fn set_listed(&self, player: &str, id: &str, listed: bool, now: i64) -> Result<(), StoreError> {
        let unlisted = (!listed).then_some(now);
        self.write(Write::Listing { player: player.to_owned(), id: id.to_owned(), unlisted }).await
    }

    /// Stores the progress of a shuffle and, once it has given a seed, the dealt match: all or nothing. Refused if the match has been
    /// claimed by another node since `epoch`.
    pub async fn set_shuffle(
        &self,
        id: &str,
        epoch: i64,
        shuffle: Shuffle,
        deal: Option<Deal>,
    ) -> Result<(), StoreError> {
        self.write(Write::Shuffle { id: id.to_owned(), epoch, shuffle, deal: deal.map(Box::new) }).await
    }

    /// Stores a player's name.
    pub async fn set_name(&self, player: &str, name: &str) -> Result<(), StoreError> {
        self.write(Write::Name { player: player.to_owned(), name: name.to_owned() }).await
    }

    /// Stores the number of cards with which a player solved a puzzle, unless they have solved it with fewer.
    pub async fn add_progress(&self, player: &str, puzzle: &str, cards: u32) -> Result<(), StoreError> {
        self.write(Write::Progress { player: player.to_owned(), puzzle: puzzle.to_owned(), cards }).await
    }

    /// Unseals matches: their records can be had from now on.
    pub async fn unseal(&self, ids: Vec<String>) -> Result<(), StoreError> {
        self.write(Write::Unseal { ids }).await
    }

    /// Deletes matches with their events, and the decks and boards that no other match uses.
    pub async fn delete_matches(&self, ids: Vec<String>) -> Result<(), StoreError> {
        self.write(Write::DeleteMatches { ids }).await
    }

    /// Deletes a player's name, solved puzzles, ratings and list of matches. The matches stay, because others have played them too.
    pub async fn delete_player(&self, player: &str) -> Result<(), StoreError> {
        self.write(Write::DeletePlayer { player: player.to_owned() }).await
    }

    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        self.writer.send(Job { write, done }).await.map_err(|_| StoreError::Closed)?;
        written.await.map_err(|_| StoreError::Closed)?
    }

    /// Returns the space of deleted rows to the file system.
    pub async fn vacuum(&self) -> Result<(), StoreError> {
        sqlx::raw_sql("VACUUM").execute(&self.readers).await?;
        Ok(())
    }

    /// A match with its events so far, if there is one.
    pub async fn load(&self, id: &str) -> Result<Option<(MatchRow, Vec<String>)>, StoreError> {
        let query = "SELECT m.id, m.opening, m.shuffle, m.salt, m.commitment, m.host, m.chairs, m.takeover, m.created, m.next, m.epoch, m.sealed, c.content \
                     FROM matches m LEFT JOIN materials c ON c.hash = m.material WHERE m.id = $1";
        let Some(row) = sqlx::query(query).bind(id).fetch_optional(&self.readers).in_time().await? else {
            return Ok(None);
        };
        let material: Option<String> = row.try_get("content")?;
        let mut row = match_row(&row)?;
        if let Some(material) = material {
            let damaged = |error: serde_json::Error| StoreError::Damaged {
                id: id.to_owned(),
                problem: format!("its deck or board: {error}"),
            };
            row.opening.material = serde_json::from_str(&material).map_err(damaged)?;
        }
        let query = "SELECT event FROM events WHERE match_id = $1 ORDER BY number";
        let events = sqlx::query(query).bind(id).fetch_all(&self.readers).in_time().await?;
        let events = events.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        Ok(Some((row, events)))
    }

    /// A match without its events, if it exists.
    pub async fn summary(&self, id: &str) -> Result<Option<Summary>, StoreError> {
        let query = format!("{SUMMARY} WHERE m.id = $1");
        let row = sqlx::query(AssertSqlSafe(query)).bind(id).fetch_optional(&self.readers).in_time().await?;
        row.as_ref().map(summary).transpose()
    }

    /// Whether a match is sealed; `None` if it does not exist.
    pub async fn is_sealed(&self, id: &str) -> Result<Option<bool>, StoreError> {
        let query = sqlx::query("SELECT sealed FROM matches WHERE id = $1").bind(id);
        let row = query.fetch_optional(&self.readers).in_time().await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.map(|sealed| sealed != 0))
    }

    /// Which of these matches exist, and whether each is over.
    pub async fn are_over(&self, ids: &[&str]) -> Result<HashMap<String, bool>, StoreError> {
        let mut found = HashMap::new();
        // SQLite limits the number of parameters.
        for ids in ids.chunks(100) {
            let places = (1..=ids.len()).map(|number| format!("${number}")).collect::<Vec<_>>().join(",");
            let query = format!("SELECT id, finished FROM matches WHERE id IN ({places})");
            let mut query = sqlx::query(AssertSqlSafe(query));
            for id in ids {
                query = query.bind(*id);
            }
            for row in query.fetch_all(&self.readers).in_time().await? {
                found.insert(row.try_get(0)?, row.try_get::<Option<i64>, _>(1)?.is_some());
            }
        }
        Ok(found)
    }

    /// The matches that a player opened or sat at and has not taken off their list, the newest first.
    pub async fn matches_of(&self, player: &str, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let query = format!(
            "{SUMMARY} JOIN guests g ON g.match_id = m.id WHERE g.player = $1 AND g.unlisted IS NULL \
             ORDER BY g.created DESC, m.id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(query)).bind(player).bind(i64::from(limit));
        Ok(readable(&query.fetch_all(&self.readers).in_time().await?))
    }

    /// The ids of matches that come after `after`, in order.
    pub async fn match_ids_after(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query("SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2");
        let rows = query.bind(after).bind(i64::from(limit)).fetch_all(&self.readers).in_time().await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// The ids of matches that ended before a time, the oldest first.
    pub async fn finished_before(&self, time: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = "SELECT id FROM matches WHERE finished < $1 ORDER BY finished LIMIT $2";
        let rows =
            sqlx::query(query).bind(time).bind(i64::from(limit)).fetch_all(&self.readers).in_time().await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// The ids of matches that everyone who had them took off their list before a time.
    pub async fn unlisted_before(&self, time: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = "SELECT DISTINCT match_id FROM guests g WHERE unlisted < $1 AND NOT EXISTS (SELECT 1 FROM guests o \
                     WHERE o.match_id = g.match_id AND (o.unlisted IS NULL OR o.unlisted >= $1)) LIMIT $2";
        let rows =
            sqlx::query(query).bind(time).bind(i64::from(limit)).fetch_all(&self.readers).in_time().await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// Whether a player opened a match or sat at it.
    pub async fn is_guest(&self, player: &str, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM guests WHERE player = $1 AND match_id = $2");
        Ok(query.bind(player).bind(id).fetch_optional(&self.readers).in_time().await?.is_some())
    }

    /// How many bytes a new match would add: itself, its events, its guests, and its deck or board unless the same one is stored already.
    pub async fn size_of(&self, new: &NewMatch) -> Result<usize, StoreError> {
        let row = &new.row;
        let (bare, material) = without_material(&row.opening);
        let texts = [bare, text(&row.chairs), text(&row.shuffle), text(&new.status)];
        let guests = (row.chairs.len() + 1) * (row.host.len() + ROW);
        let size = ROW + texts.iter().map(String::len).sum::<usize>() + guests + size_of_events(&new.events);
        let Some((hash, content)) = material else { return Ok(size) };
        let query = sqlx::query("SELECT 1 FROM materials WHERE hash = $1").bind(hash);
        let known = query.fetch_optional(&self.readers).in_time().await?.is_some();
        Ok(size + if known { 0 } else { ROW + content.len() })
    }

    /// A player's name, if they have chosen one.
    pub async fn name(&self, player: &str) -> Result<Option<String>, StoreError> {
        Ok(self.names(&[player]).await?.remove(player))
    }

    /// The names of those players who have chosen one.
    pub async fn names(&self, players: &[&str]) -> Result<HashMap<String, String>, StoreError> {
        let mut names = HashMap::new();
        // SQLite limits the number of parameters.
        for players in players.chunks(100) {
            let places = (1..=players.len()).map(|number| format!("${number}")).collect::<Vec<_>>().join(",");
            let query = format!("SELECT id, name FROM players WHERE id IN ({places})");
            let mut query = sqlx::query(AssertSqlSafe(query));
            for player in players {
                query = query.bind(*player);
            }
            for row in query.fetch_all(&self.readers).in_time().await? {
                names.insert(row.try_get(0)?, row.try_get(1)?);
            }
        }
        Ok(names)
    }

    /// The players who have chosen a name, with their ids, ordered by id.
    pub async fn players_after(&self, after: &str, limit: u32) -> Result<Vec<(String, String)>, StoreError> {
        let query = sqlx::query("SELECT id, name FROM players WHERE id > $1 ORDER BY id LIMIT $2");
        let rows = query.bind(after).bind(i64::from(limit)).fetch_all(&self.readers).in_time().await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// The puzzles a player has solved, each with the fewest cards it took them.
    pub async fn progress(&self, player: &str) -> Result<BTreeMap<String, u32>, StoreError> {
        let query = "SELECT puzzle, cards FROM progress WHERE player = $1";
        let rows = sqlx::query(query).bind(player).fetch_all(&self.readers).in_time().await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u32));
        rows.iter().map(read).collect()
    }
}

/// About what a row takes besides its texts: its key, its place in an index, and its share of half-empty pages.
pub(crate) const ROW: usize = 100;

/// How many bytes events add.
pub fn size_of_events(events: &[String]) -> usize {
    events.iter().map(|event| event.len() + ROW).sum()
}

/// The URL of a database file.
fn address(path: &Path) -> String {
    // Paths may contain characters that are special in URLs.
    let path = path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite://{path}")
}

/// Checkpoints the WAL every second until the database is closed, on a connection of its own so that no move waits for it.
async fn checkpoint(readers: AnyPool) {
    loop {
        tokio::time::sleep(CHECKPOINT).await;
        match sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&readers).await {
            Ok(_) => {}
            // The writer is still busy.
            Err(sqlx::Error::PoolClosed) => std::future::pending().await,
            Err(error) => tracing::warn!("the WAL was not checkpointed: {error}"),
        }
    }
}

/// The interval between checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(1);

/// The status is stored with the last event, or with the match if it has no events.
pub(crate) const SUMMARY: &str = "SELECT m.id, m.opening, m.shuffle, m.salt, m.commitment, m.host, m.chairs, m.takeover, m.created, m.next, m.epoch, m.sealed, m.finished, \
     m.material, m.status AS opened, e.number, e.status FROM matches m LEFT JOIN events e ON e.match_id = m.id \
     AND e.number = (SELECT MAX(number) FROM events WHERE match_id = m.id)";

/// The readable rows. A damaged one must not hide the others.
pub(crate) fn readable(rows: &[AnyRow]) -> Vec<Summary> {
    let read = |row: &AnyRow| summary(row).inspect_err(|error| tracing::error!("{error}")).ok();
    rows.iter().filter_map(read).collect()
}

pub(crate) fn summary(row: &AnyRow) -> Result<Summary, StoreError> {
    let mut known = match_row(row)?;
    let last: Option<i64> = row.try_get("number")?;
    let status: Option<String> = row.try_get(if last.is_some() { "status" } else { "opened" })?;
    let status = status.map(|status| serde_json::from_str(&status)).transpose();
    let status = status.map_err(|error| StoreError::Damaged {
        id: known.id.clone(),
        problem: format!("its status: {error}"),
    })?;
    Ok(Summary {
        own_material: known.opening.material.take().is_some()
            || row.try_get::<Option<String>, _>("material")?.is_some(),
        version: last.map_or(0, |number| number as usize + 1),
        status: status.map(|status| standing(&known.chairs, status)),
        finished: row.try_get("finished")?,
        row: known,
    })
}

fn match_row(row: &AnyRow) -> Result<MatchRow, StoreError> {
    let id: String = row.try_get("id")?;
    let damaged = |problem: String| StoreError::Damaged { id: id.clone(), problem };
    let opening: String = row.try_get("opening")?;
    let chairs: String = row.try_get("chairs")?;
    let shuffle: Option<String> = row.try_get("shuffle")?;
    let shuffle = shuffle.map(|shuffle| serde_json::from_str(&shuffle)).transpose();
    Ok(MatchRow {
        opening: Record::from_json(&opening).map_err(|error| damaged(error.to_string()))?,
        chairs: serde_json::from_str(&chairs).map_err(|error| damaged(error.to_string()))?,
        shuffle: shuffle.map_err(|error| damaged(format!("its shuffle: {error}")))?,
        salt: row.try_get("salt")?,
        commitment: row.try_get("commitment")?,
        host: row.try_get("host")?,
        takeover: row.try_get::<Option<i64>, _>("takeover")?.map(|seconds| seconds as u32),
        created: row.try_get("created")?,
        next: row.try_get("next")?,
        epoch: row.try_get("epoch")?,
        sealed: row.try_get::<i64, _>("sealed")? != 0,
        id,
    })
}
