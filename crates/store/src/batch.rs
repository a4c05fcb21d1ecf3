//! The statements of one batch of appends.

use crate::rows::ManyRows;
use crate::{
    Append, FinishedGame, Result, RowChange, StoreError, TableProgress, TableRow, follow_ups, games, ratings,
    tables,
};
use sqlx::AnyConnection;
use std::collections::BTreeMap;
use taijitu_ids::TableId;

const INSERT_EVENTS: ManyRows = ManyRows {
    before: "INSERT INTO events (table_id, n, at, body) VALUES",
    columns: 4,
    after: "ON CONFLICT DO NOTHING",
};

const ERASE_EVENTS: ManyRows = ManyRows {
    before: "UPDATE events SET body = v.column3 FROM (VALUES",
    columns: 3,
    after: ") AS v WHERE events.table_id = v.column1 AND events.n = v.column2",
};

/// What a batch does to one table.
struct TableChange<'a> {
    /// The head it is expected to have.
    head: i64,
    last: &'a Append,
    /// The last whole row among the appends; most have none.
    whole: Option<&'a TableRow>,
}

impl TableChange<'_> {
    /// What changes with every turn, after the last append.
    const fn progress(&self) -> TableProgress {
        match &self.last.row {
            RowChange::Whole(row) => row.progress(),
            RowChange::Progress(progress) => *progress,
        }
    }
}

/// Writes a batch whose appends all follow the heads of their logs. Returns false if one does not: then the
/// transaction has to be rolled back.
pub(crate) async fn write_expected(connection: &mut AnyConnection, appends: &[&Append]) -> Result<bool> {
    let Some(changes) = changes(appends) else { return Ok(false) };
    let events = sorted_events(appends);
    let inserted = INSERT_EVENTS
        .execute_repeating(connection, &events, |query, (table, n, at, body)| {
            query.bind(table.to_string()).bind(n).bind(at).bind(*body)
        })
        .await?;
    if inserted != events.len() as u64 || !write_rows(connection, &changes).await? {
        return Ok(false);
    }
    write_rest(connection, appends).await?;
    Ok(true)
}

/// The changes of each table, in the order of ids; `None` if the appends of a table do not follow each other.
fn changes<'a>(appends: &[&'a Append]) -> Option<BTreeMap<TableId, TableChange<'a>>> {
    let mut changes: BTreeMap<TableId, TableChange<'a>> = BTreeMap::new();
    for append in appends {
        let first = TableChange { head: append.first - 1, last: append, whole: None };
        let change = changes.entry(append.table()).or_insert(first);
        if !std::ptr::eq(change.last, *append) {
            if append.first != change.last.last() + 1 {
                return None;
            }
            change.last = append;
        }
        if let RowChange::Whole(row) = &append.row {
            change.whole = Some(row);
        }
    }
    Some(changes)
}

/// Writes the rows of tables. Returns false if one has another head than expected.
async fn write_rows(
    connection: &mut AnyConnection,
    changes: &BTreeMap<TableId, TableChange<'_>>,
) -> Result<bool> {
    let (mut new, mut whole, mut progress) = (vec![], vec![], vec![]);
    for change in changes.values() {
        match change.whole {
            Some(row) if change.head == 0 => new.push((row, change.progress(), change.last.last())),
            Some(row) => whole.push((change.head, row, change.progress(), change.last.last())),
            None => progress.push((change.head, change.progress(), change.last.last())),
        }
    }
    let begun = tables::INSERT
        .execute(connection, &new, |query, (row, progress, head)| tables::bind(query, row, *progress, *head))
        .await?;
    Ok(begun == new.len() as u64
        && tables::advance(connection, &whole).await? == whole.len() as u64
        && tables::advance_progress(connection, &progress).await? == progress.len() as u64)
}

/// The events of appends in the order of their keys, so that two nodes cannot deadlock.
pub(crate) fn sorted_events<'a>(appends: &[&'a Append]) -> Vec<(TableId, i64, i64, &'a str)> {
    let mut events: Vec<(TableId, i64, i64, &str)> = Vec::new();
    for append in appends {
        let numbered = (append.first..).zip(&append.events);
        events.extend(numbered.map(|(n, event)| (append.table(), n, event.at, event.body.as_str())));
    }
    events.sort_unstable();
    events
}

/// Writes the consequences of the winners' events: rows of tables, seats, games, ratings, erased
/// bodies.
///
/// # Errors
/// [`StoreError::Invalid`] if the progress of a table comes before its row.
pub(crate) async fn write_consequences(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    // Sorted by table, for the same reason as events.
    let changes = changes(winners).ok_or(StoreError::Invalid("appends that do not follow each other"))?;
    let (mut whole, mut progress) = (vec![], vec![]);
    for change in changes.values() {
        match change.whole {
            Some(row) => whole.push((row, change.progress(), change.last.last())),
            None => progress.push((change.head, change.progress(), change.last.last())),
        }
    }
    tables::UPSERT
        .run(connection, &whole, |query, (row, progress, head)| tables::bind(query, row, *progress, *head))
        .await?;
    if tables::advance_progress(connection, &progress).await? != progress.len() as u64 {
        return Err(StoreError::Invalid("progress of a table that has no row"));
    }
    write_rest(connection, winners).await
}

/// Writes seats, follow-ups, games, ratings and erased bodies.
async fn write_rest(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    write_seats(connection, winners).await?;
    let rows: Vec<_> = winners.iter().filter_map(|append| append.follow_up()).collect();
    follow_ups::insert(connection, &rows).await?;
    let finished: Vec<&FinishedGame> = winners.iter().filter_map(|append| append.finished.as_ref()).collect();
    games::insert(connection, &finished).await?;
    // Last of what other transactions may wait for: the locks of ratings are held for the shortest time.
    let rated: Vec<(&str, &FinishedGame)> = winners
        .iter()
        .filter_map(|append| Some((append.rated.as_deref()?, append.finished.as_ref()?)))
        .collect();
    ratings::rate_games(connection, &rated).await?;
    let erased: BTreeMap<(TableId, i64), &str> = winners
        .iter()
        .flat_map(|append| append.erase.iter().map(|(n, body)| ((append.table(), *n), body.as_str())))
        .collect();
    let erased: Vec<_> = erased.into_iter().collect();
    ERASE_EVENTS
        .run(connection, &erased, |query, ((table, n), body)| {
            query.bind(table.to_string()).bind(n).bind(*body)
        })
        .await?;
    Ok(())
}

/// Of each table the last list of seats counts.
async fn write_seats(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    let rows = winners.iter().filter_map(|append| Some((append.table(), append.seats.as_deref()?)));
    tables::replace_seats(connection, &rows.collect()).await
}
