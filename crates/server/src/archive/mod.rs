//! Finished games: import, export and search.

pub mod access;
pub(crate) mod dates;
pub mod export;
pub mod import;
pub mod index;
mod lines;
mod players;

pub(crate) use lines::finished_row;

use crate::accounts::Accounts;
use crate::error::{ApiError, Result};
use crate::ratings::Ratings;
use crate::site::Site;
use taijitu_protocol::{Code, GameId};
use taijitu_store::FinishedGame;

/// Batches of finished games indexed in a row, before running games have the database to themselves for a
/// while.
const MAX_BATCHES: usize = 8;

/// The finished games of a site; cheap to clone.
#[derive(Clone)]
pub struct Archive {
    site: Site,
    accounts: Accounts,
    ratings: Ratings,
}

impl Archive {
    /// The archive of a site.
    #[must_use]
    pub fn new(site: Site, accounts: Accounts, ratings: Ratings) -> Self {
        Self { site, accounts, ratings }
    }

    /// A finished game by its id.
    ///
    /// # Errors
    /// `no-such-game`, or `unavailable` if the database fails.
    pub(crate) async fn find(&self, id: &str) -> Result<FinishedGame> {
        let id: GameId = id.parse().map_err(|_| no_such_game())?;
        self.site.store.game(id).await?.ok_or_else(no_such_game)
    }

    /// Indexes finished games, some at a time.
    ///
    /// # Errors
    /// [`taijitu_store::StoreError`] if the database fails.
    pub(crate) async fn index_some(&self) -> std::result::Result<(), taijitu_store::StoreError> {
        if !self.site.store.prepare_index(index::REVISION).await? {
            return Ok(());
        }
        for _ in 0..MAX_BATCHES {
            if self.site.is_closing() || index::index_batch(&self.site.store, index::FEW).await? == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// The refusal of a game that is not in the archive.
pub(crate) fn no_such_game() -> ApiError {
    ApiError::new(
        Code::NoSuchGame,
        "there is no such finished game; a running one is at its table",
        "cette partie terminée n’existe pas ; une partie en cours est à sa table",
    )
}
