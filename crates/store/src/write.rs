//! The kinds of writes, and their statements.

use std::sync::LazyLock;

use golemry_table::{Chair, Record, Shuffle, Status, end_by_resignation};
use sha2::{Digest as _, Sha256};
use sqlx::AnyConnection;
use sqlx::any::AnyQueryResult;

use crate::journal::{self, NewJournal};
use crate::open_tables::OpenTable;
use crate::place::Dialect;
use crate::ratings::{self, RatingRow};
use crate::rows::{Deal, NewMatch};
use crate::tables::{SqlValue, bind};

/// A write.
#[derive(Debug)]
pub(crate) enum Write {
    Match(Box<NewMatch>),
    Events {
        id: String,
        epoch: i64,
        from: usize,
        events: Vec<String>,
        status: Status,
        now: i64,
    },
    Status {
        id: String,
        version: usize,
        status: Status,
        finished: Option<i64>,
    },
    Chairs {
        id: String,
        epoch: i64,
        chairs: Vec<Chair>,
        now: i64,
    },
    Listing {
        player: String,
        id: String,
        unlisted: Option<i64>,
    },
    Shuffle {
        id: String,
        epoch: i64,
        shuffle: Shuffle,
        deal: Option<Box<Deal>>,
    },
    Name {
        player: String,
        name: String,
    },
    Progress {
        player: String,
        puzzle: String,
        cards: u32,
    },
    Journal(Box<NewJournal>),
    Entries {
        id: String,
        from: usize,
        at: i64,
        entries: Vec<String>,
    },
    DeleteJournal {
        id: String,
    },
    Unseal {
        ids: Vec<String>,
    },
    OpenTable(Box<OpenTable>),
    CloseTable {
        id: String,
    },
    Rate {
        id: String,
        ratings: Vec<RatingRow>,
    },
    /// For the tables of a mount.
    Statement {
        statement: &'static str,
        values: Vec<SqlValue>,
    },
    DeleteMatches {
        ids: Vec<String>,
    },
    DeletePlayer {
        player: String,
    },
    /// Changes nothing, but needs the right and the room to write.
    Probe,
    /// Stops the writer.
    Close,
}

/// Writes a value that is there already.
pub(crate) const PROBE: &str = "UPDATE schema_version SET version = version";

/// A row of the table of events.
struct EventRow<'a> {
    id: &'a str,
    epoch: i64,
    number: usize,
    event: &'a str,
    status: Option<String>,
}

/// Executes writes inside a transaction. Events come last, those of all matches together.
pub(crate) async fn execute<'a>(
    connection: &mut AnyConnection,
    dialect: Dialect,
    writes: impl Iterator<Item = &'a Write>,
) -> Result<(), sqlx::Error> {
    let mut events = Vec::new();
    for write in writes {
        match write {
            Write::Close => {}
            Write::Probe => {
                sqlx::raw_sql(PROBE).execute(&mut *connection).await?;
            }
            Write::Match(new) => {
                add_match(connection, new).await?;
                // No node has claimed it yet.
                push_events(&mut events, &new.row.id, 0, 0, &new.events, &new.status);
            }
            Write::Events { id, epoch, from, events: new, status, now } => {
                push_events(&mut events, id, *epoch, *from, new, status);
                if status.over {
                    let query = sqlx::query("UPDATE matches SET finished = $1 WHERE id = $2 AND epoch = $3");
                    found(&query.bind(*now).bind(id).bind(*epoch).execute(&mut *connection).await?)?;
                }
            }
            Write::Status { id, version, status, finished } => {
                set_status(connection, id, *version, status, *finished).await?;
            }
            Write::Chairs { id, epoch, chairs, now } => {
                let query = sqlx::query(
                    "UPDATE matches SET chairs = $1, finished = COALESCE(finished, $2) WHERE id = $3 AND epoch = $4",
                );
                let ended = end_by_resignation(chairs).then_some(*now);
                let query = query.bind(text(chairs)).bind(ended).bind(id).bind(*epoch);
                found(&query.execute(&mut *connection).await?)?;
                add_guests(connection, id, chairs, *now).await?;
            }
            Write::Listing { player, id, unlisted } => {
                let query =
                    sqlx::query("UPDATE guests SET unlisted = $1 WHERE player = $2 AND match_id = $3");
                query.bind(*unlisted).bind(player).bind(id).execute(&mut *connection).await?;
            }
            Write::Shuffle { id, epoch, shuffle, deal } => {
                let query = sqlx::query("UPDATE matches SET shuffle = $1 WHERE id = $2 AND epoch = $3");
                let query = query.bind(text(shuffle)).bind(id).bind(*epoch);
                found(&query.execute(&mut *connection).await?)?;
                if let Some(Deal { opening, commitment, events: new, status }) = deal.as_deref() {
                    let query = sqlx::query(
                        "UPDATE matches SET opening = $1, commitment = $2, status = $3 WHERE id = $4",
                    );
                    let query = query.bind(without_material(opening).0).bind(commitment).bind(text(status));
                    query.bind(id).execute(&mut *connection).await?;
                    push_events(&mut events, id, *epoch, 0, new, status);
                }
            }
            Write::Name { player, name } => {
                let query = sqlx::query(
                    "INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                );
                query.bind(player).bind(name).execute(&mut *connection).await?;
            }
            Write::Progress { player, puzzle, cards } => {
                let query = sqlx::query(
                    "INSERT INTO progress (player, puzzle, cards) VALUES ($1, $2, $3) ON CONFLICT (player, puzzle) \
                     DO UPDATE SET cards = excluded.cards WHERE excluded.cards < progress.cards",
                );
                query.bind(player).bind(puzzle).bind(i64::from(*cards)).execute(&mut *connection).await?;
            }
            Write::Journal(new) => journal::add_journal(connection, new).await?,
            Write::Entries { id, from, at, entries } => {
                journal::add_entries(connection, id, *from, *at, entries).await?;
            }
            Write::DeleteJournal { id } => journal::delete_journal(connection, id).await?,
            Write::Unseal { ids } => {
                for id in ids {
                    let query = sqlx::query("UPDATE matches SET sealed = 0 WHERE id = $1");
                    query.bind(id).execute(&mut *connection).await?;
                }
            }
            Write::OpenTable(table) => {
                let query = sqlx::query(
                    "INSERT INTO open_tables (match_id, since, fill, level) VALUES ($1, $2, $3, $4) ON CONFLICT (match_id) \
                     DO UPDATE SET fill = excluded.fill, level = excluded.level",
                );
                let query = query.bind(&table.match_id).bind(table.since).bind(table.fill);
                query.bind(table.level.as_deref()).execute(&mut *connection).await?;
            }
            Write::CloseTable { id } => {
                let query = sqlx::query("DELETE FROM open_tables WHERE match_id = $1");
                query.bind(id).execute(&mut *connection).await?;
            }
            Write::Rate { id, ratings } => ratings::rate(connection, id, ratings).await?,
            Write::Statement { statement, values } => {
                bind(sqlx::query(*statement), values).execute(&mut *connection).await?;
            }
            Write::DeleteMatches { ids } => delete_matches(connection, ids).await?,
            Write::DeletePlayer { player } => {
                for statement in [
                    "DELETE FROM guests WHERE player = $1",
                    "DELETE FROM progress WHERE player = $1",
                    "DELETE FROM ratings WHERE player = $1",
                    "DELETE FROM players WHERE id = $1",
                ] {
                    sqlx::query(statement).bind(player).execute(&mut *connection).await?;
                }
            }
        }
    }
    add_events(connection, dialect, &events).await
}

async fn add_match(connection: &mut AnyConnection, new: &NewMatch) -> Result<(), sqlx::Error> {
    let row = &new.row;
    let (opening, material) = without_material(&row.opening);
    if let Some((hash, content)) = &material {
        let query = "INSERT INTO materials (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        sqlx::query(query).bind(hash).bind(content).execute(&mut *connection).await?;
    }
    let query = "INSERT INTO matches (id, opening, salt, commitment, host, chairs, takeover, created, material, status, \
                 shuffle, sealed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    sqlx::query(query)
        .bind(&row.id)
        .bind(opening)
        .bind(&row.salt)
        .bind(&row.commitment)
        .bind(&row.host)
        .bind(text(&row.chairs))
        .bind(row.takeover.map(i64::from))
        .bind(row.created)
        .bind(material.map(|(hash, _)| hash))
        .bind(text(&new.status))
        .bind(row.shuffle.as_ref().map(text))
        .bind(i64::from(row.sealed))
        .execute(&mut *connection)
        .await?;
    if let Some(previous) = &new.previous {
        let query = sqlx::query("UPDATE matches SET next = $1 WHERE id = $2 AND next IS NULL");
        found(&query.bind(&row.id).bind(previous).execute(&mut *connection).await?)?;
    }
    add_guest(connection, &row.host, &row.id, row.created).await?;
    add_guests(connection, &row.id, &row.chairs, row.created).await
}

/// Fails if a statement changed no row: another process has changed it first.
fn found(result: &AnyQueryResult) -> Result<(), sqlx::Error> {
    if result.rows_affected() > 0 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

/// An opening as it is stored: its deck or board is replaced by a hash, since many matches use the same one.
pub(crate) fn without_material(opening: &Record) -> (String, Option<(String, String)>) {
    let bare = Record { material: None, ..opening.clone() };
    let named = |material: &serde_json::Value| {
        let content = material.to_string();
        let hash = Sha256::digest(&content).iter().map(|byte| format!("{byte:02x}")).collect();
        (hash, content)
    };
    (text(&bare), opening.material.as_ref().map(named))
}

/// Adds the status of a match that was stored without one.
async fn set_status(
    connection: &mut AnyConnection,
    id: &str,
    version: usize,
    status: &Status,
    finished: Option<i64>,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE matches SET status = COALESCE(status, $1), finished = $2 WHERE id = $3");
    query.bind(text(status)).bind(finished).bind(id).execute(&mut *connection).await?;
    // If another event has been added meanwhile, this one is not the last, and nothing is changed.
    let query = sqlx::query("UPDATE events SET status = $1 WHERE match_id = $2 AND number = $3");
    query.bind(text(status)).bind(id).bind(version as i64 - 1).execute(&mut *connection).await?;
    Ok(())
}

/// Adds a match to the lists of everyone who sits at it. It stays there after they have left.
async fn add_guests(
    connection: &mut AnyConnection,
    id: &str,
    chairs: &[Chair],
    created: i64,
) -> Result<(), sqlx::Error> {
    for player in chairs.iter().filter_map(Chair::player) {
        add_guest(connection, player, id, created).await?;
    }
    Ok(())
}

async fn add_guest(
    connection: &mut AnyConnection,
    player: &str,
    id: &str,
    created: i64,
) -> Result<(), sqlx::Error> {
    let query = "INSERT INTO guests (player, match_id, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    sqlx::query(query).bind(player).bind(id).bind(created).execute(&mut *connection).await?;
    Ok(())
}

async fn delete_matches(connection: &mut AnyConnection, ids: &[String]) -> Result<(), sqlx::Error> {
    for id in ids {
        for statement in [
            "DELETE FROM open_tables WHERE match_id = $1",
            "DELETE FROM events WHERE match_id = $1",
            "DELETE FROM guests WHERE match_id = $1",
            "DELETE FROM matches WHERE id = $1",
        ] {
            sqlx::query(statement).bind(id).execute(&mut *connection).await?;
        }
    }
    let unused =
        "DELETE FROM materials WHERE NOT EXISTS (SELECT 1 FROM matches WHERE material = materials.hash)";
    sqlx::query(unused).execute(&mut *connection).await?;
    Ok(())
}

fn push_events<'a>(
    rows: &mut Vec<EventRow<'a>>,
    id: &'a str,
    epoch: i64,
    from: usize,
    events: &'a [String],
    status: &Status,
) {
    let new = (from..).zip(events).map(|(number, event)| EventRow { id, epoch, number, event, status: None });
    rows.extend(new);
    if let (Some(last), false) = (rows.last_mut(), events.is_empty()) {
        last.status = Some(text(status));
    }
}

/// A statement that inserts this many events.
type Insert = (usize, String);

/// The parameters have no numbers: SQLite would write them as names, and search the list of names for each value.
static SQLITE_INSERTS: LazyLock<[Insert; 4]> = LazyLock::new(|| inserts(|_| "?".to_owned(), ""));

/// PostgreSQL lets other transactions change a match between our check of its epoch and the commit. With this lock, either a claim waits
/// for us, or we wait for the claim and then check the epoch again.
static POSTGRES_INSERTS: LazyLock<[Insert; 4]> =
    LazyLock::new(|| inserts(|number| format!("${number}"), " FOR SHARE OF m"));

/// Events are most of what is written. Many rows in one statement cost a fraction of as many statements, and each statement is a
/// round trip; a few sizes stay prepared.
///
/// Events of a match that has been claimed since are skipped.
fn inserts(parameter: impl Fn(usize) -> String, lock: &str) -> [Insert; 4] {
    [40, 12, 3, 1].map(|rows| {
        let values = (0..rows).map(|row| {
            let columns = [1, 2, 3, 4, 5].map(|column| parameter(row * 5 + column));
            format!("({})", columns.join(","))
        });
        let values = values.collect::<Vec<_>>().join(",");
        let insert = format!(
            "INSERT INTO events (match_id, number, event, status) SELECT e.column1, e.column2, e.column3, e.column4 \
             FROM (VALUES {values}) AS e JOIN matches m ON m.id = e.column1 AND m.epoch = e.column5{lock}"
        );
        (rows, insert)
    })
}

async fn add_events(
    connection: &mut AnyConnection,
    dialect: Dialect,
    mut events: &[EventRow<'_>],
) -> Result<(), sqlx::Error> {
    let inserts = match dialect {
        Dialect::Sqlite => &SQLITE_INSERTS,
        Dialect::Postgres => &POSTGRES_INSERTS,
    };
    for (rows, insert) in inserts.iter() {
        while let Some((now, later)) = events.split_at_checked(*rows) {
            let mut query = sqlx::query(insert.as_str());
            for row in now {
                query = query.bind(row.id).bind(row.number as i64).bind(row.event);
                query = query.bind(row.status.as_deref()).bind(row.epoch);
            }
            if query.execute(&mut *connection).await?.rows_affected() < *rows as u64 {
                return Err(sqlx::Error::RowNotFound);
            }
            events = later;
        }
    }
    Ok(())
}

/// Data as it is stored, in JSON.
pub(crate) fn text(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).expect("rows are plain data")
}
