//! Journals: lists of entries from which a state follows, such as a class or a tournament.
//!
//! Whoever adds an entry names its number, so of two servers that add the same one, one is refused and reads what the other has added.

use sqlx::{AnyConnection, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::store::{ROW, Store};
use crate::write::Write;

/// A journal to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJournal {
    /// Its id.
    pub id: String,
    /// What its entries are about, such as `class`.
    pub kind: &'static str,
    /// By which people find it. No two of a kind have the same.
    pub code: Option<String>,
    /// When, in milliseconds since 1970.
    pub created: i64,
    /// Its first entries, as JSON texts.
    pub entries: Vec<String>,
}

/// An entry of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEntry {
    /// When it was added, in milliseconds since 1970.
    pub at: i64,
    /// A JSON text.
    pub entry: String,
}

impl Store {
    /// Stores a new journal. Refused as a conflict if there is one with its id or code.
    pub async fn add_journal(&self, new: NewJournal) -> Result<(), StoreError> {
        self.write(Write::Journal(Box::new(new))).await
    }

    /// Appends entries after the first `from` of a journal, all or none. Refused if it already has others there, or was deleted.
    pub async fn add_entries(
        &self,
        id: &str,
        from: usize,
        at: i64,
        entries: Vec<String>,
    ) -> Result<(), StoreError> {
        self.write(Write::Entries { id: id.to_owned(), from, at, entries }).await
    }

    /// Deletes a journal with its entries.
    pub async fn delete_journal(&self, id: &str) -> Result<(), StoreError> {
        self.write(Write::DeleteJournal { id: id.to_owned() }).await
    }

    /// The entries of a journal after the first `from`; none if it does not exist.
    pub async fn entries(&self, id: &str, from: usize) -> Result<Vec<JournalEntry>, StoreError> {
        let query =
            "SELECT at, entry FROM journal_entries WHERE journal = $1 AND number >= $2 ORDER BY number";
        let rows = sqlx::query(query).bind(id).bind(from as i64).fetch_all(&self.readers).in_time().await?;
        rows.iter().map(|row| Ok(JournalEntry { at: row.try_get(0)?, entry: row.try_get(1)? })).collect()
    }

    /// Whether there is a journal of this kind with this id.
    pub async fn has_journal(&self, kind: &str, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("SELECT 1 FROM journals WHERE id = $1 AND kind = $2").bind(id).bind(kind);
        Ok(query.fetch_optional(&self.readers).in_time().await?.is_some())
    }

    /// The id of the journal of this kind with this code.
    pub async fn journal_with_code(&self, kind: &str, code: &str) -> Result<Option<String>, StoreError> {
        let query =
            sqlx::query("SELECT id FROM journals WHERE kind = $1 AND code = $2").bind(kind).bind(code);
        let row = query.fetch_optional(&self.readers).in_time().await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The ids of the journals of a kind, the oldest first.
    pub async fn journals(&self, kind: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query("SELECT id FROM journals WHERE kind = $1 ORDER BY created, id").bind(kind);
        let rows = query.fetch_all(&self.readers).in_time().await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
    }
}

/// How many bytes entries add.
pub fn size_of_entries(entries: &[String]) -> usize {
    entries.iter().map(|entry| entry.len() + ROW).sum()
}

pub(crate) async fn add_journal(connection: &mut AnyConnection, new: &NewJournal) -> Result<(), sqlx::Error> {
    let query = sqlx::query("INSERT INTO journals (id, kind, code, created) VALUES ($1, $2, $3, $4)");
    let query = query.bind(&new.id).bind(new.kind).bind(new.code.as_deref()).bind(new.created);
    query.execute(&mut *connection).await?;
    add_entries(connection, &new.id, 0, new.created, &new.entries).await
}

pub(crate) async fn add_entries(
    connection: &mut AnyConnection,
    id: &str,
    from: usize,
    at: i64,
    entries: &[String],
) -> Result<(), sqlx::Error> {
    for (number, entry) in (from..).zip(entries) {
        let query =
            sqlx::query("INSERT INTO journal_entries (journal, number, at, entry) VALUES ($1, $2, $3, $4)");
        query.bind(id).bind(number as i64).bind(at).bind(entry).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(crate) async fn delete_journal(connection: &mut AnyConnection, id: &str) -> Result<(), sqlx::Error> {
    for statement in ["DELETE FROM journal_entries WHERE journal = $1", "DELETE FROM journals WHERE id = $1"]
    {
        sqlx::query(statement).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}
