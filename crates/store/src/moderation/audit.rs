//! The audit log: everything moderators and the host did, with the change itself in the same transaction.
//!
//! Rows are only ever added. Each contains the SHA-256 of itself and of the previous hash, so that a row that
//! was changed or removed by other means is detected.

use crate::names;
use crate::rows::optional_id;
use crate::{AuditAction, BanKind, Result, Store, StoreError};
use sha2::{Digest, Sha256};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::fmt::Write;
use taijitu_ids::{MessageId, PlayerId, ReportId, TableId, TournamentId};

/// How often to retry when a concurrent writer took the number.
const TRIES: usize = 50;
/// Rows read at a time when the log is verified.
const VERIFIED_AT_ONCE: i64 = 500;

/// An action of a moderator, to be logged and carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAudit {
    /// The time of the action.
    pub at: i64,
    /// The moderator; `None` for the host, on the command line.
    pub moderator: Option<PlayerId>,
    /// The action.
    pub action: AuditAction,
    /// The player it is about.
    pub player: Option<PlayerId>,
    /// The table.
    pub table: Option<TableId>,
    /// The tournament.
    pub tournament: Option<TournamentId>,
    /// The message.
    pub message: Option<MessageId>,
    /// The range of addresses.
    pub network: Option<String>,
    /// The end; `None` if it has none, or nothing ends.
    pub until: Option<i64>,
    /// The report that led to it.
    pub report: Option<ReportId>,
    /// Further data: the previous name for a rename, the command for something in a tournament.
    pub detail: Option<String>,
    /// The reason.
    pub reason: String,
}

/// A row of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    /// Its number, from 1, without gaps.
    pub n: i64,
    /// What was done.
    pub entry: NewAudit,
    /// The hash of the row and of the hash before it.
    pub hash: String,
}

impl NewAudit {
    /// The hash of this entry under a number, after a previous hash. Fields are written with their lengths,
    /// so that different entries are encoded differently.
    fn hash(&self, n: i64, before: &str) -> String {
        let fields = [
            Some(n.to_string()),
            Some(self.at.to_string()),
            self.moderator.map(|id| id.to_string()),
            Some(self.action.as_str().to_owned()),
            self.player.map(|id| id.to_string()),
            self.table.map(|id| id.to_string()),
            self.message.map(|id| id.to_string()),
            self.network.clone(),
            self.until.map(|until| until.to_string()),
            self.report.map(|id| id.to_string()),
            self.detail.clone(),
            Some(self.reason.clone()),
        ];
        // Lines that were written before there were tournaments have twelve fields.
        let tournament = self.tournament.map(|id| Some(id.to_string()));
        let mut text = before.to_owned();
        for field in fields.into_iter().chain(tournament) {
            // Writing to a string cannot fail.
            let _ = match field {
                Some(field) => write!(text, "\n{}:{field}", field.len()),
                None => write!(text, "\n-"),
            };
        }
        Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl Store {
    /// Carries out an entry and logs it, in one transaction. `rename` is the new name and its skeleton.
    /// Returns `None`, with nothing written, if there was nothing to change: no such player, message, ban or
    /// open report.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if another player has the new name or it is retired;
    /// [`StoreError::Database`] if the database fails.
    pub async fn moderate(&self, entry: &NewAudit, rename: Option<(&str, &str)>) -> Result<Option<AuditRow>> {
        for _ in 0..TRIES {
            let mut writing = self.begin().await?;
            let changed = carry_out(writing.connection(), entry, rename).await;
            let changed =
                changed.map_err(|error| if error.is_duplicate() { StoreError::NameTaken } else { error })?;
            if !changed {
                return Ok(None);
            }
            names::check(&mut writing, rename.map(|(_, skeleton)| skeleton)).await?;
            match append(writing.connection(), entry).await {
                Ok(row) => {
                    writing.commit().await?;
                    return Ok(Some(row));
                }
                // Another node took the number. The transaction is rolled back, the change with it.
                Err(error) if error.is_duplicate() => (),
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Contended)
    }

    /// The rows after a number, oldest first.
    pub async fn audit_after(&self, n: i64, limit: i64) -> Result<Vec<AuditRow>> {
        let sql = "SELECT * FROM audit WHERE n > $1 ORDER BY n LIMIT $2";
        sqlx::query(sql).bind(n).bind(limit).fetch_all(self.pool()).await?.iter().map(audit).collect()
    }

    /// The rows before a number, newest first.
    pub async fn audit_before(&self, n: i64, limit: i64) -> Result<Vec<AuditRow>> {
        let sql = "SELECT * FROM audit WHERE n < $1 ORDER BY n DESC LIMIT $2";
        sqlx::query(sql).bind(n).bind(limit).fetch_all(self.pool()).await?.iter().map(audit).collect()
    }

    /// The number of the last row; 0 if there is none.
    pub async fn audit_head(&self) -> Result<i64> {
        let sql = "SELECT COALESCE(MAX(n), 0) FROM audit";
        Ok(sqlx::query(sql).fetch_one(self.pool()).await?.try_get(0)?)
    }

    /// The number of the first row that was altered or is missing; `None` if the log is intact.
    pub async fn first_forged_audit(&self) -> Result<Option<i64>> {
        let (mut n, mut hash) = (0, String::new());
        loop {
            let rows = self.audit_after(n, VERIFIED_AT_ONCE).await?;
            for row in &rows {
                if row.n != n + 1 || row.hash != row.entry.hash(row.n, &hash) {
                    return Ok(Some(n + 1));
                }
                (n, hash) = (row.n, row.hash.clone());
            }
            if rows.is_empty() {
                return Ok(None);
            }
        }
    }
}

/// Carries out the change of an entry; returns whether there was something to change.
async fn carry_out(
    connection: &mut AnyConnection,
    entry: &NewAudit,
    rename: Option<(&str, &str)>,
) -> Result<bool> {
    let player = entry.player.map(|id| id.to_string()).unwrap_or_default();
    let report = entry.report.map(|id| id.to_string()).unwrap_or_default();
    let query = match entry.action {
        AuditAction::Mute | AuditAction::Unmute => {
            sqlx::query("UPDATE players SET muted_until = $2 WHERE id = $1").bind(player).bind(entry.until)
        }
        AuditAction::Ban | AuditAction::BanNetwork => return ban(connection, entry).await,
        AuditAction::Unban => sqlx::query("DELETE FROM bans WHERE subject = $1").bind(player),
        AuditAction::UnbanNetwork => {
            sqlx::query("DELETE FROM bans WHERE subject = $1").bind(entry.network.clone().unwrap_or_default())
        }
        AuditAction::DeleteMessage => {
            sqlx::query("UPDATE chat SET text = '' WHERE table_id = $1 AND id = $2 AND text <> ''")
                .bind(entry.table.map(|id| id.to_string()).unwrap_or_default())
                .bind(entry.message.map(|id| id.to_string()).unwrap_or_default())
        }
        AuditAction::Rename => {
            let (name, skeleton) = rename.unwrap_or_default();
            sqlx::query("UPDATE players SET name = $2, skeleton = $3 WHERE id = $1 AND deleted = 0")
                .bind(player)
                .bind(name.to_owned())
                .bind(skeleton.to_owned())
        }
        AuditAction::Revoke => {
            for sql in ["DELETE FROM sessions WHERE player = $1", "DELETE FROM tokens WHERE player = $1"] {
                sqlx::query(sql).bind(player.as_str()).execute(&mut *connection).await?;
            }
            return Ok(true);
        }
        AuditAction::Dismiss | AuditAction::Resolve => {
            let upheld = i64::from(entry.action == AuditAction::Resolve);
            let sql = "UPDATE reports SET closed = $2, upheld = $3, open_key = NULL WHERE id = $1 AND closed IS NULL";
            sqlx::query(sql).bind(report).bind(entry.at).bind(upheld)
        }
        AuditAction::Appoint => {
            let sql = "INSERT INTO moderators (player, since) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(player).bind(entry.at)
        }
        AuditAction::Depose => sqlx::query("DELETE FROM moderators WHERE player = $1").bind(player),
        // These are carried out through a log.
        AuditAction::CloseTable
        | AuditAction::CloseTournament
        | AuditAction::RenameTournament
        | AuditAction::HostTournament => return Ok(true),
    };
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// A second ban of the same subject replaces the first.
async fn ban(connection: &mut AnyConnection, entry: &NewAudit) -> Result<bool> {
    let (subject, kind) = match (&entry.network, entry.player) {
        (Some(network), _) => (network.clone(), BanKind::Network),
        (None, Some(player)) => (player.to_string(), BanKind::Player),
        (None, None) => return Ok(false),
    };
    let sql = "INSERT INTO bans (subject, kind, since, until, reason) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (subject) DO UPDATE SET since = EXCLUDED.since, until = EXCLUDED.until, \
               reason = EXCLUDED.reason";
    let query = sqlx::query(sql).bind(subject).bind(kind.as_str()).bind(entry.at).bind(entry.until);
    Ok(query.bind(entry.reason.as_str()).execute(connection).await?.rows_affected() > 0)
}

/// Writes an entry under the next number.
async fn append(connection: &mut AnyConnection, entry: &NewAudit) -> Result<AuditRow> {
    let last = sqlx::query("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1");
    let (last, before): (i64, String) = match last.fetch_optional(&mut *connection).await? {
        Some(row) => (row.try_get("n")?, row.try_get("hash")?),
        None => (0, String::new()),
    };
    let n = last + 1;
    let row = AuditRow { n, entry: entry.clone(), hash: entry.hash(n, &before) };
    let sql = "INSERT INTO audit (n, at, moderator, action, player, table_id, message, network, until, report, \
               detail, reason, hash, tournament_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";
    let query = sqlx::query(sql).bind(n).bind(entry.at).bind(entry.moderator.map(|id| id.to_string()));
    let query = query.bind(entry.action.as_str()).bind(entry.player.map(|id| id.to_string()));
    let query = query.bind(entry.table.map(|id| id.to_string())).bind(entry.message.map(|id| id.to_string()));
    let query =
        query.bind(entry.network.clone()).bind(entry.until).bind(entry.report.map(|id| id.to_string()));
    let query = query.bind(entry.detail.clone()).bind(entry.reason.as_str()).bind(row.hash.as_str());
    query.bind(entry.tournament.map(|id| id.to_string())).execute(connection).await?;
    Ok(row)
}

fn audit(row: &AnyRow) -> Result<AuditRow> {
    let entry = NewAudit {
        at: row.try_get("at")?,
        moderator: optional_id(row, "moderator")?,
        action: AuditAction::parse(row.try_get("action")?)?,
        player: optional_id(row, "player")?,
        table: optional_id(row, "table_id")?,
        tournament: optional_id(row, "tournament_id")?,
        message: optional_id(row, "message")?,
        network: row.try_get("network")?,
        until: row.try_get("until")?,
        report: optional_id(row, "report")?,
        detail: row.try_get("detail")?,
        reason: row.try_get("reason")?,
    };
    Ok(AuditRow { n: row.try_get("n")?, entry, hash: row.try_get("hash")? })
}
