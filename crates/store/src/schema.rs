use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::error::StoreError;
use crate::patience::InTime as _;
use crate::place::Dialect;
use crate::tables::Tables;
use crate::write::PROBE;

impl Dialect {
    /// The migrations, in order. Published ones are never changed: a change is another migration.
    fn migrations(self) -> &'static [&'static str] {
        match self {
            Dialect::Sqlite => &[
                include_str!("../migrations/sqlite/1.sql"),
                include_str!("../migrations/sqlite/2.sql"),
                include_str!("../migrations/sqlite/3.sql"),
                include_str!("../migrations/sqlite/4.sql"),
                include_str!("../migrations/sqlite/5.sql"),
                include_str!("../migrations/sqlite/6.sql"),
                include_str!("../migrations/sqlite/7.sql"),
                include_str!("../migrations/sqlite/8.sql"),
                include_str!("../migrations/sqlite/9.sql"),
                include_str!("../migrations/sqlite/10.sql"),
            ],
            Dialect::Postgres => &[
                include_str!("../migrations/postgres/1.sql"),
                include_str!("../migrations/postgres/2.sql"),
                include_str!("../migrations/postgres/3.sql"),
                include_str!("../migrations/postgres/4.sql"),
                include_str!("../migrations/postgres/5.sql"),
                include_str!("../migrations/postgres/6.sql"),
                include_str!("../migrations/postgres/7.sql"),
                include_str!("../migrations/postgres/8.sql"),
                include_str!("../migrations/postgres/9.sql"),
            ],
        }
    }

    /// The migrations of a mount's tables.
    pub(crate) fn scripts(self, tables: &Tables) -> &'static [&'static str] {
        match self {
            Dialect::Sqlite => tables.sqlite,
            Dialect::Postgres => tables.postgres,
        }
    }

    /// Fails if a database that has been opened is damaged or cannot be written. A damaged file can often be opened, and fails at
    /// the first match that lies in a damaged page.
    pub(crate) async fn examine(self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if self == Dialect::Sqlite {
            // Reads the whole file.
            let found = sqlx::query("PRAGMA quick_check(1)").fetch_one(&mut *connection).await?;
            let found: String = found.try_get(0)?;
            if found != "ok" {
                return Err(StoreError::Corrupt(found));
            }
        }
        let written = sqlx::raw_sql(PROBE).execute(&mut *connection).in_time().await;
        written.map(|_| ()).map_err(|error| match error {
            StoreError::Database(problem) => StoreError::ReadOnly(problem),
            other => other,
        })
    }

    /// Begins a write transaction. SQLite takes its write lock at once: taking it later can fail halfway.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }
}

/// Migrates the store's own tables, all or nothing: the caller drops the connection if it fails.
pub(crate) async fn migrate(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), StoreError> {
    sqlx::raw_sql(dialect.begin()).execute(&mut *connection).await?;
    bring_up_to_date(connection, dialect, "schema_version", dialect.migrations()).await?;
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

/// Runs the migrations that have not run yet, inside a transaction; the table `versions` lists those that have.
pub(crate) async fn bring_up_to_date(
    connection: &mut AnyConnection,
    dialect: Dialect,
    versions: &str,
    scripts: &[&str],
) -> Result<(), StoreError> {
    if dialect == Dialect::Postgres {
        // A lock, so that only one of several programs migrates. Its number is "gole" in ASCII.
        sqlx::query("SELECT pg_advisory_xact_lock(1735355493)::text").execute(&mut *connection).await?;
    }
    let create = format!("CREATE TABLE IF NOT EXISTS {versions} (version BIGINT NOT NULL)");
    sqlx::query(AssertSqlSafe(create)).execute(&mut *connection).await?;
    let last = format!("SELECT MAX(version) FROM {versions}");
    let row = sqlx::query(AssertSqlSafe(last)).fetch_one(&mut *connection).await?;
    let found = row.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    let known = scripts.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (version, script) in (1_i64..).zip(scripts).skip(found as usize) {
        for statement in script.split(';').filter(|statement| !statement.trim().is_empty()) {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
        }
        let insert = format!("INSERT INTO {versions} (version) VALUES ($1)");
        sqlx::query(AssertSqlSafe(insert)).bind(version).execute(&mut *connection).await?;
    }
    Ok(())
}
