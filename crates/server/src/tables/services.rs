//! The lower layers that tables use, and how a log is read.

use super::fold::SHORT;
use super::input::Origin;
use super::news::NewsQueue;
use super::schedule::Schedule;
use crate::accounts::Accounts;
use crate::engines::EnginePool;
use crate::error::{ApiError, Result};
use crate::ratings::Ratings;
use crate::site::Site;
use std::sync::Arc;
use taijitu_protocol::TableId;
use taijitu_store::EventRow;
use taijitu_table::LogEntry;

/// What every table of a node uses; cheap to clone.
#[derive(Clone)]
pub(super) struct Services {
    pub(super) site: Site,
    pub(super) accounts: Accounts,
    pub(super) ratings: Ratings,
    pub(super) engines: EnginePool,
    pub(super) schedule: Arc<Schedule>,
    pub(super) news: NewsQueue,
}

impl Services {
    /// The entries of a log after a number.
    ///
    /// # Errors
    /// `unavailable` if the database fails or holds an unreadable entry.
    pub(super) async fn read_log(&self, id: TableId, since: u64) -> Result<Vec<LogEntry>> {
        let rows = match since {
            0 => self.site.store.events(id, 0, i64::MAX).await?,
            // Few entries, of many tables at a time: the store reads them in batches.
            since => self.site.store.events_after(id, since as i64).await?,
        };
        if rows.len() <= SHORT {
            return entries(id, &rows);
        }
        tokio::task::spawn_blocking(move || entries(id, &rows)).await.map_err(|_| ApiError::unavailable())?
    }

    /// The first entries of a log after a number.
    ///
    /// # Errors
    /// `unavailable` if the database fails or holds an unreadable entry.
    pub(super) async fn read_page(&self, id: TableId, since: u64, limit: usize) -> Result<Vec<LogEntry>> {
        let (since, limit) = (since as i64, i64::try_from(limit).unwrap_or(i64::MAX));
        entries(id, &self.site.store.events(id, since, limit).await?)
    }

    /// Which node wrote what was just read from a log: a node without a bus assumes that it did.
    pub(super) fn origin_of_log(&self) -> Origin {
        if self.site.bus.is_up().is_some() { Origin::Remote } else { Origin::Local }
    }
}

fn entries(id: TableId, rows: &[EventRow]) -> Result<Vec<LogEntry>> {
    let entry = |row: &EventRow| {
        LogEntry::read(row.n as u64, row.at, &row.body).map_err(|error| {
            tracing::error!(%error, table = %id, n = row.n, "unreadable log entry");
            ApiError::unavailable()
        })
    };
    rows.iter().map(entry).collect()
}
