//! What moderators and the host do. Every action is checked, then done and written down in one transaction.

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

/// The longest anybody is muted, and a range of addresses banned: a year.
const YEAR: u32 = 366 * 24 * 60;
/// The longest ban of a player that has an end: ten years.
const TEN_YEARS: u32 = 10 * YEAR;
/// How often a name is drawn anew because it is taken.
const DRAWS: usize = 20;

/// Who does something.
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
    /// Does what a moderator asks. Every node follows.
    ///
    /// # Errors
    /// `cannot_moderate` if it is not for a moderator to do, `no_such_thing` if there is nothing to do it to,
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

    /// Names an account a moderator, or no longer; only the command line does. None if nothing changed.
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
            message: None,
            network: None,
            until: None,
            report: None,
            detail: None,
            reason: check_reason(reason)?,
        };
        let done = self.site.store.moderate(&entry, None).await?;
        self.tell_nodes().await?;
        Ok(done.is_some())
    }

    /// Carries out an entry of the audit log and signals it to every node; `missing` is the error if there was nothing to change.
    async fn carry_out(&self, entry: &NewAudit, missing: impl Fn() -> ApiError) -> Result<AuditRow> {
        let done = self.site.store.moderate(entry, None).await?.ok_or_else(missing)?;
        self.tell_nodes().await?;
        Ok(done)
    }

    /// Follows what was written here, and signals to the others to do the same.
    async fn tell_nodes(&self) -> Result<()> {
        self.site.bus.publish(Signal::Moderation);
        self.follow().await
    }

    /// When something ends that begins now.
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

    /// The player something is to be done to.
    ///
    /// # Errors
    /// `no_such_thing`, or `cannot_moderate` if a moderator means themselves or another moderator.
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
                "c’est un modérateur : seul l’hôte le peut, en ligne de commande",
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

    /// The report something is done about.
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

    /// A range a moderator may ban, in its one spelling.
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
                format!("at most {MAX_NETWORKS} ranges are banned at a time; lift some"),
                format!("au plus {MAX_NETWORKS} plages sont exclues à la fois ; levez-en"),
            ));
        }
        Ok(network.to_string())
    }

    /// Closing goes through the table's log like everything else that happens there. It is written down first: no table is
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

    /// Gives a player a name, drawn if none is given.
    async fn rename(&self, entry: &NewAudit, name: Option<&str>) -> Result<AuditRow> {
        let given = name.map(Name::of_account).transpose()?;
        for tries in 0..DRAWS {
            let drawn = || Name::of_guest(self.site.entropy.u128(), tries);
            let name = given.clone().unwrap_or_else(drawn);
            match self.site.store.moderate(entry, Some((&name.shown, &name.skeleton))).await {
                Ok(done) => {
                    let done = done.ok_or_else(no_such_player)?;
                    self.tell_nodes().await?;
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

/// Reads a range.
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
