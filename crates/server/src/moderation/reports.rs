//! Reporting something: a message, a name, a table, a finished game, a tournament.
//!
//! A report contains what its author could see: the chat around a message as that player reads it, and names
//! as they are shown. So it reveals nothing that the reporter may not know.

use super::{Moderation, check_note, no_such_message, no_such_player};
use crate::error::{ApiError, Result};
use crate::stored;
use serde::{Deserialize, Serialize};
use taijitu_protocol::{
    ChatLine, Code, ExcerptLine, GameId, MessageId, NewReport, PlayerId, ReportId, ReportResult,
    ReportSubject, ReportedTeam, Sitter, TableId,
};
use taijitu_store::{self as store, ComplaintRow, FilingOutcome, Participant, ReportLimits};
use taijitu_table::Viewer;

/// Chat lines kept before and after a message.
const AROUND: usize = 10;
/// Chat lines kept with a report of a game.
const LATEST: usize = 20;
/// Reports one player may make in a day.
pub(crate) const PER_DAY: i64 = 20;
/// Maximum number of reporters stored with one report.
pub(crate) const PER_REPORT: i64 = 50;
/// Maximum number of open reports of a site.
pub(crate) const OPEN: i64 = 5000;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// What is stored with a report, as JSON in the database.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ReportContext {
    /// The name, if that is what was reported.
    pub(super) name: Option<String>,
    /// Everybody who played.
    pub(super) players: Vec<PlayerId>,
    /// The chat before and after.
    pub(super) lines: Vec<ExcerptLine>,
    /// The notes of a tournament.
    #[serde(default)]
    pub(super) notes: String,
    /// The teams of a tournament.
    #[serde(default)]
    pub(super) teams: Vec<ReportedTeam>,
}

impl Moderation {
    /// Files a report. Reports about the same subject are joined while the first is open.
    ///
    /// # Errors
    /// `no_such_thing`, `no_such_table` or `no_such_game` if the player sees no such thing, `invalid` for one's own
    /// message or name, `too_many` beyond the limits, `unavailable` if the database fails.
    pub(crate) async fn report(&self, reporter: PlayerId, new: &NewReport) -> Result<ReportResult> {
        let note = check_note(&new.note)?;
        let report = match new.subject {
            ReportSubject::Message { table, message } => self.about_message(reporter, table, message).await?,
            ReportSubject::Name { player } => self.about_name(player).await?,
            ReportSubject::Table { table } => self.about_table(reporter, table).await?,
            ReportSubject::Game { game } => self.about_game(reporter, game).await?,
            ReportSubject::Tournament { tournament } => self.about_tournament(tournament).await?,
        };
        if report.player == Some(reporter) {
            return Err(ApiError::new(
                Code::Invalid,
                "you cannot report yourself",
                "vous ne pouvez pas vous signaler vous-même",
            ));
        }
        let at = self.site.clock.now();
        let complaint = ComplaintRow { player: reporter, at, reason: stored::reason(new.reason), note };
        let limits =
            ReportLimits { per_player: PER_DAY, since: at - DAY, per_report: PER_REPORT, open: OPEN };
        match self.site.store.file_report(&report, &complaint, limits).await? {
            FilingOutcome::Opened(_) => Ok(ReportResult { joined: false }),
            FilingOutcome::Joined(_) => Ok(ReportResult { joined: true }),
            FilingOutcome::PlayerLimit => Err(ApiError::new(
                Code::TooMany,
                format!("at most {PER_DAY} reports a day"),
                format!("au plus {PER_DAY} signalements par jour"),
            )),
            FilingOutcome::SiteLimit => Err(ApiError::new(
                Code::TooMany,
                "there are too many open reports; try again later",
                "il y a trop de signalements en attente ; réessayez plus tard",
            )),
        }
    }

    pub(super) fn new_report(
        &self,
        subject: store::ReportSubject,
        context: &ReportContext,
    ) -> Result<store::NewReportRow> {
        Ok(store::NewReportRow {
            id: ReportId(self.site.entropy.u128()),
            subject,
            player: None,
            table: None,
            game: None,
            message: None,
            tournament: None,
            context: serde_json::to_string(context).map_err(|_| ApiError::unavailable())?,
        })
    }

    async fn about_message(
        &self,
        reporter: PlayerId,
        table: TableId,
        message: MessageId,
    ) -> Result<store::NewReportRow> {
        let handle = self.tables.get(table).await?;
        let lines = self.tables.chat_lines(&handle, Viewer(Some(reporter)), None).await?;
        let at = lines.iter().position(|line| line.id == message).ok_or_else(no_such_message)?;
        let author = lines[at].from.id;
        let around = &lines[at.saturating_sub(AROUND)..lines.len().min(at + AROUND + 1)];
        let excerpt = around.iter().map(|line| ExcerptLine { reported: line.id == message, ..excerpt(line) });
        let context = ReportContext { lines: excerpt.collect(), ..ReportContext::default() };
        let report = self.new_report(store::ReportSubject::Message, &context)?;
        Ok(store::NewReportRow { player: Some(author), table: Some(table), message: Some(message), ..report })
    }

    async fn about_name(&self, player: PlayerId) -> Result<store::NewReportRow> {
        let row = self.site.store.player(player).await?.filter(|row| !row.deleted);
        let row = row.ok_or_else(no_such_player)?;
        let context = ReportContext { name: row.name, ..ReportContext::default() };
        let report = self.new_report(store::ReportSubject::Name, &context)?;
        Ok(store::NewReportRow { player: Some(player), ..report })
    }

    async fn about_table(&self, reporter: PlayerId, table: TableId) -> Result<store::NewReportRow> {
        let handle = self.tables.get(table).await?;
        let seats = handle.view(Viewer(Some(reporter)), false).await?.seats;
        let players = seats.iter().filter_map(|seat| match &seat.sitter {
            Some(Sitter::Player(profile)) => Some(profile.id),
            _ => None,
        });
        let lines = self.latest_lines(reporter, table).await?;
        let context = ReportContext { players: distinct(players), lines, ..ReportContext::default() };
        let report = self.new_report(store::ReportSubject::Table, &context)?;
        Ok(store::NewReportRow { table: Some(table), ..report })
    }

    async fn about_game(&self, reporter: PlayerId, game: GameId) -> Result<store::NewReportRow> {
        let finished = self.archive.find(&game.to_string()).await?;
        let players = finished.players.iter().filter_map(|player| match player.player {
            Participant::Player(id) => Some(id),
            _ => None,
        });
        let lines = match finished.game.table {
            // The chat of a closed table is gone.
            Some(table) => self.latest_lines(reporter, table).await.unwrap_or_default(),
            None => vec![],
        };
        let context = ReportContext { players: distinct(players), lines, ..ReportContext::default() };
        let report = self.new_report(store::ReportSubject::Game, &context)?;
        Ok(store::NewReportRow { game: Some(game), table: finished.game.table, ..report })
    }

    /// The last lines of a chat as the reporter reads them.
    async fn latest_lines(&self, reporter: PlayerId, table: TableId) -> Result<Vec<ExcerptLine>> {
        let handle = self.tables.get(table).await?;
        let lines = self.tables.chat_lines(&handle, Viewer(Some(reporter)), None).await?;
        Ok(lines[lines.len().saturating_sub(LATEST)..].iter().map(excerpt).collect())
    }
}

fn excerpt(line: &ChatLine) -> ExcerptLine {
    ExcerptLine {
        id: line.id,
        at: line.at,
        room: line.room,
        from: line.from.clone(),
        text: line.text.clone(),
        reported: false,
    }
}

/// The players without duplicates: one player may sit on several seats.
fn distinct(players: impl Iterator<Item = PlayerId>) -> Vec<PlayerId> {
    let mut distinct = vec![];
    for player in players {
        if !distinct.contains(&player) {
            distinct.push(player);
        }
    }
    distinct
}
