//! Mail addresses of accounts, and the tokens in the links that are sent to them, stored as hashes only.

use crate::rows::id;
use crate::{PlayerRow, Result, Store};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::PlayerId;

/// The purpose of a link in a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailPurpose {
    /// To confirm that the address is the player's.
    Confirm,
    /// To set a new password.
    Reset,
}

impl MailPurpose {
    const fn word(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Reset => "reset",
        }
    }
}

/// A confirmed address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAddressRow {
    /// The account.
    pub player: PlayerId,
    /// The address.
    pub address: String,
    /// When it was confirmed.
    pub confirmed: i64,
}

/// A link that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailTokenRow {
    /// The hash of the token in the link.
    pub hash: String,
    /// The account.
    pub player: PlayerId,
    /// Where it was sent.
    pub address: String,
    /// Until when it can be used.
    pub expires: i64,
}

impl Store {
    /// Stores a token, in place of earlier ones of the same account and purpose.
    pub async fn create_mail_token(&self, purpose: MailPurpose, token: &MailTokenRow) -> Result<()> {
        let mut writing = self.begin().await?;
        let old = sqlx::query("DELETE FROM mail_tokens WHERE player = $1 AND purpose = $2");
        let old = old.bind(token.player.to_string()).bind(purpose.word());
        old.execute(writing.connection()).await?;
        let sql =
            "INSERT INTO mail_tokens (hash, player, purpose, address, expires) VALUES ($1, $2, $3, $4, $5)";
        let query = sqlx::query(sql).bind(token.hash.as_str()).bind(token.player.to_string());
        let query = query.bind(purpose.word()).bind(token.address.as_str()).bind(token.expires);
        query.execute(writing.connection()).await?;
        writing.commit().await
    }

    /// The token with this hash, unless it has expired.
    pub async fn mail_token(
        &self,
        purpose: MailPurpose,
        hash: &str,
        now: i64,
    ) -> Result<Option<MailTokenRow>> {
        let sql = "SELECT hash, player, address, expires FROM mail_tokens \
                   WHERE hash = $1 AND purpose = $2 AND expires > $3";
        let query = sqlx::query(sql).bind(hash).bind(purpose.word()).bind(now);
        query.fetch_optional(self.pool()).await?.as_ref().map(mail_token).transpose()
    }

    /// The tokens of an account for a purpose that have not expired: one at most.
    pub async fn mail_token_of(
        &self,
        purpose: MailPurpose,
        player: PlayerId,
        now: i64,
    ) -> Result<Option<MailTokenRow>> {
        let sql = "SELECT hash, player, address, expires FROM mail_tokens \
                   WHERE player = $1 AND purpose = $2 AND expires > $3";
        let query = sqlx::query(sql).bind(player.to_string()).bind(purpose.word()).bind(now);
        query.fetch_optional(self.pool()).await?.as_ref().map(mail_token).transpose()
    }

    /// Uses up the token of a confirmation: its address becomes the account's. `None` if there is no such
    /// token, or it has expired.
    pub async fn confirm_mail_address(&self, hash: &str, now: i64) -> Result<Option<MailTokenRow>> {
        let Some(token) = self.mail_token(MailPurpose::Confirm, hash, now).await? else { return Ok(None) };
        let mut writing = self.begin().await?;
        let used = sqlx::query("DELETE FROM mail_tokens WHERE hash = $1").bind(hash);
        if used.execute(writing.connection()).await?.rows_affected() == 0 {
            return Ok(None);
        }
        let sql = "INSERT INTO mail_addresses (player, address, confirmed) VALUES ($1, $2, $3) \
                   ON CONFLICT (player) DO UPDATE SET address = excluded.address, confirmed = excluded.confirmed";
        let query = sqlx::query(sql).bind(token.player.to_string()).bind(token.address.as_str()).bind(now);
        query.execute(writing.connection()).await?;
        // Links sent to the previous address no longer belong to the account.
        let links = sqlx::query("DELETE FROM mail_tokens WHERE player = $1 AND purpose = 'reset'");
        links.bind(token.player.to_string()).execute(writing.connection()).await?;
        writing.commit().await?;
        Ok(Some(token))
    }

    /// The confirmed address of an account.
    pub async fn mail_address(&self, player: PlayerId) -> Result<Option<MailAddressRow>> {
        let sql = "SELECT player, address, confirmed FROM mail_addresses WHERE player = $1";
        let row = sqlx::query(sql).bind(player.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(mail_address).transpose()
    }

    /// The accounts with a confirmed address, the latest seen first.
    pub async fn players_by_mail(&self, address: &str, limit: i64) -> Result<Vec<PlayerRow>> {
        let columns = crate::players::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM players p JOIN mail_addresses m ON m.player = p.id \
             WHERE m.address = $1 AND p.deleted = 0 ORDER BY p.seen DESC, p.id LIMIT $2"
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(address).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(crate::players::player).collect()
    }

    /// Deletes the address of an account, confirmed or not, with all links sent to it.
    pub async fn delete_mail_address(&self, player: PlayerId) -> Result<()> {
        let mut writing = self.begin().await?;
        for sql in
            ["DELETE FROM mail_addresses WHERE player = $1", "DELETE FROM mail_tokens WHERE player = $1"]
        {
            sqlx::query(sql).bind(player.to_string()).execute(writing.connection()).await?;
        }
        writing.commit().await
    }

    /// Deletes expired tokens; returns how many.
    pub async fn sweep_mail_tokens(&self, now: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM mail_tokens WHERE expires <= $1").bind(now)).await
    }
}

fn mail_address(row: &AnyRow) -> Result<MailAddressRow> {
    Ok(MailAddressRow {
        player: id(row, "player")?,
        address: row.try_get("address")?,
        confirmed: row.try_get("confirmed")?,
    })
}

fn mail_token(row: &AnyRow) -> Result<MailTokenRow> {
    Ok(MailTokenRow {
        hash: row.try_get("hash")?,
        player: id(row, "player")?,
        address: row.try_get("address")?,
        expires: row.try_get("expires")?,
    })
}
