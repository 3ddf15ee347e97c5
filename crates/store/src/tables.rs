//! Tables of mounts, next to the store's own.

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::schema::bring_up_to_date;
use crate::store::Store;
use crate::write::Write;

/// The tables of a mount, for both databases.
///
/// They are created and changed by migrations. Published migrations are never changed: a change is another migration. As in the store's
/// own tables, ids are text, times are milliseconds since 1970, everything else is JSON in text columns, and nothing is null.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// Lowercase letters and `_`. Every table's name begins with it, so that names never clash.
    pub name: &'static str,
    /// The migrations for SQLite; statements are separated by `;`.
    pub sqlite: &'static [&'static str],
    /// The same for PostgreSQL.
    pub postgres: &'static [&'static str],
    /// Statements that delete what is stored of the player `$1`.
    pub forget: &'static [&'static str],
}

/// A value in a row, or a parameter of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SqlValue {
    /// A whole number.
    Whole(i64),
    /// A text.
    Text(String),
}

impl From<i64> for SqlValue {
    fn from(value: i64) -> SqlValue {
        SqlValue::Whole(value)
    }
}

impl From<&str> for SqlValue {
    fn from(value: &str) -> SqlValue {
        SqlValue::Text(value.to_owned())
    }
}

impl Store {
    /// Migrates the tables of mounts, all or nothing.
    pub async fn add_tables(&self, tables: &Tables) -> Result<(), StoreError> {
        let mut transaction = self.readers.begin_with(self.dialect.begin()).await?;
        let versions = format!("{}_schema_version", tables.name);
        bring_up_to_date(&mut transaction, self.dialect, &versions, self.dialect.scripts(tables)).await?;
        Ok(transaction.commit().await?)
    }

    /// Writes to the tables of a mount, with `$1`, `$2` … for the values. `Ok` means that the data is on disk.
    pub async fn execute(&self, statement: &'static str, values: Vec<SqlValue>) -> Result<(), StoreError> {
        self.write(Write::Statement { statement, values }).await
    }

    /// Reads from the tables of a mount, with `$1`, `$2` … for the values. The query names its columns: `*` fails on SQLite if one
    /// was added since a connection last looked.
    pub async fn query(
        &self,
        query: &'static str,
        values: &[SqlValue],
    ) -> Result<Vec<Vec<SqlValue>>, StoreError> {
        // Prepared anew each time: a statement that a connection keeps would not know of columns that were added since.
        let rows =
            bind(sqlx::query(query), values).persistent(false).fetch_all(&self.readers).in_time().await?;
        rows.iter().map(|row| (0..row.len()).map(|column| value(row, column)).collect()).collect()
    }
}

/// The statement with its values.
pub(crate) fn bind<'a>(
    statement: Query<'a, Any, AnyArguments>,
    values: &[SqlValue],
) -> Query<'a, Any, AnyArguments> {
    values.iter().fold(statement, |statement, value| match value {
        SqlValue::Whole(value) => statement.bind(*value),
        SqlValue::Text(value) => statement.bind(value.clone()),
    })
}

fn value(row: &AnyRow, column: usize) -> Result<SqlValue, StoreError> {
    let text = row.try_get(column).map(SqlValue::Text);
    Ok(text.or_else(|_| row.try_get(column).map(SqlValue::Whole))?)
}
