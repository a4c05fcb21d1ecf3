//! Tournaments: a log each, and the rows that are listed from it.

use crate::log::event;
use crate::rows::{ManyRows, by_ids, id};
use crate::tables::flag;
use crate::writer::WriterJob;
use crate::{
    AppendOutcome, EventRow, FollowUp, FollowUpSubject, NewEvent, Result, Store, StoreError, TournamentState,
    follow_ups,
};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use taijitu_ids::{GameId, PlayerId, TableId, TournamentId};
use tokio::sync::oneshot;

const COLUMNS: &str = "id, host, kind, public, state, created, at, head, deadline, summary";

const INSERT_EVENTS: ManyRows = ManyRows {
    before: "INSERT INTO tournament_events (tournament_id, n, at, body) VALUES",
    columns: 4,
    after: "ON CONFLICT DO NOTHING",
};

const INSERT_PLAYERS: ManyRows = ManyRows {
    before: "INSERT INTO tournament_players (player, tournament_id, is_open) VALUES",
    columns: 3,
    after: "ON CONFLICT DO NOTHING",
};

const UPSERT_GAMES: ManyRows = ManyRows {
    before: "INSERT INTO tournament_games (tournament_id, pairing, game, table_id, is_open) VALUES",
    columns: 5,
    after: "ON CONFLICT (tournament_id, pairing, game) DO UPDATE SET is_open = excluded.is_open",
};

/// What is listed of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// Its id.
    pub id: TournamentId,
    /// Who made it.
    pub host: PlayerId,
    /// Which game is played.
    pub kind: String,
    /// Whether lists show it.
    pub public: bool,
    /// Where it stands.
    pub state: TournamentState,
    /// When it was made.
    pub created: i64,
    /// The time by which lists are ordered.
    pub at: i64,
    /// The number of its last entry; the store sets it.
    pub head: i64,
    /// Its next deadline.
    pub deadline: Option<i64>,
    /// What lists show, as text that the store does not parse.
    pub summary: String,
}

/// A game of a pairing that is played at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentGameRow {
    /// The pairing.
    pub pairing: i64,
    /// The game of the pairing, from 0.
    pub game: i64,
    /// Its table.
    pub table: TableId,
    /// Whether its result is wanted.
    pub is_open: bool,
}

/// Entries of one tournament and all that changes with them; written entirely or not at all.
#[derive(Clone, Debug)]
pub struct TournamentAppend {
    /// The number of the first entry: one more than the head the caller has seen.
    pub first: i64,
    /// The entries, at least one, numbered from `first`.
    pub events: Vec<NewEvent>,
    /// The row after the entries.
    pub row: TournamentRow,
    /// Players who take part after the entries and did not before, or may not have.
    pub entered: Vec<PlayerId>,
    /// Players who do not take part any more.
    pub left: Vec<PlayerId>,
    /// Games that were opened or have a result now.
    pub games: Vec<TournamentGameRow>,
    /// Whether a [`FollowUp`] is written with it.
    pub has_follow_up: bool,
}

/// Which tournaments to list.
#[derive(Clone, Copy, Debug)]
pub struct TournamentFilter<'a> {
    /// In one of these states, all of which are listed in the same order.
    pub states: &'a [TournamentState],
    /// Only of this game.
    pub kind: Option<&'a str>,
    /// Whether the earliest comes first.
    pub ascending: bool,
    /// The last one of the page before: its time and id.
    pub after: Option<(i64, TournamentId)>,
}

/// A game of a pairing whose table has no running game any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedTournamentGame {
    /// The tournament.
    pub tournament: TournamentId,
    /// The pairing.
    pub pairing: i64,
    /// The game of the pairing, from 0.
    pub game: i64,
    /// Its table.
    pub table: TableId,
}

impl TournamentAppend {
    /// Checks that the database can store it.
    fn check(&self) -> Result<()> {
        if self.events.is_empty() {
            return Err(StoreError::Invalid("an append without events"));
        }
        let texts = self.events.iter().map(|event| &event.body).chain([&self.row.kind, &self.row.summary]);
        if texts.into_iter().any(|text| text.contains('\0')) {
            return Err(StoreError::Invalid("a text with the character NUL"));
        }
        Ok(())
    }

    fn last(&self) -> i64 {
        self.first + self.events.len() as i64 - 1
    }
}

impl Store {
    /// Appends entries to the log of a tournament; returns after the commit.
    pub async fn append_to_tournament(&self, append: TournamentAppend) -> Result<AppendOutcome> {
        append.check()?;
        let (reply, answer) = oneshot::channel();
        let job = WriterJob::Tournament(Box::new(append), reply);
        self.inner.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// The entries after number `since`, oldest first.
    pub async fn tournament_events(&self, id: TournamentId, since: i64, limit: i64) -> Result<Vec<EventRow>> {
        let sql = "SELECT n, at, body FROM tournament_events WHERE tournament_id = $1 AND n > $2 ORDER BY n LIMIT $3";
        let query = sqlx::query(sql).bind(id.to_string()).bind(since).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(event).collect()
    }

    /// The row of a tournament.
    pub async fn tournament(&self, id: TournamentId) -> Result<Option<TournamentRow>> {
        let sql = format!("SELECT {COLUMNS} FROM tournaments WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(tournament).transpose()
    }

    /// The rows of some tournaments.
    pub async fn tournaments_with_ids(&self, ids: &[TournamentId]) -> Result<Vec<TournamentRow>> {
        let mut connection = self.pool().acquire().await?;
        let sql = format!("SELECT {COLUMNS} FROM tournaments WHERE id IN");
        by_ids(&mut connection, &sql, ids, "").await?.iter().map(tournament).collect()
    }

    /// How many tournaments a player has made since a time, at most `limit`.
    pub async fn tournaments_made(&self, host: PlayerId, since: i64, limit: i64) -> Result<i64> {
        let sql =
            "SELECT COUNT(*) FROM (SELECT 1 FROM tournaments WHERE host = $1 AND created > $2 LIMIT $3) made";
        let query = sqlx::query_scalar(sql).bind(host.to_string()).bind(since).bind(limit);
        Ok(query.fetch_one(self.pool()).await?)
    }

    /// The last number of each of these tournaments, to see what other nodes wrote.
    pub async fn tournament_heads(&self, ids: &[TournamentId]) -> Result<Vec<(TournamentId, i64)>> {
        let mut connection = self.pool().acquire().await?;
        let rows = by_ids(&mut connection, "SELECT id, head FROM tournaments WHERE id IN", ids, "").await?;
        rows.iter().map(|row| Ok((id(row, "id")?, row.try_get("head")?))).collect()
    }

    /// Tournaments that have something to do by themselves now, those first that have waited longest.
    pub async fn tournaments_due(&self, now: i64, limit: i64) -> Result<Vec<TournamentId>> {
        let sql = "SELECT id FROM tournaments WHERE deadline IS NOT NULL AND deadline <= $1 ORDER BY deadline LIMIT $2";
        let rows = sqlx::query(sql).bind(now).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| id(row, "id")).collect()
    }

    /// Tournaments with tables whose game is wanted.
    pub async fn tournaments_with_games(&self, limit: i64) -> Result<Vec<TournamentId>> {
        let sql = "SELECT DISTINCT tournament_id FROM tournament_games WHERE is_open = 1 LIMIT $1";
        let rows = sqlx::query(sql).bind(limit).fetch_all(self.pool()).await?;
        rows.iter().map(|row| id(row, "tournament_id")).collect()
    }

    /// Games whose result is wanted and whose table has no running game any more.
    pub async fn ended_tournament_games(&self, limit: i64) -> Result<Vec<EndedTournamentGame>> {
        let sql = "SELECT g.tournament_id, g.pairing, g.game, g.table_id FROM tournament_games g \
                   JOIN tables t ON t.id = g.table_id WHERE g.is_open = 1 AND t.state IN ('finished', 'closed') LIMIT $1";
        let rows = sqlx::query(sql).bind(limit).fetch_all(self.pool()).await?;
        let read = |row: &AnyRow| {
            Ok(EndedTournamentGame {
                tournament: id(row, "tournament_id")?,
                pairing: row.try_get("pairing")?,
                game: row.try_get("game")?,
                table: id(row, "table_id")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// The tournament a table belongs to.
    pub async fn tournament_of_table(&self, table: TableId) -> Result<Option<TournamentId>> {
        let sql = "SELECT tournament_id FROM tournament_games WHERE table_id = $1";
        let row = sqlx::query(sql).bind(table.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(|row| id(row, "tournament_id")).transpose()
    }

    /// Public tournaments, in the order of their time.
    pub async fn tournaments(&self, filter: &TournamentFilter<'_>, limit: i64) -> Result<Vec<TournamentRow>> {
        let states: Vec<String> = filter.states.iter().map(|state| format!("'{}'", state.as_str())).collect();
        let (than, order) = if filter.ascending { (">", "ASC") } else { ("<", "DESC") };
        let edge = if filter.ascending { i64::MIN } else { i64::MAX };
        let (at, last) = filter.after.map_or((edge, String::new()), |(at, id)| (at, id.to_string()));
        let sql = format!(
            "SELECT {COLUMNS} FROM tournaments WHERE state IN ({}) AND public = 1 AND ($1 = '' OR kind = $1) \
             AND (at {than} $2 OR (at = $2 AND id {than} $3)) ORDER BY at {order}, id {order} LIMIT $4",
            states.join(", ")
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(filter.kind.unwrap_or_default()).bind(at);
        query.bind(last).bind(limit).fetch_all(self.pool()).await?.iter().map(tournament).collect()
    }

    /// Tournaments a player takes part in that are not over.
    pub async fn tournaments_of(&self, player: PlayerId, limit: i64) -> Result<Vec<TournamentRow>> {
        let columns = COLUMNS.split(", ").map(|column| format!("t.{column}")).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "SELECT {columns} FROM tournament_players p JOIN tournaments t ON t.id = p.tournament_id \
             WHERE p.player = $1 AND p.is_open = 1 ORDER BY t.at, t.id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(tournament).collect()
    }

    /// Tournaments a player has made that are not over.
    pub async fn tournaments_by(&self, host: PlayerId, limit: i64) -> Result<Vec<TournamentRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM tournaments WHERE host = $1 AND state IN ('open', 'running') ORDER BY at, id LIMIT $2"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(host.to_string()).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(tournament).collect()
    }

    /// All tournaments a player has made or takes part in, over or not, in the order of their ids; `after` is the last one
    /// of the page before.
    pub async fn all_tournaments_of(
        &self,
        player: PlayerId,
        after: Option<TournamentId>,
        limit: i64,
    ) -> Result<Vec<TournamentRow>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM tournaments WHERE id > $2 AND id IN (SELECT id FROM tournaments WHERE host = $1 \
             UNION SELECT tournament_id FROM tournament_players WHERE player = $1) ORDER BY id LIMIT $3"
        );
        let after = after.map(|id| id.to_string()).unwrap_or_default();
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(after).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(tournament).collect()
    }

    /// Those of some tournaments in which a player takes part, over or not.
    pub async fn entered_among(
        &self,
        player: PlayerId,
        tournaments: &[TournamentId],
    ) -> Result<Vec<TournamentId>> {
        let mut connection = self.pool().acquire().await?;
        let sql = "SELECT tournament_id FROM tournament_players WHERE tournament_id IN";
        let rows = by_ids(&mut connection, sql, tournaments, &format!("AND player = '{player}'")).await?;
        rows.iter().map(|row| id(row, "tournament_id")).collect()
    }

    /// The finished games that were the first at these tables.
    pub async fn first_games_at(&self, tables: &[TableId]) -> Result<Vec<(TableId, GameId)>> {
        let mut connection = self.pool().acquire().await?;
        let sql = "SELECT id, table_id FROM games WHERE table_id IN";
        let rows = by_ids(&mut connection, sql, tables, "AND number = 1").await?;
        rows.iter().map(|row| Ok((id(row, "table_id")?, id(row, "id")?))).collect()
    }

    /// The records of games on real boards: the pairing, the game of the pairing, and the finished game.
    pub async fn tournament_records(
        &self,
        tournament: TournamentId,
        limit: i64,
    ) -> Result<Vec<(i64, i64, GameId)>> {
        let sql = "SELECT pairing, game, game_id FROM tournament_games WHERE tournament_id = $1 \
                   AND game_id IS NOT NULL LIMIT $2";
        let query = sqlx::query(sql).bind(tournament.to_string()).bind(limit);
        let rows = query.fetch_all(self.pool()).await?;
        rows.iter()
            .map(|row| Ok((row.try_get("pairing")?, row.try_get("game")?, id(row, "game_id")?)))
            .collect()
    }

    /// Stores the record of a game on a real board; false if it has one.
    pub async fn put_tournament_record(
        &self,
        tournament: TournamentId,
        (pairing, game): (i64, i64),
        record: GameId,
    ) -> Result<bool> {
        let sql = "INSERT INTO tournament_games (tournament_id, pairing, game, game_id, is_open) \
                   VALUES ($1, $2, $3, $4, 0) ON CONFLICT (tournament_id, pairing, game) \
                   DO UPDATE SET game_id = excluded.game_id WHERE tournament_games.game_id IS NULL";
        let query = sqlx::query(sql).bind(tournament.to_string()).bind(pairing).bind(game);
        Ok(self.write(query.bind(record.to_string())).await? > 0)
    }
}

/// Writes the appends that follow the heads of their logs, and returns the outcome of each. The row of a tournament is
/// changed first: of two writers the second waits for the first there, and finds another head.
pub(crate) async fn write(
    connection: &mut AnyConnection,
    appends: &[Box<TournamentAppend>],
) -> Result<Vec<AppendOutcome>> {
    let mut order: Vec<usize> = (0..appends.len()).collect();
    // In the order of ids, so that two nodes cannot deadlock.
    order.sort_by_key(|at| (appends[*at].row.id, appends[*at].first));
    let mut outcomes = vec![AppendOutcome::Committed; appends.len()];
    for at in order {
        outcomes[at] = write_one(connection, &appends[at]).await?;
    }
    Ok(outcomes)
}

async fn write_one(connection: &mut AnyConnection, append: &TournamentAppend) -> Result<AppendOutcome> {
    let tournament = append.row.id.to_string();
    if !write_row(connection, append).await? {
        let sql = "SELECT head FROM tournaments WHERE id = $1";
        let head: Option<i64> =
            sqlx::query_scalar(sql).bind(&tournament).fetch_optional(&mut *connection).await?;
        return Ok(AppendOutcome::Conflict { head: head.unwrap_or(append.first - 1) });
    }
    let events: Vec<(i64, &NewEvent)> = (append.first..).zip(&append.events).collect();
    let inserted = INSERT_EVENTS
        .execute(connection, &events, |query, (n, event)| {
            query.bind(tournament.clone()).bind(*n).bind(event.at).bind(event.body.clone())
        })
        .await?;
    if inserted != events.len() as u64 {
        return Err(StoreError::Invalid("entries beyond the head of a tournament"));
    }
    write_players(connection, append).await?;
    if let Some((_, event)) = events.last().filter(|_| append.has_follow_up) {
        let subject = FollowUpSubject::Tournament(append.row.id);
        let follow_up = FollowUp { subject, first: append.first, last: append.last() };
        follow_ups::insert(connection, &[(follow_up, event.at)]).await?;
    }
    UPSERT_GAMES
        .execute(connection, &append.games, |query, game| {
            let query = query.bind(tournament.clone()).bind(game.pairing).bind(game.game);
            query.bind(game.table.to_string()).bind(i64::from(game.is_open))
        })
        .await?;
    if append.row.state.is_over() {
        for table in ["tournament_players", "tournament_games"] {
            let sql = format!("UPDATE {table} SET is_open = 0 WHERE tournament_id = $1 AND is_open = 1");
            sqlx::query(AssertSqlSafe(sql)).bind(&tournament).execute(&mut *connection).await?;
        }
    }
    Ok(AppendOutcome::Committed)
}

/// Writes the row; false if the tournament has another head than expected.
async fn write_row(connection: &mut AnyConnection, append: &TournamentAppend) -> Result<bool> {
    let row = &append.row;
    let sql = if append.first == 1 {
        format!(
            "INSERT INTO tournaments ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING"
        )
    } else {
        "UPDATE tournaments SET host = $2, kind = $3, public = $4, state = $5, created = $6, at = $7, head = $8, \
         deadline = $9, summary = $10 WHERE id = $1 AND head = $11"
            .into()
    };
    let query = sqlx::query(AssertSqlSafe(sql)).bind(row.id.to_string()).bind(row.host.to_string());
    let query = query.bind(row.kind.clone()).bind(i64::from(row.public)).bind(row.state.as_str());
    let query = query.bind(row.created).bind(row.at).bind(append.last()).bind(row.deadline);
    let query = query.bind(row.summary.clone());
    let query = if append.first == 1 { query } else { query.bind(append.first - 1) };
    Ok(query.execute(connection).await?.rows_affected() == 1)
}

/// Writes the players who joined and those who left. Other rows are not touched, because turns of games wait for this transaction.
async fn write_players(connection: &mut AnyConnection, append: &TournamentAppend) -> Result<()> {
    let tournament = append.row.id.to_string();
    for player in &append.left {
        let delete = sqlx::query("DELETE FROM tournament_players WHERE tournament_id = $1 AND player = $2");
        delete.bind(&tournament).bind(player.to_string()).execute(&mut *connection).await?;
    }
    INSERT_PLAYERS
        .execute(connection, &append.entered, |query, player| {
            query.bind(player.to_string()).bind(tournament.clone()).bind(1i64)
        })
        .await?;
    Ok(())
}

fn tournament(row: &AnyRow) -> Result<TournamentRow> {
    Ok(TournamentRow {
        id: id(row, "id")?,
        host: id(row, "host")?,
        kind: row.try_get("kind")?,
        public: flag(row, "public")?,
        state: TournamentState::parse(row.try_get("state")?)?,
        created: row.try_get("created")?,
        at: row.try_get("at")?,
        head: row.try_get("head")?,
        deadline: row.try_get("deadline")?,
        summary: row.try_get("summary")?,
    })
}
