//! Removes the messages of a deleted player from memory and from open pages.

use super::chat_log::{CHAT_KEPT, Message};
use super::directory::Tables;
use super::handle::TableHandle;
use super::services::Services;
use crate::error::Result;
use std::collections::HashMap;
use std::sync::Arc;
use taijitu_protocol::{FromServer, PlayerId};
use taijitu_table::Table;

impl Tables {
    /// Reads the messages of a player again, at tables in use that have some in memory. If they are deleted,
    /// viewers who may have read one are notified.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn forget_words(&self, author: PlayerId) -> Result<()> {
        for handle in self.loaded() {
            self.services().read_words_again(&handle, author).await?;
        }
        Ok(())
    }
}

impl Services {
    async fn read_words_again(&self, handle: &TableHandle, author: PlayerId) -> Result<()> {
        let mut log = handle.shared().chat.0.lock().await;
        let Some(messages) = log.as_mut() else { return Ok(()) };
        let Some(first) = messages.iter().find(|message| message.author == author) else { return Ok(()) };
        let rows = self.site.store.chat(handle.id(), first.m - 1, CHAT_KEPT as i64).await?;
        let mut stored: HashMap<i64, Message> = rows.iter().map(|row| (row.m, Message::of(row))).collect();
        let mut gone = vec![];
        for message in messages.iter_mut().filter(|message| message.author == author) {
            let Some(now) = stored.remove(&message.m) else { continue };
            let was_shown = !message.is_deleted();
            *message = Arc::new(now);
            if was_shown && message.is_deleted() {
                gone.push(message.clone());
            }
        }
        drop(log);
        self.notify_withdrawn(handle, author, gone).await
    }

    /// Notifies viewers who may have read one of some messages that all messages of the author are gone: one
    /// notification for all of them.
    async fn notify_withdrawn(
        &self,
        handle: &TableHandle,
        author: PlayerId,
        gone: Vec<Arc<Message>>,
    ) -> Result<()> {
        if gone.is_empty() {
            return Ok(());
        }
        let receiver = handle.clone();
        let notify = move |table: &Table| {
            let message = FromServer::Withdrawn { table: receiver.id(), author };
            let may_have_read = |viewer| gone.iter().any(|message| message.reaches(table, viewer));
            receiver.subscribers().send_each(|viewer| may_have_read(viewer).then(|| message.clone()));
        };
        handle.read(notify).await
    }
}
