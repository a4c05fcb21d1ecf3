//! Correspondence: vacations of players, and their conditional turns.

use crate::open::WriteTransaction;
use crate::people::hold_player;
use crate::rows::id;
use crate::{FollowUp, FollowUpSubject, Result, Store, follow_ups};
use sqlx::Row;
use sqlx::any::AnyRow;
use taijitu_ids::{PlayerId, TableId};

/// A vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationRow {
    /// When it began.
    pub began: i64,
    /// When it ends, or ended.
    pub ends: i64,
}

/// The conditional turns of a player at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalRow {
    /// The table.
    pub table: TableId,
    /// The player who wrote them.
    pub player: PlayerId,
    /// The number of the game.
    pub game: i64,
    /// The number of turns after which the tree begins.
    pub after: i64,
    /// The tree, as text that the store does not parse.
    pub body: String,
}

impl Store {
    /// The vacations of a player that end after a time, the earliest first.
    pub async fn vacations(&self, player: PlayerId, since: i64) -> Result<Vec<VacationRow>> {
        let sql = "SELECT began, ends FROM vacations WHERE player = $1 AND ends > $2 ORDER BY began";
        let rows = sqlx::query(sql).bind(player.to_string()).bind(since).fetch_all(self.pool()).await?;
        rows.iter().map(vacation).collect()
    }

    /// Stores a vacation if `may` allows it, given those that end after a time; returns whether it was stored. Of two that are
    /// taken at the same time the second is checked against the first.
    pub async fn take_vacation(
        &self,
        player: PlayerId,
        wanted: VacationRow,
        since: i64,
        may: impl FnOnce(&[VacationRow]) -> bool + Send,
    ) -> Result<bool> {
        let mut writing = self.begin().await?;
        hold_player(&mut writing, player).await?;
        let sql = "SELECT began, ends FROM vacations WHERE player = $1 AND ends > $2 ORDER BY began";
        let query = sqlx::query(sql).bind(player.to_string()).bind(since);
        let rows = query.fetch_all(writing.connection()).await?;
        let known: Vec<VacationRow> = rows.iter().map(vacation).collect::<Result<_>>()?;
        if !may(&known) {
            return Ok(false);
        }
        let sql = "INSERT INTO vacations (player, began, ends) VALUES ($1, $2, $3)";
        let query = sqlx::query(sql).bind(player.to_string()).bind(wanted.began).bind(wanted.ends);
        query.execute(writing.connection()).await?;
        insert_follow_up(&mut writing, player, wanted.began).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Ends the vacation of a player that lasts at a time; returns whether there was one.
    pub async fn end_vacation(&self, player: PlayerId, now: i64) -> Result<bool> {
        let sql = "UPDATE vacations SET ends = $2 WHERE player = $1 AND began <= $2 AND ends > $2";
        let mut writing = self.begin().await?;
        let query = sqlx::query(sql).bind(player.to_string()).bind(now);
        if query.execute(writing.connection()).await?.rows_affected() == 0 {
            return Ok(false);
        }
        insert_follow_up(&mut writing, player, now).await?;
        writing.commit().await?;
        Ok(true)
    }

    /// Deletes the vacations that ended before a time; returns their number.
    pub async fn sweep_vacations(&self, before: i64) -> Result<u64> {
        self.write(sqlx::query("DELETE FROM vacations WHERE ends < $1").bind(before)).await
    }

    /// Stores the conditional turns of a player at a table, in place of earlier ones.
    pub async fn set_conditional_turns(&self, row: &ConditionalRow) -> Result<()> {
        let sql = "INSERT INTO conditional_turns (table_id, player, game, after_turns, body) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (table_id, player) DO UPDATE SET game = excluded.game, \
                   after_turns = excluded.after_turns, body = excluded.body";
        let query = sqlx::query(sql).bind(row.table.to_string()).bind(row.player.to_string());
        self.write(query.bind(row.game).bind(row.after).bind(row.body.as_str())).await.map(drop)
    }

    /// The conditional turns of a player at a table.
    pub async fn conditional_turns(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<ConditionalRow>> {
        let sql = "SELECT table_id, player, game, after_turns, body FROM conditional_turns \
                   WHERE table_id = $1 AND player = $2";
        let query = sqlx::query(sql).bind(table.to_string()).bind(player.to_string());
        query.fetch_optional(self.pool()).await?.as_ref().map(conditional).transpose()
    }

    /// The conditional turns of a player at all tables.
    pub async fn conditional_turns_of(&self, player: PlayerId) -> Result<Vec<ConditionalRow>> {
        let sql = "SELECT table_id, player, game, after_turns, body FROM conditional_turns \
                   WHERE player = $1 ORDER BY table_id";
        let rows = sqlx::query(sql).bind(player.to_string()).fetch_all(self.pool()).await?;
        rows.iter().map(conditional).collect()
    }

    /// Deletes conditional turns as they were read: what their author has written since stays. Whether they were there.
    pub async fn drop_conditional_turns(&self, read: &ConditionalRow) -> Result<bool> {
        let sql = "DELETE FROM conditional_turns WHERE table_id = $1 AND player = $2 AND game = $3 \
                   AND after_turns = $4 AND body = $5";
        let query = sqlx::query(sql).bind(read.table.to_string()).bind(read.player.to_string());
        Ok(self.write(query.bind(read.game).bind(read.after).bind(read.body.as_str())).await? > 0)
    }

    /// Deletes the conditional turns of a player at a table; whether there were any.
    pub async fn delete_conditional_turns(&self, table: TableId, player: PlayerId) -> Result<bool> {
        let sql = "DELETE FROM conditional_turns WHERE table_id = $1 AND player = $2";
        Ok(self.write(sqlx::query(sql).bind(table.to_string()).bind(player.to_string())).await? > 0)
    }
}

/// After a vacation was taken or ended, the clocks at the player's tables have to follow.
async fn insert_follow_up(writing: &mut WriteTransaction, player: PlayerId, at: i64) -> Result<()> {
    let follow_up = FollowUp::single(FollowUpSubject::Vacation(player), at);
    follow_ups::insert(writing.connection(), &[(follow_up, at)]).await
}

fn vacation(row: &AnyRow) -> Result<VacationRow> {
    Ok(VacationRow { began: row.try_get("began")?, ends: row.try_get("ends")? })
}

fn conditional(row: &AnyRow) -> Result<ConditionalRow> {
    Ok(ConditionalRow {
        table: id(row, "table_id")?,
        player: id(row, "player")?,
        game: row.try_get("game")?,
        after: row.try_get("after_turns")?,
        body: row.try_get("body")?,
    })
}
