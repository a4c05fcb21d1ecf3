//! People: following, blocking, what one shows of oneself, challenges.

use crate::account::Profile;
use crate::table::{Side, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use taijitu_ids::{ChallengeId, TableId};
use ts_rs::TS;
use utoipa::ToSchema;

/// A group of players to whom something is visible or allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Circle {
    /// Everybody, guests included.
    #[default]
    Everybody,
    /// Everybody with an account.
    Accounts,
    /// Those one follows.
    Followed,
    /// Nobody.
    Nobody,
}

/// What one shows of oneself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Privacy {
    /// Who sees whether one is here.
    pub presence: Circle,
    /// Who may challenge.
    pub challenges: Circle,
    /// Who sees one's numbers, ratings and recent games on one's profile. Games in the archive stay there.
    pub games: Circle,
    /// Who sees since when one is a member.
    pub since: Circle,
}

impl Default for Privacy {
    fn default() -> Self {
        let everybody = Circle::Everybody;
        Self { presence: everybody, challenges: everybody, games: everybody, since: everybody }
    }
}

/// A player on a list of mine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ListedPerson {
    /// The player.
    #[serde(flatten)]
    pub profile: Profile,
    /// Since when they are on the list, milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
    /// Whether they are here now; none if they do not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub here: Option<bool>,
}

/// Those I follow and those I have blocked, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PeopleView {
    /// Those I follow; those who are here come first.
    pub follows: Vec<ListedPerson>,
    /// Those I have blocked.
    pub blocks: Vec<ListedPerson>,
}

/// A player as I may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PersonView {
    /// The player.
    #[serde(flatten)]
    pub profile: Profile,
    /// Since when they are a member, if they show it, milliseconds since 1970.
    #[ts(type = "number | null")]
    pub since: Option<i64>,
    /// Whether they are here now, if they show it.
    pub here: Option<bool>,
    /// Whether they show their numbers and games.
    pub shows_games: bool,
    /// Whether I follow them.
    pub followed: bool,
    /// Whether I have blocked them.
    pub blocked: bool,
    /// Whether they take challenges from me.
    pub may_challenge: bool,
}

/// Whether an account is a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotMark {
    /// Whether it is.
    pub bot: bool,
}

/// What is to be played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct ChallengeTerms {
    /// The game's id.
    pub game: String,
    /// Its options; missing ones have their defaults.
    pub options: BTreeMap<String, String>,
    /// The clock.
    pub time: Time,
    /// The challenger's colour; drawn when it is accepted unless it is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<Side>,
    /// Whether others may find the game and watch.
    pub public: bool,
    /// Whether the game counts for the players' ratings; accounts only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
}

/// A request to challenge a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// Whom: a name or an id.
    pub to: String,
    /// To what.
    pub terms: ChallengeTerms,
}

/// What became of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// It was accepted: there is a table.
    Accepted,
    /// It was declined.
    Declined,
    /// It was taken back.
    Withdrawn,
    /// Nobody has answered in time.
    Expired,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum DeclineReason {
    /// No reason in particular.
    #[default]
    Generic,
    /// Not now.
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// Another game, or other options.
    OtherGame,
    /// Rated wanted.
    Rated,
    /// Casual wanted.
    Casual,
    /// No games with programs.
    NoBots,
}

/// A request to decline a challenge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Decline {
    /// The reason, for the challenger.
    pub reason: DeclineReason,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Challenge {
    /// Its id.
    pub id: ChallengeId,
    /// The challenger.
    pub from: Profile,
    /// The challenged player.
    pub to: Profile,
    /// The game, its options and its clock.
    pub terms: ChallengeTerms,
    /// When it was made, milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// Until when it can be accepted.
    #[ts(type = "number")]
    pub expires: i64,
    /// What became of it.
    pub status: ChallengeStatus,
    /// Why it was declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<DeclineReason>,
    /// The table, once it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
}

/// The challenges of the last day, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Challenges {
    /// To me.
    pub received: Vec<Challenge>,
    /// From me.
    pub sent: Vec<Challenge>,
}
