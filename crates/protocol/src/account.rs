//! Guests and accounts.

use crate::lobby::MyTable;
use crate::moderation::ReportReason;
use crate::recovery::Security;
use crate::table::Archived;
use serde::{Deserialize, Serialize};
use taijitu_ids::{PlayerId, TableId, TokenId};
use ts_rs::TS;
use utoipa::ToSchema;

/// The public profile of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Profile {
    /// The id, which never changes.
    pub id: PlayerId,
    /// The name; none once the account is deleted.
    pub name: Option<String>,
    /// Whether it is a guest: a name without an account behind it.
    pub guest: bool,
}

/// Oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Me {
    /// What everybody may know.
    #[serde(flatten)]
    pub profile: Profile,
    /// Since when, milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// Whether one may moderate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub moderator: bool,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// The password again, for what cannot be undone.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Proof {
    /// The password; a guest has none.
    #[ts(optional)]
    pub password: Option<String>,
    /// When deleting oneself: whether everything one wrote in chats is deleted, too.
    #[ts(optional)]
    pub words: Option<bool>,
}

/// A change of password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present one.
    pub old: String,
    /// The next one.
    pub new: String,
}

/// A request for a bearer token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in the owner's words.
    pub label: String,
}

/// A bearer token of a program; the secret itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Token {
    /// To delete it by.
    pub id: TokenId,
    /// What it is for.
    pub label: String,
    /// When it was made.
    #[ts(type = "number")]
    pub created: i64,
    /// When it was last used.
    #[ts(type = "number | null")]
    pub seen: Option<i64>,
}

/// A token just made: the only time its secret is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct TokenMade {
    /// To delete it by.
    pub id: TokenId,
    /// The secret: send it as `Authorization: Bearer …`.
    pub token: String,
}

/// A browser that is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct SessionView {
    /// Since when.
    #[ts(type = "number")]
    pub created: i64,
    /// When it was last used, to the hour.
    #[ts(type = "number")]
    pub seen: i64,
    /// When it ends unless it is used.
    #[ts(type = "number")]
    pub expires: i64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// Something one wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Written {
    /// At which table.
    pub table: TableId,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// The words.
    pub text: String,
}

/// Something one reported to the moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct MyReport {
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Why.
    pub reason: ReportReason,
    /// In one's own words.
    pub note: String,
}

/// Everything that is stored about oneself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Export {
    /// Oneself.
    pub me: Me,
    /// When one was last seen, to the hour.
    #[ts(type = "number")]
    pub seen: i64,
    /// Until when one may not write.
    #[ts(type = "number | null")]
    pub muted_until: Option<i64>,
    /// Where one is signed in.
    pub sessions: Vec<SessionView>,
    /// One's programs.
    pub tokens: Vec<Token>,
    /// How one gets back into the account. Codes and secrets are not part of it.
    pub security: Security,
    /// The tables where one sits.
    pub tables: Vec<MyTable>,
    /// What one wrote.
    pub chat: Vec<Written>,
    /// One's finished games, with records.
    pub games: Vec<Archived>,
    /// What one reported.
    pub reports: Vec<MyReport>,
}
