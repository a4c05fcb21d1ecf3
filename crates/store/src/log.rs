//! The log of a table: its events, numbered without gaps. Of concurrent writers of one number, one succeeds.

use crate::rows::{by_ids, id};
use crate::writer::WriterJob;
use crate::{
    FinishedGame, FollowUp, FollowUpSubject, Result, SeatRow, Store, StoreError, TableProgress, TableRow,
};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::TableId;
use tokio::sync::oneshot;

/// An event to be stored; the store assigns its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened.
    pub at: i64,
    /// What happened, as text that the store does not parse.
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

/// Events of one table and all that changes with them; written entirely or not at all.
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
    /// The rating class in which that game counts for its players; none if it is casual.
    pub rated: Option<String>,
    /// Earlier events whose body is replaced, for games that leave no log.
    pub erase: Vec<(i64, String)>,
    /// Whether a [`FollowUp`] is written with it.
    pub has_follow_up: bool,
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
    /// The table.
    #[must_use]
    pub const fn table(&self) -> TableId {
        match self {
            Self::Whole(row) => row.id,
            Self::Progress(progress) => progress.id,
        }
    }
}

/// The result of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It is durable.
    Committed,
    /// Another writer took this number; nothing was written.
    Conflict {
        /// The last number in the log of the table.
        head: i64,
    },
}

impl Append {
    /// Events and the row of the table.
    #[must_use]
    pub const fn new(first: i64, events: Vec<NewEvent>, row: TableRow) -> Self {
        Self::with_row(first, events, RowChange::Whole(row))
    }

    /// Events that change only what changes with every turn.
    #[must_use]
    pub const fn progress(first: i64, events: Vec<NewEvent>, progress: TableProgress) -> Self {
        Self::with_row(first, events, RowChange::Progress(progress))
    }

    const fn with_row(first: i64, events: Vec<NewEvent>, row: RowChange) -> Self {
        Self {
            first,
            events,
            row,
            seats: None,
            finished: None,
            rated: None,
            erase: Vec::new(),
            has_follow_up: false,
        }
    }

    /// The table.
    pub(crate) const fn table(&self) -> TableId {
        self.row.table()
    }

    /// The number of the last event.
    pub(crate) fn last(&self) -> i64 {
        self.first + self.events.len() as i64 - 1
    }

    /// What has to be done after it, with its time.
    pub(crate) fn follow_up(&self) -> Option<(FollowUp, i64)> {
        let at = self.events.last().filter(|_| self.has_follow_up)?.at;
        let subject = FollowUpSubject::Table(self.table());
        Some((FollowUp { subject, first: self.first, last: self.last() }, at))
    }

    /// Checks that the database can store it. PostgreSQL rejects the character NUL, and would reject every
    /// append of the same transaction.
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
        let texts = row.into_iter().flatten().chain(events).chain(erased).chain(&self.rated);
        texts.map(String::as_str).chain(game)
    }
}

impl Store {
    /// Appends events to the log of a table; returns after the commit.
    ///
    /// Wait for the result before appending to the same table again: decisions based on a lost event are
    /// invalid.
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
