//! Actions of moderators and the host. Every action is checked, then carried out and logged in one
//! transaction.

use super::{Moderation, cannot, check_reason, no_such, no_such_message, no_such_player, no_such_report};
use crate::accounts::names::{self, Name};
use crate::accounts::networks::Network;
use crate::accounts::standing::MAX_NETWORKS;
use crate::error::{ApiError, Result};
use crate::site::bus::Signal;
use crate::tables::CommandContext;
use std::net::IpAddr;
use taijitu_protocol::{Code, Command, Moderate, ModerateRequest, PlayerId, ReportId, TableId};
use taijitu_store::{AuditAction, AuditRow, BanKind, NewAudit, PlayerRow, ReportRow, StoreError, TableState};
use taijitu_table::Actor;

/// Maximum duration of a mute, and of the ban of a range of addresses: a year.
const YEAR: u32 = 366 * 24 * 60;
/// The longest ban of a player that has an end: ten years.
const TEN_YEARS: u32 = 10 * YEAR;
/// How often a random name is drawn again because it is taken.
const DRAWS: usize = 20;

/// Who acts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ModerationActor {
    /// A moderator, from an address.
    Moderator(PlayerId, Option<IpAddr>),
    /// The host, on the command line, who may do everything.
    Host,
}

impl ModerationActor {
    /// The moderator.
    pub(super) const fn moderator(self) -> Option<PlayerId> {
        match self {
            Self::Moderator(player, _) => Some(player),
            Self::Host => None,
        }
    }
}

impl Moderation {
    /// Carries out the action of a moderator. Every node follows it.
    ///
    /// # Errors
    /// `cannot_moderate` if moderators may not do it, `no_such_thing` if its target does not exist,
    /// `unavailable` if the database fails.
    pub(crate) async fn act(&self, by: ModerationActor, request: &ModerateRequest) -> Result<AuditRow> {
        let reason = check_reason(&request.reason)?;
        if let Some(report) = request.report {
            self.check_report(by, report).await?;
        }
        let entry = |action| NewAudit {
            at: self.site.clock.now(),
            moderator: by.moderator(),
            action,
            player: None,
            table: None,
            tournament: None,
            message: None,
            network: None,
            until: None,
            report: request.report,
            detail: None,
            reason: reason.clone(),
        };
        match &request.action {
            Moderate::Mute { player, minutes } => {
                self.check_target(by, *player).await?;
                let until = Some(self.end(*minutes, YEAR)?);
                let entry = NewAudit { player: Some(*player), until, ..entry(AuditAction::Mute) };
                self.carry_out(&entry, no_such_player).await
            }
            Moderate::Unmute { player } => {
                self.check_target(by, *player).await?;
                let entry = NewAudit { player: Some(*player), ..entry(AuditAction::Unmute) };
                self.carry_out(&entry, no_such_player).await
            }
            Moderate::Ban { player, minutes } => {
                self.check_target(by, *player).await?;
                let until = minutes.map(|minutes| self.end(minutes, TEN_YEARS)).transpose()?;
                let entry = NewAudit { player: Some(*player), until, ..entry(AuditAction::Ban) };
                let done = self.carry_out(&entry, no_such_player).await?;
                // Running games go on: the banned player loses on time, or the game is claimed.
                self.tables.leave_all(*player).await;
                Ok(done)
            }
            Moderate::Unban { player } => {
                self.check_target(by, *player).await?;
                let entry = NewAudit { player: Some(*player), ..entry(AuditAction::Unban) };
                self.carry_out(&entry, not_banned).await
            }
            Moderate::BanNetwork { network, minutes } => {
                let network = self.check_network(by, network).await?;
                let until = Some(self.end(*minutes, YEAR)?);
                let entry = NewAudit { network: Some(network), until, ..entry(AuditAction::BanNetwork) };
                self.carry_out(&entry, not_banned).await
            }
            Moderate::UnbanNetwork { network } => {
                let network = Some(read_network(network)?.to_string());
                let entry = NewAudit { network, ..entry(AuditAction::UnbanNetwork) };
                self.carry_out(&entry, not_banned).await
            }
            Moderate::DeleteMessage { table, message } => {
                self.check_not_playing(by, *table).await?;
                let row = self.site.store.message(*table, *message).await?;
                let row = row.filter(|row| !row.is_deleted()).ok_or_else(no_such_message)?;
                let author = row.message.author;
                if by.moderator() != Some(author) {
                    self.check_not_moderator(by, author).await?;
                }
                let entry = NewAudit {
                    player: Some(author),
                    table: Some(*table),
                    message: Some(*message),
                    ..entry(AuditAction::DeleteMessage)
                };
                self.carry_out(&entry, no_such_message).await
            }
            Moderate::CloseTable { table } => {
                self.close_table(by, *table, entry(AuditAction::CloseTable)).await
            }
            Moderate::CloseTournament { tournament } => {
                self.close_tournament(by, *tournament, entry(AuditAction::CloseTournament)).await
            }
            Moderate::RenameTournament { tournament, entrant, name } => {
                let of = (*tournament, *entrant);
                self.rename_tournament(by, of, name.as_deref(), entry(AuditAction::RenameTournament)).await
            }
            Moderate::Rename { player, name } => {
                let row = self.check_target(by, *player).await?;
                let entry =
                    NewAudit { player: Some(*player), detail: row.name, ..entry(AuditAction::Rename) };
                self.rename(&entry, name.as_deref()).await
            }
            Moderate::Revoke { player } => {
                self.check_target(by, *player).await?;
                let entry = NewAudit { player: Some(*player), ..entry(AuditAction::Revoke) };
                self.carry_out(&entry, no_such_player).await
            }
            Moderate::Dismiss { report } => self.settle(by, *report, entry(AuditAction::Dismiss)).await,
            Moderate::Resolve { report } => self.settle(by, *report, entry(AuditAction::Resolve)).await,
        }
    }

    /// Makes an account a moderator, or no longer one; only the command line does. `None` if nothing changed.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn set_moderator(&self, player: PlayerId, is_one: bool, reason: &str) -> Result<bool> {
        let entry = NewAudit {
            at: self.site.clock.now(),
            moderator: None,
            action: if is_one { AuditAction::Appoint } else { AuditAction::Depose },
            player: Some(player),
            table: None,
            tournament: None,
            message: None,
            network: None,
            until: None,
            report: None,
            detail: None,
            reason: check_reason(reason)?,
        };
        let done = self.site.store.moderate(&entry, None).await?;
        self.signal_nodes().await?;
        Ok(done.is_some())
    }

    /// Carries out an entry of the audit log and signals it to every node; `missing` is the error if there was nothing to change.
    pub(super) async fn carry_out(
        &self,
        entry: &NewAudit,
        missing: impl Fn() -> ApiError,
    ) -> Result<AuditRow> {
        let done = self.site.store.moderate(entry, None).await?.ok_or_else(missing)?;
        self.signal_nodes().await?;
        Ok(done)
    }

    /// Applies the new rows of the audit log on this node, and signals to the others to do the same.
    async fn signal_nodes(&self) -> Result<()> {
        self.site.bus.publish(Signal::Moderation);
        self.follow().await
    }

    /// The end of something that begins now and lasts some minutes.
    fn end(&self, minutes: u32, most: u32) -> Result<i64> {
        if !(1..=most).contains(&minutes) {
            return Err(ApiError::new(
                Code::Invalid,
                format!("`minutes` is 1 to {most}"),
                format!("`minutes` vaut de 1 à {most}"),
            )
            .with_field("minutes"));
        }
        Ok(self.site.clock.now() + i64::from(minutes) * 60_000)
    }

    /// The player an action is about.
    ///
    /// # Errors
    /// `no_such_thing`, or `cannot_moderate` if it is the moderator or another moderator.
    async fn check_target(&self, by: ModerationActor, player: PlayerId) -> Result<PlayerRow> {
        let row = self.site.store.player(player).await?.filter(|row| !row.deleted);
        let row = row.ok_or_else(no_such_player)?;
        if by.moderator() == Some(player) {
            return Err(cannot("you cannot moderate yourself", "vous ne pouvez pas vous modérer vous-même"));
        }
        self.check_not_moderator(by, player).await?;
        Ok(row)
    }

    async fn check_not_moderator(&self, by: ModerationActor, player: PlayerId) -> Result<()> {
        if by.moderator().is_some() && self.site.store.is_moderator(player).await? {
            return Err(cannot(
                "this is a moderator: only the host can do this, on the command line",
                "c’est un modérateur : seul l’hôte peut le faire, en ligne de commande",
            ));
        }
        Ok(())
    }

    /// A moderator does not act at a table where they play at the moment.
    async fn check_not_playing(&self, by: ModerationActor, table: TableId) -> Result<()> {
        match by.moderator() {
            Some(moderator) if self.site.store.plays_at(moderator, table).await? => Err(cannot(
                "you play at this table: leave it to another moderator until the game is over",
                "vous jouez à cette table : laissez faire un autre modérateur jusqu’à la fin de la partie",
            )),
            _ => Ok(()),
        }
    }

    /// The report an action is about.
    ///
    /// # Errors
    /// `no_such_thing`, or `cannot_moderate` if it is about the moderator or their game.
    async fn check_report(&self, by: ModerationActor, report: ReportId) -> Result<ReportRow> {
        let row = self.site.store.report(report).await?.ok_or_else(no_such_report)?;
        if let Some(moderator) = by.moderator() {
            if row.report.player == Some(moderator) {
                return Err(no_such_report());
            }
            if self.is_withheld(&row, moderator).await? {
                return Err(cannot(
                    "this report is about a game of yours: leave it to another moderator",
                    "ce signalement concerne une de vos parties : laissez-le à un autre modérateur",
                ));
            }
        }
        Ok(row)
    }

    async fn settle(&self, by: ModerationActor, report: ReportId, entry: NewAudit) -> Result<AuditRow> {
        let row = self.check_report(by, report).await?;
        let entry = NewAudit { report: Some(report), player: row.report.player, ..entry };
        let settled = || {
            ApiError::new(
                Code::NotNow,
                "another moderator has closed this report",
                "un autre modérateur a clos ce signalement",
            )
        };
        self.carry_out(&entry, settled).await
    }

    /// A range that a moderator may ban, in canonical form.
    async fn check_network(&self, by: ModerationActor, network: &str) -> Result<String> {
        let network = read_network(network)?;
        if let ModerationActor::Moderator(_, Some(address)) = by
            && network.contains(address)
        {
            return Err(cannot(
                "your own address is in this range",
                "votre propre adresse est dans cette plage",
            ));
        }
        let now = self.site.clock.now();
        let banned = self.site.store.bans(BanKind::Network, now, i64::MAX, MAX_NETWORKS).await?;
        let is_new = banned.iter().all(|ban| ban.network.as_deref() != Some(&network.to_string()));
        if is_new && banned.len() as i64 >= MAX_NETWORKS {
            return Err(ApiError::new(
                Code::TooMany,
                format!("at most {MAX_NETWORKS} ranges can be banned at a time; lift one first"),
                format!("au plus {MAX_NETWORKS} plages peuvent être exclues à la fois ; levez-en une"),
            ));
        }
        Ok(network.to_string())
    }

    /// Closes a table through its log, like every other change. The audit log is written first: no table is
    /// closed without a trace.
    async fn close_table(&self, by: ModerationActor, table: TableId, entry: NewAudit) -> Result<AuditRow> {
        let row = self.site.store.table(table).await?.ok_or_else(ApiError::no_such_table)?;
        self.check_not_playing(by, table).await?;
        if row.state == TableState::Closed {
            return Err(ApiError::new(Code::TableClosed, "this table is closed", "cette table est fermée"));
        }
        let handle = self.tables.get(table).await?;
        let entry = NewAudit { table: Some(table), ..entry };
        let done = self.carry_out(&entry, ApiError::no_such_table).await?;
        handle.command(CommandContext::of(Actor::Admin), Command::Close, None).await?;
        Ok(done)
    }

    /// Renames a player, to a random name if none is given.
    async fn rename(&self, entry: &NewAudit, name: Option<&str>) -> Result<AuditRow> {
        let given = name.map(Name::of_account).transpose()?;
        for tries in 0..DRAWS {
            let drawn = || Name::of_guest(self.site.entropy.u128(), tries);
            let name = given.clone().unwrap_or_else(drawn);
            match self.site.store.moderate(entry, Some((&name.shown, &name.skeleton))).await {
                Ok(done) => {
                    let done = done.ok_or_else(no_such_player)?;
                    self.signal_nodes().await?;
                    return Ok(done);
                }
                Err(StoreError::NameTaken) if given.is_none() => (),
                Err(StoreError::NameTaken) => return Err(names::taken()),
                Err(error) => return Err(error.into()),
            }
        }
        Err(ApiError::unavailable())
    }
}

fn not_banned() -> ApiError {
    no_such("there is no such ban", "cette exclusion n’existe pas")
}

/// Parses a range.
///
/// # Errors
/// `invalid` if it is malformed or too wide.
fn read_network(text: &str) -> Result<Network> {
    use crate::accounts::networks::BadNetwork;
    text.parse().map_err(|error: BadNetwork| {
        let fr = match error {
            BadNetwork::NotANetwork => {
                "écrivez une plage comme 203.0.113.0/24 ou 2001:db8::/48, ou une adresse"
            }
            BadNetwork::TooWide => "une plage est au plus large de /16 en IPv4 et de /32 en IPv6",
            BadNetwork::Loopback => "les adresses de la machine elle-même ne peuvent pas être exclues",
        };
        ApiError::new(Code::Invalid, error.to_string(), fr).with_field("network")
    })
}
