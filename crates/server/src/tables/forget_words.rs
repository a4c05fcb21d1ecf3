//! What somebody wrote is deleted with them: out of memory and off open pages, too.

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
    /// Reads the messages of a player again, at tables in use where some are in memory. If they are deleted, those who watch
    /// and may have read one are told.
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
        self.tell_withdrawn(handle, author, gone).await
    }

    /// Tells those who may have read one of some messages that all of that author's are gone: one message, however many
    /// there were.
    async fn tell_withdrawn(
        &self,
        handle: &TableHandle,
        author: PlayerId,
        gone: Vec<Arc<Message>>,
    ) -> Result<()> {
        if gone.is_empty() {
            return Ok(());
        }
        let receiver = handle.clone();
        let tell = move |table: &Table| {
            let told = FromServer::Withdrawn { table: receiver.id(), author };
            let may_have_read = |viewer| gone.iter().any(|message| message.reaches(table, viewer));
            receiver.subscribers().send_each(|viewer| may_have_read(viewer).then(|| told.clone()));
        };
        handle.read(tell).await
    }
}
