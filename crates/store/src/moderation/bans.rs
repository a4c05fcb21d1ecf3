//! Who is banned, and who may moderate. Both are changed by [`Store::moderate`] only.

use crate::rows::{id, read_id};
use crate::{BanKind, Result, Store};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::PlayerId;

/// A ban of a player or of a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BanRow {
    /// The player; none for a range.
    pub player: Option<PlayerId>,
    /// The range, as `203.0.113.0/24`; none for a player.
    pub network: Option<String>,
    /// Since when.
    pub since: i64,
    /// Until when; none if it has no end.
    pub until: Option<i64>,
    /// The reason, from the audit log.
    pub reason: String,
}

impl Store {
    /// The ban of a player that has not ended.
    pub async fn ban_of(&self, player: PlayerId, now: i64) -> Result<Option<BanRow>> {
        let sql = "SELECT * FROM bans WHERE subject = $1 AND (until IS NULL OR until > $2)";
        let query = sqlx::query(sql).bind(player.to_string()).bind(now);
        query.fetch_optional(self.pool()).await?.as_ref().map(ban).transpose()
    }

    /// The bans of a kind that have not ended, the latest first; `before` is the time of the last one of the
    /// previous page.
    pub async fn bans(&self, kind: BanKind, now: i64, before: i64, limit: i64) -> Result<Vec<BanRow>> {
        let sql = "SELECT * FROM bans WHERE kind = $1 AND since < $2 AND (until IS NULL OR until > $3) \
                   ORDER BY since DESC, subject LIMIT $4";
        let query = sqlx::query(sql).bind(kind.as_str()).bind(before).bind(now).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(ban).collect()
    }

    /// Deletes expired bans; returns how many.
    pub async fn sweep_bans(&self, now: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM bans WHERE until <= $1").bind(now)).await
    }

    /// Whether a player may moderate.
    pub async fn is_moderator(&self, player: PlayerId) -> Result<bool> {
        let sql = "SELECT m.player FROM moderators m JOIN players p ON p.id = m.player \
                   WHERE m.player = $1 AND p.deleted = 0 AND p.guest = 0";
        Ok(sqlx::query(sql).bind(player.to_string()).fetch_optional(self.pool()).await?.is_some())
    }

    /// All moderators, in the order of their appointment.
    pub async fn moderators(&self) -> Result<Vec<PlayerId>> {
        let sql = "SELECT m.player FROM moderators m JOIN players p ON p.id = m.player \
                   WHERE p.deleted = 0 AND p.guest = 0 ORDER BY m.since, m.player";
        sqlx::query(sql).fetch_all(self.pool()).await?.iter().map(|row| id(row, "player")).collect()
    }
}

fn ban(row: &AnyRow) -> Result<BanRow> {
    let subject: String = row.try_get("subject")?;
    let (player, network) = match BanKind::parse(row.try_get("kind")?)? {
        BanKind::Player => (Some(read_id(&subject)?), None),
        BanKind::Network => (None, Some(subject)),
    };
    let (since, until) = (row.try_get("since")?, row.try_get("until")?);
    Ok(BanRow { player, network, since, until, reason: row.try_get("reason")? })
}
