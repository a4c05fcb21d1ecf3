//! The second factor of an account: a secret from which codes are computed, and which codes were used.

use crate::rows::id;
use crate::{Result, Store};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::PlayerId;

/// The second factor of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactorRow {
    /// The account.
    pub player: PlayerId,
    /// The shared secret, as text that the store does not parse.
    pub secret: String,
    /// When a first code confirmed the secret; 0 before.
    pub confirmed: i64,
    /// The time step of the last code that was accepted.
    pub last_step: i64,
}

impl std::fmt::Debug for SecondFactorRow {
    /// Everything but the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { player, confirmed, last_step, .. } = self;
        write!(f, "SecondFactorRow {{ player: {player}, confirmed: {confirmed}, last_step: {last_step} }}")
    }
}

impl Store {
    /// Stores the secret of an unconfirmed second factor, in place of an earlier unconfirmed one. `false`,
    /// with nothing changed, if the account has a confirmed one.
    pub async fn begin_second_factor(&self, player: PlayerId, secret: &str) -> Result<bool> {
        let sql = "INSERT INTO second_factors (player, secret, confirmed, last_step) VALUES ($1, $2, 0, 0) \
                   ON CONFLICT (player) DO UPDATE SET secret = excluded.secret, last_step = 0 \
                   WHERE second_factors.confirmed = 0";
        Ok(self.write(sqlx::query(sql).bind(player.to_string()).bind(secret)).await? > 0)
    }

    /// The second factor of an account, confirmed or not.
    pub async fn second_factor(&self, player: PlayerId) -> Result<Option<SecondFactorRow>> {
        let sql = "SELECT player, secret, confirmed, last_step FROM second_factors WHERE player = $1";
        let row = sqlx::query(sql).bind(player.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(second_factor).transpose()
    }

    /// Confirms a second factor whose code of this time step was right; `false` if there is none to confirm.
    pub async fn confirm_second_factor(&self, player: PlayerId, step: i64, now: i64) -> Result<bool> {
        let sql =
            "UPDATE second_factors SET confirmed = $3, last_step = $2 WHERE player = $1 AND confirmed = 0";
        Ok(self.write(sqlx::query(sql).bind(player.to_string()).bind(step).bind(now)).await? > 0)
    }

    /// Uses up the code of a time step; `false` if it, or a later one, was used before. Of two requests with
    /// the same code one succeeds.
    pub async fn use_second_factor(&self, player: PlayerId, step: i64) -> Result<bool> {
        let sql = "UPDATE second_factors SET last_step = $2 \
                   WHERE player = $1 AND confirmed > 0 AND last_step < $2";
        Ok(self.write(sqlx::query(sql).bind(player.to_string()).bind(step)).await? > 0)
    }

    /// Deletes the second factor of an account; returns whether there was one.
    pub async fn delete_second_factor(&self, player: PlayerId) -> Result<bool> {
        let sql = "DELETE FROM second_factors WHERE player = $1";
        Ok(self.write(sqlx::query(sql).bind(player.to_string())).await? > 0)
    }
}

fn second_factor(row: &AnyRow) -> Result<SecondFactorRow> {
    Ok(SecondFactorRow {
        player: id(row, "player")?,
        secret: row.try_get("secret")?,
        confirmed: row.try_get("confirmed")?,
        last_step: row.try_get("last_step")?,
    })
}
