//! Guests and accounts.

use crate::correspondence::ConditionalTurn;
use crate::lobby::MyTable;
use crate::moderation::ReportReason;
use crate::notice::{NoticeChoices, Notices};
use crate::people::{Challenges, PeopleView, Privacy};
use crate::puzzle::PuzzleTryLine;
use crate::rating::{RatedGameLine, RatingView};
use crate::recovery::Security;
use crate::table::ArchivedGame;
use crate::tournament::TournamentLine;
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
    /// Whether it is a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bot: bool,
    /// The rating in the game at hand: that of the table, of the list, of the leaderboard. Without a game, and before the
    /// first rated one, there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<RatingView>,
}

/// Oneself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Me {
    /// The public part of a profile.
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

/// Somebody without an account.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct NewGuest {
    /// How to be called: a number is put behind it. Without it a name is drawn.
    #[ts(optional)]
    pub name: Option<String>,
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
    /// When making new recovery codes for an account with a second factor: six digits, or an old recovery code.
    #[ts(optional)]
    pub code: Option<String>,
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
    /// Whether it is the one that made this request.
    pub this: bool,
}

/// A chat message that the player wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct OwnMessage {
    /// At which table.
    pub table: TableId,
    /// The time it was written, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The words.
    pub text: String,
}

/// Something one reported to the moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct MyReport {
    /// The time it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The reason given.
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
    /// Those one follows and those one has blocked.
    pub people: PeopleView,
    /// What one shows of oneself.
    pub privacy: Privacy,
    /// One's challenges of late.
    pub challenges: Challenges,
    /// Notices of the account.
    pub notices: Notices,
    /// The choice of notices.
    pub notice_choices: NoticeChoices,
    /// The push services of one's browsers.
    pub push: Vec<String>,
    /// One's vacations: when each began and when it ends.
    #[ts(type = "Array<[number, number]>")]
    pub vacations: Vec<(i64, i64)>,
    /// One's conditional turns, by table.
    pub conditional_turns: Vec<(TableId, Vec<ConditionalTurn>)>,
    /// The tables where one sits.
    pub tables: Vec<MyTable>,
    /// What one wrote.
    pub chat: Vec<OwnMessage>,
    /// One's finished games, with records.
    pub games: Vec<ArchivedGame>,
    /// What one's rated games changed.
    #[serde(default)]
    pub ratings: Vec<RatedGameLine>,
    /// One's first tries at puzzles.
    #[serde(default)]
    pub puzzles: Vec<PuzzleTryLine>,
    /// The tournaments one made or takes part in.
    #[serde(default)]
    pub tournaments: Vec<TournamentLine>,
    /// What one reported.
    pub reports: Vec<MyReport>,
}
