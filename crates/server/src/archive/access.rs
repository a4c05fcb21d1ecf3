//! The archive for programs that import and export many games, while a server runs or not: another node on the same
//! database, without a listener.

use super::Archive;
use super::export::{Cursor, ExportPage, record};
use crate::accounts::Accounts;
use crate::error::ApiError;
use crate::ratings::Ratings;
use crate::site::Site;
use crate::site::bus::Bus;
use crate::site::config::Config;
use crate::site::entropy::Entropy;
use crate::site::work::WorkCaller;
use taijitu_rules::Record;
use taijitu_store::{FinishedGame, Store, StoreError, StoreSettings};

/// Why an import or export failed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Any other refusal.
    #[error("{0}")]
    Refused(String),
}

impl From<ApiError> for ArchiveError {
    fn from(refused: ApiError) -> Self {
        Self::Refused(refused.0.message.en)
    }
}

/// Bulk import and export, while a server runs or not: another node on the same database, without a listener.
pub struct ArchiveAccess {
    archive: Archive,
}

impl ArchiveAccess {
    /// Opens the database of a site; it is created if there is none.
    ///
    /// # Errors
    /// [`ArchiveError::Store`] if it cannot be opened.
    pub async fn open(database: &str) -> Result<Self, ArchiveError> {
        let store = Store::open(database, StoreSettings::default()).await?;
        let config = Config { database: database.to_owned(), ..Config::default() };
        let site = Site::new(config, store, Bus::default(), Entropy::System);
        let accounts = Accounts::new(site.clone());
        Ok(Self { archive: Archive::new(site.clone(), accounts, Ratings::new(site)) })
    }

    /// The current time; no imported game may end after it.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.archive.site.clock.now()
    }

    /// Stores games; returns how many of them are new.
    ///
    /// # Errors
    /// [`ArchiveError::Store`] if the database fails.
    pub async fn keep(&self, games: &[FinishedGame]) -> Result<usize, ArchiveError> {
        Ok(self.archive.site.store.add_games(games).await?)
    }

    /// A page of the archive.
    ///
    /// # Errors
    /// [`ArchiveError`] if the database fails.
    pub async fn page(
        &self,
        cursor: Cursor,
        kind: Option<&str>,
        limit: i64,
    ) -> Result<ExportPage, ArchiveError> {
        Ok(self.archive.page(WorkCaller::new(None, None), cursor, kind, limit).await?)
    }

    /// The record of a finished game.
    ///
    /// # Errors
    /// [`ArchiveError::Refused`] if there is none, or it was played without a log.
    pub async fn record(&self, id: &str) -> Result<Record, ArchiveError> {
        let game = self.archive.find(id).await?;
        let lines = self.archive.lines(std::slice::from_ref(&game)).await?;
        let players = lines.into_iter().next().map(|line| line.players).unwrap_or_default();
        let none = || ArchiveError::Refused("the moves of this game were not kept".into());
        record(&game, &players).ok_or_else(none)
    }

    /// Closes the database.
    pub async fn done(self) {
        self.archive.site.store.close().await;
    }
}
