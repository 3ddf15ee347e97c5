use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::error::StoreError;
use crate::place::Dialect;

impl Dialect {
    /// The scripts that bring tables from one version to the next, the first from nothing. Scripts that were published are never
    /// changed: a change is another script.
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
            ],
            Dialect::Postgres => &[
                include_str!("../migrations/postgres/1.sql"),
                include_str!("../migrations/postgres/2.sql"),
                include_str!("../migrations/postgres/3.sql"),
                include_str!("../migrations/postgres/4.sql"),
                include_str!("../migrations/postgres/5.sql"),
                include_str!("../migrations/postgres/6.sql"),
            ],
        }
    }

    /// Begins a transaction that writes. SQLite takes its write lock at once: taking it later can fail halfway.
    pub(crate) fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }
}

/// Brings the tables up to date, all or nothing: the caller throws the connection away if it fails.
pub(crate) async fn migrate(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), StoreError> {
    sqlx::raw_sql(dialect.begin()).execute(&mut *connection).await?;
    if dialect == Dialect::Postgres {
        // Of several programs that start at once, one makes the tables. The number is ours: "gole" in ASCII.
        sqlx::query("SELECT pg_advisory_xact_lock(1735355493)::text").execute(&mut *connection).await?;
    }
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query("SELECT MAX(version) FROM schema_version").fetch_one(&mut *connection).await?;
    let found = row.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    let scripts = dialect.migrations();
    let known = scripts.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (version, script) in (1_i64..).zip(scripts).skip(found as usize) {
        for statement in script.split(';').filter(|statement| !statement.trim().is_empty()) {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *connection).await?;
        }
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::raw_sql("COMMIT").execute(&mut *connection).await?;
    Ok(())
}
