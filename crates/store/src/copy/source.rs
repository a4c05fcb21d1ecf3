//! The source of a copy: one snapshot, read in one transaction, unaffected by what a server writes meanwhile.

use super::error::{CopyError, ErrorEnd};
use super::rows::TableRows;
use super::schema::{TABLES, TableSchema};
use super::target::is_copy;
use crate::open::{MIGRATIONS, has_table};
use crate::{Backend, StoreError};
use sqlx::any::{AnyConnectOptions, AnyRow};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row};
use std::path::PathBuf;
use std::str::FromStr;

/// The source of a copy.
pub(super) struct CopySource {
    kind: Backend,
    options: AnyConnectOptions,
    /// Reads the snapshot of the moment it was opened; closing the connection ends it.
    connection: AnyConnection,
    heartbeats: Vec<(String, i64)>,
}

/// The name of a database: its address without user and password, the same however the path of its file is
/// written.
pub(super) fn name(url: &str) -> String {
    if let Ok(file) = file(url) {
        return std::fs::canonicalize(&file).unwrap_or(file).display().to_string();
    }
    let (address, parameters) = url.split_once('?').unwrap_or((url, ""));
    let place = address
        .rsplit_once('@')
        .map_or_else(|| address.split_once("://").map_or(address, |(_, place)| place), |(_, place)| place);
    // The search path of schemas is in here; the other parameters may contain secrets.
    let options = parameters.split('&').find(|parameter| parameter.starts_with("options="));
    options.map_or_else(|| place.to_owned(), |options| format!("{place}?{options}"))
}

/// The file of a SQLite address.
fn file(url: &str) -> Result<PathBuf, StoreError> {
    match Backend::of(url)? {
        Backend::Sqlite => Ok(SqliteConnectOptions::from_str(url)?.get_filename().to_owned()),
        Backend::Postgres => Err(StoreError::Address(url.to_owned())),
    }
}

impl CopySource {
    pub(super) async fn open(url: &str) -> Result<Self, CopyError> {
        sqlx::any::install_default_drivers();
        let kind = Backend::of(url).source()?;
        let url = match kind {
            Backend::Sqlite => existing(url)?,
            Backend::Postgres => url.to_owned(),
        };
        let options = AnyConnectOptions::from_str(&url).source()?.disable_statement_logging();
        let mut connection = options.connect().await.source()?;
        let begin = match kind {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        sqlx::raw_sql(begin).execute(&mut connection).await.source()?;
        check_version(kind, &mut connection).await?;
        is_copy(kind, &mut connection).await.source()?;
        let heartbeats = heartbeats(&mut connection).await?;
        Ok(Self { kind, options, connection, heartbeats })
    }

    /// How many rows there are.
    pub(super) async fn count(&mut self) -> Result<u64, CopyError> {
        let mut rows = 0;
        for table in &TABLES {
            let sql = format!("SELECT COUNT(*) FROM {}", table.name);
            let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut self.connection).await.source()?;
            rows += row.try_get::<i64, _>(0).source()?.unsigned_abs();
        }
        Ok(rows)
    }

    pub(super) fn rows(&mut self, table: &'static TableSchema) -> TableRows<'_> {
        TableRows::of(table, self.kind, &mut self.connection)
    }

    /// Ends the snapshot, and returns whether a node has been alive since.
    pub(super) async fn was_served(self) -> Result<bool, CopyError> {
        self.connection.close().await.source()?;
        let mut now = self.options.connect().await.source()?;
        let heartbeats = heartbeats(&mut now).await?;
        now.close().await.source()?;
        Ok(heartbeats != self.heartbeats)
    }
}

/// The address of a file that has to exist.
fn existing(url: &str) -> Result<String, CopyError> {
    let file = file(url).source()?;
    if !file.exists() {
        return Err(CopyError::NoFile(file));
    }
    let address = url.split_once('?').map_or(url, |(address, _)| address);
    Ok(format!("{address}?mode=rw"))
}

async fn check_version(kind: Backend, connection: &mut AnyConnection) -> Result<(), CopyError> {
    if !has_table(kind, connection, "migrations").await.source()? {
        return Err(CopyError::NoSite);
    }
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM migrations")
        .fetch_one(connection)
        .await
        .source()?;
    let (found, known) = (row.try_get(0).source()?, MIGRATIONS.len() as i64);
    match known.cmp(&found) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(CopyError::TooOld { found, known }),
        std::cmp::Ordering::Less => Err(CopyError::Source(StoreError::TooNew { found, known })),
    }
}

/// The last heartbeat of each node.
async fn heartbeats(connection: &mut AnyConnection) -> Result<Vec<(String, i64)>, CopyError> {
    let rows =
        sqlx::query("SELECT node, at FROM heartbeats ORDER BY node").fetch_all(connection).await.source()?;
    let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
    rows.iter().map(read).collect::<sqlx::Result<_>>().source()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_has_no_password() {
        assert_eq!(name("postgres://ann:se:cr@et@db:5432/club"), "db:5432/club");
        assert_eq!(name("postgresql://db/club?password=secret&options=-c%20x"), "db/club?options=-c%20x");
        assert_eq!(name("sqlite:/nowhere/site.db"), "/nowhere/site.db");
        assert_eq!(name("sqlite:/tmp/../tmp"), name("sqlite:/tmp?mode=ro"));
    }
}
