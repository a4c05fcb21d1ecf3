//! The target of a copy, and the mark it carries until it becomes a site.
//!
//! The table `copying` exists from the first run until the copy is taken into use: it holds the source, the
//! number of the run, and its state. Every batch is written in a transaction that checks the number of its
//! own run; so a second run, or a server, stops the first one and is not stopped by it.

use super::error::{CopyError, ErrorEnd};
use super::merge::{Batch, PROGRESS_ROWS};
use super::rows::{Checksum, ChecksumBuilder, TableRows, bind};
use super::schema::{ColumnType, Row, RowValue, TABLES, TableSchema};
use crate::files;
use crate::open::{bring_up_to_date, connect, connect_by_key, has_table};
use crate::rows::ManyRows;
use crate::{Backend, StoreError};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Connection, Row as _};
use std::str::FromStr;

const MAKE: &str = "CREATE TABLE copying (source text PRIMARY KEY, run bigint NOT NULL, state text NOT NULL)";

/// The copy is incomplete.
const UNFINISHED: &str = "unfinished";
/// All rows are there, but a server ran on the source meanwhile.
const SERVED: &str = "served";
/// Everything was copied.
const COMPLETE: &str = "complete";

/// Memory for the page cache of a SQLite file, in KiB: keys come in any order.
const CACHE: &str = "PRAGMA cache_size = -262144";

/// The target of a copy.
pub(super) struct CopyTarget {
    kind: Backend,
    run: i64,
    reader: AnyConnection,
    writer: CopyWriter,
}

/// The writing end of a target.
pub(super) struct CopyWriter {
    kind: Backend,
    run: i64,
    connection: AnyConnection,
}

impl CopyTarget {
    /// Opens or creates the database and begins a run.
    pub(super) async fn open(url: &str, source: &str) -> Result<Self, CopyError> {
        sqlx::any::install_default_drivers();
        let kind = Backend::of(url).target()?;
        let url = if kind == Backend::Sqlite { files::prepare(url).target()? } else { url.to_owned() };
        let options = AnyConnectOptions::from_str(&url).target()?.disable_statement_logging();
        let mut connection = connect_by_key(kind, &options).await.map_err(why_not)?;
        if kind == Backend::Sqlite {
            sqlx::raw_sql(CACHE).execute(&mut connection).await.target()?;
        }
        let run = begin_run(kind, &mut connection, source).await?;
        let reader = connect(kind, &options).await.target()?;
        Ok(Self { kind, run, reader, writer: CopyWriter { kind, run, connection } })
    }

    /// The current rows, and the writer beside them.
    pub(super) fn rows(&mut self, table: &'static TableSchema) -> (TableRows<'_>, &mut CopyWriter) {
        (TableRows::of(table, self.kind, &mut self.reader), &mut self.writer)
    }

    /// Reads a table back.
    pub(super) async fn sum(
        &mut self,
        table: &'static TableSchema,
        on_progress: impl Fn(u64),
    ) -> Result<Checksum, CopyError> {
        let (mut rows, _) = self.rows(table);
        let (mut sum, mut count) = (ChecksumBuilder::default(), 0);
        while let Some(row) = rows.next().await.target()? {
            sum.add(&row);
            count += 1;
            if count % PROGRESS_ROWS == 0 {
                on_progress(count);
            }
        }
        Ok(sum.finish())
    }

    /// Marks a run as finished.
    pub(super) async fn finish(mut self, served: bool) -> Result<(), CopyError> {
        let state = if served { SERVED } else { COMPLETE };
        let sql = "UPDATE copying SET state = $1 WHERE run = $2";
        let query = sqlx::query(sql).bind(state).bind(self.run);
        let done = query.execute(&mut self.writer.connection).await.target()?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(CopyError::Overtaken) }
    }
}

/// Translates a connection error. A missing database is what a newcomer meets first.
fn why_not(error: sqlx::Error) -> CopyError {
    let code = error.as_database_error().and_then(|error| error.code().map(String::from));
    match code.as_deref() {
        Some("3D000") => CopyError::NoDatabase(error.into()),
        _ => CopyError::Target(error.into()),
    }
}

/// Creates the schema if it is missing, checks that the target belongs to this source, and counts the run.
async fn begin_run(kind: Backend, connection: &mut AnyConnection, source: &str) -> Result<i64, CopyError> {
    let mut transaction = connection.begin_with(kind.begin()).await.target()?;
    bring_up_to_date(kind, &mut transaction).await.target()?;
    if !has_table(kind, &mut transaction, "copying").await.target()? {
        must_be_empty(&mut transaction).await?;
        sqlx::raw_sql(MAKE).execute(&mut *transaction).await.target()?;
        let first = sqlx::query("INSERT INTO copying (source, run, state) VALUES ($1, 0, $2)");
        first.bind(source).bind(UNFINISHED).execute(&mut *transaction).await.target()?;
    }
    let sql = "UPDATE copying SET run = run + 1, state = $1 RETURNING source, run";
    let row = sqlx::query(sql).bind(UNFINISHED).fetch_one(&mut *transaction).await.target()?;
    let of: String = row.try_get(0).target()?;
    if of != source {
        return Err(CopyError::OtherSource(of));
    }
    let run = row.try_get(1).target()?;
    transaction.commit().await.map_err(StoreError::during_commit).target()?;
    Ok(run)
}

/// A new database has nothing but its first marks.
async fn must_be_empty(connection: &mut AnyConnection) -> Result<(), CopyError> {
    for table in TABLES.iter().filter(|table| table.name != "marks") {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut *connection).await.target()?.is_some() {
            return Err(CopyError::Occupied { table: table.name });
        }
    }
    Ok(())
}

/// Whether this is a copy that was not taken into use yet. An incomplete one is an error.
pub(super) async fn is_copy(kind: Backend, connection: &mut AnyConnection) -> crate::Result<bool> {
    if !has_table(kind, connection, "copying").await? {
        return Ok(false);
    }
    let row = sqlx::query("SELECT source, state FROM copying").fetch_one(connection).await?;
    let source_name = row.try_get("source")?;
    match row.try_get::<String, _>("state")?.as_str() {
        COMPLETE => Ok(true),
        SERVED => Err(StoreError::CopiedWhileServed { source_name }),
        _ => Err(StoreError::HalfCopied { source_name }),
    }
}

/// Takes a complete copy into use: removes its mark.
pub(crate) async fn take_into_use(kind: Backend, connection: &mut AnyConnection) -> crate::Result<()> {
    if is_copy(kind, connection).await? {
        sqlx::raw_sql("DROP TABLE copying").execute(connection).await?;
    }
    Ok(())
}

impl CopyWriter {
    /// Writes a batch of a table, entirely or not at all.
    pub(super) async fn write(
        &mut self,
        table: &'static TableSchema,
        batch: &Batch,
    ) -> Result<(), CopyError> {
        self.refuse_nul(table, batch)?;
        let mut transaction = self.connection.begin_with(self.kind.begin()).await.target()?;
        let fence =
            sqlx::query("UPDATE copying SET state = $1 WHERE run = $2").bind(UNFINISHED).bind(self.run);
        if fence.execute(&mut *transaction).await.target()?.rows_affected() != 1 {
            return Err(CopyError::Overtaken);
        }
        let keys = table.key_columns();
        delete(&mut transaction, table, keys, &batch.remove).await.target()?;
        if batch.contested && !table.unique.is_empty() {
            let values: Vec<Row> = batch.insert.iter().filter_map(|row| table.unique_values(row)).collect();
            delete(&mut transaction, table, &table.unique_columns(), &values).await.target()?;
        }
        insert(&mut transaction, table, &batch.insert).await.target()?;
        transaction.commit().await.map_err(StoreError::during_commit).target()
    }

    fn refuse_nul(&self, table: &'static TableSchema, batch: &Batch) -> Result<(), CopyError> {
        if self.kind != Backend::Postgres {
            return Ok(());
        }
        for row in &batch.insert {
            for ((column, _), value) in table.columns.iter().zip(row) {
                if matches!(value, RowValue::Text(text) if text.contains('\0')) {
                    let key = format!("{:?}", &row[..table.key]);
                    return Err(CopyError::Nul { table: table.name, column, key });
                }
            }
        }
        Ok(())
    }
}

async fn insert(connection: &mut AnyConnection, table: &TableSchema, rows: &[Row]) -> sqlx::Result<()> {
    let before = format!("INSERT INTO {} ({}) VALUES", table.name, TableSchema::names(table.columns));
    let many = ManyRows { before: &before, columns: table.columns.len(), after: "" };
    let holds: Vec<ColumnType> = table.columns.iter().map(|(_, holds)| *holds).collect();
    many.run(connection, rows, |query, row| bind(query, &holds, row)).await?;
    Ok(())
}

/// Deletes the rows that have one of these values in these columns.
async fn delete(
    connection: &mut AnyConnection,
    table: &TableSchema,
    columns: &[super::schema::Column],
    values: &[Row],
) -> sqlx::Result<()> {
    let before = format!("DELETE FROM {} WHERE ({}) IN (VALUES", table.name, TableSchema::names(columns));
    let many = ManyRows { before: &before, columns: columns.len(), after: ")" };
    let holds: Vec<ColumnType> = columns.iter().map(|(_, holds)| *holds).collect();
    many.run(connection, values, |query, row| bind(query, &holds, row)).await?;
    Ok(())
}
