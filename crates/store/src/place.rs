use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _};

use crate::error::StoreError;

/// The supported databases. They differ in their migrations, and in little else that we use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// How to connect to a database.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    url: String,
    pub(crate) dialect: Dialect,
    /// The file, for SQLite.
    pub(crate) path: Option<PathBuf>,
}

/// The size of the pool of readers.
const READERS: u32 = 7;

/// The writer's SQLite settings: readers do not wait for it, a commit is on disk when it returns, the WAL is checkpointed by
/// [another task](crate::store) unless it grows beyond 64 MB, and what a statement would take back if it failed is kept in memory: a
/// statement with many events otherwise writes it to a file.
const PRAGMAS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
                       PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 16000; PRAGMA temp_store = MEMORY";

impl Place {
    pub(crate) fn parse(url: &str) -> Result<Place, StoreError> {
        let (dialect, path) = match url.split(':').next() {
            Some("sqlite") => {
                let options = SqliteConnectOptions::from_str(url);
                let options = options.map_err(|error| refused(url, &error.to_string()))?;
                (Dialect::Sqlite, Some(options.get_filename().to_owned()))
            }
            Some("postgres" | "postgresql") => (Dialect::Postgres, None),
            _ => return Err(refused(url, "an address begins with sqlite: or postgres:")),
        };
        sqlx::any::install_default_drivers();
        Ok(Place { url: url.to_owned(), dialect, path })
    }

    /// The first connection. It creates the file if the address allows it.
    pub(crate) async fn open(&self) -> Result<AnyConnection, StoreError> {
        self.connect_to(&self.url).await.map_err(|error| match StoreError::from(error) {
            StoreError::Database(problem) => refused(&self.url, &problem),
            other => other,
        })
    }

    /// A new connection for the writer. Never creates a file: a missing one must be noticed, not replaced by an empty one.
    pub(crate) async fn reconnect(&self) -> Result<AnyConnection, sqlx::Error> {
        self.connect_to(&self.existing()).await
    }

    async fn connect_to(&self, url: &str) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = AnyConnection::connect(url).await?;
        if self.dialect == Dialect::Sqlite {
            sqlx::raw_sql(PRAGMAS).execute(&mut connection).await?;
        }
        Ok(connection)
    }

    /// The pool of readers. Its connections are opened when they are needed.
    pub(crate) fn readers(&self) -> Result<AnyPool, StoreError> {
        let options = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(Duration::from_secs(10))
            // Only a server can drop idle connections.
            .test_before_acquire(self.dialect == Dialect::Postgres);
        options.connect_lazy(&self.existing()).map_err(|error| refused(&self.url, &error.to_string()))
    }

    fn existing(&self) -> String {
        self.url.replace("mode=rwc", "mode=rw")
    }
}

fn refused(url: &str, problem: &str) -> StoreError {
    StoreError::Open { url: without_password(url), problem: problem.to_owned() }
}

/// The parameters of a URL that may be shown. Any other may be a password, since names can be escaped.
const SHOWN: [&str; 6] = ["sslmode", "sslrootcert", "host", "port", "user", "dbname"];

/// A URL without its password: `postgres://ada@host/name` for `postgres://ada:secret@host/name?password=secret`.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://").filter(|(scheme, _)| *scheme != "sqlite") else {
        return url.to_owned();
    };
    let (base, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    // An `@` this late may end a password with an unescaped `?`: then it began in what looks like a port.
    let is_clear = !query.contains('@');
    let base = match base.rsplit_once('@') {
        Some((user, host)) => format!("{}@{host}", user.split([':', '/']).next().unwrap_or_default()),
        None if is_clear => base.to_owned(),
        None => base.split(':').next().unwrap_or_default().to_owned(),
    };
    let is_shown = |pair: &&str| is_clear && SHOWN.iter().any(|name| pair.split('=').next() == Some(name));
    let query: Vec<&str> = query.trim_start_matches('?').split('&').filter(is_shown).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{base}{mark}{}", query.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(without_password("postgres://ada:secret@host/name"), "postgres://ada@host/name");
        assert_eq!(without_password("postgres://host/name"), "postgres://host/name");
        for (url, shown) in [
            ("postgres://host:5432/name?password=secret", "postgres://host:5432/name"),
            (
                "postgres://ada@host/name?sslmode=require&pass%77ord=secret&host=/run",
                "postgres://ada@host/name?sslmode=require&host=/run",
            ),
            ("postgres://host/name?Password=secret#secret", "postgres://host/name"),
            ("postgres:///name?user=a@b&password=secret@x", "postgres:///name"),
            ("postgres://ada:se@cret@host/name", "postgres://ada@host/name"),
            ("postgres://ada:se/cret@host/name", "postgres://ada@host/name"),
            ("postgres://ada:se?cret@host/name", "postgres://ada"),
            ("postgres://ada:se#cret@host/name", "postgres://ada"),
        ] {
            assert_eq!(without_password(url), shown);
        }
        assert_eq!(without_password("sqlite:///file.db"), "sqlite:///file.db");
    }
}
