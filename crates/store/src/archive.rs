//! Queries of the archive: pages of games, positions, exports.
//!
//! A page walks down one index from where the last one ended and examines a bounded number of its rows: a
//! rare game is found after some pages, and no page takes long.

use crate::index::{read_reached, time_of};
use crate::rows::{ManyRows, id};
use crate::{Backend, EndCounts, FinishedGame, Participant, Result, Store, Winner};
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;
use std::time::Duration;
use taijitu_ids::GameId;
use tokio::sync::SemaphorePermit;

/// Maximum number of index rows of a page where the index alone decides whether a game matches.
const NARROW: i64 = 50_000;
/// Maximum number of index rows of a page where each needs a lookup in another table.
const WIDE: i64 = 4_000;

const IDS: ManyRows = ManyRows {
    before: "WITH wanted (no) AS (VALUES",
    columns: 1,
    after: ") SELECT a.no, a.game_id FROM wanted CROSS JOIN archive a WHERE a.no = wanted.no",
};

/// How a game went for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerScore {
    /// Won.
    Won,
    /// Lost.
    Lost,
}

/// Which games of the archive to list; all given conditions must hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArchiveFilter<'a> {
    /// Only this game.
    pub kind: Option<&'a str>,
    /// Only with these options; needs `kind`.
    pub variant: Option<&'a str>,
    /// Only games of this player.
    pub player: Option<&'a Participant>,
    /// How they went for that player.
    pub score: Option<PlayerScore>,
    /// Only games of this player too.
    pub opponent: Option<&'a Participant>,
    /// Only with this result.
    pub result: Option<Winner>,
    /// Only ended for this reason.
    pub reason: Option<&'a str>,
    /// Only from this number on.
    pub from: Option<i64>,
    /// Only below this number.
    pub below: Option<i64>,
    /// The least number of turns.
    pub least: Option<i64>,
    /// The greatest number of turns.
    pub most: Option<i64>,
    /// Only games that reached this position.
    pub position: Option<i64>,
}

/// A page of the archive.
#[derive(Clone, Debug, Default)]
pub struct ArchiveRows {
    /// The games without their records, newest first.
    pub games: Vec<FinishedGame>,
    /// The number below which to go on, if there may be more.
    pub next: Option<i64>,
}

impl ArchiveRows {
    /// The time down to which games were examined, if there may be more.
    #[must_use]
    pub fn searched(&self) -> Option<i64> {
        self.next.map(time_of)
    }
}

/// A turn that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextRow {
    /// The turn.
    pub turn: String,
    /// How the games ended.
    pub ends: EndCounts,
}

/// The statistics of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionRow {
    /// How the games ended that reached it.
    pub ends: EndCounts,
    /// The turns played next, the most frequent first.
    pub next: Vec<NextRow>,
}

enum BindValue {
    Text(String),
    Number(i64),
}

/// A statement built condition by condition.
struct FilterQuery {
    sql: String,
    values: Vec<BindValue>,
}

impl FilterQuery {
    fn text(&mut self, condition: &str, value: impl Into<String>) {
        self.values.push(BindValue::Text(value.into()));
        self.condition(condition);
    }

    fn number(&mut self, condition: &str, value: i64) {
        self.values.push(BindValue::Number(value));
        self.condition(condition);
    }

    /// Adds a condition; `#` in it stands for the value just added.
    fn condition(&mut self, condition: &str) {
        let joined = if self.sql.contains(" WHERE ") { " AND " } else { " WHERE " };
        self.sql.push_str(joined);
        self.sql.push_str(&condition.replace('#', &format!("${}", self.values.len())));
    }

    async fn rows(&self, store: &Store, end: &str) -> Result<Vec<sqlx::any::AnyRow>> {
        let mut query = sqlx::query(AssertSqlSafe(format!("{}{end}", self.sql)));
        for value in &self.values {
            query = match value {
                BindValue::Text(text) => query.bind(text.as_str()),
                BindValue::Number(number) => query.bind(*number),
            };
        }
        Ok(query.fetch_all(store.archive_pool()).await?)
    }
}

/// The index a page walks down.
enum Path<'a> {
    Position(i64),
    Player(&'a Participant),
    Archive,
}

impl<'a> ArchiveFilter<'a> {
    /// The rows of the index that is walked down, by number, newest first.
    fn walk(&self, path: &Path<'a>, below: i64) -> FilterQuery {
        let mut query = FilterQuery { sql: String::new(), values: vec![] };
        match path {
            Path::Position(position) => {
                query.sql = "SELECT d.no FROM reached d".into();
                query.number("d.position = #", *position);
            }
            Path::Player(player) => {
                query.sql = "SELECT d.no FROM played d".into();
                query.text("d.player = #", player.to_string());
            }
            Path::Archive => {
                query.sql = "SELECT d.no FROM archive d".into();
                self.add_kind(&mut query, "d");
            }
        }
        query.number("d.no < #", below);
        if let Some(from) = self.from {
            query.number("d.no >= #", from);
        }
        query
    }

    fn add_kind(&self, query: &mut FilterQuery, table: &str) {
        if let Some(kind) = self.kind {
            query.text(&format!("{table}.kind = #"), kind);
        }
        if let Some(variant) = self.variant {
            query.text(&format!("{table}.variant = #"), variant);
        }
    }

    /// The numbers of the matching games on the way. Only columns of the walked index are read unless it has
    /// too few: a lookup elsewhere costs more than the whole row.
    fn fitting(&self, path: &Path<'a>, below: i64, from: i64) -> FilterQuery {
        let mut query = FilterQuery { sql: String::new(), values: vec![] };
        let join = if self.needs_line() { " CROSS JOIN archive a WHERE a.no = d.no" } else { "" };
        match path {
            Path::Position(position) => {
                query.sql = format!("SELECT d.no FROM reached d{join}");
                query.number("d.position = #", *position);
            }
            Path::Player(player) => {
                query.sql = format!("SELECT d.no FROM played d{join}");
                query.text("d.player = #", player.to_string());
                if let Some(kind) = self.kind {
                    query.text("d.kind = #", kind);
                }
                if self.player == Some(player)
                    && let Some(score) = self.score
                {
                    query.condition(&score.condition("d"));
                }
            }
            Path::Archive => {
                query.sql = "SELECT d.no FROM archive d".into();
                self.add_kind(&mut query, "d");
            }
        }
        query.number("d.no < #", below);
        query.number("d.no >= #", from);
        self.add_line(&mut query, if matches!(path, Path::Archive) { "d" } else { "a" });
        self.add_people(&mut query, path);
        if let Some(position) = self.position
            && !matches!(path, Path::Position(_))
        {
            query.number("EXISTS (SELECT 1 FROM reached r WHERE r.no = d.no AND r.position = #)", position);
        }
        query
    }

    /// The conditions that can be decided from a row of the archive.
    fn add_line(&self, query: &mut FilterQuery, table: &str) {
        if table == "a"
            && let Some(variant) = self.variant.filter(|_| self.needs_line())
        {
            query.text("a.variant = #", variant);
        }
        for (column, value) in [("result", self.result.map(Winner::as_str)), ("reason", self.reason)] {
            if let Some(value) = value {
                query.text(&format!("{table}.{column} = #"), value);
            }
        }
        for (condition, value) in [("turns >= #", self.least), ("turns <= #", self.most)] {
            if let Some(value) = value {
                query.number(&format!("{table}.{condition}"), value);
            }
        }
    }

    /// Conditions on the players, besides the player whose games are walked down.
    fn add_people(&self, query: &mut FilterQuery, path: &Path<'a>) {
        let played = "EXISTS (SELECT 1 FROM played o WHERE o.no = d.no AND o.player = #";
        let walked = |who: &Participant| matches!(path, Path::Player(player) if *player == who);
        if let Some(player) = self.player.filter(|player| Some(*player) == self.opponent) {
            query.text(&format!("{played} AND o.score = 'both')"), player.to_string());
            return;
        }
        if let Some(player) = self.player.filter(|player| !walked(player)) {
            let score = self.score.map_or(String::new(), |score| format!(" AND {}", score.condition("o")));
            query.text(&format!("{played}{score})"), player.to_string());
        }
        if let Some(opponent) = self.opponent.filter(|opponent| !walked(opponent)) {
            query.text(&format!("{played})"), opponent.to_string());
        }
    }

    /// Whether there are conditions beyond the order of the walked index.
    fn is_choosy(&self, path: &Path<'_>) -> bool {
        let lines =
            self.result.is_some() || self.reason.is_some() || self.least.is_some() || self.most.is_some();
        let people = |path: &Path<'_>| match path {
            Path::Player(_) => self.opponent.is_some() || self.score.is_some() || self.kind.is_some(),
            _ => self.player.is_some(),
        };
        lines || people(path) || (self.position.is_some() && !matches!(path, Path::Position(_)))
    }

    /// How many rows a page examines.
    fn reach(&self, path: &Path<'_>) -> i64 {
        let elsewhere = match path {
            Path::Archive => self.player.is_some() || self.position.is_some(),
            Path::Player(_) => self.needs_line() || self.opponent.is_some() || self.position.is_some(),
            Path::Position(_) => true,
        };
        if elsewhere { WIDE } else { NARROW }
    }

    /// Whether a condition needs more than a row of a player or of a position has. A position belongs to one
    /// variant.
    fn needs_line(&self) -> bool {
        let variant = self.variant.is_some() && self.position.is_none();
        variant
            || self.result.is_some()
            || self.reason.is_some()
            || self.least.is_some()
            || self.most.is_some()
    }
}

impl PlayerScore {
    /// A player who sat on both sides has both won and lost.
    fn condition(self, table: &str) -> String {
        let score = match self {
            Self::Won => "won",
            Self::Lost => "lost",
        };
        format!("{table}.score IN ('{score}', 'both')")
    }
}

/// Maximum time a search of the archive waits for others; the same as for a connection.
const ARCHIVE_WAIT: Duration = Duration::from_secs(10);

/// Searches of the archive that may run at once. SQLite computes in this process: half of the cores stay free
/// for turns. PostgreSQL has processes of its own, and most of its connections are kept for turns.
pub(crate) fn archive_reads(kind: Backend) -> usize {
    match kind {
        Backend::Sqlite => std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
        Backend::Postgres => 4,
    }
}

impl Store {
    /// Waits until another search of the archive may run.
    ///
    /// # Errors
    /// [`Database`](crate::StoreError::Database) after [`ARCHIVE_WAIT`], as if no connection were free.
    pub(crate) async fn begin_archive_read(&self) -> Result<SemaphorePermit<'_>> {
        self.archive_read_within(ARCHIVE_WAIT).await
    }

    async fn archive_read_within(&self, limit: Duration) -> Result<SemaphorePermit<'_>> {
        match tokio::time::timeout(limit, self.inner.archive_reads.acquire()).await {
            Ok(permit) => Ok(permit.expect("the semaphore is never closed")),
            Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }

    /// Games of the archive, newest first; `before` is the `next` of the previous page.
    pub async fn archive(
        &self,
        filter: &ArchiveFilter<'_>,
        before: Option<i64>,
        limit: i64,
    ) -> Result<ArchiveRows> {
        let _permit = self.begin_archive_read().await?;
        let below = before.unwrap_or(i64::MAX).min(filter.below.unwrap_or(i64::MAX));
        let path = self.path(filter).await?;
        let mut floor = filter.from.unwrap_or(i64::MIN);
        let mut stops = None;
        if filter.is_choosy(&path) {
            let end = format!(" ORDER BY d.no DESC LIMIT 1 OFFSET {}", filter.reach(&path) - 1);
            if let Some(row) = filter.walk(&path, below).rows(self, &end).await?.first() {
                floor = row.try_get(0)?;
                stops = Some(floor);
            }
        }
        let end = format!(" ORDER BY d.no DESC LIMIT {}", limit.max(1) + 1);
        let rows = filter.fitting(&path, below, floor).rows(self, &end).await?;
        let mut found: Vec<i64> = rows.iter().map(|row| row.try_get(0)).collect::<sqlx::Result<_>>()?;
        let more = found.len() as i64 > limit;
        found.truncate(limit.max(1) as usize);
        let next = if more { found.last().copied() } else { stops };
        let ids = self.ids(&found).await?;
        let ids: Vec<GameId> = found.iter().filter_map(|no| ids.get(no)).copied().collect();
        Ok(ArchiveRows { games: self.lines(&ids).await?, next })
    }

    /// The ids of games by their numbers.
    async fn ids(&self, numbers: &[i64]) -> Result<HashMap<i64, GameId>> {
        let mut connection = self.archive_pool().acquire().await?;
        let rows = IDS.run(&mut connection, numbers, |query, no| query.bind(*no)).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, id(row, 1)?))).collect()
    }

    /// Chooses the index with the fewest rows.
    async fn path<'a>(&self, filter: &ArchiveFilter<'a>) -> Result<Path<'a>> {
        let mut best: Option<(i64, Path<'a>)> = None;
        if let Some(position) = filter.position {
            best = Some((self.position(position, 0).await?.ends.games(), Path::Position(position)));
        }
        for player in [filter.player, filter.opponent].into_iter().flatten() {
            let games = self.games_played(player, None).await?;
            if best.as_ref().is_none_or(|(least, _)| games < *least) {
                best = Some((games, Path::Player(player)));
            }
        }
        Ok(best.map_or(Path::Archive, |(_, path)| path))
    }

    /// The counts of a position, with at most this many next turns.
    pub async fn position(&self, position: i64, turns: i64) -> Result<PositionRow> {
        let columns = "SELECT turn, white, black, draws FROM positions WHERE position = $1 AND";
        let total = sqlx::query(AssertSqlSafe(format!("{columns} next = 0"))).bind(position);
        let Some(total) = total.fetch_optional(self.archive_pool()).await? else {
            return self.single_game(position).await;
        };
        let sql = format!("{columns} next <> 0 ORDER BY played DESC LIMIT $2");
        let next = sqlx::query(AssertSqlSafe(sql)).bind(position).bind(turns);
        let read = |row: &sqlx::any::AnyRow| {
            let ends = EndCounts { white: row.try_get(1)?, black: row.try_get(2)?, draws: row.try_get(3)? };
            Ok(NextRow { turn: row.try_get(0)?, ends })
        };
        let next = if turns > 0 { next.fetch_all(self.archive_pool()).await? } else { vec![] };
        let next = next.iter().map(read).collect::<Result<_>>()?;
        Ok(PositionRow { ends: read(&total)?.ends, next })
    }

    /// The statistics of a position that at most one game has reached.
    async fn single_game(&self, position: i64) -> Result<PositionRow> {
        let sql = "SELECT position, next, turn, result FROM reached WHERE position = $1 LIMIT 1";
        let Some(row) = sqlx::query(sql).bind(position).fetch_optional(self.archive_pool()).await? else {
            return Ok(PositionRow::default());
        };
        let at = read_reached(&row)?;
        let ends = EndCounts::one(at.won);
        let next = if at.next == 0 { vec![] } else { vec![NextRow { turn: at.turn, ends }] };
        Ok(PositionRow { ends, next })
    }

    /// Games of the archive with their records, oldest first, after a number: for exporting all of them.
    pub async fn archive_after(
        &self,
        no: i64,
        kind: Option<&str>,
        limit: i64,
    ) -> Result<Vec<(i64, FinishedGame)>> {
        let _permit = self.begin_archive_read().await?;
        let mut query = FilterQuery { sql: "SELECT no, game_id FROM archive".into(), values: vec![] };
        if let Some(kind) = kind {
            query.text("kind = #", kind);
        }
        query.number("no > #", no);
        let rows = query.rows(self, &format!(" ORDER BY no LIMIT {limit}")).await?;
        let found: Vec<(i64, GameId)> =
            rows.iter().map(|row| Ok((row.try_get(0)?, id(row, 1)?))).collect::<Result<_>>()?;
        let ids: Vec<GameId> = found.iter().map(|(_, id)| *id).collect();
        let games = self.games_by_ids(&ids).await?;
        Ok(found.iter().map(|(no, _)| *no).zip(games).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Store, StoreError, StoreSettings};
    use std::time::Duration;

    #[tokio::test]
    async fn a_search_does_not_wait_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let store = Store::open(&url, StoreSettings::default()).await.unwrap();
        let all = store.inner.archive_reads.available_permits() as u32;
        let held = store.inner.archive_reads.acquire_many(all).await.unwrap();
        assert!(matches!(
            store.archive_read_within(Duration::from_millis(10)).await,
            Err(StoreError::Database(_))
        ));
        drop(held);
        assert!(store.begin_archive_read().await.is_ok());
    }
}
