//! Deletes unused rows: guests without any activity, closed tables, tournaments that came to no game, heartbeats of stopped nodes.
//!
//! Rows are looked at in the order of time, a bounded number in one transaction, so that turns of running games wait for a
//! moment at most. A [`SweepCursor`] remembers where to go on. Accounts, finished games and the audit log are never deleted.

use crate::rows::{by_ids, id};
use crate::{Result, Store};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::fmt::Display;
use taijitu_ids::{PlayerId, TableId, TournamentId};

/// Where the ids of players are that keep a guest: as long as there is such a row the guest stays.
const KEEPS_GUEST: [(&str, &str); 13] = [
    ("seats", "player"),
    ("tables", "host"),
    ("chat", "author"),
    ("game_players", "player"),
    ("played", "player"),
    ("reports", "player"),
    ("complaints", "player"),
    ("audit", "player"),
    ("bans", "subject"),
    ("challenges", "challenger"),
    ("challenges", "challenged"),
    ("tournament_players", "player"),
    ("tournaments", "host"),
];
/// What is deleted together with a guest.
const GOES_WITH_GUEST: [(&str, &str); 16] = [
    ("sessions", "player"),
    ("sign_ins", "player"),
    ("held_names", "player"),
    ("hidden_rooms", "player"),
    ("tallies", "scope"),
    ("follows", "player"),
    ("follows", "followed"),
    ("blocks", "player"),
    ("blocks", "blocked"),
    ("preferences", "player"),
    ("bots", "player"),
    ("notices", "player"),
    ("push_endpoints", "player"),
    ("notice_mails", "player"),
    ("vacations", "player"),
    ("conditional_turns", "player"),
];
/// What only accounts have.
#[cfg(test)]
const OF_ACCOUNTS: [(&str, &str); 11] = [
    ("tokens", "player"),
    ("moderators", "player"),
    ("audit", "moderator"),
    ("recovery_codes", "player"),
    ("second_factors", "player"),
    ("mail_addresses", "player"),
    ("mail_tokens", "player"),
    ("ratings", "player"),
    ("rating_changes", "player"),
    ("puzzle_players", "player"),
    ("puzzle_tries", "player"),
];
/// What is deleted together with a closed table.
const GOES_WITH_TABLE: [&str; 5] = ["events", "seats", "hidden_rooms", "conditional_turns", "chat"];

/// What is deleted together with a tournament; one with games stays.
const GOES_WITH_TOURNAMENT: [&str; 2] = ["tournament_events", "tournament_players"];

/// What is deleted with the log of a closed table, whose row stays.
const GOES_WITH_LOG: [&str; 3] = ["events", "seats", "hidden_rooms"];

/// Where a sweep has come to; the default is the beginning, to which it returns after the end.
#[derive(Clone, Debug, Default)]
pub struct SweepCursor {
    /// Whether the tables or tournaments are public: both kinds are walked through one after the other.
    public: bool,
    at: i64,
    id: String,
}

impl SweepCursor {
    /// Goes on after tables or tournaments that were found, at most `limit`, the last of them in `last`: private ones first,
    /// then public ones. Returns whether these were the last of all.
    fn go_on(&mut self, found: &[impl Display], last: Option<&AnyRow>, limit: i64) -> Result<bool> {
        let is_public = self.public;
        let has_more = found.len() as i64 == limit;
        *self = match (found.last(), last) {
            (Some(id), Some(row)) if has_more => {
                Self { public: is_public, at: row.try_get(1)?, id: id.to_string() }
            }
            _ => Self { public: !is_public, ..Self::default() },
        };
        Ok(!has_more && is_public)
    }
}

/// What a step of a sweep did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepOutcome {
    /// How many were deleted.
    pub deleted: usize,
    /// Whether it has come to the end.
    pub is_over: bool,
}

impl Store {
    /// Looks at the next guests who were last seen before a time, and deletes those of whom nothing else is stored: no seat,
    /// table, message, game, report, ban or entry of the audit log.
    pub async fn sweep_guests(
        &self,
        before: i64,
        cursor: &mut SweepCursor,
        limit: i64,
    ) -> Result<SweepOutcome> {
        let sql = "SELECT id, seen FROM players WHERE guest = 1 AND seen < $1 AND (seen, id) > ($2, $3) \
                   ORDER BY seen, id LIMIT $4";
        let query = sqlx::query(sql).bind(before).bind(cursor.at).bind(cursor.id.as_str()).bind(limit);
        let rows = query.fetch_all(self.archive_pool()).await?;
        let found: Vec<PlayerId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let is_over = (found.len() as i64) < limit;
        *cursor = match (found.last(), rows.last()) {
            (Some(last), Some(row)) if !is_over => {
                SweepCursor { public: false, at: row.try_get(1)?, id: last.to_string() }
            }
            _ => SweepCursor::default(),
        };
        let deleted = if found.is_empty() { 0 } else { self.delete_guests(&found, before).await? };
        Ok(SweepOutcome { deleted, is_over })
    }

    async fn delete_guests(&self, guests: &[PlayerId], before: i64) -> Result<usize> {
        let mut condition =
            format!("AND guest = 1 AND seen < {before} AND (muted_until IS NULL OR muted_until < {before})");
        for (table, column) in KEEPS_GUEST {
            condition += &format!(" AND NOT EXISTS (SELECT 1 FROM {table} x WHERE x.{column} = players.id)");
        }
        let mut writing = self.begin().await?;
        let connection = writing.connection();
        let sql = "DELETE FROM players WHERE id IN";
        let rows = by_ids(connection, sql, guests, &format!("{condition} RETURNING id")).await?;
        let deleted: Vec<PlayerId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        for (table, column) in GOES_WITH_GUEST {
            delete_all(connection, table, column, &deleted).await?;
        }
        writing.commit().await?;
        Ok(deleted.len())
    }

    /// Looks at the next tables that were closed in a period, and deletes their events and seats; their rows stay. Only tables
    /// in use need their log: a finished game is one row elsewhere. Returns how many logs there were.
    pub async fn sweep_closed_logs(
        &self,
        from: i64,
        to: i64,
        cursor: &mut SweepCursor,
        limit: i64,
    ) -> Result<SweepOutcome> {
        let sql = "SELECT id, updated FROM tables WHERE state = 'closed' AND public = $1 AND updated >= $2 \
                   AND updated < $3 AND (updated, id) > ($4, $5) ORDER BY updated, id LIMIT $6";
        let query = sqlx::query(sql).bind(i64::from(cursor.public)).bind(from).bind(to);
        let rows = query.bind(cursor.at).bind(cursor.id.as_str()).bind(limit);
        let rows = rows.fetch_all(self.archive_pool()).await?;
        let found: Vec<TableId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let deleted = self.delete_logs(&found).await?;
        // Only now: a step that failed is made again.
        let is_over = cursor.go_on(&found, rows.last(), limit)?;
        Ok(SweepOutcome { deleted, is_over })
    }

    /// Deletes the logs of those of some tables that have one.
    async fn delete_logs(&self, tables: &[TableId]) -> Result<usize> {
        if tables.is_empty() {
            return Ok(0);
        }
        let mut connection = self.archive_pool().acquire().await?;
        let sql = "SELECT DISTINCT table_id FROM events WHERE table_id IN";
        let rows = by_ids(&mut connection, sql, tables, "").await?;
        drop(connection);
        let with_log: Vec<TableId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        if with_log.is_empty() {
            return Ok(0);
        }
        let mut writing = self.begin().await?;
        for table in GOES_WITH_LOG {
            delete_all(writing.connection(), table, "table_id", &with_log).await?;
        }
        writing.commit().await?;
        Ok(with_log.len())
    }

    /// Looks at the next closed tables and deletes, with what was said there, those that were closed before the first time and
    /// at which no game ended, and those that were closed before the second, earlier one. A table that an open report is about
    /// stays. Games of the archive are not touched.
    pub async fn sweep_closed_tables(
        &self,
        without_games: i64,
        with_games: i64,
        cursor: &mut SweepCursor,
        limit: i64,
    ) -> Result<SweepOutcome> {
        let sql = "SELECT id, updated FROM tables WHERE state = 'closed' AND public = $1 AND updated < $2 \
                   AND (updated, id) > ($3, $4) ORDER BY updated, id LIMIT $5";
        let query = sqlx::query(sql).bind(i64::from(cursor.public)).bind(without_games);
        let query = query.bind(cursor.at).bind(cursor.id.as_str()).bind(limit);
        let rows = query.fetch_all(self.archive_pool()).await?;
        let found: Vec<TableId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let is_over = cursor.go_on(&found, rows.last(), limit)?;
        let deleted =
            if found.is_empty() { 0 } else { self.delete_tables(&found, without_games, with_games).await? };
        Ok(SweepOutcome { deleted, is_over })
    }

    async fn delete_tables(&self, tables: &[TableId], without_games: i64, with_games: i64) -> Result<usize> {
        let condition = format!(
            "AND state = 'closed' AND updated < {without_games} \
             AND (updated < {with_games} OR NOT EXISTS (SELECT 1 FROM games g WHERE g.table_id = tables.id)) \
             AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.closed IS NULL AND r.table_id = tables.id) \
             RETURNING id"
        );
        let mut writing = self.begin().await?;
        let connection = writing.connection();
        let rows = by_ids(connection, "DELETE FROM tables WHERE id IN", tables, &condition).await?;
        let deleted: Vec<TableId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        for table in GOES_WITH_TABLE {
            delete_all(connection, table, "table_id", &deleted).await?;
        }
        writing.commit().await?;
        Ok(deleted.len())
    }

    /// Looks at the next tournaments that were called off before a time, and deletes those in which no table was opened and
    /// no record of a real board entered.
    pub async fn sweep_called_off_tournaments(
        &self,
        before: i64,
        cursor: &mut SweepCursor,
        limit: i64,
    ) -> Result<SweepOutcome> {
        let sql = "SELECT id, at FROM tournaments WHERE state = 'called-off' AND public = $1 AND at < $2 \
                   AND (at, id) > ($3, $4) ORDER BY at, id LIMIT $5";
        let query = sqlx::query(sql).bind(i64::from(cursor.public)).bind(before);
        let query = query.bind(cursor.at).bind(cursor.id.as_str()).bind(limit);
        let rows = query.fetch_all(self.archive_pool()).await?;
        let found: Vec<TournamentId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let is_over = cursor.go_on(&found, rows.last(), limit)?;
        let deleted = if found.is_empty() { 0 } else { self.delete_tournaments(&found).await? };
        Ok(SweepOutcome { deleted, is_over })
    }

    async fn delete_tournaments(&self, tournaments: &[TournamentId]) -> Result<usize> {
        let condition = "AND state = 'called-off' AND NOT EXISTS \
                         (SELECT 1 FROM tournament_games g WHERE g.tournament_id = tournaments.id) RETURNING id";
        let mut writing = self.begin().await?;
        let connection = writing.connection();
        let rows = by_ids(connection, "DELETE FROM tournaments WHERE id IN", tournaments, condition).await?;
        let deleted: Vec<TournamentId> = rows.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        for table in GOES_WITH_TOURNAMENT {
            delete_all(connection, table, "tournament_id", &deleted).await?;
        }
        writing.commit().await?;
        Ok(deleted.len())
    }

    /// Deletes the heartbeats before a time, except the newest one of all, and the outages that ended before another.
    pub async fn sweep_heartbeats(&self, before: i64, outages_before: i64) -> Result<()> {
        let sql = "DELETE FROM heartbeats WHERE at < $1 AND at < (SELECT MAX(at) FROM heartbeats)";
        self.write(sqlx::query(sql).bind(before)).await?;
        self.write(sqlx::query("DELETE FROM outages WHERE ended < $1").bind(outages_before)).await?;
        Ok(())
    }

    /// Deletes the heartbeats of all other nodes: for a node that has the database for itself and has written its first
    /// heartbeat. Otherwise a server that was started again would count as two for a while.
    pub async fn forget_other_nodes(&self, node: &str) -> Result<()> {
        self.write(sqlx::query("DELETE FROM heartbeats WHERE node <> $1").bind(node)).await?;
        Ok(())
    }
}

async fn delete_all(
    connection: &mut AnyConnection,
    table: &str,
    column: &str,
    ids: &[impl Display],
) -> Result<()> {
    by_ids(connection, &format!("DELETE FROM {table} WHERE {column} IN"), ids, "").await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TABLES;

    /// A migration that adds a column with players has to decide here whether it keeps a guest.
    #[test]
    fn every_column_with_a_player_is_considered() {
        let known: Vec<(&str, &str)> =
            KEEPS_GUEST.into_iter().chain(GOES_WITH_GUEST).chain(OF_ACCOUNTS).collect();
        let holds_players = [
            "player",
            "author",
            "host",
            "moderator",
            "opponent",
            "scope",
            "challenger",
            "challenged",
            "followed",
            "blocked",
        ];
        for table in TABLES {
            for (column, _) in table.columns {
                if holds_players.contains(column) {
                    assert!(known.contains(&(table.name, column)), "{}.{column}", table.name);
                }
            }
        }
        for table in TABLES.iter().filter(|table| table.columns.iter().any(|(name, _)| *name == "table_id")) {
            let stays = ["games", "reports", "audit", "challenges", "tournament_games"].contains(&table.name);
            assert!(stays || GOES_WITH_TABLE.contains(&table.name), "{}", table.name);
        }
        for table in
            TABLES.iter().filter(|table| table.columns.iter().any(|(name, _)| *name == "tournament_id"))
        {
            let stays = ["tournament_games", "reports", "audit"].contains(&table.name);
            assert!(stays || GOES_WITH_TOURNAMENT.contains(&table.name), "{}", table.name);
        }
    }
}
