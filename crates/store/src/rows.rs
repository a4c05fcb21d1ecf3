//! Statements over many rows, in a few fixed sizes so that the cache of prepared statements stays small.

use crate::{Result, StoreError};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, ColumnIndex, Row};
use std::fmt::{Display, Write};
use std::str::FromStr;
use taijitu_ids::BadId;

/// A statement being bound.
pub(crate) type BoundQuery<'q> = Query<'q, Any, AnyArguments>;

/// The sizes; the largest, times ten columns, stays well below SQLite's limit of 32,766 parameters.
const SIZES: [usize; 9] = [256, 128, 64, 32, 16, 8, 4, 2, 1];

/// A statement with a list of rows in the middle: `before ($1, $2), ($3, $4) after`.
pub(crate) struct ManyRows<'a> {
    pub(crate) before: &'a str,
    pub(crate) columns: usize,
    pub(crate) after: &'a str,
}

impl ManyRows<'_> {
    /// Runs the statement over all rows and returns its rows.
    pub(crate) async fn run<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        bind: impl for<'q> Fn(BoundQuery<'q>, &T) -> BoundQuery<'q>,
    ) -> sqlx::Result<Vec<AnyRow>> {
        let mut returned = Vec::new();
        for chunk in chunks(rows) {
            let mut query =
                sqlx::query(AssertSqlSafe(self.sql(chunk.len(), PlaceholderStyle::of(connection))));
            for row in chunk {
                query = bind(query, row);
            }
            returned.append(&mut query.fetch_all(&mut *connection).await?);
        }
        Ok(returned)
    }

    /// Runs the statement over all rows and returns how many it changed.
    pub(crate) async fn execute<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        bind: impl for<'q> Fn(BoundQuery<'q>, &T) -> BoundQuery<'q>,
    ) -> sqlx::Result<u64> {
        let mut changed = 0;
        for chunk in chunks(rows) {
            changed += self.change(connection, chunk.iter(), chunk.len(), &bind).await?;
        }
        Ok(changed)
    }

    /// The same with one or two statements: the last row is repeated to fill the second, so repeating it must
    /// be harmless.
    pub(crate) async fn execute_repeating<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        bind: impl for<'q> Fn(BoundQuery<'q>, &T) -> BoundQuery<'q>,
    ) -> sqlx::Result<u64> {
        let mut changed = 0;
        for (chunk, size) in few_chunks(rows) {
            let filled = chunk.iter().chain(chunk.last().into_iter().cycle()).take(size);
            changed += self.change(connection, filled, size, &bind).await?;
        }
        Ok(changed)
    }

    /// The same where neutral rows, bound as `None`, fill the second statement.
    pub(crate) async fn execute_padded<T>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        bind: impl for<'q> Fn(BoundQuery<'q>, Option<&T>) -> BoundQuery<'q>,
    ) -> sqlx::Result<u64> {
        let mut changed = 0;
        for (chunk, size) in few_chunks(rows) {
            let filled = chunk.iter().map(Some).chain(std::iter::repeat(None)).take(size);
            changed +=
                self.change(connection, filled, size, &|query, row: Option<&T>| bind(query, row)).await?;
        }
        Ok(changed)
    }

    async fn change<T>(
        &self,
        connection: &mut AnyConnection,
        rows: impl Iterator<Item = T>,
        count: usize,
        bind: &impl for<'q> Fn(BoundQuery<'q>, T) -> BoundQuery<'q>,
    ) -> sqlx::Result<u64> {
        let mut query = sqlx::query(AssertSqlSafe(self.sql(count, PlaceholderStyle::of(connection))));
        for row in rows {
            query = bind(query, row);
        }
        Ok(query.execute(&mut *connection).await?.rows_affected())
    }

    /// The same with as few statements as possible: neutral rows fill the last one.
    pub(crate) async fn run_padded<T: Clone>(
        &self,
        connection: &mut AnyConnection,
        rows: &[T],
        nothing: &T,
        bind: impl for<'q> Fn(BoundQuery<'q>, &T) -> BoundQuery<'q>,
    ) -> sqlx::Result<Vec<AnyRow>> {
        self.run(connection, &padded(rows, nothing), bind).await
    }

    fn sql(&self, rows: usize, marks: PlaceholderStyle) -> String {
        let mut sql = String::with_capacity(self.before.len() + self.after.len() + rows * self.columns * 6);
        sql.push_str(self.before);
        for row in 0..rows {
            sql.push_str(if row == 0 { " (" } else { ", (" });
            marks.write(&mut sql, row * self.columns, self.columns);
            sql.push(')');
        }
        sql.push(' ');
        sql.push_str(self.after);
        sql
    }
}

/// Runs `before ($1, $2, …) after` over all ids and returns its rows. Empty ids, which match nothing, fill
/// the last statement.
pub(crate) async fn by_ids(
    connection: &mut AnyConnection,
    before: &str,
    ids: &[impl Display],
    after: &str,
) -> sqlx::Result<Vec<AnyRow>> {
    let mut returned = Vec::new();
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    for chunk in chunks(&padded(&ids, &String::new())) {
        let mut sql = format!("{before} (");
        PlaceholderStyle::of(connection).write(&mut sql, 0, chunk.len());
        sql.push_str(") ");
        sql.push_str(after);
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for id in chunk {
            query = query.bind(id.as_str());
        }
        returned.append(&mut query.fetch_all(&mut *connection).await?);
    }
    Ok(returned)
}

/// Reads a column that holds an id.
pub(crate) fn id<T: FromStr<Err = BadId>>(row: &AnyRow, column: impl ColumnIndex<AnyRow>) -> Result<T> {
    read_id(row.try_get(column)?)
}

/// Reads a column that holds an id or NULL.
pub(crate) fn optional_id<T: FromStr<Err = BadId>>(
    row: &AnyRow,
    column: impl ColumnIndex<AnyRow>,
) -> Result<Option<T>> {
    row.try_get::<Option<&str>, _>(column)?.map(read_id).transpose()
}

/// Parses a stored id.
pub(crate) fn read_id<T: FromStr<Err = BadId>>(text: &str) -> Result<T> {
    text.parse().map_err(|BadId| StoreError::Unreadable { what: "the id", value: text.to_owned() })
}

/// How parameters are written.
///
/// `$1` works on both databases, but SQLite treats it as a name and searches names linearly, which costs a
/// fifth of the time of a large batch.
#[derive(Clone, Copy)]
enum PlaceholderStyle {
    Numbered,
    Plain,
}

impl PlaceholderStyle {
    fn of(connection: &AnyConnection) -> Self {
        if connection.backend_name() == "SQLite" { Self::Plain } else { Self::Numbered }
    }

    fn write(self, sql: &mut String, done: usize, count: usize) {
        for k in 1..=count {
            let comma = if k == 1 { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = match self {
                Self::Plain => write!(sql, "{comma}?"),
                Self::Numbered => write!(sql, "{comma}${}", done + k),
            };
        }
    }
}

/// The rows, and neutral ones up to the next size.
fn padded<T: Clone>(rows: &[T], nothing: &T) -> Vec<T> {
    let rest = rows.len() % SIZES[0];
    let missing = if rest == 0 { 0 } else { rest.next_power_of_two() - rest };
    rows.iter().chain(std::iter::repeat_n(nothing, missing)).cloned().collect()
}

/// Splits the rows into as few chunks as possible, each with the size of its statement: chunks of the largest
/// size, and one or two for the rest. Little of the last statement stays empty.
fn few_chunks<T>(rows: &[T]) -> Vec<(&[T], usize)> {
    let (full, rest) = rows.split_at(rows.len() - rows.len() % SIZES[0]);
    let mut pieces: Vec<(&[T], usize)> = full.chunks(SIZES[0]).map(|piece| (piece, SIZES[0])).collect();
    if rest.is_empty() {
        return pieces;
    }
    let size = rest.len().next_power_of_two();
    if size - rest.len() <= size / 8 || size < 4 {
        pieces.push((rest, size));
    } else {
        let (half, rest) = rest.split_at(size / 2);
        pieces.push((half, size / 2));
        pieces.push((rest, rest.len().next_power_of_two()));
    }
    pieces
}

/// Splits the rows into chunks of the fixed sizes, largest first.
fn chunks<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rows.len())?;
        let (chunk, rest) = rows.split_at(size);
        rows = rest;
        Some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_into_fixed_sizes_and_loses_nothing() {
        let rows: Vec<usize> = (0..600).collect();
        let sizes: Vec<usize> = chunks(&rows).map(<[usize]>::len).collect();
        assert_eq!(sizes, [256, 256, 64, 16, 8]);
        assert_eq!(chunks(&rows).flatten().count(), 600);
        assert_eq!(chunks::<usize>(&[]).count(), 0);
    }

    #[test]
    fn fills_up_to_one_statement() {
        for (count, expected) in
            [(0, vec![]), (1, vec![1]), (150, vec![256]), (256, vec![256]), (261, vec![256, 8])]
        {
            let rows = padded(&vec![1; count], &0);
            assert_eq!(chunks(&rows).map(<[usize]>::len).collect::<Vec<_>>(), expected, "{count}");
            assert_eq!(rows.iter().sum::<usize>(), count);
        }
    }

    #[test]
    fn takes_few_statements_and_loses_nothing() {
        for (count, expected) in [
            (0, vec![]),
            (1, vec![1]),
            (3, vec![2, 1]),
            (7, vec![8]),
            (130, vec![128, 2]),
            (187, vec![128, 64]),
            (250, vec![256]),
            (600, vec![256, 256, 64, 32]),
        ] {
            let rows: Vec<usize> = (0..count).collect();
            let pieces = few_chunks(&rows);
            assert_eq!(pieces.iter().map(|(_, size)| *size).collect::<Vec<_>>(), expected, "{count}");
            assert!(pieces.iter().all(|(piece, size)| !piece.is_empty() && piece.len() <= *size));
            assert!(pieces.iter().flat_map(|(piece, _)| piece.iter()).eq(&rows), "{count}");
        }
    }

    #[test]
    fn numbers_the_placeholders_through() {
        let two = ManyRows { before: "INSERT INTO t VALUES", columns: 2, after: "RETURNING 1" };
        let numbered = "INSERT INTO t VALUES ($1, $2), ($3, $4) RETURNING 1";
        assert_eq!(two.sql(2, PlaceholderStyle::Numbered), numbered);
        assert_eq!(two.sql(2, PlaceholderStyle::Plain), "INSERT INTO t VALUES (?, ?), (?, ?) RETURNING 1");
    }
}
