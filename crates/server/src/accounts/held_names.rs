//! Names changed during a four-player game are shown when it is over: until then a new name would be a message to the
//! partner.
//!
//! The name from before is kept in the database and shown to everybody else instead. It is dropped the first time somebody
//! asks for the player after the game.

use super::Accounts;
use crate::error::Result;
use taijitu_protocol::PlayerId;
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
