//! The statements of one batch of appends.

use crate::rows::ManyRows;
use crate::{Append, FinishedGame, Result, games, tables};
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

/// What a batch does to one table: the head it is expected to have, and the last append.
struct Change<'a> {
    head: i64,
    last: &'a Append,
}

/// Writes a batch whose appends all follow the heads of their logs. False if one does not: then the transaction has to
/// be undone.
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

/// What happens to each table, in the order of ids; none if the appends of a table do not follow each other.
fn changes<'a>(appends: &[&'a Append]) -> Option<BTreeMap<TableId, Change<'a>>> {
    let mut changes: BTreeMap<TableId, Change<'a>> = BTreeMap::new();
    for append in appends {
        let change = changes.entry(append.table()).or_insert(Change { head: append.first - 1, last: append });
        if !std::ptr::eq(change.last, *append) {
            if append.first != change.last.last() + 1 {
                return None;
            }
            change.last = append;
        }
    }
    Some(changes)
}

/// Writes the rows of tables. False if one has another head than expected.
async fn write_rows(connection: &mut AnyConnection, changes: &BTreeMap<TableId, Change<'_>>) -> Result<bool> {
    let (new, known): (Vec<_>, Vec<_>) = changes.values().partition(|change| change.head == 0);
    let begun = tables::INSERT
        .execute(connection, &new, |query, change| tables::bind(query, &change.last.row, change.last.last()))
        .await?;
    let rows: Vec<_> =
        known.iter().map(|change| (change.head, &change.last.row, change.last.last())).collect();
    Ok(begun == new.len() as u64 && tables::advance(connection, &rows).await? == rows.len() as u64)
}

/// The events of appends in the order of their keys, so that two nodes can wait for each other but never in a circle.
pub(crate) fn sorted_events<'a>(appends: &[&'a Append]) -> Vec<(TableId, i64, i64, &'a str)> {
    let mut events: Vec<(TableId, i64, i64, &str)> = Vec::new();
    for append in appends {
        let numbered = (append.first..).zip(&append.events);
        events.extend(numbered.map(|(n, event)| (append.table(), n, event.at, event.body.as_str())));
    }
    events.sort_unstable();
    events
}

/// Writes what follows from the events of the winners: rows of tables, seats, games, erased bodies.
pub(crate) async fn write_consequences(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    // The last append of a table in the batch says what its row is; sorted, for the same reason as events.
    let rows: BTreeMap<TableId, &Append> = winners.iter().map(|append| (append.table(), *append)).collect();
    let rows: Vec<_> = rows.into_values().map(|append| (&append.row, append.last())).collect();
    tables::UPSERT.run(connection, &rows, |query, (row, head)| tables::bind(query, row, *head)).await?;
    write_rest(connection, winners).await
}

/// Writes seats, games and erased bodies.
async fn write_rest(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    write_seats(connection, winners).await?;
    let finished: Vec<&FinishedGame> = winners.iter().filter_map(|append| append.finished.as_ref()).collect();
    games::insert(connection, &finished).await?;
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

/// Of each table the last list of seats counts, and the last word on who acts unless seats came after it.
async fn write_seats(connection: &mut AnyConnection, winners: &[&Append]) -> Result<()> {
    let mut seats = BTreeMap::new();
    let mut acts = BTreeMap::new();
    for append in winners {
        if let Some(rows) = &append.seats {
            seats.insert(append.table(), rows.as_slice());
            acts.remove(&append.table());
        }
        if let Some(numbers) = &append.acts {
            let mask = numbers.iter().fold(0_i64, |mask, seat| mask | 1 << seat);
            acts.insert(append.table(), mask);
        }
    }
    tables::replace_seats(connection, &seats).await?;
    tables::set_acts(connection, &acts.into_iter().collect::<Vec<_>>()).await
}
