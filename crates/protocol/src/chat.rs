//! Words at a table: a stream of its own beside the events.

use crate::account::Profile;
use serde::{Deserialize, Serialize};
use taijitu_ids::MessageId;
use ts_rs::TS;
use utoipa::ToSchema;

/// Where something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Room {
    /// The players speak, everybody listens.
    #[default]
    Players,
    /// Spectators speak.
    Spectators,
}

/// Something to say; what begins with `/` is a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Say {
    /// An id chosen by the client: sent twice, it is said once.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
    /// The words.
    pub text: String,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Said {
    /// It was said, with this id.
    Said {
        /// The message.
        id: MessageId,
    },
    /// It was a command, and it was done.
    Done {
        /// The number of the event it made.
        #[ts(type = "number")]
        n: u64,
    },
    /// It was a question; the answer, for nobody else.
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
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Where.
    pub room: Room,
    /// Who.
    pub from: Profile,
    /// The words. Plain text, never markup.
    pub text: String,
}

/// Messages, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct ChatPage {
    /// The messages.
    pub lines: Vec<ChatLine>,
    /// Messages of late that were deleted: forget those you have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MessageId>>")]
    pub retracted: Vec<MessageId>,
}
