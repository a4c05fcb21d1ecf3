//! The messages of a socket. One socket serves any number of tables.
//!
//! A client watches a table and sends the number of the last event it has; it gets the missing events, or a
//! snapshot, and then every event as it is committed.
//! Numbers have no gaps: a client that sees one watches again from the last number it has.
//! Requests carry an id and are answered by `done` or `refused` with the same id; an unanswered request is sent
//! again after reconnecting, and is executed once.

use crate::account::Profile;
use crate::chat::{ChatLine, ChatReply};
use crate::command::Command;
use crate::error::Problem;
use crate::event::EventView;
use crate::notice::Notice;
use crate::scene::{Branch, Scene, Touch};
use crate::seat::Seat;
use crate::study::TouchExplanation;
use crate::table::TableView;
use crate::tournament::TournamentView;
use serde::{Deserialize, Serialize};
use taijitu_ids::{MessageId, PlayerId, TableId, TournamentId};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Goodbye {
    /// The server stops or restarts.
    Restart,
    /// The client takes its messages too slowly.
    Slow,
    /// The client has sent nothing for too long.
    Silent,
    /// The player signed out, here or elsewhere.
    SignedOut,
    /// The client sent a message that is far too large to be read.
    TooLarge,
    /// The player, or the address, was banned.
    Banned,
}

impl Goodbye {
    /// The word in messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Restart => "restart",
            Self::Slow => "slow",
            Self::Silent => "silent",
            Self::SignedOut => "signed-out",
            Self::TooLarge => "too-large",
            Self::Banned => "banned",
        }
    }

    /// The close code of the WebSocket protocol: 1009 for a message that is too large, 1008 for a ban, 1012 for everything after which
    /// the client should connect again.
    #[must_use]
    pub const fn close_code(self) -> u16 {
        match self {
            Self::TooLarge => 1009,
            Self::Banned => 1008,
            Self::Restart | Self::Slow | Self::Silent | Self::SignedOut => 1012,
        }
    }

    /// Milliseconds to wait before connecting again.
    #[must_use]
    pub const fn retry(self) -> u32 {
        match self {
            Self::Restart => 2000,
            Self::Silent | Self::TooLarge => 1000,
            Self::Slow | Self::SignedOut => 500,
            Self::Banned => 60_000,
        }
    }
}

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum FromClient {
    /// Subscribe to a table.
    Watch {
        /// The table.
        table: TableId,
        /// The last event I have; without it, a snapshot is sent.
        #[serde(default)]
        #[ts(optional, type = "number")]
        since: Option<u64>,
        /// The last message I have.
        #[serde(default)]
        #[ts(optional)]
        chat: Option<MessageId>,
        /// Send the position with each event, and what may be touched when it is my turn.
        #[serde(default)]
        scenes: bool,
    },
    /// No longer.
    Unwatch {
        /// The table.
        table: TableId,
    },
    /// Subscribe to a tournament: its view is sent now, and after changes, at most once a second.
    #[serde(rename = "watch-tournament")]
    WatchTournament {
        /// The tournament.
        tournament: TournamentId,
    },
    /// No longer.
    #[serde(rename = "unwatch-tournament")]
    UnwatchTournament {
        /// The tournament.
        tournament: TournamentId,
    },
    /// Do something at a table.
    Do {
        /// The table.
        table: TableId,
        /// An id for the answer, and so that it happens once.
        id: String,
        /// The command.
        command: Command,
    },
    /// Say something.
    Say {
        /// The table.
        table: TableId,
        /// An id for the answer, and so that it is said once.
        id: String,
        /// The words; a command if they begin with `/`.
        text: String,
    },
    /// What may be touched after these touches? Asked where a branch says `more`.
    Branch {
        /// The table.
        table: TableId,
        /// An id for the answer.
        id: String,
        /// The touches so far.
        #[schema(value_type = Vec<Object>)]
        touches: Vec<Touch>,
    },
    /// Why can this not be touched now?
    Why {
        /// The table.
        table: TableId,
        /// An id for the answer.
        id: String,
        /// The touches so far.
        #[serde(default)]
        #[schema(value_type = Vec<Object>)]
        touches: Vec<Touch>,
        /// The one after them.
        #[schema(value_type = Object)]
        touch: Touch,
    },
    /// The answer to a ping, with its number.
    Pong {
        /// The ping's number.
        #[ts(type = "number")]
        ping: u64,
    },
}

/// The number of the last event of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Head {
    /// The table.
    pub table: TableId,
    /// The number.
    #[ts(type = "number")]
    pub n: u64,
}

/// What a server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromServer {
    /// The first message.
    Hello {
        /// Who you are.
        you: Option<Profile>,
        /// Server time.
        #[ts(type = "number")]
        now: i64,
    },
    /// A table as it is now. Forget what you knew of it.
    Snapshot {
        /// The table.
        table: Box<TableView>,
        /// The last messages.
        chat: Vec<ChatLine>,
    },
    /// Something happened.
    Event {
        /// The table.
        table: TableId,
        /// The event as this viewer may see it.
        event: EventView,
        /// The position after it, if asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        scene: Option<Box<Scene>>,
    },
    /// Somebody said something.
    Chat {
        /// The table.
        table: TableId,
        /// The message.
        line: ChatLine,
    },
    /// A message was deleted: drop it. The message after it now names the one before it as its predecessor.
    Retracted {
        /// The table.
        table: TableId,
        /// The deleted message.
        id: MessageId,
    },
    /// A player has deleted everything they wrote: drop all their messages, as with `retracted`.
    Withdrawn {
        /// The table.
        table: TableId,
        /// Whose messages.
        author: PlayerId,
    },
    /// Who is there.
    Presence {
        /// The table.
        table: TableId,
        /// Seats whose player is connected, from 1.
        seats: Vec<Seat>,
        /// How many watch.
        watching: u32,
    },
    /// Something has changed about your notices: `GET /api/me/notices` has them.
    Notices {
        /// How many were not read.
        unread: u32,
        /// The latest, if it was not read.
        latest: Option<Notice>,
    },
    /// A tournament as it is now.
    Tournament {
        /// The tournament.
        tournament: Box<TournamentView>,
    },
    /// The request was carried out, and committed to disk.
    Done {
        /// Your id.
        id: String,
        /// The number of the event it made.
        #[ts(type = "number")]
        n: u64,
    },
    /// The result of a chat message.
    Said {
        /// Your id.
        id: String,
        /// The stored message, or the answer to a typed command.
        #[serde(rename = "what")]
        said: ChatReply,
    },
    /// What may be touched next.
    Branches {
        /// Your id.
        id: String,
        /// The branches.
        next: Vec<Branch>,
    },
    /// Why something cannot be touched.
    Why {
        /// Your id.
        id: String,
        /// The reason.
        why: TouchExplanation,
    },
    /// The request was refused; nothing has changed.
    Refused {
        /// Your id, if the message had one that could be read.
        id: Option<String>,
        /// The table your message was about, if it named one that could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<TableId>,
        /// The reason.
        problem: Problem,
    },
    /// Are you there? Answer with `pong`.
    Ping {
        /// Its number.
        #[ts(type = "number")]
        ping: u64,
        /// Server time.
        #[ts(type = "number")]
        now: i64,
        /// Your last round trip in milliseconds.
        lag: Option<u32>,
        /// The last events of the tables you watch: if you miss some, watch again.
        heads: Vec<Head>,
    },
    /// The server ends the connection: reconnect after `retry` milliseconds.
    Goodbye {
        /// The reason.
        reason: Goodbye,
        /// Milliseconds to wait.
        retry: u32,
        /// Why one was banned, and until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        problem: Option<Problem>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goodbye_is_written_as_its_word() {
        let all = [
            Goodbye::Restart,
            Goodbye::Slow,
            Goodbye::Silent,
            Goodbye::SignedOut,
            Goodbye::TooLarge,
            Goodbye::Banned,
        ];
        for goodbye in all {
            assert_eq!(serde_json::to_value(goodbye).unwrap(), goodbye.as_str());
        }
    }
}
