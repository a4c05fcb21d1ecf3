//! A name changed during a four-player game is shown after the game: until then a new name would be a message
//! to the partner.
//!
//! Until then the database keeps the previous name, which everybody else is shown. It is dropped when the
//! player is next requested after the game.

use super::Accounts;
use crate::error::{ApiError, Result};
use taijitu_protocol::{Code, PlayerId};
use taijitu_store::{HeldName, PlayerRow, Store, TableState};
use taijitu_table::Summary;

impl Accounts {
    /// To be called before a player changes their name: keeps the present one on show while they play with a partner.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn hold_name_while_playing(&self, row: &PlayerRow) -> Result<()> {
        let store = &self.site.store;
        if plays_with_partner(store, row.id).await? {
            let held = HeldName { name: row.name.clone(), guest: row.guest };
            store.hold_name(row.id, &held).await?;
        }
        Ok(())
    }
}

impl Accounts {
    /// Marks an account as a program, or as a person again.
    ///
    /// # Errors
    /// `not_now` while it plays with a partner, to whom it would be a message; `unavailable` if the database fails.
    pub(crate) async fn mark_bot(&self, player: PlayerId, is_bot: bool) -> Result<()> {
        let store = &self.site.store;
        if plays_with_partner(store, player).await? {
            return Err(ApiError::new(
                Code::NotNow,
                "not while you play with a partner; try again after the game",
                "pas pendant une partie avec partenaire ; réessayez après la partie",
            ));
        }
        store.set_bot(player, is_bot, self.site.clock.now()).await?;
        self.player_changed(player);
        Ok(())
    }
}

/// The player as others are shown it.
///
/// # Errors
/// `unavailable` if the database fails.
pub(super) async fn as_shown(store: &Store, row: PlayerRow) -> Result<PlayerRow> {
    let Some(HeldName { name, guest }) = store.held_name(row.id).await? else { return Ok(row) };
    if !row.deleted && plays_with_partner(store, row.id).await? {
        return Ok(PlayerRow { name, guest, ..row });
    }
    store.release_name(row.id).await?;
    Ok(row)
}

/// Whether a player sits in a running game of two against two.
async fn plays_with_partner(store: &Store, player: PlayerId) -> Result<bool> {
    let tables = store.tables_of(player, &[TableState::Running], None, i64::MAX).await?;
    let has_partners =
        |summary: &str| serde_json::from_str::<Summary>(summary).is_ok_and(|summary| summary.seats.len() > 2);
    Ok(tables.iter().any(|mine| has_partners(&mine.table.summary)))
}
