//! What somebody wrote is deleted with them: out of memory, too.

use super::chat_log::{KEPT, Message};
use super::directory::Tables;
use super::handle::TableHandle;
use super::services::Services;
use crate::error::Result;
use std::collections::HashMap;
use std::sync::Arc;
use taijitu_protocol::PlayerId;

impl Tables {
    /// Reads the messages of a player again, at tables in use where some are in memory: they may be deleted.
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
        let rows = self.site.store.chat(handle.id(), first.m - 1, KEPT as i64).await?;
        let mut stored: HashMap<i64, Message> = rows.iter().map(|row| (row.m, Message::of(row))).collect();
        for message in messages.iter_mut().filter(|message| message.author == author) {
            if let Some(now) = stored.remove(&message.m) {
                *message = Arc::new(now);
            }
        }
        Ok(())
    }
}
