//! Tournaments: reports of their names and notes, and what moderators do about them.
//!
//! A tournament changes through its log, like a table; the audit log is written first, so nothing is done without a trace.

use super::reports::ReportContext;
use super::{Moderation, ModerationActor, cannot, no_such};
use crate::error::{ApiError, Result};
use crate::tournaments::TournamentHandle;
use taijitu_protocol::{
    Code, EntrantId, PlayerId, ReportedTeam, TournamentCommand, TournamentId, TournamentPhase,
};
use taijitu_store::{self as store, AuditAction, AuditRow, NewAudit};
use taijitu_tournament::{Members, Tournament};

/// The reason that those who take part in a tournament read; that of the moderator is for the audit log.
const CLOSED: &str = "closed by the moderators · fermé par les modérateurs";
/// Characters of the id in a neutral name.
const ID_LETTERS: usize = 4;
/// The most teams kept with a report.
const TEAMS: usize = 50;

impl Moderation {
    pub(super) async fn about_tournament(&self, tournament: TournamentId) -> Result<store::NewReportRow> {
        let handle = self.tournaments.get(tournament).await?;
        let (host, context) = handle.read(|tournament| (tournament.host(), context(tournament))).await?;
        let report = self.new_report(store::ReportSubject::Tournament, &context)?;
        Ok(store::NewReportRow { player: Some(host), tournament: Some(tournament), ..report })
    }

    /// Calls a tournament off, whatever it is at.
    pub(super) async fn close_tournament(
        &self,
        by: ModerationActor,
        tournament: TournamentId,
        entry: NewAudit,
    ) -> Result<AuditRow> {
        let handle = self.tournaments.get(tournament).await?;
        self.check_not_in(by, &handle).await?;
        let phase = handle.read(Tournament::phase).await?;
        if matches!(phase, TournamentPhase::Finished | TournamentPhase::CalledOff) {
            return Err(ApiError::new(Code::NotNow, "the tournament is over", "le tournoi est terminé"));
        }
        let entry = NewAudit { tournament: Some(tournament), ..entry };
        let done = self.carry_out(&entry, no_such_tournament).await?;
        let command = TournamentCommand::CallOff { reason: CLOSED.into() };
        self.tournaments.act_as_moderator(&handle, command).await?;
        Ok(done)
    }

    /// Replaces the name of a tournament, whose notes are taken away, or of one of its teams.
    pub(super) async fn rename_tournament(
        &self,
        by: ModerationActor,
        (tournament, entrant): (TournamentId, Option<EntrantId>),
        name: Option<&str>,
        entry: NewAudit,
    ) -> Result<AuditRow> {
        let handle = self.tournaments.get(tournament).await?;
        self.check_not_in(by, &handle).await?;
        let before = handle.read(move |tournament| name_of(tournament, entrant)).await?;
        let before = before.ok_or_else(|| no_such("there is no such team", "cette équipe n’existe pas"))?;
        let name = name.map_or_else(|| neutral_name(tournament, entrant), ToOwned::to_owned);
        let command = TournamentCommand::Rename { name, entrant };
        self.tournaments.check_as_moderator(&handle, command.clone()).await?;
        let entry = NewAudit { tournament: Some(tournament), detail: Some(before), ..entry };
        let done = self.carry_out(&entry, no_such_tournament).await?;
        self.tournaments.act_as_moderator(&handle, command).await?;
        Ok(done)
    }

    /// Writes down that a moderator does what the host of a tournament may do.
    ///
    /// # Errors
    /// `cannot_moderate` if the moderator takes part in it; `unavailable` if the database fails.
    pub(crate) async fn note_host_command(
        &self,
        moderator: PlayerId,
        handle: &TournamentHandle,
        command: &TournamentCommand,
    ) -> Result<()> {
        self.check_not_in(ModerationActor::Moderator(moderator, None), handle).await?;
        let name = serde_json::to_value(command).unwrap_or_default();
        let reason = match command {
            TournamentCommand::Correct { reason, .. } | TournamentCommand::CallOff { reason } => {
                reason.as_str()
            }
            _ => "",
        };
        let entry = NewAudit {
            at: self.site.clock.now(),
            moderator: Some(moderator),
            action: AuditAction::HostTournament,
            player: None,
            table: None,
            tournament: Some(handle.id()),
            message: None,
            network: None,
            until: None,
            report: None,
            detail: name["do"].as_str().map(ToOwned::to_owned),
            reason: crate::text::clean(reason).unwrap_or_default(),
        };
        self.carry_out(&entry, no_such_tournament).await?;
        Ok(())
    }

    /// A moderator does not act in a tournament that is their own or in which they take part.
    async fn check_not_in(&self, by: ModerationActor, handle: &TournamentHandle) -> Result<()> {
        let Some(moderator) = by.moderator() else { return Ok(()) };
        let is_in = move |tournament: &Tournament| {
            tournament.host() == moderator || tournament.entrant_of(moderator).is_some()
        };
        if handle.read(is_in).await? {
            return Err(cannot(
                "this tournament is your own, or you take part in it: leave it to another moderator",
                "ce tournoi est le vôtre, ou vous y participez : laissez faire un autre modérateur",
            ));
        }
        Ok(())
    }
}

fn no_such_tournament() -> ApiError {
    no_such("there is no such tournament", "ce tournoi n’existe pas")
}

fn context(tournament: &Tournament) -> ReportContext {
    let team = |entrant: &taijitu_tournament::Entrant| match &entrant.members {
        Members::Team { name, .. } => Some(ReportedTeam { entrant: entrant.id, name: name.clone() }),
        _ => None,
    };
    let settings = tournament.settings();
    ReportContext {
        name: Some(settings.name.clone()),
        notes: settings.notes.clone(),
        teams: tournament.entrants().iter().filter_map(team).take(TEAMS).collect(),
        ..ReportContext::default()
    }
}

/// The name of a tournament or of one of its teams; none if there is no such team.
fn name_of(tournament: &Tournament, entrant: Option<EntrantId>) -> Option<String> {
    let Some(id) = entrant else { return Some(tournament.settings().name.clone()) };
    match &tournament.entrant(id)?.members {
        Members::Team { name, .. } => Some(name.clone()),
        _ => None,
    }
}

/// A name in no language.
fn neutral_name(tournament: TournamentId, entrant: Option<EntrantId>) -> String {
    match entrant {
        Some(entrant) => format!("№ {}", entrant.index() + 1),
        None => format!("№ {}", tournament.to_string().chars().take(ID_LETTERS).collect::<String>()),
    }
}
