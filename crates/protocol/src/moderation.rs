//! Reports to the moderators, and what moderators see and do.

use crate::account::Profile;
use crate::chat::Room;
use serde::{Deserialize, Serialize};
use taijitu_ids::{GameId, MessageId, PlayerId, ReportId, TableId};
use ts_rs::TS;
use utoipa::ToSchema;

/// What is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "what", rename_all = "lowercase", deny_unknown_fields)]
pub enum ReportSubject {
    /// A chat message.
    Message {
        /// The table where it was written.
        table: TableId,
        /// The message.
        message: MessageId,
    },
    /// A player's name.
    Name {
        /// The player.
        player: PlayerId,
    },
    /// A table, or the game that runs there.
    Table {
        /// The table.
        table: TableId,
    },
    /// A finished game.
    Game {
        /// The game.
        game: GameId,
    },
}

/// Why something is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum ReportReason {
    /// Insults, hate, threats.
    Insult,
    /// Spam.
    Spam,
    /// Help from a program or from somebody else.
    Cheating,
    /// Stalling, leaving, pestering with offers.
    Unsporting,
    /// A name that should not be.
    Name,
    /// Something else; the note says what.
    Other,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// What.
    pub subject: ReportSubject,
    /// Why.
    pub reason: ReportReason,
    /// In one's own words, at most 300 characters.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub note: String,
}

/// What became of a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Reported {
    /// Whether an open report of the same was there already, which this one was joined to.
    pub joined: bool,
}

/// Who reported something, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Complaint {
    /// Who.
    pub from: Profile,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Why.
    pub reason: ReportReason,
    /// In their own words; may be empty.
    pub note: String,
}

/// A line of the chat as it was when something was reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExcerptLine {
    /// The message.
    pub id: MessageId,
    /// When it was written.
    #[ts(type = "number")]
    pub at: i64,
    /// Where.
    pub room: Room,
    /// Who wrote it, named as they were.
    pub from: Profile,
    /// The words.
    pub text: String,
    /// Whether this is the line that was reported.
    #[serde(default)]
    pub reported: bool,
}

/// What a moderator may know of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Standing {
    /// Who.
    pub player: Profile,
    /// Whether this is a moderator, whom other moderators cannot moderate.
    pub moderator: bool,
    /// Until when the player may not write.
    #[ts(type = "number | null")]
    pub muted_until: Option<i64>,
    /// The ban of the player, if there is one.
    pub ban: Option<Ban>,
    /// The range of addresses this node last saw the player in; kept in memory only.
    pub network: Option<String>,
}

/// How a report was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Settled {
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it was found to be right.
    pub upheld: bool,
}

/// A report as a moderator sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReportView {
    /// Its id.
    pub id: ReportId,
    /// What was reported.
    pub subject: ReportSubject,
    /// When it was first reported.
    #[ts(type = "number")]
    pub opened: i64,
    /// Whether notes and chat are kept back because the moderator plays at this table at the moment.
    pub withheld: bool,
    /// Whom it is about: the author, the player of the name, or everybody who plays.
    pub about: Vec<Standing>,
    /// The name as it was, for a report of a name.
    pub name: Option<String>,
    /// Who reported it, the first first.
    pub complaints: Vec<Complaint>,
    /// What was said before and after.
    pub excerpt: Vec<ExcerptLine>,
    /// How it was settled; none while it is open.
    pub settled: Option<Settled>,
}

/// A page of reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReportsPage {
    /// The reports, the latest first.
    pub reports: Vec<ReportView>,
    /// Where the next page begins; none after the last one.
    pub next: Option<String>,
}

/// A ban of a player or of a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Ban {
    /// The player; none for a range.
    pub player: Option<Profile>,
    /// The range; none for a player.
    pub network: Option<String>,
    /// Since when.
    #[ts(type = "number")]
    pub since: i64,
    /// Until when; none if it has no end.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// Why.
    pub reason: String,
}

/// The bans that have not ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct BansPage {
    /// The bans, the latest first.
    pub bans: Vec<Ban>,
    /// Where the next page begins; none after the last one.
    pub next: Option<String>,
}

/// What a moderator does. Every action has a reason, which is written down with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "action", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Moderate {
    /// Keeps a player from writing for some minutes.
    Mute {
        /// Who.
        player: PlayerId,
        /// For how long.
        minutes: u32,
    },
    /// Lets a player write again.
    Unmute {
        /// Who.
        player: PlayerId,
    },
    /// Keeps a player from the site; without minutes for good.
    Ban {
        /// Who.
        player: PlayerId,
        /// For how long.
        #[serde(default)]
        #[ts(optional)]
        minutes: Option<u32>,
    },
    /// Lets a player in again.
    Unban {
        /// Who.
        player: PlayerId,
    },
    /// Keeps a range of addresses from signing in and doing anything, for some minutes.
    BanNetwork {
        /// As `203.0.113.0/24` or `2001:db8::/48`.
        network: String,
        /// For how long.
        minutes: u32,
    },
    /// Lets a range of addresses in again.
    UnbanNetwork {
        /// Which.
        network: String,
    },
    /// Deletes a message.
    DeleteMessage {
        /// The table.
        table: TableId,
        /// The message.
        message: MessageId,
    },
    /// Closes a table; a running game ends without a result.
    CloseTable {
        /// Which.
        table: TableId,
    },
    /// Gives a player another name; without one a name is drawn as for a guest.
    Rename {
        /// Who.
        player: PlayerId,
        /// The new name.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Ends every session and token of a player.
    Revoke {
        /// Who.
        player: PlayerId,
    },
    /// Closes a report that needs nothing to be done.
    Dismiss {
        /// Which.
        report: ReportId,
    },
    /// Closes a report that was dealt with.
    Resolve {
        /// Which.
        report: ReportId,
    },
}

/// An action with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ModerateRequest {
    /// What.
    #[serde(rename = "do")]
    pub action: Moderate,
    /// Why: 3 to 300 characters.
    pub reason: String,
    /// Because of which report.
    #[serde(default)]
    #[ts(optional)]
    pub report: Option<ReportId>,
}

/// A line of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct AuditLine {
    /// Its number, from 1, without gaps.
    #[ts(type = "number")]
    pub n: i64,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Which moderator; none for the host, on the command line.
    pub by: Option<Profile>,
    /// What: the name of a [`Moderate`] action, or `appoint` or `depose` for moderators themselves.
    pub action: String,
    /// To whom.
    pub player: Option<Profile>,
    /// At which table.
    pub table: Option<TableId>,
    /// Which range of addresses.
    pub network: Option<String>,
    /// Until when.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// Because of which report.
    pub report: Option<ReportId>,
    /// What else there is to know: the name before a change of name.
    pub detail: Option<String>,
    /// Why.
    pub reason: String,
}

/// A page of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct AuditPage {
    /// The lines, the latest first.
    pub lines: Vec<AuditLine>,
    /// Where the next page begins; none after the last one.
    pub next: Option<String>,
}
