//! Notices to a player, shown on every device until they are read or expire.

use crate::people::hold_player;
use crate::tables::flag;
use crate::{Result, Store};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::PlayerId;

/// A notice that is to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotice {
    /// The recipient.
    pub player: PlayerId,
    /// Its subject: it replaces an earlier one with the same subject.
    pub subject: String,
    /// The version of the subject: a notice is stored once for each version.
    pub version: i64,
    /// What kind of notice, in words the store does not read.
    pub kind: String,
    /// What it says, in words the store does not read.
    pub body: String,
    /// The time of the event.
    pub at: i64,
}

/// A stored notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// Its number, which grows with every notice of the player.
    pub n: i64,
    /// What kind.
    pub kind: String,
    /// What it says.
    pub body: String,
    /// The time of the event.
    pub at: i64,
    /// Whether the player has seen it.
    pub is_read: bool,
}

impl Store {
    /// Stores a notice and deletes the player's oldest ones beyond a limit; returns its number. None if the same or something later about
    /// the subject was stored already.
    pub async fn put_notice(&self, notice: &NewNotice, most: i64) -> Result<Option<i64>> {
        let player = notice.player.to_string();
        let mut writing = self.begin_unsynced().await?;
        hold_player(&mut writing, notice.player).await?;
        let sql = "SELECT version FROM notices WHERE player = $1 AND subject = $2";
        let known = sqlx::query(sql).bind(player.as_str()).bind(notice.subject.as_str());
        if let Some(row) = known.fetch_optional(writing.connection()).await?
            && row.try_get::<i64, _>("version")? >= notice.version
        {
            return Ok(None);
        }
        let last = sqlx::query_scalar("SELECT COALESCE(MAX(n), 0) FROM notices WHERE player = $1");
        let last: i64 = last.bind(player.as_str()).fetch_one(writing.connection()).await?;
        // Of the time, so that numbers grow also where all earlier ones were deleted.
        let n = notice.at.max(last + 1);
        let sql = "DELETE FROM notices WHERE player = $1 AND subject = $2";
        let old = sqlx::query(sql).bind(player.as_str()).bind(notice.subject.as_str());
        old.execute(writing.connection()).await?;
        let sql = "INSERT INTO notices (player, n, subject, version, kind, body, at, is_read) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 0)";
        let query = sqlx::query(sql).bind(player.as_str()).bind(n).bind(notice.subject.as_str());
        let query = query.bind(notice.version).bind(notice.kind.as_str()).bind(notice.body.as_str());
        query.bind(notice.at).execute(writing.connection()).await?;
        let sql = "DELETE FROM notices WHERE player = $1 AND n <= \
                   (SELECT n FROM notices WHERE player = $1 ORDER BY n DESC LIMIT 1 OFFSET $2)";
        sqlx::query(sql).bind(player.as_str()).bind(most).execute(writing.connection()).await?;
        writing.commit().await?;
        Ok(Some(n))
    }

    /// The notices of a player, the latest first.
    pub async fn notices(&self, player: PlayerId, limit: i64) -> Result<Vec<NoticeRow>> {
        let sql = "SELECT n, kind, body, at, is_read FROM notices WHERE player = $1 ORDER BY n DESC LIMIT $2";
        let rows = sqlx::query(sql).bind(player.to_string()).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(notice).collect()
    }

    /// How many notices a player has not read, and the number of the latest notice.
    pub async fn unread_notices(&self, player: PlayerId) -> Result<(i64, i64)> {
        let sql = "SELECT CAST(COALESCE(SUM(1 - is_read), 0) AS bigint) AS unread, COALESCE(MAX(n), 0) AS last \
                   FROM notices WHERE player = $1";
        let row = sqlx::query(sql).bind(player.to_string()).fetch_one(self.pool()).await?;
        Ok((row.try_get("unread")?, row.try_get("last")?))
    }

    /// Marks the notices of a player up to a number as read; how many were not.
    pub async fn read_notices(&self, player: PlayerId, upto: i64) -> Result<u64> {
        let sql = "UPDATE notices SET is_read = 1 WHERE player = $1 AND n <= $2 AND is_read = 0";
        self.write(sqlx::query(sql).bind(player.to_string()).bind(upto)).await
    }

    /// Deletes the notice of a player about a subject, which is settled; whether there was one.
    pub async fn delete_notice(&self, player: PlayerId, subject: &str) -> Result<bool> {
        // Most settled subjects have no notice: check that first, without the write lock.
        if !self.has_notice(player, subject).await? {
            return Ok(false);
        }
        let sql = "DELETE FROM notices WHERE player = $1 AND subject = $2";
        Ok(self.write_unsynced(sqlx::query(sql).bind(player.to_string()).bind(subject)).await? > 0)
    }

    async fn has_notice(&self, player: PlayerId, subject: &str) -> Result<bool> {
        let sql = "SELECT 1 FROM notices WHERE player = $1 AND subject = $2";
        let known = sqlx::query(sql).bind(player.to_string()).bind(subject);
        Ok(known.fetch_optional(self.pool()).await?.is_some())
    }

    /// Deletes the notices from before a time; how many there were.
    pub async fn sweep_notices(&self, before: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM notices WHERE at < $1").bind(before)).await
    }

    /// A key of the site; the first one that is proposed is kept.
    pub async fn site_key(&self, name: &str, proposed: &str) -> Result<String> {
        let sql = "INSERT INTO site_keys (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.write(sqlx::query(sql).bind(name).bind(proposed)).await?;
        self.stored_site_key(name).await
    }

    async fn stored_site_key(&self, name: &str) -> Result<String> {
        let query = sqlx::query("SELECT value FROM site_keys WHERE name = $1").bind(name);
        Ok(query.fetch_one(self.pool()).await?.try_get("value")?)
    }
}

fn notice(row: &AnyRow) -> Result<NoticeRow> {
    Ok(NoticeRow {
        n: row.try_get("n")?,
        kind: row.try_get("kind")?,
        body: row.try_get("body")?,
        at: row.try_get("at")?,
        is_read: flag(row, "is_read")?,
    })
}
