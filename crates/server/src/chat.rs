//! What is said at a table: stored first, then told to those who may hear it.

use crate::error::{Refused, Result};
use crate::house::House;
use crate::live::Live;
use std::collections::HashMap;
use taijitu_protocol::{CHAT_LIMIT, ChatLine, Code, FromServer, MessageId, PlayerId, Room, TableId};
use taijitu_store::{ChatRow, NewChat};
use taijitu_table::{Names, Table, Viewer, may_hear};
use tokio::sync::Mutex;

/// Messages kept in memory and sent to somebody who comes.
const KEPT: usize = 200;

/// A message as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    m: i64,
    id: MessageId,
    at: i64,
    room: Room,
    author: PlayerId,
    hidden_from: Vec<PlayerId>,
    text: String,
}

/// The last messages of a table, read when somebody first asks.
#[derive(Default)]
pub struct ChatLog(Mutex<Option<Vec<Message>>>);

const fn word(room: Room) -> &'static str {
    match room {
        Room::Players => "players",
        Room::Spectators => "spectators",
    }
}

impl Message {
    fn of(row: &ChatRow) -> Option<Self> {
        let message = &row.message;
        let hidden = message.hidden_from.as_deref().unwrap_or("");
        Some(Self {
            m: row.m,
            id: message.id.parse().ok()?,
            at: message.at,
            room: if message.room == "players" { Room::Players } else { Room::Spectators },
            author: message.author.parse().ok()?,
            hidden_from: hidden.split(' ').filter_map(|id| id.parse().ok()).collect(),
            text: message.text.clone(),
        })
    }

    fn reaches(&self, table: &Table, viewer: Viewer) -> bool {
        may_hear(viewer, self.author, &self.hidden_from)
            && (viewer.0 == Some(self.author) || table.listens(viewer, self.room))
    }

    fn line(&self, previous: Option<MessageId>, names: &Names) -> ChatLine {
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

/// The messages a viewer may hear, each linked to the one before it that the viewer may hear too.
fn lines(messages: &[Message], table: &Table, viewer: Viewer, names: &Names) -> Vec<ChatLine> {
    let mut previous = None;
    let mut lines = vec![];
    for message in messages.iter().filter(|message| message.reaches(table, viewer)) {
        lines.push(message.line(previous, names));
        previous = Some(message.id);
    }
    lines
}

/// Words as they are kept: no control characters, none that turn text around, not too long.
///
/// # Errors
/// If nothing is left, or too much.
pub(crate) fn clean(text: &str) -> Result<String> {
    let turns_around =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    let text: String =
        text.chars().filter(|&c| !turns_around(c)).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = text.trim();
    if text.is_empty() {
        return Err(Refused::new(Code::Invalid, "say something", "dites quelque chose"));
    }
    if text.chars().count() > CHAT_LIMIT {
        return Err(Refused::new(
            Code::TooLarge,
            format!("at most {CHAT_LIMIT} characters"),
            format!("au plus {CHAT_LIMIT} caractères"),
        ));
    }
    Ok(text.into())
}

impl Live {
    /// Says something; answers with the message's id once it is stored.
    ///
    /// # Errors
    /// If it cannot be said or stored.
    pub async fn say(
        &self,
        house: &House,
        author: PlayerId,
        text: &str,
        request: Option<&str>,
    ) -> Result<MessageId> {
        let text = clean(text)?;
        let (hearing, table) = {
            let state = self.lock(house).await?;
            (state.table.hearing(author), state.table.id())
        };
        let hidden: Vec<String> = hearing.hidden_from.iter().map(PlayerId::to_string).collect();
        let id = MessageId(house.chance.bits());
        let request = request.map_or_else(|| id.to_string(), str::to_owned);
        let new = NewChat {
            table: table.to_string(),
            id: id.to_string(),
            at: house.clock.now(),
            author: author.to_string(),
            room: word(hearing.room).into(),
            hidden_from: (!hidden.is_empty()).then(|| hidden.join(" ")),
            request,
            text,
        };
        self.recall(house).await?;
        let said = house.store.say(&new).await?;
        self.hear(house).await?;
        house.bus.publish(crate::bus::Signal::Chat(table));
        if said.fresh {
            return Ok(id);
        }
        // Said before under the same request: the message keeps its first id, which others have seen.
        let rows = house.store.chat(&new.table, said.m - 1, 1).await?;
        Ok(rows.first().and_then(Message::of).map_or(id, |message| message.id))
    }

    /// Reads the last messages if that was not done yet; whether it was done now.
    async fn recall(&self, house: &House) -> Result<bool> {
        let mut log = self.chat.0.lock().await;
        let is_new = log.is_none();
        if is_new {
            *log = Some(read(house, self.id, 0).await?);
        }
        Ok(is_new)
    }

    /// Reads what was said since, and tells everybody who may hear it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn hear(&self, house: &House) -> Result<()> {
        let mut log = self.chat.0.lock().await;
        let Some(messages) = log.as_mut() else {
            return Ok(());
        };
        let last = messages.last().map_or(0, |message| message.m);
        let new = read(house, self.id, last).await?;
        if new.is_empty() {
            return Ok(());
        }
        let from = messages.len();
        messages.extend(new);
        let names = house.directory.names(&house.store, messages[from..].iter().map(|m| m.author)).await?;
        let state = self.lock(house).await?;
        for at in from..messages.len() {
            self.watchers.tell_each(|viewer| {
                let message = Some(&messages[at]).filter(|message| message.reaches(&state.table, viewer))?;
                let heard = |earlier: &&Message| earlier.reaches(&state.table, viewer);
                let previous = messages[..at].iter().rev().find(heard).map(|earlier| earlier.id);
                Some(FromServer::Chat { table: self.id, line: message.line(previous, &names) })
            });
        }
        let surplus = messages.len().saturating_sub(KEPT);
        messages.drain(..surplus);
        Ok(())
    }

    /// The messages a viewer may hear, after one the viewer has.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn heard(
        &self,
        house: &House,
        viewer: Viewer,
        after: Option<MessageId>,
    ) -> Result<Vec<ChatLine>> {
        // Another node may have stored some of which no signal came.
        if !self.recall(house).await? {
            self.hear(house).await?;
        }
        let messages = self.chat.0.lock().await.clone().unwrap_or_default();
        let authors: HashMap<PlayerId, ()> = messages.iter().map(|message| (message.author, ())).collect();
        let names = house.directory.names(&house.store, authors.into_keys()).await?;
        let state = self.lock(house).await?;
        let mut lines = lines(&messages, &state.table, viewer, &names);
        if let Some(at) = after.and_then(|id| lines.iter().position(|line| line.id == id)) {
            lines.drain(..=at);
        }
        Ok(lines)
    }
}

/// Messages after a number. Older ones than are kept are skipped.
async fn read(house: &House, table: TableId, after: i64) -> Result<Vec<Message>> {
    let rows = house.store.chat(&table.to_string(), after, i64::MAX).await?;
    let skip = rows.len().saturating_sub(KEPT);
    Ok(rows[skip..].iter().filter_map(Message::of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_plain() {
        assert_eq!(clean("  a\u{202e}b\tc\u{0}\n").unwrap(), "ab c");
        assert_eq!(clean(" \u{200f}\n").unwrap_err().0.code, Code::Invalid);
        assert!(clean(&"é".repeat(CHAT_LIMIT)).is_ok());
        assert_eq!(clean(&"é".repeat(CHAT_LIMIT + 1)).unwrap_err().0.code, Code::TooLarge);
    }
}
