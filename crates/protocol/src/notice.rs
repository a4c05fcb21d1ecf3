//! Notices to a player, and the stream of events for programs.

use crate::lobby::MyTable;
use crate::people::Challenge;
use crate::scene::Words;
use crate::tournament::TournamentPhase;
use serde::{Deserialize, Serialize};
use taijitu_ids::{ChallengeId, TableId, TournamentId};
use ts_rs::TS;
use utoipa::ToSchema;

/// What kind of thing has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum NoticeKind {
    /// Somebody challenges you.
    Challenge,
    /// Your challenge was accepted or declined.
    Answer,
    /// It is your turn in a game by correspondence.
    Turn,
    /// Your opponent offers something, or has answered your offer.
    Offer,
    /// You are about to lose a game on time.
    Time,
    /// A game by correspondence has ended.
    End,
    /// In a tournament: a round has started, a team waits for you, a result is disputed, it is over.
    Tournament,
}

/// A notice to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Notice {
    /// Its number, which grows with every notice of a player.
    #[ts(type = "number")]
    pub n: i64,
    /// When, milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// Whether it was read, on any device.
    pub read: bool,
    /// What kind.
    pub kind: NoticeKind,
    /// In a sentence.
    pub words: Words,
    /// The table it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// The challenge it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub challenge: Option<ChallengeId>,
    /// The tournament it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<TournamentId>,
}

/// The notices of a player, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Notices {
    /// The notices.
    pub notices: Vec<Notice>,
    /// How many of them were not read.
    pub unread: u32,
}

/// A request to mark notices as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadNotices {
    /// The number of the last one that was read.
    #[ts(type = "number")]
    pub upto: i64,
}

/// Which notices are sent outside the page, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct NoticeChoices {
    /// By push message.
    pub push: NoticeKinds,
    /// By mail.
    pub mail: NoticeKinds,
    /// When nothing is sent.
    pub quiet: Option<QuietHours>,
    /// Whether mails are in French; English otherwise.
    pub french: bool,
}

impl Default for NoticeChoices {
    fn default() -> Self {
        let (all, none) = (NoticeKinds::all(true), NoticeKinds::all(false));
        Self {
            push: all,
            mail: NoticeKinds { turn: true, time: true, challenge: true, ..none },
            quiet: None,
            french: false,
        }
    }
}

/// Which kinds of notices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, default)]
pub struct NoticeKinds {
    /// Somebody challenges you, or answers a challenge of yours.
    pub challenge: bool,
    /// It is your turn in a game by correspondence, or it has ended.
    pub turn: bool,
    /// Your opponent offers something, or answers an offer of yours.
    pub offer: bool,
    /// You are about to lose a game on time.
    pub time: bool,
    /// A round of a tournament has started, or something else happened there that concerns you.
    pub tournament: bool,
}

impl NoticeKinds {
    /// All of them, or none.
    #[must_use]
    pub const fn all(on: bool) -> Self {
        Self { challenge: on, turn: on, offer: on, time: on, tournament: on }
    }

    /// Whether a kind of notice is among them.
    #[must_use]
    pub const fn has(&self, kind: NoticeKind) -> bool {
        match kind {
            NoticeKind::Challenge | NoticeKind::Answer => self.challenge,
            NoticeKind::Turn | NoticeKind::End => self.turn,
            NoticeKind::Offer => self.offer,
            NoticeKind::Time => self.time,
            NoticeKind::Tournament => self.tournament,
        }
    }
}

/// Hours of the day in which nothing is sent, in the player's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// The first hour, 0 to 23.
    pub from: u8,
    /// The hour at which it ends, 0 to 23; less than `from` if it goes over midnight.
    pub to: u8,
    /// The player's time minus UTC, in minutes.
    pub offset: i16,
}

/// How this site sends push messages and mail about notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct PushInfo {
    /// The key with which a browser subscribes, base64url.
    pub key: String,
    /// Whether mail can be sent to the account: the site sends mail, and the account has a confirmed address.
    pub mail: bool,
    /// Browsers of the account that get push messages.
    pub browsers: u32,
}

/// A browser with a push subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// Where messages are sent: an address of the browser's push service.
    pub endpoint: String,
    /// The browser's public key, base64url.
    #[serde(default)]
    pub p256dh: String,
    /// The secret it shares with us, base64url.
    #[serde(default)]
    pub auth: String,
    /// Whether messages are in French; English otherwise.
    #[serde(default)]
    pub french: bool,
}

/// A line of the stream of one's own events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OwnEvent {
    /// Somebody challenges you.
    Challenge {
        /// The challenge.
        challenge: Challenge,
    },
    /// A challenge of yours was answered, or one of your challenges or to you is over.
    ChallengeOver {
        /// The challenge, with its status.
        challenge: Challenge,
    },
    /// A game of yours runs.
    GameStart {
        /// Its table.
        table: MyTable,
    },
    /// It is your turn.
    Turn {
        /// At this table; the number of the turn is one more than its `turns`.
        table: MyTable,
    },
    /// A game of yours has ended, or its table is closed.
    GameEnd {
        /// Its table.
        table: TableId,
    },
    /// A tournament of yours has started, paired you, paused, gone on or ended. Its games come as `game_start`.
    Tournament {
        /// The tournament.
        tournament: TournamentId,
        /// Where it stands.
        phase: TournamentPhase,
        /// The last round that was paired.
        round: u16,
    },
    /// Nothing has happened for a while; the connection is alive.
    Ping {},
}
