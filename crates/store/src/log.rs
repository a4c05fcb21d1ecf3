//! The log of a table: its events, numbered without gaps, of which each number is won by one writer only.

use crate::rows::{by_ids, id};
use crate::writer::WriterJob;
use crate::{FinishedGame, Result, SeatRow, Store, StoreError, TableProgress, TableRow};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::TableId;
use tokio::sync::oneshot;

/// An event to be stored; its number follows from its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened.
    pub at: i64,
    /// What happened, in words the store does not read.
    pub body: String,
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the log of the table.
    pub n: i64,
    /// When it happened.
    pub at: i64,
    /// What happened.
    pub body: String,
}

/// Events of one table and all that changes with them: it happens entirely or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The number of the first event: one more than the head the caller has seen. Any number begins a log.
    pub first: i64,
    /// The events, at least one, numbered from `first`.
    pub events: Vec<NewEvent>,
    /// What changes in the row of the table.
    pub row: RowChange,
    /// When given, all seats of the table after the events.
    pub seats: Option<Vec<SeatRow>>,
    /// The game that ended with the events.
    pub finished: Option<FinishedGame>,
    /// Earlier events whose body is replaced, for games that leave no log.
    pub erase: Vec<(i64, String)>,
}

/// What an append changes in the row of its table. The head is set by the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowChange {
    /// Anything: the whole row after the events.
    Whole(TableRow),
    /// Only what changes with every turn; the table has a row already.
    Progress(TableProgress),
}

impl RowChange {
    /// Which table.
    #[must_use]
    pub const fn table(&self) -> TableId {
        match self {
            Self::Whole(row) => row.id,
            Self::Progress(progress) => progress.id,
        }
    }
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It is on the disk.
    Committed,
    /// Someone else wrote this number; nothing of it happened.
    Conflict {
        /// The last number in the log of the table.
        head: i64,
    },
}

impl Append {
    /// Events and the row of the table.
    #[must_use]
    pub const fn new(first: i64, events: Vec<NewEvent>, row: TableRow) -> Self {
        Self { first, events, row: RowChange::Whole(row), seats: None, finished: None, erase: Vec::new() }
    }

    /// Events that change only what changes with every turn.
    #[must_use]
    pub const fn progress(first: i64, events: Vec<NewEvent>, progress: TableProgress) -> Self {
        let row = RowChange::Progress(progress);
        Self { first, events, row, seats: None, finished: None, erase: Vec::new() }
    }

    /// The table.
    pub(crate) const fn table(&self) -> TableId {
        self.row.table()
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> i64 {
        self.first + self.events.len() as i64 - 1
    }

    /// Whether a database can take it. PostgreSQL refuses the character NUL, and would refuse every append
    /// that is committed together with it.
    fn check(&self) -> Result<()> {
        if self.events.is_empty() {
            return Err(StoreError::Invalid("an append without events"));
        }
        if self.seats.iter().flatten().any(|seat| !(0..63).contains(&seat.seat)) {
            return Err(StoreError::Invalid("a seat outside 0 to 62"));
        }
        if self.texts().any(|text| text.contains('\0')) {
            return Err(StoreError::Invalid("a text with the character NUL"));
        }
        Ok(())
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let row = match &self.row {
            RowChange::Whole(row) => Some([&row.kind, &row.summary]),
            RowChange::Progress(_) => None,
        };
        let events = self.events.iter().map(|event| &event.body);
        let erased = self.erase.iter().map(|(_, body)| body);
        let game = self.finished.iter().flat_map(FinishedGame::texts);
        row.into_iter().flatten().chain(events).chain(erased).map(String::as_str).chain(game)
    }
}

impl Store {
    /// Appends events to the log of a table and answers after the commit.
    ///
    /// Wait for the answer before appending to the same table again: what was decided after a lost event is
    /// worth nothing.
    pub async fn append(&self, append: Append) -> Result<AppendOutcome> {
        append.check()?;
        let erases = !append.erase.is_empty();
        let (reply, answer) = oneshot::channel();
        let job = WriterJob::Append(Box::new(append), reply);
        self.inner.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        let appended = answer.await.map_err(|_| StoreError::Closed)??;
        if erases && appended == AppendOutcome::Committed {
            self.scrub();
        }
        Ok(appended)
    }

    /// The events after number `since`, oldest first.
    pub async fn events(&self, table: TableId, since: i64, limit: i64) -> Result<Vec<EventRow>> {
        let sql = "SELECT n, at, body FROM events WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3";
        let rows =
            sqlx::query(sql).bind(table.to_string()).bind(since).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(event).collect()
    }

    /// The last number of each of these tables, to see what other nodes wrote. Unknown tables are left out.
    pub async fn heads(&self, tables: &[TableId]) -> Result<Vec<(TableId, i64)>> {
        let mut connection = self.pool().acquire().await?;
        heads(&mut connection, tables).await
    }

    /// Deletes the events and seats of all tables that were closed in a stretch of time; their rows stay. The log
    /// keeps running tables only: a finished game is one row elsewhere.
    pub async fn delete_closed_logs(&self, from: i64, to: i64) -> Result<u64> {
        let _guard = self.write_lock().await;
        let closed = "SELECT id FROM tables WHERE state = 'closed' AND public IN (0, 1) AND updated >= $1 AND updated < $2";
        let mut deleted = 0;
        for table in ["events", "seats", "hidden_rooms"] {
            let sql = format!("DELETE FROM {table} WHERE table_id IN ({closed})");
            let done = sqlx::query(AssertSqlSafe(sql)).bind(from).bind(to).execute(self.pool()).await?;
            deleted += done.rows_affected();
        }
        Ok(deleted)
    }
}

/// The last number of each of these tables, as this connection sees them.
pub(crate) async fn heads(
    connection: &mut sqlx::AnyConnection,
    tables: &[TableId],
) -> Result<Vec<(TableId, i64)>> {
    let rows = by_ids(connection, "SELECT id, head FROM tables WHERE id IN", tables, "").await?;
    rows.iter().map(|row| Ok((id(row, "id")?, row.try_get("head")?))).collect()
}

pub(crate) fn event(row: &AnyRow) -> Result<EventRow> {
    Ok(EventRow { n: row.try_get("n")?, at: row.try_get("at")?, body: row.try_get("body")? })
}
