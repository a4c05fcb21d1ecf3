//! Names that are shown instead of new ones until a game is over.

use crate::tables::flag;
use crate::{Result, Store};
use sqlx::Row;
use taijitu_ids::PlayerId;

/// How a player was shown before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldName {
    /// The name.
    pub name: Option<String>,
    /// Whether the player was a guest.
    pub guest: bool,
}

impl Store {
    /// Stores the name a player is shown under. If one is stored already, it stays.
    pub async fn hold_name(&self, player: PlayerId, held: &HeldName) -> Result<()> {
        let sql = "INSERT INTO held_names (player, name, guest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(player.to_string()).bind(held.name.clone());
        self.write(query.bind(i64::from(held.guest))).await.map(drop)
    }

    /// The name a player is shown under instead of the player's own.
    pub async fn held_name(&self, player: PlayerId) -> Result<Option<HeldName>> {
        let query = sqlx::query("SELECT name, guest FROM held_names WHERE player = $1");
        let row = query.bind(player.to_string()).fetch_optional(self.pool()).await?;
        row.map(|row| Ok(HeldName { name: row.try_get("name")?, guest: flag(&row, "guest")? })).transpose()
    }

    /// Shows a player under the player's own name again.
    pub async fn release_name(&self, player: PlayerId) -> Result<()> {
        let query = sqlx::query("DELETE FROM held_names WHERE player = $1").bind(player.to_string());
        self.write(query).await.map(drop)
    }
}
