//! What is sent to players outside the page: push messages to browsers, mail about notices.

use crate::people::hold_player;
use crate::rows::id;
use crate::{Result, Store};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::PlayerId;

/// A browser with a push subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushEndpointRow {
    /// A hash of the address.
    pub id: String,
    /// Whose browser.
    pub player: PlayerId,
    /// Where messages are sent.
    pub endpoint: String,
    /// The browser's public key, base64url.
    pub p256dh: String,
    /// The secret that it shares with us, base64url.
    pub auth: String,
    /// The language of the messages.
    pub lang: String,
    /// When it was added.
    pub created: i64,
    /// Failed attempts since the last success.
    pub failures: i64,
    /// When something is to be sent.
    pub due: Option<i64>,
}

const ENDPOINT: &str = "id, player, endpoint, p256dh, auth, lang, created, failures, due";

impl Store {
    /// Adds a browser, or replaces its keys; the oldest browsers of the player beyond a limit are deleted.
    pub async fn put_push_endpoint(&self, row: &PushEndpointRow, most: i64) -> Result<()> {
        let mut writing = self.begin().await?;
        hold_player(&mut writing, row.player).await?;
        let sql = "INSERT INTO push_endpoints (id, player, endpoint, p256dh, auth, lang, created, failures, due) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 0, NULL) ON CONFLICT (id) DO UPDATE SET \
                   player = excluded.player, p256dh = excluded.p256dh, auth = excluded.auth, lang = excluded.lang, \
                   failures = 0, due = NULL";
        let query = sqlx::query(sql).bind(row.id.as_str()).bind(row.player.to_string());
        let query = query.bind(row.endpoint.as_str()).bind(row.p256dh.as_str()).bind(row.auth.as_str());
        query.bind(row.lang.as_str()).bind(row.created).execute(writing.connection()).await?;
        let sql = "DELETE FROM push_endpoints WHERE player = $1 AND id NOT IN \
                   (SELECT id FROM push_endpoints WHERE player = $1 ORDER BY created DESC, id LIMIT $2)";
        let query = sqlx::query(sql).bind(row.player.to_string()).bind(most);
        query.execute(writing.connection()).await?;
        writing.commit().await
    }

    /// The browsers of a player.
    pub async fn push_endpoints(&self, player: PlayerId) -> Result<Vec<PushEndpointRow>> {
        let sql = format!("SELECT {ENDPOINT} FROM push_endpoints WHERE player = $1 ORDER BY created, id");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string());
        query.fetch_all(self.pool()).await?.iter().map(endpoint).collect()
    }

    /// Deletes a push subscription, of one player or of any; returns whether there was one.
    pub async fn delete_push_endpoint(&self, player: Option<PlayerId>, id: &str) -> Result<bool> {
        let sql = "DELETE FROM push_endpoints WHERE id = $1 AND (player = $2 OR $2 = '')";
        let player = player.map(|player| player.to_string()).unwrap_or_default();
        Ok(self.write(sqlx::query(sql).bind(id).bind(player)).await? > 0)
    }

    /// Schedules a message to all browsers of a player for a time, unless one is scheduled already.
    pub async fn schedule_push(&self, player: PlayerId, due: i64) -> Result<u64> {
        let sql = "UPDATE push_endpoints SET due = $2 WHERE player = $1 AND (due IS NULL OR due > $2)";
        self.write_unsynced(sqlx::query(sql).bind(player.to_string()).bind(due)).await
    }

    /// Browsers with a message due: those whose last attempt succeeded first, then the earliest.
    pub async fn push_due(&self, now: i64, limit: i64) -> Result<Vec<PushEndpointRow>> {
        let sql = format!(
            "SELECT {ENDPOINT} FROM push_endpoints WHERE due <= $1 \
             ORDER BY CASE WHEN failures = 0 THEN 0 ELSE 1 END, due, id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(now).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(endpoint).collect()
    }

    /// Takes over a message that is due, until a time at which it is due again unless it was sent; whether no other node did.
    pub async fn claim_push(&self, row: &PushEndpointRow, until: i64) -> Result<bool> {
        let sql = "UPDATE push_endpoints SET due = $3 WHERE id = $1 AND due = $2";
        Ok(self.write_unsynced(sqlx::query(sql).bind(row.id.as_str()).bind(row.due).bind(until)).await? > 0)
    }

    /// Notes the result of an attempt: nothing more is due, or another attempt.
    pub async fn end_push(&self, id: &str, claimed: i64, failures: i64, due: Option<i64>) -> Result<()> {
        let sql = "UPDATE push_endpoints SET failures = $3, due = $4 WHERE id = $1 AND due = $2";
        let query = sqlx::query(sql).bind(id).bind(claimed).bind(failures).bind(due);
        self.write_unsynced(query).await.map(drop)
    }

    /// Schedules a mail about notices to a player for a time, unless one is scheduled already. It is not sent before `pause`
    /// has passed since the last one.
    pub async fn schedule_notice_mail(&self, player: PlayerId, due: i64, pause: i64) -> Result<()> {
        let sql = "INSERT INTO notice_mails (player, due, sent, upto) VALUES ($1, $2, 0, 0) \
                   ON CONFLICT (player) DO UPDATE SET due = CASE WHEN notice_mails.due IS NOT NULL \
                   THEN notice_mails.due WHEN notice_mails.sent + $3 > excluded.due THEN notice_mails.sent + $3 \
                   ELSE excluded.due END";
        self.write_unsynced(sqlx::query(sql).bind(player.to_string()).bind(due).bind(pause)).await.map(drop)
    }

    /// The players to whom a mail is to be sent, each with the time at which it was due and the last notice that
    /// was mailed, the earliest first.
    pub async fn notice_mails_due(&self, now: i64, limit: i64) -> Result<Vec<(PlayerId, i64, i64)>> {
        let sql = "SELECT player, due, upto FROM notice_mails WHERE due <= $1 ORDER BY due, player LIMIT $2";
        let rows = sqlx::query(sql).bind(now).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| Ok((id(row, "player")?, row.try_get("due")?, row.try_get("upto")?))).collect()
    }

    /// Takes over a mail that is due; whether no other node did. The last notice in it is `upto`; `sent` is the time, or
    /// that of the mail before if there is nothing to send.
    pub async fn claim_notice_mail(
        &self,
        player: PlayerId,
        due: i64,
        sent: Option<i64>,
        upto: i64,
    ) -> Result<bool> {
        let sql = "UPDATE notice_mails SET due = NULL, sent = COALESCE($3, sent), upto = $4 WHERE player = $1 AND due = $2";
        let query = sqlx::query(sql).bind(player.to_string()).bind(due).bind(sent).bind(upto);
        Ok(self.write_unsynced(query).await? > 0)
    }

    /// Schedules a claimed mail again that could not be sent; `upto` is the last notice that was mailed before.
    pub async fn retry_notice_mail(&self, player: PlayerId, due: i64, upto: i64) -> Result<()> {
        let sql = "UPDATE notice_mails SET due = $2, upto = $3 WHERE player = $1 AND due IS NULL";
        self.write_unsynced(sqlx::query(sql).bind(player.to_string()).bind(due).bind(upto)).await.map(drop)
    }

    /// Puts a mail that is due off to a later time.
    pub async fn postpone_notice_mail(&self, player: PlayerId, due: i64, later: i64) -> Result<()> {
        let sql = "UPDATE notice_mails SET due = $3 WHERE player = $1 AND due = $2";
        self.write_unsynced(sqlx::query(sql).bind(player.to_string()).bind(due).bind(later)).await.map(drop)
    }
}

fn endpoint(row: &AnyRow) -> Result<PushEndpointRow> {
    Ok(PushEndpointRow {
        id: row.try_get("id")?,
        player: id(row, "player")?,
        endpoint: row.try_get("endpoint")?,
        p256dh: row.try_get("p256dh")?,
        auth: row.try_get("auth")?,
        lang: row.try_get("lang")?,
        created: row.try_get("created")?,
        failures: row.try_get("failures")?,
        due: row.try_get("due")?,
    })
}
