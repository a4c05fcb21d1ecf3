//! Following the audit log: what a node does for each row.

use super::Moderation;
use crate::error::Result;
use taijitu_store::{AuditAction, AuditRow};

/// Rows read at a time.
const AT_ONCE: i64 = 200;

impl Moderation {
    /// Applies the rows of the audit log that are new to this node. The first time, it reads all bans and
    /// starts at the end of the log.
    ///
    /// # Errors
    /// `unavailable` if the database fails; the remaining rows are applied the next time.
    pub(crate) async fn follow(&self) -> Result<()> {
        let mut followed = self.followed.lock().await;
        let mut last = match *followed {
            Some(last) => last,
            None => {
                let head = self.site.store.audit_head().await?;
                self.accounts.reload_banned_networks().await?;
                head
            }
        };
        *followed = Some(last);
        loop {
            let rows = self.site.store.audit_after(last, AT_ONCE).await?;
            for row in &rows {
                self.follow_row(row).await?;
                last = row.n;
                *followed = Some(last);
            }
            if (rows.len() as i64) < AT_ONCE {
                return Ok(());
            }
        }
    }

    async fn follow_row(&self, row: &AuditRow) -> Result<()> {
        let entry = &row.entry;
        match entry.action {
            AuditAction::BanNetwork | AuditAction::UnbanNetwork => {
                self.accounts.reload_banned_networks().await?;
            }
            AuditAction::DeleteMessage => {
                if let (Some(table), Some(message)) = (entry.table, entry.message) {
                    self.tables.retract(table, message).await?;
                }
            }
            AuditAction::Ban
            | AuditAction::Unban
            | AuditAction::Rename
            | AuditAction::Revoke
            | AuditAction::Appoint
            | AuditAction::Depose => {
                if let Some(player) = entry.player {
                    self.accounts.forget_player(player);
                }
            }
            // Mutes are read when a player writes, closed tables and tournaments from their logs, reports when a
            // moderator opens them.
            AuditAction::Mute
            | AuditAction::Unmute
            | AuditAction::CloseTable
            | AuditAction::CloseTournament
            | AuditAction::RenameTournament
            | AuditAction::HostTournament
            | AuditAction::Dismiss
            | AuditAction::Resolve => (),
        }
        Ok(())
    }
}
