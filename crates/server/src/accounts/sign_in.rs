//! Who a session's cookie or a program's token belongs to.

use super::Accounts;
use super::sessions::SESSION_LASTS;
use crate::error::Result;
use taijitu_protocol::PlayerId;
use taijitu_store::PlayerRow;

/// How long after a session was last noted as used it is noted again, in milliseconds.
const NOTE_EVERY_MS: i64 = 60 * 60 * 1000;

/// The key under which a token is cached, apart from sessions: a token in a cookie is not a session.
fn token_key(hash: &str) -> String {
    format!("token {hash}")
}

impl Accounts {
    /// Whether [`Self::by_session`] answers without a query.
    pub(crate) fn knows_session(&self, hash: &str) -> bool {
        self.sessions.get(hash, self.site.clock.now()).is_some()
    }

    /// Whether [`Self::by_token`] answers without a query.
    pub(crate) fn knows_token(&self, hash: &str) -> bool {
        self.knows_session(&token_key(hash))
    }

    /// The player of a session, by the hash of its secret.
    ///
    /// # Errors
    /// `banned` if the player is; `unavailable` if the database fails.
    pub(crate) async fn by_session(&self, hash: &str) -> Result<Option<PlayerId>> {
        let (now, sign_outs) = (self.site.clock.now(), self.sessions.sign_outs());
        if let Some(player) = self.sessions.get(hash, now) {
            return Ok(Some(player));
        }
        let Some((session, row)) = self.site.store.session(hash, now).await? else {
            return Ok(None);
        };
        self.check_not_banned(row.id).await?;
        if now - session.seen > NOTE_EVERY_MS {
            self.site.store.touch_session(hash, now, now + SESSION_LASTS).await?;
            self.site.store.touch(row.id, now).await?;
        }
        self.remember(hash.to_owned(), &row, now, sign_outs);
        Ok(Some(row.id))
    }

    /// The player of a token, by the hash of its secret.
    ///
    /// # Errors
    /// `banned` if the player is; `unavailable` if the database fails.
    pub(crate) async fn by_token(&self, hash: &str) -> Result<Option<PlayerId>> {
        let (now, sign_outs) = (self.site.clock.now(), self.sessions.sign_outs());
        let key = token_key(hash);
        if let Some(player) = self.sessions.get(&key, now) {
            return Ok(Some(player));
        }
        let Some((token, row)) = self.site.store.token(hash).await? else {
            return Ok(None);
        };
        self.check_not_banned(row.id).await?;
        if now - token.seen > NOTE_EVERY_MS {
            self.site.store.touch_token(hash, now).await?;
            self.site.store.touch(row.id, now).await?;
        }
        self.remember(key, &row, now, sign_outs);
        Ok(Some(row.id))
    }

    /// Caches who a session or token belongs to, unless that has changed since the database was asked.
    fn remember(&self, key: String, row: &PlayerRow, now: i64, sign_outs: u64) {
        self.sessions.put(key, row.id, now, sign_outs);
    }
}
