//! The only reader of other nodes' events: requests that arrive while it reads are answered together by the
//! next statement.
//!
//! A node that follows others constantly reads a few events of many tables. One statement for forty tables
//! costs the database and the node little more than one for a single table.

use crate::log::{EventRow, event};
use crate::open::{Backend, Timeout, connect_by_key};
use crate::rows::{ManyRows, id};
use crate::{Result, Store, StoreError};
use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use std::collections::HashMap;
use taijitu_ids::TableId;
use tokio::sync::{mpsc, oneshot};

/// Tables read by one statement.
const AT_ONCE: usize = 64;

const EVENTS_AFTER: ManyRows = ManyRows {
    before: "SELECT e.table_id, e.n, e.at, e.body FROM (VALUES",
    columns: 2,
    after: ") AS v JOIN events e ON e.table_id = v.column1 AND e.n > v.column2 ORDER BY e.n",
};

/// A job of the reader.
#[derive(Debug)]
pub(crate) enum ReaderJob {
    /// Read events.
    Read(EventsRequest),
    /// Answer what waits, refuse later jobs, and reply when the connection is closed.
    Close(oneshot::Sender<()>),
}

/// A request for the events of a table after a number.
#[derive(Debug)]
pub(crate) struct EventsRequest {
    table: TableId,
    since: i64,
    answer: oneshot::Sender<Result<Vec<EventRow>>>,
}

impl Store {
    /// The events after number `since`, oldest first, read together with those of other tables: for a node that has the
    /// table already and follows what others write.
    pub async fn events_after(&self, table: TableId, since: i64) -> Result<Vec<EventRow>> {
        let (answer, events) = oneshot::channel();
        let request = EventsRequest { table, since, answer };
        self.inner.requests.send(ReaderJob::Read(request)).await.map_err(|_| StoreError::Closed)?;
        events.await.map_err(|_| StoreError::Closed)?
    }
}

/// The state of the task.
pub(crate) struct Reader {
    kind: Backend,
    options: AnyConnectOptions,
    /// Opened on demand; `None` after a failure.
    connection: Option<AnyConnection>,
    timeout: Timeout,
}

impl Reader {
    pub(crate) fn new(kind: Backend, options: AnyConnectOptions, timeout: Timeout) -> Self {
        Self { kind, options, connection: None, timeout }
    }

    /// Answers until the store is closed or its last handle is dropped.
    pub(crate) async fn run(mut self, mut queue: mpsc::Receiver<ReaderJob>) {
        let (mut jobs, mut closers) = (Vec::new(), Vec::new());
        while queue.recv_many(&mut jobs, AT_ONCE).await > 0 {
            let mut requests = Vec::new();
            for job in jobs.drain(..) {
                match job {
                    ReaderJob::Read(request) => requests.push(request),
                    ReaderJob::Close(done) => {
                        queue.close();
                        closers.push(done);
                    }
                }
            }
            self.read_and_answer(requests).await;
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = self.timeout.with(connection.close()).await
        {
            tracing::warn!("closing the reader's connection: {error}");
        }
        for done in closers {
            // The caller may have gone away meanwhile.
            let _ = done.send(());
        }
    }

    async fn read_and_answer(&mut self, requests: Vec<EventsRequest>) {
        if requests.is_empty() {
            return;
        }
        let mut read = self.read(&requests).await;
        if read.is_err() {
            // The connection may have died since its last use.
            read = self.read(&requests).await;
        }
        for EventsRequest { table, since, answer } in requests {
            let events = read.as_ref().map_err(Clone::clone).map(|events| {
                let events = events.get(&table).into_iter().flatten();
                events.filter(|event| event.n > since).cloned().collect()
            });
            // The caller may have gone away meanwhile.
            let _ = answer.send(events);
        }
    }

    async fn read(&mut self, requests: &[EventsRequest]) -> Result<HashMap<TableId, Vec<EventRow>>> {
        // Of several requests for one table, the one with the lowest number decides what is read.
        let mut least: HashMap<TableId, i64> = HashMap::new();
        for request in requests {
            let since = least.entry(request.table).or_insert(request.since);
            *since = request.since.min(*since);
        }
        let requested: Vec<(String, i64)> =
            least.into_iter().map(|(table, since)| (table.to_string(), since)).collect();
        let no_table = (String::new(), 0);
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.timeout.with(connect_by_key(self.kind, &self.options)).await?,
        };
        let rows =
            EVENTS_AFTER.run_padded(&mut connection, &requested, &no_table, |query, (table, since)| {
                query.bind(table.as_str()).bind(since)
            });
        let rows = self.timeout.with(rows).await?;
        self.connection = Some(connection);
        let mut events: HashMap<TableId, Vec<EventRow>> = HashMap::new();
        for row in &rows {
            events.entry(id(row, "table_id")?).or_default().push(event(row)?);
        }
        Ok(events)
    }
}
