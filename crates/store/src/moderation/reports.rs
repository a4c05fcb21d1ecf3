//! Reports: their subject and reporters; reports of the same subject are joined.

use crate::rows::{id, optional_id};
use crate::{ReportReason, ReportSubject, Result, Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use taijitu_ids::{GameId, MessageId, PlayerId, ReportId, TableId, TournamentId};

/// How often to retry when a concurrent writer opens the same report.
const TRIES: usize = 20;

/// A report to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReportRow {
    /// The id it gets unless there is an open report of the same subject.
    pub id: ReportId,
    /// The kind of subject.
    pub subject: ReportSubject,
    /// The player it is about, if there is one.
    pub player: Option<PlayerId>,
    /// The table.
    pub table: Option<TableId>,
    /// The finished game.
    pub game: Option<GameId>,
    /// The message.
    pub message: Option<MessageId>,
    /// The tournament.
    pub tournament: Option<TournamentId>,
    /// The chat around it, and names as they are shown: text that the store does not parse.
    pub context: String,
}

impl NewReportRow {
    /// The key that open reports of the same subject share.
    fn key(&self) -> String {
        let id = match self.subject {
            ReportSubject::Message => self.message.map(|id| id.to_string()),
            ReportSubject::Name => self.player.map(|id| id.to_string()),
            ReportSubject::Table => self.table.map(|id| id.to_string()),
            ReportSubject::Game => self.game.map(|id| id.to_string()),
            ReportSubject::Tournament => self.tournament.map(|id| id.to_string()),
        };
        format!("{} {}", self.subject.as_str(), id.unwrap_or_default())
    }
}

/// Who reported something, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComplaintRow {
    /// The reporter.
    pub player: PlayerId,
    /// The time.
    pub at: i64,
    /// The reason, from a fixed list.
    pub reason: ReportReason,
    /// The reporter's own words.
    pub note: String,
}

/// A stored report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRow {
    /// What is reported.
    pub report: NewReportRow,
    /// When it was first reported.
    pub opened: i64,
    /// When it was settled.
    pub closed: Option<i64>,
    /// Whether it was upheld; `None` while it is open.
    pub upheld: Option<bool>,
}

/// Limits on reports.
#[derive(Clone, Copy, Debug)]
pub struct ReportLimits {
    /// Maximum number of reports of one player since a time.
    pub per_player: i64,
    /// That time.
    pub since: i64,
    /// Maximum number of reporters stored with one report.
    pub per_report: i64,
    /// Maximum number of open reports of the site.
    pub open: i64,
}

/// The result of filing a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilingOutcome {
    /// It is the first of its kind.
    Opened(ReportId),
    /// There was an open report of the same subject, by others or the same player.
    Joined(ReportId),
    /// This player has sent too many reports.
    PlayerLimit,
    /// There are too many open reports.
    SiteLimit,
}

impl Store {
    /// Stores a report, joined to the open report of the same subject if there is one.
    pub async fn file_report(
        &self,
        report: &NewReportRow,
        complaint: &ComplaintRow,
        limits: ReportLimits,
    ) -> Result<FilingOutcome> {
        for _ in 0..TRIES {
            let mut writing = self.begin().await?;
            let filed = file(writing.connection(), report, complaint, limits).await;
            match filed {
                Ok(filed) => {
                    writing.commit().await?;
                    return Ok(filed);
                }
                // A concurrent writer has just opened a report of the same subject.
                Err(error) if error.is_duplicate() => (),
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::Contended)
    }

    /// One report.
    pub async fn report(&self, report: ReportId) -> Result<Option<ReportRow>> {
        let query = sqlx::query("SELECT * FROM reports WHERE id = $1").bind(report.to_string());
        query.fetch_optional(self.pool()).await?.as_ref().map(read_report).transpose()
    }

    /// Reports, open or closed ones, the latest first; `before` is the time and the id of the last one of the
    /// previous page.
    pub async fn reports(
        &self,
        closed: bool,
        before: Option<(i64, ReportId)>,
        limit: i64,
    ) -> Result<Vec<ReportRow>> {
        let (opened, id) = before.map_or((i64::MAX, String::new()), |(at, id)| (at, id.to_string()));
        let sql = if closed {
            "SELECT * FROM reports WHERE closed IS NOT NULL AND (opened, id) < ($1, $2) \
             ORDER BY opened DESC, id DESC LIMIT $3"
        } else {
            "SELECT * FROM reports WHERE closed IS NULL AND (opened, id) < ($1, $2) \
             ORDER BY opened DESC, id DESC LIMIT $3"
        };
        let query = sqlx::query(sql).bind(opened).bind(id).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(read_report).collect()
    }

    /// The reporters, in order of time.
    pub async fn complaints(&self, report: ReportId, limit: i64) -> Result<Vec<ComplaintRow>> {
        let sql = "SELECT * FROM complaints WHERE report = $1 ORDER BY at, player LIMIT $2";
        let query = sqlx::query(sql).bind(report.to_string()).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(complaint).collect()
    }

    /// What a player has reported, the latest first.
    pub async fn complaints_of(&self, player: PlayerId) -> Result<Vec<ComplaintRow>> {
        let sql = "SELECT * FROM complaints WHERE player = $1 ORDER BY at DESC, report";
        sqlx::query(sql)
            .bind(player.to_string())
            .fetch_all(self.pool())
            .await?
            .iter()
            .map(complaint)
            .collect()
    }

    /// Deletes reports that were closed before a time; returns how many.
    pub async fn sweep_reports(&self, before: i64) -> Result<u64> {
        let complaints = "DELETE FROM complaints WHERE report IN (SELECT id FROM reports WHERE closed < $1)";
        self.write(sqlx::query(complaints).bind(before)).await?;
        self.write(sqlx::query("DELETE FROM reports WHERE closed < $1").bind(before)).await
    }

    /// Whether a player sits at a table whose game runs.
    pub async fn plays_at(&self, player: PlayerId, table: TableId) -> Result<bool> {
        let sql = "SELECT s.seat FROM seats s JOIN tables t ON t.id = s.table_id \
                   WHERE s.table_id = $1 AND s.player = $2 AND t.state = 'running' LIMIT 1";
        let query = sqlx::query(sql).bind(table.to_string()).bind(player.to_string());
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }
}

async fn file(
    connection: &mut AnyConnection,
    report: &NewReportRow,
    complaint: &ComplaintRow,
    limits: ReportLimits,
) -> Result<FilingOutcome> {
    let lately = "SELECT count(*) FROM complaints WHERE player = $1 AND at > $2";
    let lately = sqlx::query_scalar(lately).bind(complaint.player.to_string()).bind(limits.since);
    let lately: i64 = lately.fetch_one(&mut *connection).await?;
    if lately >= limits.per_player {
        return Ok(FilingOutcome::PlayerLimit);
    }
    let key = report.key();
    let open = sqlx::query("SELECT id FROM reports WHERE open_key = $1").bind(key.as_str());
    let filed = match open.fetch_optional(&mut *connection).await? {
        Some(row) => FilingOutcome::Joined(id(&row, "id")?),
        None => {
            let count = sqlx::query_scalar("SELECT count(*) FROM reports WHERE closed IS NULL");
            let count: i64 = count.fetch_one(&mut *connection).await?;
            if count >= limits.open {
                return Ok(FilingOutcome::SiteLimit);
            }
            insert(&mut *connection, report, &key, complaint.at).await?;
            FilingOutcome::Opened(report.id)
        }
    };
    let (FilingOutcome::Opened(at) | FilingOutcome::Joined(at)) = filed else { return Ok(filed) };
    let sql = "INSERT INTO complaints (report, player, at, reason, note) \
               SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM complaints WHERE report = $1) < $6 \
               ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(at.to_string()).bind(complaint.player.to_string()).bind(complaint.at);
    let query = query.bind(complaint.reason.as_str()).bind(complaint.note.as_str()).bind(limits.per_report);
    query.execute(connection).await?;
    Ok(filed)
}

async fn insert(connection: &mut AnyConnection, report: &NewReportRow, key: &str, at: i64) -> Result<()> {
    let sql = "INSERT INTO reports (id, open_key, subject, player, table_id, game_id, message, opened, context, \
               tournament_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let query = sqlx::query(sql).bind(report.id.to_string()).bind(key).bind(report.subject.as_str());
    let query =
        query.bind(report.player.map(|id| id.to_string())).bind(report.table.map(|id| id.to_string()));
    let query =
        query.bind(report.game.map(|id| id.to_string())).bind(report.message.map(|id| id.to_string()));
    let query = query.bind(at).bind(report.context.as_str());
    query.bind(report.tournament.map(|id| id.to_string())).execute(connection).await?;
    Ok(())
}

fn read_report(row: &AnyRow) -> Result<ReportRow> {
    let report = NewReportRow {
        id: id(row, "id")?,
        subject: ReportSubject::parse(row.try_get("subject")?)?,
        player: optional_id(row, "player")?,
        table: optional_id(row, "table_id")?,
        game: optional_id(row, "game_id")?,
        message: optional_id(row, "message")?,
        tournament: optional_id(row, "tournament_id")?,
        context: row.try_get("context")?,
    };
    let upheld = row.try_get::<Option<i64>, _>("upheld")?.map(|upheld| upheld != 0);
    Ok(ReportRow { report, opened: row.try_get("opened")?, closed: row.try_get("closed")?, upheld })
}

fn complaint(row: &AnyRow) -> Result<ComplaintRow> {
    Ok(ComplaintRow {
        player: id(row, "player")?,
        at: row.try_get("at")?,
        reason: ReportReason::parse(row.try_get("reason")?)?,
        note: row.try_get("note")?,
    })
}
