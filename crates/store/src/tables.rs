//! The row of each table and its seats: the lobby, whose turn it is, and the next deadlines.

use crate::rows::{BoundQuery, ManyRows, by_ids, id};
use crate::{Result, Store, TableState};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::BTreeMap;
use taijitu_ids::{PlayerId, TableId};

const COLUMNS: &str = "t.id, t.kind, t.public, t.state, t.host, t.created, t.updated, t.head, t.deadline, t.summary, t.acts, t.turns";

pub(crate) const UPSERT: ManyRows = ManyRows {
    before: "INSERT INTO tables (id, kind, public, state, host, created, updated, head, deadline, summary, acts, turns) \
             VALUES",
    columns: 12,
    after: "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, public = excluded.public, state = excluded.state, \
            host = excluded.host, created = excluded.created, updated = excluded.updated, head = excluded.head, \
            deadline = excluded.deadline, summary = excluded.summary, acts = excluded.acts, turns = excluded.turns",
};

pub(crate) const INSERT: ManyRows = ManyRows { after: "ON CONFLICT DO NOTHING", ..UPSERT };

/// Updates rows of tables whose head is that of the second column. Host and time of creation never change.
const ADVANCE: ManyRows = ManyRows {
    before: "UPDATE tables SET kind = v.column3, public = v.column4, state = v.column5, updated = v.column6, \
             head = v.column7, deadline = v.column8, summary = v.column9, acts = v.column10, turns = v.column11 \
             FROM (VALUES",
    columns: 11,
    after: ") AS v WHERE tables.id = v.column1 AND tables.head = v.column2",
};

/// The same for the columns that change with every turn.
const ADVANCE_PROGRESS: ManyRows = ManyRows {
    before: "UPDATE tables SET updated = v.column3, head = v.column4, deadline = v.column5, acts = v.column6, \
             turns = v.column7 FROM (VALUES",
    columns: 7,
    after: ADVANCE.after,
};

const INSERT_SEATS: ManyRows = ManyRows {
    before: "INSERT INTO seats (table_id, player, seat) VALUES",
    columns: 3,
    after: "ON CONFLICT DO NOTHING",
};

/// One table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its id.
    pub id: TableId,
    /// Which game is played.
    pub kind: String,
    /// Whether the lobby lists it.
    pub public: bool,
    /// Where it stands.
    pub state: TableState,
    /// The player who opened it.
    pub host: PlayerId,
    /// When it was opened.
    pub created: i64,
    /// When something last happened.
    pub updated: i64,
    /// The number of its last event.
    pub head: i64,
    /// When a clock will run out, if one runs.
    pub deadline: Option<i64>,
    /// What the lobby shows, as text that the store does not parse.
    pub summary: String,
    /// Who has to act now: bit *s* stands for seat *s*.
    pub acts: i64,
    /// The turns of the last game.
    pub turns: i64,
}

impl TableRow {
    /// The part that changes with every turn.
    #[must_use]
    pub const fn progress(&self) -> TableProgress {
        let Self { id, updated, deadline, acts, turns, .. } = *self;
        TableProgress { id, updated, deadline, acts, turns }
    }
}

/// What changes in the row of a table with every turn, besides its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableProgress {
    /// The table.
    pub id: TableId,
    /// When something last happened.
    pub updated: i64,
    /// When a clock will run out, if one runs.
    pub deadline: Option<i64>,
    /// Who has to act now: bit *s* stands for seat *s*.
    pub acts: i64,
    /// The turns of the last game.
    pub turns: i64,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The player.
    pub player: PlayerId,
    /// The number of the seat, 0 to 62.
    pub seat: i64,
}

/// A table of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTableRow {
    /// The table.
    pub table: TableRow,
    /// Whether the table waits for this player.
    pub acts: bool,
}

impl Store {
    /// One table.
    pub async fn table(&self, id: TableId) -> Result<Option<TableRow>> {
        let sql = format!("SELECT {COLUMNS} FROM tables t WHERE t.id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(table).transpose()
    }

    /// Who sits at a table, by seat.
    pub async fn seats(&self, table: TableId) -> Result<Vec<SeatRow>> {
        let sql = "SELECT player, seat FROM seats WHERE table_id = $1 ORDER BY seat, player";
        let rows = sqlx::query(sql).bind(table.to_string()).fetch_all(self.pool()).await?;
        rows.iter().map(seat).collect()
    }

    /// All tables with a running game, for a node that starts.
    pub async fn running(&self) -> Result<Vec<TableRow>> {
        self.tables_where("t.state = 'running' ORDER BY t.id", i64::MAX, i64::MAX).await
    }

    /// Tables with a running game in which nothing has happened since a time, and no player has to act.
    pub async fn waiting_for_engines(&self, before: i64, limit: i64) -> Result<Vec<TableId>> {
        let sql = "t.state = 'running' AND t.updated < $1 AND NOT EXISTS \
                   (SELECT 1 FROM seats s WHERE s.table_id = t.id AND (t.acts >> CAST(s.seat AS integer)) & 1 = 1) \
                   ORDER BY t.updated LIMIT $2";
        Ok(self.tables_where(sql, before, limit).await?.into_iter().map(|row| row.id).collect())
    }

    /// Tables in which nothing has happened since a time and a player has to act who has stored conditional turns: the
    /// opponent has answered, and no node has played or dropped the reply.
    pub async fn waiting_for_conditional_turns(&self, before: i64, limit: i64) -> Result<Vec<TableId>> {
        let sql = "t.id IN (SELECT c.table_id FROM conditional_turns c JOIN tables u ON u.id = c.table_id \
                   JOIN seats s ON s.table_id = c.table_id AND s.player = c.player \
                   WHERE u.state = 'running' AND u.updated <= $1 AND u.turns > c.after_turns \
                   AND (u.acts >> CAST(s.seat AS integer)) & 1 = 1) ORDER BY t.updated LIMIT $2";
        Ok(self.tables_where(sql, before, limit).await?.into_iter().map(|row| row.id).collect())
    }

    /// Tables whose deadline is at or before a time, the earliest first.
    pub async fn tables_due(&self, before: i64, limit: i64) -> Result<Vec<TableRow>> {
        self.tables_where("t.deadline <= $1 ORDER BY t.deadline, t.id LIMIT $2", before, limit).await
    }

    /// All tables with a deadline, the earliest first.
    pub async fn tables_with_deadline(&self) -> Result<Vec<TableRow>> {
        self.tables_due(i64::MAX, i64::MAX).await
    }

    /// Public tables in a state, the latest change first; `before` is the last one of the previous page.
    pub async fn lobby(
        &self,
        state: TableState,
        kind: Option<&str>,
        before: Option<(i64, TableId)>,
        limit: i64,
    ) -> Result<Vec<TableRow>> {
        let of_kind = if kind.is_some() { "AND t.kind = $5" } else { "" };
        let sql = format!(
            "SELECT {COLUMNS} FROM tables t WHERE t.public = 1 AND t.state = $1 \
             AND (t.updated, t.id) < ($2, $3) {of_kind} ORDER BY t.updated DESC, t.id DESC LIMIT $4"
        );
        let (updated, id) = cursor(before);
        let query = sqlx::query(AssertSqlSafe(sql)).bind(state.as_str()).bind(updated).bind(id).bind(limit);
        let query = if let Some(kind) = kind { query.bind(kind) } else { query };
        query.fetch_all(self.pool()).await?.iter().map(table).collect()
    }

    /// Tables in a state, or all but the closed ones, including private ones, the latest change first: for
    /// operators.
    pub async fn list_tables(&self, state: Option<TableState>, limit: i64) -> Result<Vec<TableRow>> {
        let condition = if state.is_some() { "t.state = $1" } else { "t.state <> $1" };
        let sql = format!(
            "SELECT {COLUMNS} FROM tables t WHERE {condition} ORDER BY t.updated DESC, t.id DESC LIMIT $2"
        );
        let state = state.unwrap_or(TableState::Closed).as_str();
        let query = sqlx::query(AssertSqlSafe(sql)).bind(state).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(table).collect()
    }

    /// The tables in these states at which a player sits, the latest change first.
    pub async fn tables_of(
        &self,
        player: PlayerId,
        states: &[TableState],
        before: Option<(i64, TableId)>,
        limit: i64,
    ) -> Result<Vec<PlayerTableRow>> {
        let Some(first) = states.first() else { return Ok(Vec::new()) };
        let state = |k: usize| states.get(k).unwrap_or(first).as_str();
        let sql = format!(
            "SELECT {COLUMNS}, s.seats FROM (SELECT table_id, \
             CAST(SUM(CAST(1 AS bigint) << CAST(seat AS integer)) AS bigint) AS seats FROM seats WHERE player = $1 \
             GROUP BY table_id) s JOIN tables t ON t.id = s.table_id WHERE t.state IN ($2, $3, $4, $5) \
             AND (t.updated, t.id) < ($6, $7) ORDER BY t.updated DESC, t.id DESC LIMIT $8"
        );
        let (updated, id) = cursor(before);
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string());
        let query = query.bind(state(0)).bind(state(1)).bind(state(2)).bind(state(3));
        let rows = query.bind(updated).bind(id).bind(limit).fetch_all(self.pool()).await?;
        let mine = |row: &AnyRow| {
            let (table, seats) = (table(row)?, row.try_get::<i64, _>("seats")?);
            Ok(PlayerTableRow { acts: table.acts & seats != 0, table })
        };
        rows.iter().map(mine).collect()
    }

    /// Tables of correspondence with a running game whose deadline is after a time and not after another, the earliest first.
    pub async fn correspondence_due(&self, after: i64, upto: i64, limit: i64) -> Result<Vec<TableRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM tables t WHERE t.deadline > $1 AND t.deadline <= $2 AND t.state = 'running' \
             AND t.summary LIKE '%\"kind\":\"days\"%' ORDER BY t.deadline, t.id LIMIT $3"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(after).bind(upto).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(table).collect()
    }

    /// How many tables have a running game.
    pub async fn count_running(&self) -> Result<i64> {
        let count = sqlx::query_scalar("SELECT count(*) FROM tables WHERE state = 'running'");
        Ok(count.fetch_one(self.pool()).await?)
    }

    /// Those of some tables at which nobody has played yet or a game runs.
    pub async fn open_among(&self, tables: &[TableId]) -> Result<Vec<TableId>> {
        let mut connection = self.pool().acquire().await?;
        let sql = "SELECT id FROM tables WHERE state IN ('open', 'running') AND id IN";
        by_ids(&mut connection, sql, tables, "").await?.iter().map(|row| id(row, "id")).collect()
    }

    /// `condition` may contain `$1` and `$2`.
    async fn tables_where(&self, condition: &'static str, first: i64, second: i64) -> Result<Vec<TableRow>> {
        let sql = format!("SELECT {COLUMNS} FROM tables t WHERE {condition}");
        let mut query = sqlx::query(AssertSqlSafe(sql));
        if condition.contains("$1") {
            query = query.bind(first).bind(second);
        }
        query.fetch_all(self.pool()).await?.iter().map(table).collect()
    }
}

/// Updates rows of tables from the first head to the second; returns how many had the first.
pub(crate) async fn advance(
    connection: &mut AnyConnection,
    rows: &[(i64, &TableRow, TableProgress, i64)],
) -> Result<u64> {
    let advanced = ADVANCE.execute_padded(connection, rows, |query, row| {
        let Some((from, row, progress, to)) = row else {
            let query = query.bind("").bind(0_i64).bind("").bind(0_i64).bind("").bind(0_i64).bind(0_i64);
            return query.bind(None::<i64>).bind("").bind(0_i64).bind(0_i64);
        };
        let query = query.bind(row.id.to_string()).bind(*from).bind(row.kind.as_str());
        let query = query.bind(i64::from(row.public)).bind(row.state.as_str()).bind(progress.updated);
        let query = query.bind(*to).bind(progress.deadline).bind(row.summary.as_str());
        query.bind(progress.acts).bind(progress.turns)
    });
    Ok(advanced.await?)
}

/// The same for the columns that change with every turn.
pub(crate) async fn advance_progress(
    connection: &mut AnyConnection,
    rows: &[(i64, TableProgress, i64)],
) -> Result<u64> {
    let advanced = ADVANCE_PROGRESS.execute_padded(connection, rows, |query, row| {
        let Some((from, progress, to)) = row else {
            let query = query.bind("").bind(0_i64).bind(0_i64).bind(0_i64).bind(None::<i64>);
            return query.bind(0_i64).bind(0_i64);
        };
        let query = query.bind(progress.id.to_string()).bind(*from).bind(progress.updated).bind(*to);
        query.bind(progress.deadline).bind(progress.acts).bind(progress.turns)
    });
    Ok(advanced.await?)
}

/// Binds a row to [`UPSERT`].
pub(crate) fn bind<'q>(
    query: BoundQuery<'q>,
    row: &TableRow,
    progress: TableProgress,
    head: i64,
) -> BoundQuery<'q> {
    let query = query.bind(row.id.to_string()).bind(row.kind.as_str()).bind(i64::from(row.public));
    let query = query.bind(row.state.as_str()).bind(row.host.to_string()).bind(row.created);
    let query = query.bind(progress.updated).bind(head).bind(progress.deadline).bind(row.summary.as_str());
    query.bind(progress.acts).bind(progress.turns)
}

/// Replaces all seats of these tables.
pub(crate) async fn replace_seats(
    connection: &mut AnyConnection,
    seats: &BTreeMap<TableId, &[SeatRow]>,
) -> Result<()> {
    let tables: Vec<TableId> = seats.keys().copied().collect();
    by_ids(connection, "DELETE FROM seats WHERE table_id IN", &tables, "").await?;
    let rows: Vec<(TableId, &SeatRow)> =
        seats.iter().flat_map(|(table, rows)| rows.iter().map(|row| (*table, row))).collect();
    INSERT_SEATS
        .run(connection, &rows, |query, (table, row)| {
            query.bind(table.to_string()).bind(row.player.to_string()).bind(row.seat)
        })
        .await?;
    Ok(())
}

/// A column that holds 0 or 1.
pub(crate) fn flag(row: &AnyRow, column: &str) -> Result<bool> {
    Ok(row.try_get::<i64, _>(column)? != 0)
}

/// The cursor of a page as it is bound; the first page begins above everything.
fn cursor(before: Option<(i64, TableId)>) -> (i64, String) {
    before.map_or((i64::MAX, String::new()), |(updated, id)| (updated, id.to_string()))
}

fn table(row: &AnyRow) -> Result<TableRow> {
    Ok(TableRow {
        id: id(row, "id")?,
        kind: row.try_get("kind")?,
        public: flag(row, "public")?,
        state: TableState::parse(row.try_get("state")?)?,
        host: id(row, "host")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        head: row.try_get("head")?,
        deadline: row.try_get("deadline")?,
        summary: row.try_get("summary")?,
        acts: row.try_get("acts")?,
        turns: row.try_get("turns")?,
    })
}

fn seat(row: &AnyRow) -> Result<SeatRow> {
    Ok(SeatRow { player: id(row, "player")?, seat: row.try_get("seat")? })
}
