//! The chat of a table: stored apart from the log, so that messages never contend with turns.

use crate::rows::{id, read_id};
use crate::{Result, Room, Store, StoreError};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::{MessageId, PlayerId, TableId};

/// How often to retry when a concurrent writer took the number.
const TRIES: usize = 200;

/// A message to be stored; the store assigns its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewChat {
    /// The table.
    pub table: TableId,
    /// The id of the message.
    pub id: MessageId,
    /// When it was written.
    pub at: i64,
    /// The player who wrote it.
    pub author: PlayerId,
    /// Where it was written.
    pub room: Room,
    /// Players who may not see it.
    pub hidden_from: Vec<PlayerId>,
    /// The request id of the author's client: sent again, it is the same message.
    pub request: String,
    /// The text; empty once it was deleted. The row stays, so that its number and its request id are not
    /// reused.
    pub text: String,
}

/// A stored message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatRow {
    /// Its number in the chat of the table.
    pub m: i64,
    /// The message.
    pub message: NewChat,
}

impl ChatRow {
    /// Whether the message was deleted.
    #[must_use]
    pub const fn is_deleted(&self) -> bool {
        self.message.text.is_empty()
    }
}

/// The result of storing a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChatAppended {
    /// Its number in the chat of the table.
    pub m: i64,
    /// Whether it was stored now; otherwise it was there from an earlier request.
    pub fresh: bool,
}

impl Store {
    /// Stores a message under the next number of its table. A repeated request of the same author returns the
    /// number of the first one.
    pub async fn say(&self, message: &NewChat) -> Result<ChatAppended> {
        for _ in 0..TRIES {
            if let Some(m) = self.insert_message(message).await? {
                return Ok(ChatAppended { m, fresh: true });
            }
            if let Some(m) = self.message_of_request(message).await? {
                return Ok(ChatAppended { m, fresh: false });
            }
        }
        Err(StoreError::Contended)
    }

    /// The messages of a table after number `after`, oldest first.
    pub async fn chat(&self, table: TableId, after: i64, limit: i64) -> Result<Vec<ChatRow>> {
        let sql = "SELECT * FROM chat WHERE table_id = $1 AND m > $2 ORDER BY m LIMIT $3";
        let query = sqlx::query(sql).bind(table.to_string()).bind(after).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(chat).collect()
    }

    /// One message of a table, deleted or not.
    pub async fn message(&self, table: TableId, message: MessageId) -> Result<Option<ChatRow>> {
        let sql = "SELECT * FROM chat WHERE table_id = $1 AND id = $2";
        let query = sqlx::query(sql).bind(table.to_string()).bind(message.to_string());
        query.fetch_optional(self.pool()).await?.as_ref().map(chat).transpose()
    }

    /// The last messages of a table before a number, oldest first.
    pub async fn chat_before(&self, table: TableId, before: i64, limit: i64) -> Result<Vec<ChatRow>> {
        let sql = "SELECT * FROM chat WHERE table_id = $1 AND m < $2 ORDER BY m DESC LIMIT $3";
        let query = sqlx::query(sql).bind(table.to_string()).bind(before).bind(limit);
        let mut rows = query.fetch_all(self.pool()).await?.iter().map(chat).collect::<Result<Vec<_>>>()?;
        rows.reverse();
        Ok(rows)
    }

    /// The messages of a player, table by table; `after` is the table and the number of the last message of
    /// the previous page.
    pub async fn chat_of(
        &self,
        author: PlayerId,
        after: Option<(TableId, i64)>,
        limit: i64,
    ) -> Result<Vec<ChatRow>> {
        let (table, m) = after.map_or((String::new(), 0), |(table, m)| (table.to_string(), m));
        let sql =
            "SELECT * FROM chat WHERE author = $1 AND (table_id, m) > ($2, $3) ORDER BY table_id, m LIMIT $4";
        let query = sqlx::query(sql).bind(author.to_string()).bind(table).bind(m).bind(limit);
        query.fetch_all(self.archive_pool()).await?.iter().map(chat).collect()
    }

    /// The number of the new message; `None` if the number or the request exists already. The number is known
    /// before the commit, so the transaction is explicit: only committed messages are acknowledged.
    async fn insert_message(&self, message: &NewChat) -> Result<Option<i64>> {
        let sql = "INSERT INTO chat (table_id, m, id, at, author, room, hidden_from, request, text) \
                   SELECT $1, COALESCE(MAX(m), 0) + 1, $2, $3, $4, $5, $6, $7, $8 FROM chat WHERE table_id = $1 \
                   ON CONFLICT DO NOTHING RETURNING m";
        let query =
            sqlx::query(sql).bind(message.table.to_string()).bind(message.id.to_string()).bind(message.at);
        let query = query.bind(message.author.to_string()).bind(message.room.as_str());
        let query = query.bind(joined(&message.hidden_from)).bind(message.request.as_str());
        let mut writing = self.begin().await?;
        let row = query.bind(message.text.as_str()).fetch_optional(writing.connection()).await?;
        let m = row.map(|row| row.try_get("m")).transpose()?;
        writing.commit().await?;
        Ok(m)
    }

    async fn message_of_request(&self, message: &NewChat) -> Result<Option<i64>> {
        let sql = "SELECT m FROM chat WHERE table_id = $1 AND author = $2 AND request = $3";
        let query = sqlx::query(sql).bind(message.table.to_string()).bind(message.author.to_string());
        let row = query.bind(message.request.as_str()).fetch_optional(self.pool()).await?;
        Ok(row.map(|row| row.try_get("m")).transpose()?)
    }
}

/// Ids in one column, separated by spaces; an empty list is NULL.
fn joined(ids: &[PlayerId]) -> Option<String> {
    let ids: Vec<String> = ids.iter().map(PlayerId::to_string).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

fn split(ids: Option<&str>) -> Result<Vec<PlayerId>> {
    ids.into_iter().flat_map(str::split_whitespace).map(read_id).collect()
}

fn chat(row: &AnyRow) -> Result<ChatRow> {
    let message = NewChat {
        table: id(row, "table_id")?,
        id: id(row, "id")?,
        at: row.try_get("at")?,
        author: id(row, "author")?,
        room: Room::parse(row.try_get("room")?)?,
        hidden_from: split(row.try_get("hidden_from")?)?,
        request: row.try_get("request")?,
        text: row.try_get("text")?,
    };
    Ok(ChatRow { m: row.try_get("m")?, message })
}
