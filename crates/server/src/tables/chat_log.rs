//! The last messages of a table in memory, and who may read which.

use crate::accounts::blocks::Blockers;
use crate::stored;
use std::sync::Arc;
use taijitu_protocol::{ChatLine, MessageId, PlayerId, Room};
use taijitu_store::ChatRow;
use taijitu_table::{ChatMessage, Names, Table, Viewer};
use tokio::sync::Mutex;

/// Maximum number of messages kept in memory and sent to a new client.
pub(crate) const CHAT_KEPT: usize = 200;
/// Bytes of text among them: the oldest messages that do not fit are left out.
pub(crate) const MAX_TEXT_BYTES: usize = 64 * 1024;

/// A message as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) m: i64,
    pub(super) id: MessageId,
    at: i64,
    room: Room,
    pub(super) author: PlayerId,
    hidden_from: Vec<PlayerId>,
    /// Empty once the message was deleted.
    text: String,
}

/// The last messages of a table; `None` before they are first requested.
#[derive(Default)]
pub(super) struct ChatLog(pub(super) Mutex<Option<Vec<Arc<Message>>>>);

impl Message {
    pub(super) fn of(row: &ChatRow) -> Self {
        let message = &row.message;
        Self {
            m: row.m,
            id: message.id,
            at: message.at,
            room: stored::wire_room(message.room),
            author: message.author,
            hidden_from: message.hidden_from.clone(),
            text: message.text.clone(),
        }
    }

    /// Whether a viewer may read the message, or could before it was deleted.
    pub(super) fn reaches(&self, table: &Table, viewer: Viewer) -> bool {
        let Self { author, room, at, ref hidden_from, .. } = *self;
        table.may_read_chat(viewer, &ChatMessage { author, room, at, hidden_from })
            && (viewer.0 == Some(self.author) || table.listens(viewer, self.room))
    }

    /// Whether a viewer is shown the message; `blockers` are those who have blocked its author.
    pub(super) fn is_shown(&self, table: &Table, viewer: Viewer, blockers: &Blockers) -> bool {
        !self.is_deleted() && !blockers.has_blocked(viewer.0, self.author) && self.reaches(table, viewer)
    }

    /// Whether the message was deleted: it is never shown, and no message links to it.
    pub(super) fn is_deleted(&self) -> bool {
        self.text.is_empty()
    }

    /// The message without its text.
    pub(super) fn deleted(&self) -> Self {
        Self { text: String::new(), ..self.clone() }
    }

    pub(super) fn line(&self, previous: Option<MessageId>, names: &Names) -> ChatLine {
        ChatLine {
            id: self.id,
            previous,
            at: self.at,
            room: self.room,
            from: names.profile(self.author),
            text: self.text.clone(),
        }
    }
}

/// The latest messages whose texts fit into an answer.
/// The first of them names the one before it, so that the reader sees that there were more.
pub(super) fn latest(lines: Vec<ChatLine>) -> Vec<ChatLine> {
    let mut bytes = 0;
    let fits = |line: &&ChatLine| {
        bytes += line.text.len();
        bytes <= MAX_TEXT_BYTES
    };
    let kept = lines.iter().rev().take_while(fits).count();
    let surplus = lines.len() - kept;
    lines.into_iter().skip(surplus).collect()
}

/// The messages a viewer may read, each linked to the previous one that the viewer may read too.
pub(super) fn lines(
    messages: &[Arc<Message>],
    table: &Table,
    viewer: Viewer,
    (names, blockers): (&Names, &Blockers),
) -> Vec<ChatLine> {
    let mut previous = None;
    let mut lines = vec![];
    for message in messages.iter().filter(|message| message.is_shown(table, viewer, blockers)) {
        lines.push(message.line(previous, names));
        previous = Some(message.id);
    }
    lines
}
