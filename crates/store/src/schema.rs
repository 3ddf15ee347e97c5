use sqlx::{AnyPool, AssertSqlSafe, Row as _};

use crate::error::StoreError;

/// The kinds of databases there are. They differ in how tables are made, and in nothing else that we use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The scripts that bring tables from one version to the next, the first from nothing. Scripts that were published are never
    /// changed: a change is another script.
    fn migrations(self) -> &'static [&'static str] {
        match self {
            Dialect::Sqlite => &[include_str!("../migrations/sqlite/1.sql")],
            Dialect::Postgres => &[include_str!("../migrations/postgres/1.sql")],
        }
    }
}

/// Brings the tables up to date, all or nothing.
pub(crate) async fn migrate(pool: &AnyPool, dialect: Dialect) -> Result<(), StoreError> {
    let mut transaction = pool.begin().await?;
    if dialect == Dialect::Postgres {
        // Of several programs that start at once, one makes the tables. The number is ours: "gole" in ASCII.
        sqlx::query("SELECT pg_advisory_xact_lock(1735355493)::text").execute(&mut *transaction).await?;
    }
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let row = sqlx::query("SELECT MAX(version) FROM schema_version").fetch_one(&mut *transaction).await?;
    let found = row.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    let scripts = dialect.migrations();
    let known = scripts.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (version, script) in (1_i64..).zip(scripts).skip(found as usize) {
        for statement in script.split(';').filter(|statement| !statement.trim().is_empty()) {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *transaction).await?;
        }
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}
