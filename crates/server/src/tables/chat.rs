//! The chat of a table: a message is stored first, then sent to those who may read it.

use super::chat_log::{CHAT_KEPT, Message, latest, lines};
use super::handle::TableHandle;
use super::services::Services;
use crate::accounts::blocks::Blockers;
use crate::error::{ApiError, Result};
use crate::site::bus::Signal;
use crate::stored;
use crate::text;
use std::collections::BTreeSet;
use std::sync::Arc;
use taijitu_protocol::{CHAT_LIMIT, ChatLine, Code, FromServer, MessageId, PlayerId, TableId};
use taijitu_store::NewChat;
use taijitu_table::{Names, Table, Viewer};

/// Cleans a message: see [`text::clean`].
///
/// # Errors
/// `invalid` if nothing visible remains, `too_large` if it is too long.
pub(crate) fn clean(text: &str) -> Result<String> {
    let Some(text) = text::clean(text) else {
        return Err(ApiError::new(Code::Invalid, "the message is empty", "le message est vide"));
    };
    if text.chars().count() > CHAT_LIMIT {
        return Err(ApiError::new(
            Code::TooLarge,
            format!("at most {CHAT_LIMIT} characters"),
            format!("au plus {CHAT_LIMIT} caractères"),
        ));
    }
    Ok(text)
}

impl Services {
    /// Stores a message and sends it to those who may read it; returns its id.
    ///
    /// # Errors
    /// `invalid` or `too_large` for the text, `unavailable` if the database fails.
    pub(super) async fn say(
        &self,
        handle: &TableHandle,
        author: PlayerId,
        text: &str,
        request: Option<&str>,
    ) -> Result<MessageId> {
        let text = clean(text)?;
        self.check_is_heard(handle, author).await?;
        let audience = handle.read(move |table| table.chat_audience(author)).await?;
        let id = MessageId(self.site.entropy.u128());
        let request = request.map_or_else(|| id.to_string(), str::to_owned);
        let new = NewChat {
            table: handle.id(),
            id,
            at: self.site.clock.now().max(audience.not_before),
            author,
            room: stored::room(audience.room),
            hidden_from: audience.hidden_from,
            request,
            text,
        };
        self.load_chat(handle).await?;
        let appended = self.site.store.say(&new).await?;
        self.deliver_chat(handle).await?;
        self.site.bus.publish(Signal::Chat(handle.id()));
        if appended.fresh {
            return Ok(id);
        }
        // Sent before with the same request id: the message keeps its first id, which others have seen.
        let rows = self.site.store.chat(handle.id(), appended.m - 1, 1).await?;
        Ok(rows.first().map_or(id, |row| row.message.id))
    }

    /// Checks that a seated player does not write to players who have all blocked them.
    async fn check_is_heard(&self, handle: &TableHandle, author: PlayerId) -> Result<()> {
        let others: Vec<PlayerId> = {
            let status = handle.status();
            if !status.is_seated(Viewer(Some(author))) {
                return Ok(());
            }
            status.players().filter(|player| *player != author).collect()
        };
        let blockers = self.accounts.blockers(&[author]).await?;
        if others.is_empty() || !others.iter().all(|other| blockers.has_blocked(Some(*other), author)) {
            return Ok(());
        }
        Err(ApiError::new(
            Code::NotWelcome,
            "your messages are hidden from everyone you play with here",
            "vos messages sont masqués pour tous ceux qui jouent ici avec vous",
        ))
    }

    /// Reads the last messages if that was not done yet; whether it was done now.
    async fn load_chat(&self, handle: &TableHandle) -> Result<bool> {
        let mut log = handle.shared().chat.0.lock().await;
        let is_new = log.is_none();
        if is_new {
            *log = Some(self.read_chat(handle.id(), 0).await?);
        }
        Ok(is_new)
    }

    /// Reads new messages, and sends each to those who may read it.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn deliver_chat(&self, handle: &TableHandle) -> Result<()> {
        let mut log = handle.shared().chat.0.lock().await;
        let Some(messages) = log.as_mut() else {
            return Ok(());
        };
        let last = messages.last().map_or(0, |message| message.m);
        let new = self.read_chat(handle.id(), last).await?;
        if new.is_empty() {
            return Ok(());
        }
        let from = messages.len();
        messages.extend(new);
        let names = self.accounts.names(messages[from..].iter().map(|message| message.author)).await?;
        let blockers = self.accounts.blockers(&authors(messages)).await?;
        let (receiver, all) = (handle.clone(), messages.clone());
        handle.read(move |table| send(&receiver, table, &all, from, (&names, &blockers))).await?;
        let surplus = messages.len().saturating_sub(CHAT_KEPT);
        messages.drain(..surplus);
        Ok(())
    }

    /// The messages a viewer may read, after one the viewer has.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(super) async fn chat_lines(
        &self,
        handle: &TableHandle,
        viewer: Viewer,
        after: Option<MessageId>,
    ) -> Result<Vec<ChatLine>> {
        // Another node may have stored messages whose signals were lost.
        if !self.load_chat(handle).await? {
            self.deliver_chat(handle).await?;
        }
        let messages = handle.shared().chat.0.lock().await.clone().unwrap_or_default();
        if messages.is_empty() {
            return Ok(vec![]);
        }
        let authors = authors(&messages);
        let names = self.accounts.names(authors.iter().copied()).await?;
        let blockers = self.accounts.blockers(&authors).await?;
        let unread = move |table: &Table| {
            // The last message of the viewer may be deleted by now. One that the viewer may not read counts
            // as unknown.
            let is_last =
                |message: &Arc<Message>| after == Some(message.id) && message.reaches(table, viewer);
            let last = messages.iter().position(is_last);
            let had = messages.iter().take(last.map_or(0, |at| at + 1));
            let had = had.filter(|message| message.is_shown(table, viewer, &blockers)).count();
            lines(&messages, table, viewer, (&names, &blockers)).split_off(had)
        };
        Ok(latest(handle.read(unread).await?))
    }

    /// Messages after a number. Messages too old to be kept in memory are not read.
    async fn read_chat(&self, table: TableId, after: i64) -> Result<Vec<Arc<Message>>> {
        let store = &self.site.store;
        let mut rows = if after > 0 { store.chat(table, after, CHAT_KEPT as i64).await? } else { vec![] };
        if after == 0 || rows.len() == CHAT_KEPT {
            rows = store.chat_before(table, i64::MAX, CHAT_KEPT as i64).await?;
            rows.retain(|row| row.m > after);
        }
        Ok(rows.iter().map(Message::of).map(Arc::new).collect())
    }
}

/// Everybody who wrote one of some messages.
fn authors(messages: &[Arc<Message>]) -> Vec<PlayerId> {
    let authors: BTreeSet<PlayerId> = messages.iter().map(|message| message.author).collect();
    authors.into_iter().collect()
}

/// Sends messages from a place in the list on to everybody who may read them.
fn send(
    handle: &TableHandle,
    table: &Table,
    messages: &[Arc<Message>],
    from: usize,
    (names, blockers): (&Names, &Blockers),
) {
    for (at, message) in messages.iter().enumerate().skip(from) {
        handle.subscribers().send_each(|viewer| {
            message.is_shown(table, viewer, blockers).then(|| {
                let readable = |earlier: &&Arc<Message>| earlier.is_shown(table, viewer, blockers);
                let previous = messages[..at].iter().rev().find(readable).map(|earlier| earlier.id);
                FromServer::Chat { table: handle.id(), line: message.line(previous, names) }
            })
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_plain() {
        assert_eq!(clean("  a\u{202e}b\tc\u{0}\n").unwrap(), "ab c");
        for unseen in [" \u{200f}\n", "\u{200b}", "\u{3164} \u{2800}"] {
            assert_eq!(clean(unseen).unwrap_err().0.code, Code::Invalid);
        }
        assert!(clean(&"é".repeat(CHAT_LIMIT)).is_ok());
        assert_eq!(clean(&"é".repeat(CHAT_LIMIT + 1)).unwrap_err().0.code, Code::TooLarge);
    }
}
