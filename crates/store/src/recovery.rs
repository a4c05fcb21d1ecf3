//! Recovery codes, and passwords that are set without the old one. Codes are stored as hashes, and deleted when used.

use crate::{Result, Store, StoreError};
use taijitu_ids::PlayerId;

/// The authorisation to set a password without the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetProof<'a> {
    /// The host, on the command line.
    Host,
    /// The hash of a recovery code of the account, which is used up.
    RecoveryCode(&'a str),
    /// The hash of a token that was sent to the account's mail address and has not expired at this time; it is used up.
    MailToken(&'a str, i64),
}

impl Store {
    /// Replaces the recovery codes of a player by new ones, given as hashes.
    pub async fn set_recovery_codes(&self, player: PlayerId, hashes: &[String], now: i64) -> Result<()> {
        let mut writing = self.begin().await?;
        let old = sqlx::query("DELETE FROM recovery_codes WHERE player = $1").bind(player.to_string());
        old.execute(writing.connection()).await?;
        for hash in hashes {
            let sql = "INSERT INTO recovery_codes (hash, player, created) VALUES ($1, $2, $3)";
            let query = sqlx::query(sql).bind(hash.as_str()).bind(player.to_string()).bind(now);
            query.execute(writing.connection()).await?;
        }
        writing.commit().await
    }

    /// How many recovery codes a player has left.
    pub async fn recovery_codes(&self, player: PlayerId) -> Result<i64> {
        let count = sqlx::query_scalar("SELECT count(*) FROM recovery_codes WHERE player = $1");
        Ok(count.bind(player.to_string()).fetch_one(self.pool()).await?)
    }

    /// Whether a recovery code of a player, given as its hash, can still be used.
    pub async fn has_recovery_code(&self, player: PlayerId, hash: &str) -> Result<bool> {
        let sql = "SELECT created FROM recovery_codes WHERE player = $1 AND hash = $2";
        let query = sqlx::query(sql).bind(player.to_string()).bind(hash);
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    /// Uses up a recovery code of a player, given as its hash; `false` if there is no such code any more.
    pub async fn use_recovery_code(&self, player: PlayerId, hash: &str) -> Result<bool> {
        let sql = "DELETE FROM recovery_codes WHERE player = $1 AND hash = $2";
        Ok(self.write(sqlx::query(sql).bind(player.to_string()).bind(hash)).await? > 0)
    }

    /// Stores another hashed password, and ends every session, token and reset link of the account, in one
    /// transaction with the use of the proof. `false`, with nothing changed, if the proof has been used
    /// meanwhile.
    pub async fn reset_password(
        &self,
        player: PlayerId,
        password: &str,
        proof: ResetProof<'_>,
    ) -> Result<bool> {
        let mut writing = self.begin().await?;
        let used = match proof {
            ResetProof::Host => None,
            ResetProof::RecoveryCode(hash) => {
                let sql = "DELETE FROM recovery_codes WHERE player = $1 AND hash = $2";
                Some(sqlx::query(sql).bind(player.to_string()).bind(hash))
            }
            ResetProof::MailToken(hash, now) => {
                let sql = "DELETE FROM mail_tokens WHERE player = $1 AND hash = $2 AND purpose = 'reset' \
                           AND expires > $3";
                Some(sqlx::query(sql).bind(player.to_string()).bind(hash).bind(now))
            }
        };
        if let Some(used) = used
            && used.execute(writing.connection()).await?.rows_affected() == 0
        {
            return Ok(false);
        }
        let sql = "UPDATE players SET password = $2 WHERE id = $1 AND deleted = 0 AND guest = 0";
        let query = sqlx::query(sql).bind(player.to_string()).bind(password);
        if query.execute(writing.connection()).await?.rows_affected() == 0 {
            return Err(StoreError::NoPlayer(player));
        }
        for sql in [
            "DELETE FROM sessions WHERE player = $1",
            "DELETE FROM tokens WHERE player = $1",
            "DELETE FROM mail_tokens WHERE player = $1 AND purpose = 'reset'",
        ] {
            sqlx::query(sql).bind(player.to_string()).execute(writing.connection()).await?;
        }
        writing.commit().await?;
        Ok(true)
    }
}
