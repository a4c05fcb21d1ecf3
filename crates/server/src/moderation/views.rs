//! What moderators see, in pages: reports, bans, players, the audit log.

use super::reports::{PER_REPORT, ReportContext};
use super::{Moderation, no_such_player};
use crate::accounts::names::skeleton;
use crate::error::{ApiError, Result};
use crate::stored;
use taijitu_protocol::{
    AuditLine, AuditPage, Ban, BansPage, Complaint, PlayerId, PlayerStatus, Profile, ReportId, ReportSubject,
    ReportView, ReportsPage, Settlement,
};
use taijitu_store::{self as store, AuditRow, BanKind, BanRow, ReportRow};

/// Reports on a page.
const REPORTS: i64 = 10;
/// Lines of the audit log, and bans, on a page.
const LINES: i64 = 50;

impl Moderation {
    /// A page of reports as a moderator may see them; the host, on the command line, sees everything. Reports about the
    /// moderator are left out.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn reports(
        &self,
        moderator: Option<PlayerId>,
        closed: bool,
        before: Option<(i64, ReportId)>,
    ) -> Result<ReportsPage> {
        let rows = self.site.store.reports(closed, before, REPORTS).await?;
        let last = rows.last().filter(|_| rows.len() as i64 == REPORTS);
        let next = last.map(|row| format!("{}-{}", row.opened, row.report.id));
        let mut reports = vec![];
        for row in &rows {
            if moderator.is_none() || row.report.player != moderator {
                reports.push(self.view(row, moderator).await?);
            }
        }
        Ok(ReportsPage { reports, next })
    }

    async fn view(&self, row: &ReportRow, moderator: Option<PlayerId>) -> Result<ReportView> {
        let context = context(row)?;
        let withheld = match moderator {
            Some(moderator) => self.is_withheld(row, moderator).await?,
            None => false,
        };
        let mut about = vec![];
        for player in row.report.player.iter().chain(&context.players) {
            about.push(self.standing(*player).await?);
        }
        let complaints = if withheld { vec![] } else { self.complaints(row).await? };
        let settled = row.closed.zip(row.upheld).map(|(at, upheld)| Settlement { at, upheld });
        Ok(ReportView {
            id: row.report.id,
            subject: subject(&row.report)?,
            opened: row.opened,
            withheld,
            about,
            name: context.name,
            notes: context.notes,
            teams: context.teams,
            complaints,
            excerpt: if withheld { vec![] } else { context.lines },
            settled,
        })
    }

    async fn complaints(&self, row: &ReportRow) -> Result<Vec<Complaint>> {
        let rows = self.site.store.complaints(row.report.id, PER_REPORT).await?;
        let names = self.accounts.names(rows.iter().map(|row| row.player)).await?;
        let complaint = |row: &store::ComplaintRow| Complaint {
            from: names.profile(row.player),
            at: row.at,
            reason: stored::wire_reason(row.reason),
            note: row.note.clone(),
        };
        Ok(rows.iter().map(complaint).collect())
    }

    /// Whether a report is withheld from a moderator: because they play at its table at the moment, where the
    /// chat and the notes of others may contain what they must not know, or because the reported game is
    /// theirs.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn is_withheld(&self, row: &ReportRow, moderator: PlayerId) -> Result<bool> {
        if context(row)?.players.contains(&moderator) {
            return Ok(true);
        }
        match row.report.table {
            Some(table) => Ok(self.site.store.plays_at(moderator, table).await?),
            None => Ok(false),
        }
    }

    async fn profile(&self, player: PlayerId) -> Result<Profile> {
        Ok(self.accounts.names([player]).await?.profile(player))
    }

    /// What a moderator sees of a player.
    async fn standing(&self, player: PlayerId) -> Result<PlayerStatus> {
        let now = self.site.clock.now();
        let row = self.site.store.player(player).await?;
        let ban = match self.site.store.ban_of(player, now).await? {
            Some(ban) => Some(self.ban(&ban).await?),
            None => None,
        };
        Ok(PlayerStatus {
            player: self.profile(player).await?,
            moderator: self.site.store.is_moderator(player).await?,
            muted_until: row.and_then(|row| row.muted_until).filter(|until| *until > now),
            ban,
            network: self.accounts.last_seen.of(player).map(|network| network.to_string()),
        })
    }

    /// A player by name or by id.
    ///
    /// # Errors
    /// `no_such_thing` if no player has this name; `unavailable` if the database fails.
    pub(crate) async fn find_player(&self, name: &str) -> Result<PlayerStatus> {
        let store = &self.site.store;
        let row = match store.player_by_skeleton(&skeleton(name)).await? {
            Some(row) => Some(row),
            None => match name.parse() {
                Ok(id) => store.player(id).await?,
                Err(_) => None,
            },
        };
        let row = row.filter(|row| !row.deleted).ok_or_else(no_such_player)?;
        self.standing(row.id).await
    }

    async fn ban(&self, row: &BanRow) -> Result<Ban> {
        let player = match row.player {
            Some(player) => Some(self.profile(player).await?),
            None => None,
        };
        let (network, reason) = (row.network.clone(), row.reason.clone());
        Ok(Ban { player, network, since: row.since, until: row.until, reason })
    }

    /// A page of the bans that have not ended: of ranges, or of players.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn bans(&self, kind: BanKind, before: Option<i64>) -> Result<BansPage> {
        let now = self.site.clock.now();
        let rows = self.site.store.bans(kind, now, before.unwrap_or(i64::MAX), LINES).await?;
        let next = rows.last().filter(|_| rows.len() as i64 == LINES).map(|row| row.since.to_string());
        let mut bans = vec![];
        for row in &rows {
            bans.push(self.ban(row).await?);
        }
        Ok(BansPage { bans, next })
    }

    /// A page of the audit log.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn audit(&self, before: Option<i64>) -> Result<AuditPage> {
        let rows = self.site.store.audit_before(before.unwrap_or(i64::MAX), LINES).await?;
        let next = rows.last().filter(|row| row.n > 1).map(|row| row.n.to_string());
        let named = rows.iter().flat_map(|row| [row.entry.moderator, row.entry.player]).flatten();
        let names = self.accounts.names(named.collect::<Vec<_>>()).await?;
        let line = |row: AuditRow| AuditLine {
            n: row.n,
            at: row.entry.at,
            by: row.entry.moderator.map(|player| names.profile(player)),
            action: row.entry.action.as_str().to_owned(),
            player: row.entry.player.map(|player| names.profile(player)),
            table: row.entry.table,
            tournament: row.entry.tournament,
            network: row.entry.network,
            until: row.entry.until,
            report: row.entry.report,
            detail: row.entry.detail,
            reason: row.entry.reason,
        };
        Ok(AuditPage { lines: rows.into_iter().map(line).collect(), next })
    }
}

/// What is stored with a report.
fn context(row: &ReportRow) -> Result<ReportContext> {
    serde_json::from_str(&row.report.context).map_err(|error| {
        tracing::error!(%error, report = %row.report.id, "unreadable report");
        ApiError::unavailable()
    })
}

/// What was reported, for a client.
fn subject(report: &store::NewReportRow) -> Result<ReportSubject> {
    let subject = match report.subject {
        store::ReportSubject::Message => {
            report.table.zip(report.message).map(|(table, message)| ReportSubject::Message { table, message })
        }
        store::ReportSubject::Name => report.player.map(|player| ReportSubject::Name { player }),
        store::ReportSubject::Table => report.table.map(|table| ReportSubject::Table { table }),
        store::ReportSubject::Game => report.game.map(|game| ReportSubject::Game { game }),
        store::ReportSubject::Tournament => {
            report.tournament.map(|tournament| ReportSubject::Tournament { tournament })
        }
    };
    subject.ok_or_else(|| {
        tracing::error!(report = %report.id, "a report without what it is about");
        ApiError::unavailable()
    })
}
