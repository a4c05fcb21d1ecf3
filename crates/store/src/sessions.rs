//! Sessions of browsers and tokens of programs, stored as hashes only.

use crate::players::{COLUMNS, player};
use crate::rows::id;
use crate::{PlayerRow, Result, Store};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Row};
use taijitu_ids::{PlayerId, TokenId};

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The hash of the secret in the cookie.
    pub hash: String,
    /// The player.
    pub player: PlayerId,
    /// When it began.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
    /// When it ends.
    pub expires: i64,
}

/// A token that a player gave to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// The hash of the secret.
    pub hash: String,
    /// The id by which the player deletes it.
    pub id: TokenId,
    /// The player.
    pub player: PlayerId,
    /// The player's label.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// When it was last used.
    pub seen: i64,
}

impl Store {
    /// Stores a new session.
    pub async fn create_session(&self, session: &SessionRow) -> Result<()> {
        self.write(insert(session)).await?;
        Ok(())
    }

    /// The session with this hash and its player, unless it has expired or the account was deleted.
    pub async fn session(&self, hash: &str, now: i64) -> Result<Option<(SessionRow, PlayerRow)>> {
        let sql = format!(
            "SELECT {COLUMNS}, s.hash, s.player, s.created AS begun, s.seen AS used, s.expires FROM sessions s \
             JOIN players p ON p.id = s.player WHERE s.hash = $1 AND s.expires > $2 AND p.deleted = 0"
        );
        let row = sqlx::query(AssertSqlSafe(sql)).bind(hash).bind(now).fetch_optional(self.pool()).await?;
        row.map(|row| Ok((session(&row)?, player(&row)?))).transpose()
    }

    /// The sessions of a player, the latest used first.
    pub async fn sessions(&self, player: PlayerId) -> Result<Vec<SessionRow>> {
        let sql = "SELECT hash, player, created AS begun, seen AS used, expires FROM sessions WHERE player = $1 \
                   ORDER BY seen DESC, hash";
        sqlx::query(sql).bind(player.to_string()).fetch_all(self.pool()).await?.iter().map(session).collect()
    }

    /// Records the use of a session, and extends it.
    pub async fn touch_session(&self, hash: &str, now: i64, expires: i64) -> Result<()> {
        let sql = "UPDATE sessions SET seen = $2, expires = $3 WHERE hash = $1";
        self.write_unsynced(sqlx::query(sql).bind(hash).bind(now).bind(expires)).await?;
        Ok(())
    }

    /// Ends one session; returns whether there was one.
    pub async fn delete_session(&self, hash: &str) -> Result<bool> {
        Ok(self.write(sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash)).await? > 0)
    }

    /// Ends all sessions of a player except one; returns how many.
    pub async fn delete_sessions(&self, player: PlayerId, except: Option<&str>) -> Result<u64> {
        let sql = "DELETE FROM sessions WHERE player = $1 AND hash <> $2";
        self.write(sqlx::query(sql).bind(player.to_string()).bind(except.unwrap_or(""))).await
    }

    /// Deletes expired sessions; returns how many.
    pub async fn sweep_sessions(&self, now: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM sessions WHERE expires <= $1").bind(now)).await
    }

    /// Stores a new token, unless the player has reached the limit; returns whether it was stored.
    pub async fn create_token(&self, token: &TokenRow, limit: i64) -> Result<bool> {
        let mut writing = self.begin().await?;
        // A concurrent transaction that creates a token for this player waits here, and then counts this one.
        let hold = sqlx::query("UPDATE players SET seen = seen WHERE id = $1").bind(token.player.to_string());
        hold.execute(writing.connection()).await?;
        let count = sqlx::query_scalar("SELECT count(*) FROM tokens WHERE player = $1");
        let count: i64 = count.bind(token.player.to_string()).fetch_one(writing.connection()).await?;
        if count >= limit {
            return Ok(false);
        }
        let sql =
            "INSERT INTO tokens (hash, id, player, label, created, seen) VALUES ($1, $2, $3, $4, $5, $6)";
        let query = sqlx::query(sql).bind(token.hash.as_str()).bind(token.id.to_string());
        let query = query.bind(token.player.to_string()).bind(token.label.as_str());
        query.bind(token.created).bind(token.seen).execute(writing.connection()).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// The token with this hash and its player, unless the account was deleted.
    pub async fn token(&self, hash: &str) -> Result<Option<(TokenRow, PlayerRow)>> {
        let sql = format!(
            "SELECT {COLUMNS}, k.hash, k.id AS token, k.player, k.label, k.created AS begun, k.seen AS used \
             FROM tokens k JOIN players p ON p.id = k.player WHERE k.hash = $1 AND p.deleted = 0"
        );
        let row = sqlx::query(AssertSqlSafe(sql)).bind(hash).fetch_optional(self.pool()).await?;
        row.map(|row| Ok((token(&row)?, player(&row)?))).transpose()
    }

    /// The tokens of a player, oldest first.
    pub async fn tokens(&self, player: PlayerId) -> Result<Vec<TokenRow>> {
        let sql = "SELECT hash, id AS token, player, label, created AS begun, seen AS used FROM tokens \
                   WHERE player = $1 ORDER BY created, id";
        sqlx::query(sql).bind(player.to_string()).fetch_all(self.pool()).await?.iter().map(token).collect()
    }

    /// Records the use of a token.
    pub async fn touch_token(&self, hash: &str, now: i64) -> Result<()> {
        self.write_unsynced(sqlx::query("UPDATE tokens SET seen = $2 WHERE hash = $1").bind(hash).bind(now))
            .await?;
        Ok(())
    }

    /// Deletes a token of a player by its id; returns whether there was one.
    pub async fn delete_token(&self, player: PlayerId, id: TokenId) -> Result<bool> {
        let sql = "DELETE FROM tokens WHERE player = $1 AND id = $2";
        Ok(self.write(sqlx::query(sql).bind(player.to_string()).bind(id.to_string())).await? > 0)
    }
}

/// The statement that stores a new session.
pub(crate) fn insert(session: &SessionRow) -> Query<'_, Any, AnyArguments> {
    let sql = "INSERT INTO sessions (hash, player, created, seen, expires) VALUES ($1, $2, $3, $4, $5)";
    let query = sqlx::query(sql).bind(session.hash.as_str()).bind(session.player.to_string());
    query.bind(session.created).bind(session.seen).bind(session.expires)
}

fn session(row: &AnyRow) -> Result<SessionRow> {
    Ok(SessionRow {
        hash: row.try_get("hash")?,
        player: id(row, "player")?,
        created: row.try_get("begun")?,
        seen: row.try_get("used")?,
        expires: row.try_get("expires")?,
    })
}

fn token(row: &AnyRow) -> Result<TokenRow> {
    Ok(TokenRow {
        hash: row.try_get("hash")?,
        id: id(row, "token")?,
        player: id(row, "player")?,
        label: row.try_get("label")?,
        created: row.try_get("begun")?,
        seen: row.try_get("used")?,
    })
}
