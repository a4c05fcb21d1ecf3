//! From which networks an account has signed in, to distinguish its owner from an attacker who guesses passwords.

use crate::{Result, Store};
use taijitu_ids::PlayerId;

/// Networks stored for one account; the one used longest ago is dropped.
const KEPT: i64 = 20;

impl Store {
    /// Records that an account has signed in from a network, given as a short hash.
    pub async fn note_sign_in(&self, player: PlayerId, network: &str, now: i64) -> Result<()> {
        let mut writing = self.begin().await?;
        let sql = "INSERT INTO sign_ins (player, network, at) VALUES ($1, $2, $3) \
                   ON CONFLICT (player, network) DO UPDATE SET at = excluded.at";
        let note = sqlx::query(sql).bind(player.to_string()).bind(network).bind(now);
        note.execute(writing.connection()).await?;
        let sql = "DELETE FROM sign_ins WHERE player = $1 AND network NOT IN \
                   (SELECT network FROM sign_ins WHERE player = $1 ORDER BY at DESC, network LIMIT $2)";
        sqlx::query(sql).bind(player.to_string()).bind(KEPT).execute(writing.connection()).await?;
        writing.commit().await
    }

    /// Whether an account has signed in from a network before.
    pub async fn has_signed_in_from(&self, player: PlayerId, network: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM sign_ins WHERE player = $1 AND network = $2";
        let query = sqlx::query(sql).bind(player.to_string()).bind(network);
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    /// Deletes the networks of an account.
    pub async fn forget_sign_ins(&self, player: PlayerId) -> Result<()> {
        self.write(sqlx::query("DELETE FROM sign_ins WHERE player = $1").bind(player.to_string())).await?;
        Ok(())
    }
}
