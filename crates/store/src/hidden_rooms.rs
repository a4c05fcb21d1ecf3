//! Rooms of a chat that players have hidden from themselves where the log of the table must not contain it.

use crate::rows::id;
use crate::tables::flag;
use crate::{Result, Room, Store};
use sqlx::Row;
use taijitu_ids::{PlayerId, TableId};

/// A room that a player has hidden, or shown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiddenRoom {
    /// The player.
    pub player: PlayerId,
    /// The room.
    pub room: Room,
    /// Whether it is hidden.
    pub hidden: bool,
}

impl Store {
    /// Stores the choice of a player for a room of a table.
    pub async fn hide_room(&self, table: TableId, choice: HiddenRoom) -> Result<()> {
        let sql = "INSERT INTO hidden_rooms (table_id, player, room, hidden) VALUES ($1, $2, $3, $4) \
                   ON CONFLICT (table_id, player, room) DO UPDATE SET hidden = excluded.hidden";
        let query = sqlx::query(sql).bind(table.to_string()).bind(choice.player.to_string());
        self.write(query.bind(choice.room.as_str()).bind(i64::from(choice.hidden))).await.map(drop)
    }

    /// The choices of all players for the rooms of a table.
    pub async fn hidden_rooms(&self, table: TableId) -> Result<Vec<HiddenRoom>> {
        let sql = "SELECT player, room, hidden FROM hidden_rooms WHERE table_id = $1";
        let rows = sqlx::query(sql).bind(table.to_string()).fetch_all(self.pool()).await?;
        let read = |row: &sqlx::any::AnyRow| {
            let room: String = row.try_get("room")?;
            Ok(HiddenRoom {
                player: id(row, "player")?,
                room: Room::parse(&room)?,
                hidden: flag(row, "hidden")?,
            })
        };
        rows.iter().map(read).collect()
    }
}
