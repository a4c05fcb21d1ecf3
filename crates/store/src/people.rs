//! Who follows whom, who has blocked whom, and which accounts are programs.

use crate::open::WriteTransaction;
use crate::rows::{by_ids, id};
use crate::{Result, Store};
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::PlayerId;

/// A list of people that a player keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleList {
    /// Those the player follows.
    Follows,
    /// Those the player has blocked.
    Blocks,
}

impl PeopleList {
    /// The table, and its column with the other player.
    const fn table(self) -> (&'static str, &'static str) {
        match self {
            Self::Follows => ("follows", "followed"),
            Self::Blocks => ("blocks", "blocked"),
        }
    }
}

/// A player on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedPlayer {
    /// The listed player.
    pub player: PlayerId,
    /// Since when.
    pub since: i64,
}

/// The outcome of adding a player to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOutcome {
    /// The player is on it now, and was not before.
    Added,
    /// The player was on it already.
    Already,
    /// The list is full.
    Full,
}

impl Store {
    /// Adds a player to a list of another, unless the list is full. Blocking ends following.
    pub async fn add_to_list(
        &self,
        list: PeopleList,
        player: PlayerId,
        other: PlayerId,
        now: i64,
        limit: i64,
    ) -> Result<ListOutcome> {
        let (table, column) = list.table();
        let mut writing = self.begin().await?;
        hold_player(&mut writing, player).await?;
        let sql = format!("SELECT since FROM {table} WHERE player = $1 AND {column} = $2");
        let known = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(other.to_string());
        if known.fetch_optional(writing.connection()).await?.is_some() {
            return Ok(ListOutcome::Already);
        }
        let sql = format!("SELECT count(*) FROM {table} WHERE player = $1");
        let count = sqlx::query_scalar(AssertSqlSafe(sql)).bind(player.to_string());
        let count: i64 = count.fetch_one(writing.connection()).await?;
        if count >= limit {
            return Ok(ListOutcome::Full);
        }
        let sql = format!("INSERT INTO {table} (player, {column}, since) VALUES ($1, $2, $3)");
        let insert = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(other.to_string());
        insert.bind(now).execute(writing.connection()).await?;
        if list == PeopleList::Blocks {
            let sql = "DELETE FROM follows WHERE (player = $1 AND followed = $2) OR (player = $2 AND followed = $1)";
            let query = sqlx::query(sql).bind(player.to_string()).bind(other.to_string());
            query.execute(writing.connection()).await?;
        }
        writing.commit().await?;
        Ok(ListOutcome::Added)
    }

    /// Removes a player from a list of another; returns whether they were on it.
    pub async fn remove_from_list(
        &self,
        list: PeopleList,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<bool> {
        let (table, column) = list.table();
        let sql = format!("DELETE FROM {table} WHERE player = $1 AND {column} = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(other.to_string());
        Ok(self.write(query).await? > 0)
    }

    /// A list of a player, the latest first.
    pub async fn list_of(&self, list: PeopleList, player: PlayerId) -> Result<Vec<ListedPlayer>> {
        let (table, column) = list.table();
        let sql = format!(
            "SELECT {column} AS other, since FROM {table} WHERE player = $1 ORDER BY since DESC, {column}"
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| Ok(ListedPlayer { player: id(row, "other")?, since: row.try_get("since")? }))
            .collect()
    }

    /// Whether a player is on a list of another one.
    pub async fn is_listed(&self, list: PeopleList, player: PlayerId, other: PlayerId) -> Result<bool> {
        let (table, column) = list.table();
        let sql = format!("SELECT since FROM {table} WHERE player = $1 AND {column} = $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(other.to_string());
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    /// Those of some players who have a player on a list of theirs.
    pub async fn listed_by(
        &self,
        list: PeopleList,
        other: PlayerId,
        players: &[PlayerId],
    ) -> Result<Vec<PlayerId>> {
        let (table, column) = list.table();
        let before = format!("SELECT player FROM {table} WHERE {column} = '{other}' AND player IN");
        let mut connection = self.pool().acquire().await?;
        by_ids(&mut connection, &before, players, "").await?.iter().map(|row| id(row, "player")).collect()
    }

    /// Everybody who has blocked a player.
    pub async fn blockers_of(&self, player: PlayerId) -> Result<Vec<PlayerId>> {
        let sql = "SELECT player FROM blocks WHERE blocked = $1";
        let rows = sqlx::query(sql).bind(player.to_string()).fetch_all(self.pool()).await?;
        rows.iter().map(|row| id(row, "player")).collect()
    }

    /// Of some players, each who has blocked another one of them, with that one.
    pub async fn blocks_among(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, PlayerId)>> {
        let mut connection = self.pool().acquire().await?;
        let before = "SELECT player, blocked FROM blocks WHERE player IN";
        let rows = by_ids(&mut connection, before, players, "").await?;
        let mut pairs = vec![];
        for row in &rows {
            let pair = (id(row, "player")?, id(row, "blocked")?);
            if players.contains(&pair.1) {
                pairs.push(pair);
            }
        }
        Ok(pairs)
    }

    /// Marks an account as a program, or as a person again.
    pub async fn set_bot(&self, player: PlayerId, is_bot: bool, now: i64) -> Result<()> {
        if is_bot {
            let sql = "INSERT INTO bots (player, since) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            return self.write(sqlx::query(sql).bind(player.to_string()).bind(now)).await.map(drop);
        }
        self.write(sqlx::query("DELETE FROM bots WHERE player = $1").bind(player.to_string())).await.map(drop)
    }

    /// Whether an account is a program.
    pub async fn is_bot(&self, player: PlayerId) -> Result<bool> {
        let query = sqlx::query("SELECT since FROM bots WHERE player = $1").bind(player.to_string());
        Ok(query.fetch_optional(self.pool()).await?.is_some())
    }

    /// The preferences of a player as text; `None` if all have their defaults.
    pub async fn preferences(&self, player: PlayerId) -> Result<Option<String>> {
        let sql = "SELECT body FROM preferences WHERE player = $1";
        let row = sqlx::query(sql).bind(player.to_string()).fetch_optional(self.pool()).await?;
        row.map(|row| Ok(row.try_get("body")?)).transpose()
    }

    /// The same for some players; those without a row are left out.
    pub async fn preferences_of(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>> {
        let mut connection = self.pool().acquire().await?;
        let before = "SELECT player, body FROM preferences WHERE player IN";
        let rows = by_ids(&mut connection, before, players, "").await?;
        rows.iter().map(|row| Ok((id(row, "player")?, row.try_get("body")?))).collect()
    }

    /// Stores the preferences of a player.
    pub async fn set_preferences(&self, player: PlayerId, body: &str) -> Result<()> {
        let sql = "INSERT INTO preferences (player, body) VALUES ($1, $2) \
                   ON CONFLICT (player) DO UPDATE SET body = excluded.body";
        self.write(sqlx::query(sql).bind(player.to_string()).bind(body)).await.map(drop)
    }
}

/// Lets a concurrent transaction that counts something of this player wait until this one has ended.
pub(crate) async fn hold_player(writing: &mut WriteTransaction, player: PlayerId) -> Result<()> {
    let hold = sqlx::query("UPDATE players SET seen = seen WHERE id = $1").bind(player.to_string());
    hold.execute(writing.connection()).await?;
    Ok(())
}
