//! The chat of a table: a stream of its own beside the events.

use crate::account::Profile;
use serde::{Deserialize, Serialize};
use taijitu_ids::MessageId;
use ts_rs::TS;
use utoipa::ToSchema;

/// Where something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// The room of the players, which everybody may read.
    #[default]
    Players,
    /// The chat among spectators.
    Spectators,
}

/// A chat message; text that begins with `/` is a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// An id chosen by the client: a message sent twice with one id is stored once.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// The words.
    pub text: String,
}

/// The answer to a chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ChatReply {
    /// The message was stored, with this id.
    Said {
        /// The message.
        id: MessageId,
    },
    /// The text was a command, and it was executed.
    Done {
        /// The number of the event it made.
        #[ts(type = "number")]
        n: u64,
    },
    /// The text was a question; the answer is for the author only.
    Answer {
        /// The answer.
        text: String,
    },
}

/// A message as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChatLine {
    /// Its id.
    pub id: MessageId,
    /// The message before it, of those this viewer may see.
    pub previous: Option<MessageId>,
    /// The time it was written, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The room it was written to.
    pub room: Room,
    /// The author.
    pub from: Profile,
    /// The words. Plain text, never markup.
    pub text: String,
}

/// Messages, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChatPage {
    /// The messages.
    pub lines: Vec<ChatLine>,
    /// Recent messages that were deleted: drop your copies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MessageId>>")]
    pub retracted: Vec<MessageId>,
}
