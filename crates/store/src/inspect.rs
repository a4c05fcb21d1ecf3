//! Inspects a database without creating, migrating or changing it.

use crate::open::{Backend, MIGRATIONS, has_table};
use crate::{Result, Store};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row};
use std::str::FromStr;
use std::time::Duration;

/// How long a database may take to answer.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(10);

/// The state of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// Which database it is.
    pub kind: Backend,
    /// The version of its schema; 0 if it is not a site's.
    pub version: i64,
    /// The version of this program.
    pub known: i64,
    /// Settings that concern durability, by name.
    pub settings: Vec<(&'static str, String)>,
    /// The clock of a database server, in milliseconds since 1970.
    pub clock: Option<i64>,
    /// How many nodes have sent a heartbeat since a time.
    pub nodes: i64,
}

impl Store {
    /// Inspects the database at an address as [`Store::open`] takes it, and counts the nodes alive since a
    /// time, in milliseconds since 1970. A SQLite file is opened read-only; a missing one is an error.
    pub async fn inspect(url: &str, since: i64) -> Result<Inspection> {
        let looking = inspect(url, since);
        let timed_out = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into());
        tokio::time::timeout(INSPECTION_TIMEOUT, looking).await.unwrap_or_else(timed_out)
    }
}

async fn inspect(url: &str, since: i64) -> Result<Inspection> {
    sqlx::any::install_default_drivers();
    let kind = Backend::of(url)?;
    let url = match kind {
        Backend::Sqlite => format!("{}?mode=ro", url.split('?').next().unwrap_or(url)),
        Backend::Postgres => url.to_owned(),
    };
    let options = AnyConnectOptions::from_str(&url)?.disable_statement_logging();
    let mut connection = options.connect().await?;
    let mut settings = vec![];
    for (name, sql) in settings_queries(kind) {
        let row = sqlx::query(AssertSqlSafe(*sql)).fetch_one(&mut connection).await?;
        settings.push((*name, row.try_get::<String, _>(0)?));
    }
    let inspection = Inspection {
        kind,
        version: number(
            kind,
            &mut connection,
            "migrations",
            "SELECT COALESCE(MAX(version), 0) FROM migrations",
        )
        .await?,
        known: MIGRATIONS.len() as i64,
        settings,
        clock: match kind {
            Backend::Sqlite => None,
            Backend::Postgres => {
                let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
                Some(sqlx::query(sql).fetch_one(&mut connection).await?.try_get(0)?)
            }
        },
        nodes: {
            let sql = format!("SELECT COUNT(*) FROM heartbeats WHERE at >= {since}");
            number(kind, &mut connection, "heartbeats", &sql).await?
        },
    };
    connection.close().await?;
    Ok(inspection)
}

/// The queries for the settings.
const fn settings_queries(kind: Backend) -> &'static [(&'static str, &'static str)] {
    match kind {
        Backend::Sqlite => &[("journal_mode", "SELECT journal_mode FROM pragma_journal_mode")],
        Backend::Postgres => &[
            ("server_version_num", "SELECT current_setting('server_version_num')"),
            ("fsync", "SELECT current_setting('fsync')"),
            ("full_page_writes", "SELECT current_setting('full_page_writes')"),
            ("synchronous_commit", "SELECT current_setting('synchronous_commit')"),
            ("server_encoding", "SELECT current_setting('server_encoding')"),
        ],
    }
}

/// A number from a table; 0 if there is no such table.
async fn number(kind: Backend, connection: &mut AnyConnection, table: &str, sql: &str) -> Result<i64> {
    if !has_table(kind, connection, table).await? {
        return Ok(0);
    }
    Ok(sqlx::query(AssertSqlSafe(sql.to_owned())).fetch_one(connection).await?.try_get(0)?)
}
