//! The one task that writes: it waits for work, takes all that is there, commits it at once and tells each who brought some.
//! Where a batch fails, each piece is tried alone, so that only the guilty one is refused. It ends when no store is left.

use std::sync::LazyLock;

use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::{mpsc, oneshot};

use crate::error::StoreError;
use crate::rows::{Chair, MatchRow, NewMatch};

/// The most that is committed at once: more would make the first ones wait for the last.
const BATCH: usize = 512;

/// Something to write, and who waits for it.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) write: Write,
    pub(crate) done: oneshot::Sender<Result<(), StoreError>>,
}

/// All that can be written.
#[derive(Debug)]
pub(crate) enum Write {
    Nothing,
    Match(Box<NewMatch>),
    Events { id: String, from: usize, events: Vec<String> },
    Chairs { id: String, chairs: Vec<Chair>, created: i64 },
    Next { id: String, next: String },
    Name { player: String, name: String },
    Progress { player: String, puzzle: String, cards: u32 },
}

pub(crate) async fn run(pool: AnyPool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        match commit(&pool, &batch).await {
            Ok(()) => {
                for job in batch.drain(..) {
                    let _ = job.done.send(Ok(()));
                }
            }
            Err(error) if batch.len() == 1 => {
                let job = batch.remove(0);
                let _ = job.done.send(Err(named(error, &job.write)));
            }
            Err(_) => {
                for job in batch.drain(..) {
                    let alone = commit(&pool, std::slice::from_ref(&job)).await;
                    let _ = job.done.send(alone.map_err(|error| named(error, &job.write)));
                }
            }
        }
    }
}

/// What a failure means for who brought the work.
fn named(error: sqlx::Error, write: &Write) -> StoreError {
    let taken = error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation);
    match write {
        Write::Events { id, .. } if taken => StoreError::Conflict(id.clone()),
        _ => error.into(),
    }
}

async fn commit(pool: &AnyPool, batch: &[Job]) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    let mut events = Vec::new();
    for job in batch {
        match &job.write {
            Write::Nothing => {}
            Write::Match(new) => {
                add_match(&mut transaction, &new.row).await?;
                events.extend(
                    new.events.iter().enumerate().map(|(number, event)| (&*new.row.id, number, &**event)),
                );
            }
            Write::Events { id, from, events: new } => {
                events.extend(new.iter().enumerate().map(|(number, event)| (&**id, from + number, &**event)));
            }
            Write::Chairs { id, chairs, created } => {
                set_chairs(&mut transaction, id, chairs, *created).await?;
            }
            Write::Next { id, next } => {
                let query = sqlx::query("UPDATE matches SET next = $1 WHERE id = $2");
                query.bind(next).bind(id).execute(&mut *transaction).await?;
            }
            Write::Name { player, name } => {
                let query = sqlx::query(
                    "INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                );
                query.bind(player).bind(name).execute(&mut *transaction).await?;
            }
            Write::Progress { player, puzzle, cards } => {
                let query = sqlx::query(
                    "INSERT INTO progress (player, puzzle, cards) VALUES ($1, $2, $3) ON CONFLICT (player, puzzle) \
                     DO UPDATE SET cards = excluded.cards WHERE excluded.cards < progress.cards",
                );
                query.bind(player).bind(puzzle).bind(i64::from(*cards)).execute(&mut *transaction).await?;
            }
        }
    }
    add_events(&mut transaction, &events).await?;
    transaction.commit().await
}

async fn add_match(transaction: &mut Transaction<'_, Any>, row: &MatchRow) -> Result<(), sqlx::Error> {
    let query = "INSERT INTO matches (id, opening, salt, commitment, host, chairs, takeover, created, next) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    sqlx::query(query)
        .bind(&row.id)
        .bind(text(&row.opening))
        .bind(&row.salt)
        .bind(&row.commitment)
        .bind(&row.host)
        .bind(text(&row.chairs))
        .bind(row.takeover.map(i64::from))
        .bind(row.created)
        .bind(&row.next)
        .execute(&mut **transaction)
        .await?;
    add_guest(transaction, &row.host, &row.id, row.created).await?;
    add_guests(transaction, &row.id, &row.chairs, row.created).await
}

async fn set_chairs(
    transaction: &mut Transaction<'_, Any>,
    id: &str,
    chairs: &[Chair],
    created: i64,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query("UPDATE matches SET chairs = $1 WHERE id = $2");
    query.bind(text(&chairs)).bind(id).execute(&mut **transaction).await?;
    add_guests(transaction, id, chairs, created).await
}

/// Who has sat at a table finds the match again, even from where they no longer sit.
async fn add_guests(
    transaction: &mut Transaction<'_, Any>,
    id: &str,
    chairs: &[Chair],
    created: i64,
) -> Result<(), sqlx::Error> {
    for player in chairs.iter().filter_map(Chair::player) {
        add_guest(transaction, player, id, created).await?;
    }
    Ok(())
}

async fn add_guest(
    transaction: &mut Transaction<'_, Any>,
    player: &str,
    id: &str,
    created: i64,
) -> Result<(), sqlx::Error> {
    let query = "INSERT INTO guests (player, match_id, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    sqlx::query(query).bind(player).bind(id).bind(created).execute(&mut **transaction).await?;
    Ok(())
}

/// Events are most of what is written. Many rows in one statement cost a fraction of as many statements, and each statement is a
/// way to the database and back; a few sizes stay prepared. SQLite looks for each parameter's name among all of them: beyond some
/// two hundred that costs more than another statement.
static INSERTS: LazyLock<[(usize, String); 4]> = LazyLock::new(|| {
    [64, 16, 4, 1].map(|rows| {
        let values = (0..rows).map(|row| format!("(${},${},${})", row * 3 + 1, row * 3 + 2, row * 3 + 3));
        let values = values.collect::<Vec<_>>().join(",");
        (rows, format!("INSERT INTO events (match_id, number, event) VALUES {values}"))
    })
});

async fn add_events(
    transaction: &mut Transaction<'_, Any>,
    mut events: &[(&str, usize, &str)],
) -> Result<(), sqlx::Error> {
    for (rows, insert) in INSERTS.iter() {
        while let Some((now, later)) = events.split_at_checked(*rows) {
            let mut query = sqlx::query(insert.as_str());
            for (id, number, event) in now {
                query = query.bind(*id).bind(*number as i64).bind(*event);
            }
            query.execute(&mut **transaction).await?;
            events = later;
        }
    }
    Ok(())
}

fn text(data: &impl serde::Serialize) -> String {
    serde_json::to_string(data).expect("rows are plain data")
}
