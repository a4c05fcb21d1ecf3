//! Rows in the order of their keys, the same order on both databases, and their checksums.

use super::schema::{ColumnType, Row, RowValue, TableSchema};
use crate::rows::BoundQuery;
use crate::{Backend, Result, StoreError};
use futures_util::{Stream, TryStreamExt};
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};
use std::cmp::Ordering;
use std::fmt;
use std::pin::Pin;

/// The number of rows, and a checksum of all of them: SHA-256 over the values as text, row by row in the
/// order of their keys. It depends on the values only, not on the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checksum {
    /// How many rows.
    pub rows: u64,
    hash: [u8; 32],
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.hash[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A checksum being made.
#[derive(Default)]
pub(super) struct ChecksumBuilder {
    rows: u64,
    hash: Sha256,
    line: String,
}

impl ChecksumBuilder {
    /// Values are delimited by length or terminator, so that different rows are encoded differently.
    pub(super) fn add(&mut self, row: &Row) {
        use std::fmt::Write;
        self.line.clear();
        for value in row {
            // Writing to a string cannot fail.
            let _ = match value {
                RowValue::Null => write!(self.line, "null,"),
                RowValue::Number(number) => write!(self.line, "{number},"),
                RowValue::Text(text) => write!(self.line, "{}:{text},", text.len()),
            };
        }
        self.line.push('\n');
        self.hash.update(self.line.as_bytes());
        self.rows += 1;
    }

    pub(super) fn finish(self) -> Checksum {
        Checksum { rows: self.rows, hash: self.hash.finalize().into() }
    }
}

/// The rows of a table in the order of their keys.
pub(super) struct TableRows<'c> {
    table: &'static TableSchema,
    stream: Pin<Box<dyn Stream<Item = sqlx::Result<AnyRow>> + Send + 'c>>,
    key: Option<Row>,
}

impl<'c> TableRows<'c> {
    pub(super) fn of(table: &'static TableSchema, kind: Backend, connection: &'c mut AnyConnection) -> Self {
        let (columns, order) = (TableSchema::names(table.columns), order(table, kind));
        let sql = format!("SELECT {columns} FROM {} ORDER BY {order}", table.name);
        Self { table, stream: Box::pin(sqlx::query(AssertSqlSafe(sql)).fetch(connection)), key: None }
    }

    pub(super) async fn next(&mut self) -> Result<Option<Row>> {
        let Some(row) = self.stream.try_next().await? else { return Ok(None) };
        let row: Row = read(self.table, &row)?;
        self.check_order(&row)?;
        Ok(Some(row))
    }

    /// Checks that keys are ascending: merging two streams relies on it, and a database with another collation
    /// may sort differently.
    fn check_order(&mut self, row: &Row) -> Result<()> {
        let key = &row[..self.table.key];
        if self.key.as_ref().is_some_and(|before| before.as_slice().cmp(key) != Ordering::Less) {
            return Err(StoreError::Unreadable { what: "rows out of order at", value: format!("{key:?}") });
        }
        self.key = Some(key.to_vec());
        Ok(())
    }
}

/// Orders by bytes: PostgreSQL would sort by the rules of its locale.
fn order(table: &TableSchema, kind: Backend) -> String {
    let column = |(name, holds): &(&str, ColumnType)| match (kind, holds) {
        (Backend::Postgres, ColumnType::Text) => format!("{name} COLLATE \"C\""),
        _ => (*name).to_owned(),
    };
    table.key_columns().iter().map(column).collect::<Vec<_>>().join(", ")
}

fn read(table: &TableSchema, row: &AnyRow) -> Result<Row> {
    let value = |(at, (_, holds)): (usize, &(&str, ColumnType))| {
        Ok(match holds {
            ColumnType::Text => row.try_get::<Option<String>, _>(at)?.map_or(RowValue::Null, RowValue::Text),
            ColumnType::Number => row.try_get::<Option<i64>, _>(at)?.map_or(RowValue::Null, RowValue::Number),
        })
    };
    table.columns.iter().enumerate().map(value).collect()
}

/// Binds values of columns. NULL has a type, too.
pub(super) fn bind<'q>(
    mut query: BoundQuery<'q>,
    columns: &[ColumnType],
    values: &[RowValue],
) -> BoundQuery<'q> {
    for (holds, value) in columns.iter().zip(values) {
        query = match (holds, value) {
            (ColumnType::Text, RowValue::Null) => query.bind(None::<String>),
            (ColumnType::Number, RowValue::Null) => query.bind(None::<i64>),
            (_, RowValue::Text(text)) => query.bind(text.clone()),
            (_, RowValue::Number(number)) => query.bind(*number),
        };
    }
    query
}
