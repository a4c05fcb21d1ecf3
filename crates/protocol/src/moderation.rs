//! Reports to the moderators, and what moderators see and do.

use crate::account::Profile;
use crate::chat::Room;
use crate::tournament::EntrantId;
use serde::{Deserialize, Serialize};
use taijitu_ids::{GameId, MessageId, PlayerId, ReportId, TableId, TournamentId};
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
    /// A tournament: its name, its notes, the names of its teams.
    Tournament {
        /// The tournament.
        tournament: TournamentId,
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
    /// Help from a program or from another person.
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
    /// The message, name, table, game or tournament that is reported.
    pub subject: ReportSubject,
    /// The reason of the report.
    pub reason: ReportReason,
    /// In one's own words, at most 300 characters.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub note: String,
}

/// The answer to a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReportResult {
    /// Whether an open report of the same was there already, which this one was joined to.
    pub joined: bool,
}

/// Who reported something, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Complaint {
    /// The author of the report.
    pub from: Profile,
    /// The time of the report, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The reason given.
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
    /// The room it was written to.
    pub room: Room,
    /// Who wrote it, named as they were.
    pub from: Profile,
    /// The words.
    pub text: String,
    /// Whether this is the line that was reported.
    #[serde(default)]
    pub reported: bool,
}

/// A player's status, for moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerStatus {
    /// The player.
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
pub struct Settlement {
    /// The time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it was found to be right.
    pub upheld: bool,
}

/// The name of a team of a reported tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ReportedTeam {
    /// The team.
    pub entrant: EntrantId,
    /// Its name as it was.
    pub name: String,
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
    /// Whom it is about: the author, the player of the name, the host of the tournament, or everybody who plays.
    pub about: Vec<PlayerStatus>,
    /// The name as it was, for a report of a name or of a tournament.
    pub name: Option<String>,
    /// The notes of a tournament as they were.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub notes: String,
    /// The teams of a tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ReportedTeam>>")]
    pub teams: Vec<ReportedTeam>,
    /// Who reported it, the first first.
    pub complaints: Vec<Complaint>,
    /// What was said before and after.
    pub excerpt: Vec<ExcerptLine>,
    /// How it was settled; none while it is open.
    pub settled: Option<Settlement>,
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
    /// The reason, from the audit log.
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
        /// The player to mute.
        player: PlayerId,
        /// For how long.
        minutes: u32,
    },
    /// Lets a player write again.
    Unmute {
        /// The muted player.
        player: PlayerId,
    },
    /// Keeps a player from the site; without minutes for good.
    Ban {
        /// The player to ban.
        player: PlayerId,
        /// For how long.
        #[serde(default)]
        #[ts(optional)]
        minutes: Option<u32>,
    },
    /// Lets a player in again.
    Unban {
        /// The banned player.
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
        /// The banned range of addresses.
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
        /// The table to close.
        table: TableId,
    },
    /// Gives a player another name; without one a name is drawn as for a guest.
    Rename {
        /// The player to rename.
        player: PlayerId,
        /// The new name.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Calls a tournament off; games that run are played on and count for nothing in it.
    CloseTournament {
        /// The tournament to call off.
        tournament: TournamentId,
    },
    /// Gives a tournament another name and takes its notes away, or gives one of its teams another name; without a name a neutral
    /// one is given.
    RenameTournament {
        /// The tournament.
        tournament: TournamentId,
        /// The team; without one it is the tournament.
        #[serde(default)]
        #[ts(optional)]
        entrant: Option<EntrantId>,
        /// The new name.
        #[serde(default)]
        #[ts(optional)]
        name: Option<String>,
    },
    /// Ends every session and token of a player.
    Revoke {
        /// The player to sign out.
        player: PlayerId,
    },
    /// Closes a report that needs nothing to be done.
    Dismiss {
        /// The report.
        report: ReportId,
    },
    /// Closes a report that was dealt with.
    Resolve {
        /// The report.
        report: ReportId,
    },
}

/// An action with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ModerateRequest {
    /// The action.
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
    /// The time of the action, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Which moderator; none for the host, on the command line.
    pub by: Option<Profile>,
    /// The name of a [`Moderate`] action, `host-tournament` for a command of the host of a tournament that a moderator gave, or
    /// `appoint` or `depose` for moderators themselves.
    pub action: String,
    /// The player it concerns.
    pub player: Option<Profile>,
    /// The table it concerns.
    pub table: Option<TableId>,
    /// The tournament it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<TournamentId>,
    /// The range of addresses it concerns.
    pub network: Option<String>,
    /// Until when.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// Because of which report.
    pub report: Option<ReportId>,
    /// Further details: the name before a change of name, the command given in a tournament.
    pub detail: Option<String>,
    /// The reason its author gave.
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
