//! The lower layers that tournaments use, and how a log is read.

use crate::accounts::Accounts;
use crate::error::{ApiError, Result};
use crate::people::People;
use crate::ratings::Ratings;
use crate::site::Site;
use crate::tables::Tables;
use taijitu_protocol::TournamentId;
use taijitu_store::EventRow;
use taijitu_tournament::{CorruptLog, LogEntry, Tournament};

/// A longer log is parsed on a thread of its own.
const SHORT: usize = 300;

/// What every tournament of a node uses; cheap to clone.
#[derive(Clone)]
pub(super) struct TournamentServices {
    pub(super) site: Site,
    pub(super) accounts: Accounts,
    pub(super) ratings: Ratings,
    pub(super) tables: Tables,
    pub(super) people: People,
}

impl TournamentServices {
    /// The entries of a log after a number.
    ///
    /// # Errors
    /// `unavailable` if the database fails or holds an unreadable entry.
    pub(super) async fn read_log(&self, id: TournamentId, since: u64) -> Result<Vec<LogEntry>> {
        self.read_page(id, since, u64::MAX).await
    }

    /// The first entries of a log after a number.
    ///
    /// # Errors
    /// `unavailable` if the database fails or holds an unreadable entry.
    pub(super) async fn read_page(&self, id: TournamentId, since: u64, limit: u64) -> Result<Vec<LogEntry>> {
        let [since, limit] = [since, limit].map(|n| i64::try_from(n).unwrap_or(i64::MAX));
        let rows = self.site.store.tournament_events(id, since, limit).await?;
        if rows.len() <= SHORT {
            return read_rows(id, &rows);
        }
        let read = move || read_rows(id, &rows);
        tokio::task::spawn_blocking(read).await.map_err(|_| ApiError::unavailable())?
    }

    /// The tournament of a log, which has at least one entry; the log is given back. A long one is folded
    /// on a thread for work.
    ///
    /// # Errors
    /// `unavailable` if the entries cannot follow each other.
    pub(super) async fn fold_log(
        &self,
        id: TournamentId,
        entries: Vec<LogEntry>,
    ) -> Result<(Tournament, Vec<LogEntry>)> {
        let services = self.clone();
        let fold = move || services.fold(id, &entries).map(|tournament| (tournament, entries));
        tokio::task::spawn_blocking(fold).await.map_err(|_| ApiError::unavailable())?
    }

    /// The tournament of a log, which has at least one entry.
    ///
    /// # Errors
    /// `unavailable` if the entries cannot follow each other.
    pub(super) fn fold(&self, id: TournamentId, entries: &[LogEntry]) -> Result<Tournament> {
        let mut tournament = Tournament::fold(id, entries).map_err(|error| corrupt(&error))?;
        tournament.undo_future(self.site.clock.now());
        Ok(tournament)
    }
}

fn read_rows(id: TournamentId, rows: &[EventRow]) -> Result<Vec<LogEntry>> {
    let read = |row: &EventRow| {
        LogEntry::read(row.n.unsigned_abs(), row.at, &row.body).map_err(|error| {
            tracing::error!(%error, tournament = %id, n = row.n, "unreadable entry of a tournament");
            ApiError::unavailable()
        })
    };
    rows.iter().map(read).collect()
}

/// The refusal of a tournament whose log cannot be folded.
pub(super) fn corrupt(error: &CorruptLog) -> ApiError {
    tracing::error!(%error, "a tournament cannot be folded");
    ApiError::unavailable()
}
