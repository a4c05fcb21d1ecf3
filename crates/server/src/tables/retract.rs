//! Deleted messages: clients that have them are sent a request to remove them, and new clients do not get them.

use super::chat_log::Message;
use super::directory::Tables;
use super::handle::TableHandle;
use super::services::Services;
use crate::error::Result;
use std::sync::Arc;
use taijitu_protocol::{FromServer, MessageId, TableId};
use taijitu_table::Viewer;

/// Maximum number of deleted messages in a snapshot: older ones are on no screen any more.
const MAX_IN_SNAPSHOT: usize = 100;

impl Tables {
    /// Notifies all viewers of a table that a message was deleted. A table that is not in use has no viewers.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn retract(&self, table: TableId, message: MessageId) -> Result<()> {
        match self.loaded_table(table) {
            Some(handle) => self.services().retract(&handle, message).await,
            None => Ok(()),
        }
    }

    /// The recent messages that were deleted and that a viewer may have seen, the latest last.
    ///
    /// # Errors
    /// `unavailable` if the log of the table has to be read again and cannot be.
    pub(crate) async fn retracted(&self, table: &TableHandle, viewer: Viewer) -> Result<Vec<MessageId>> {
        let messages = table.shared().chat.0.lock().await.clone().unwrap_or_default();
        let deleted: Vec<Arc<Message>> =
            messages.into_iter().filter(|message| message.is_deleted()).collect();
        if deleted.is_empty() {
            return Ok(vec![]);
        }
        let reached = move |table: &taijitu_table::Table| {
            let reached = deleted.iter().filter(|message| message.reaches(table, viewer));
            reached.map(|message| message.id).collect::<Vec<_>>()
        };
        let mut ids = table.read(reached).await?;
        let surplus = ids.len().saturating_sub(MAX_IN_SNAPSHOT);
        ids.drain(..surplus);
        Ok(ids)
    }
}

impl Services {
    async fn retract(&self, handle: &TableHandle, id: MessageId) -> Result<()> {
        let mut log = handle.shared().chat.0.lock().await;
        let Some(messages) = log.as_mut() else {
            return Ok(());
        };
        let gone = match messages.iter_mut().find(|message| message.id == id) {
            Some(message) => {
                *message = Arc::new(message.deleted());
                message.clone()
            }
            // Older than what is kept in memory; it may still be on an open page.
            None => match self.site.store.message(handle.id(), id).await? {
                Some(row) => Arc::new(Message::of(&row).deleted()),
                None => return Ok(()),
            },
        };
        let receiver = handle.clone();
        handle
            .read(move |table| {
                receiver.subscribers().send_each(|viewer| {
                    let message = FromServer::Retracted { table: receiver.id(), id };
                    gone.reaches(table, viewer).then_some(message)
                });
            })
            .await
    }
}
