//! Finished games: one compact row each, and the players.

use crate::rows::{BoundQuery, ManyRows, by_ids, id, read_id};
use crate::tables::flag;
use crate::{Participant, Result, Source, Store, StoreError, StoredSide, Winner};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};
use std::collections::{BTreeMap, HashMap, HashSet};
use taijitu_ids::{GameId, PlayerId, TableId};

const COLUMNS: &str = "g.id, g.table_id, g.number, g.kind, g.options, g.revision, g.result, g.reason, g.started, \
                       g.ended, g.turns, g.logged, g.public, g.source, g.record";

/// Without the record, which is most of a game: for lists.
const LINE: &str = "g.id, g.table_id, g.number, g.kind, g.options, g.revision, g.result, g.reason, g.started, \
                    g.ended, g.turns, g.logged, g.public, g.source, '' AS record";

const INSERT: &str = "INSERT INTO games (id, table_id, number, kind, options, revision, result, reason, started, ended, \
                      turns, logged, public, source, record) VALUES";

const UPSERT: ManyRows = ManyRows {
    before: INSERT,
    columns: 15,
    after: "ON CONFLICT (id) DO UPDATE SET table_id = excluded.table_id, number = excluded.number, \
            kind = excluded.kind, options = excluded.options, revision = excluded.revision, \
            result = excluded.result, reason = excluded.reason, started = excluded.started, \
            ended = excluded.ended, turns = excluded.turns, logged = excluded.logged, \
            public = excluded.public, source = excluded.source, record = excluded.record",
};

/// Existing games are not changed.
const ADD: ManyRows =
    ManyRows { before: INSERT, columns: 15, after: "ON CONFLICT (id) DO NOTHING RETURNING id" };

const INSERT_PLAYERS: ManyRows = ManyRows {
    before: "INSERT INTO game_players (game_id, player, seat, side) VALUES",
    columns: 4,
    after: "ON CONFLICT DO NOTHING",
};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub id: GameId,
    /// The table it was played at; an imported game has none.
    pub table: Option<TableId>,
    /// The number of the game at its table, from 1.
    pub number: i64,
    /// Which game it was.
    pub kind: String,
    /// Its options, as text that the store does not parse.
    pub options: String,
    /// The revision of the rules it was played by.
    pub revision: i64,
    /// Who won.
    pub result: Winner,
    /// Why it ended so.
    pub reason: String,
    /// When it began.
    pub started: i64,
    /// When it ended.
    pub ended: i64,
    /// How many turns were played.
    pub turns: i64,
    /// Whether the players agreed to keep the turns.
    pub logged: bool,
    /// Whether it is public.
    pub public: bool,
    /// Where it comes from.
    pub source: Source,
    /// The record, as text that the store does not parse.
    pub record: String,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePlayerRow {
    /// The player.
    pub player: Participant,
    /// The number of the seat.
    pub seat: i64,
    /// The side.
    pub side: StoredSide,
}

/// A finished game with everyone who played, by seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game.
    pub game: GameRow,
    /// Who played.
    pub players: Vec<GamePlayerRow>,
}

/// Which finished games to list; the default is all of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameFilter<'a> {
    /// Only games this player played.
    pub player: Option<PlayerId>,
    /// Only this game.
    pub kind: Option<&'a str>,
    /// Only public games.
    pub public_only: bool,
}

impl FinishedGame {
    /// All texts that come from callers.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let game = &self.game;
        let texts = [&game.kind, &game.options, &game.reason, &game.record].map(String::as_str);
        let names = self.players.iter().filter_map(|row| match &row.player {
            Participant::Named(name) => Some(name.as_str()),
            Participant::Player(_) | Participant::Engine(_) => None,
        });
        texts.into_iter().chain(names)
    }
}

impl Store {
    /// One finished game.
    pub async fn game(&self, id: GameId) -> Result<Option<FinishedGame>> {
        let sql = format!("SELECT {COLUMNS} FROM games g WHERE g.id = $1");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_all(self.pool()).await?;
        Ok(self.with_players(self.pool(), &rows).await?.pop())
    }

    /// The finished games of a table, in the order they were played.
    pub async fn games_of_table(&self, table: TableId) -> Result<Vec<FinishedGame>> {
        let sql = format!("SELECT {COLUMNS} FROM games g WHERE g.table_id = $1 ORDER BY g.number");
        let rows = sqlx::query(AssertSqlSafe(sql)).bind(table.to_string()).fetch_all(self.pool()).await?;
        self.with_players(self.pool(), &rows).await
    }

    /// The last finished games of a table without their records, in the order they were played.
    pub async fn last_games_of_table(&self, table: TableId, limit: i64) -> Result<Vec<FinishedGame>> {
        let sql = format!("SELECT {LINE} FROM games g WHERE g.table_id = $1 ORDER BY g.number DESC LIMIT $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(table.to_string()).bind(limit);
        let mut rows = query.fetch_all(self.pool()).await?;
        rows.reverse();
        self.with_players(self.pool(), &rows).await
    }

    /// Finished games, the latest first; `before` is the end and the id of the last game of the previous
    /// page.
    pub async fn finished_games(
        &self,
        filter: GameFilter<'_>,
        before: Option<(i64, GameId)>,
        limit: i64,
    ) -> Result<Vec<FinishedGame>> {
        let _permit = self.begin_archive_read().await?;
        let (ended, id) = before.map_or((i64::MAX, String::new()), |(ended, id)| (ended, id.to_string()));
        let mut sql =
            format!("SELECT {COLUMNS} FROM games g WHERE (g.ended, g.id) < ($1, $2) AND g.public >= $3");
        let mut words = Vec::new();
        if let Some(kind) = filter.kind {
            words.push(kind.to_owned());
            sql.push_str(" AND g.kind = $5");
        }
        if let Some(player) = filter.player {
            words.push(player.to_string());
            let played = "(SELECT p.game_id FROM game_players p WHERE p.player =";
            sql = format!("{sql} AND g.id IN {played} ${})", 4 + words.len());
        }
        sql.push_str(" ORDER BY g.ended DESC, g.id DESC LIMIT $4");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(ended).bind(id);
        let mut query = query.bind(i64::from(filter.public_only)).bind(limit);
        for word in words {
            query = query.bind(word);
        }
        let rows = query.fetch_all(self.archive_pool()).await?;
        self.with_players(self.archive_pool(), &rows).await
    }

    /// Stores games that were not played at a table here, in one transaction; existing ones are not changed.
    /// Returns how many are new.
    pub async fn add_games(&self, games: &[FinishedGame]) -> Result<usize> {
        if games.iter().flat_map(FinishedGame::texts).any(|text| text.contains('\0')) {
            return Err(StoreError::Invalid("a text with the character NUL"));
        }
        let mut writing = self.begin().await?;
        let rows: BTreeMap<GameId, &FinishedGame> =
            games.iter().map(|finished| (finished.game.id, finished)).collect();
        let rows: Vec<&GameRow> = rows.values().map(|finished| &finished.game).collect();
        let added = ADD.run(writing.connection(), &rows, |query, game| bind(query, game)).await?;
        let added: HashSet<GameId> = added.iter().map(|row| id(row, 0)).collect::<Result<_>>()?;
        let players: Vec<(GameId, &GamePlayerRow)> = games
            .iter()
            .filter(|finished| added.contains(&finished.game.id))
            .flat_map(|finished| finished.players.iter().map(|player| (finished.game.id, player)))
            .collect();
        insert_players(writing.connection(), &players).await?;
        writing.commit().await?;
        Ok(added.len())
    }

    /// Lines of a list: these games without their records, in this order.
    pub(crate) async fn lines(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        self.games_by_id(LINE, ids).await
    }

    /// These games with their records, in this order.
    pub(crate) async fn games_by_ids(&self, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        self.games_by_id(COLUMNS, ids).await
    }

    async fn games_by_id(&self, columns: &str, ids: &[GameId]) -> Result<Vec<FinishedGame>> {
        let sql = format!("SELECT {columns} FROM games g WHERE g.id IN");
        let mut connection = self.archive_pool().acquire().await?;
        let rows = by_ids(&mut connection, &sql, ids, "").await?;
        drop(connection);
        let found = self.with_players(self.archive_pool(), &rows).await?;
        let mut found: HashMap<GameId, FinishedGame> =
            found.into_iter().map(|finished| (finished.game.id, finished)).collect();
        Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
    }

    async fn with_players(&self, pool: &AnyPool, rows: &[AnyRow]) -> Result<Vec<FinishedGame>> {
        let games: Vec<GameRow> = rows.iter().map(game).collect::<Result<_>>()?;
        let ids: Vec<GameId> = games.iter().map(|game| game.id).collect();
        let sql = "SELECT game_id, player, seat, side FROM game_players WHERE game_id IN";
        let mut connection = pool.acquire().await?;
        let mut players: HashMap<GameId, Vec<GamePlayerRow>> = HashMap::new();
        for row in by_ids(&mut connection, sql, &ids, "ORDER BY seat").await? {
            players.entry(id(&row, "game_id")?).or_default().push(game_player(&row)?);
        }
        let finished =
            |game: GameRow| FinishedGame { players: players.remove(&game.id).unwrap_or_default(), game };
        Ok(games.into_iter().map(finished).collect())
    }
}

/// Stores games; existing ones are replaced.
pub(crate) async fn insert(connection: &mut AnyConnection, finished: &[&FinishedGame]) -> Result<()> {
    let games: BTreeMap<GameId, &FinishedGame> =
        finished.iter().map(|finished| (finished.game.id, *finished)).collect();
    let ids: Vec<GameId> = games.keys().copied().collect();
    let rows: Vec<&GameRow> = games.values().map(|finished| &finished.game).collect();
    UPSERT.run(connection, &rows, |query, game| bind(query, game)).await?;
    by_ids(connection, "DELETE FROM game_players WHERE game_id IN", &ids, "").await?;
    let players: Vec<(GameId, &GamePlayerRow)> =
        games.iter().flat_map(|(id, finished)| finished.players.iter().map(|player| (*id, player))).collect();
    insert_players(connection, &players).await
}

async fn insert_players(connection: &mut AnyConnection, players: &[(GameId, &GamePlayerRow)]) -> Result<()> {
    INSERT_PLAYERS
        .run(connection, players, |query, (game, player)| {
            let query = query.bind(game.to_string()).bind(player.player.to_string());
            query.bind(player.seat).bind(player.side.as_str())
        })
        .await?;
    Ok(())
}

fn bind<'q>(query: BoundQuery<'q>, game: &GameRow) -> BoundQuery<'q> {
    let table = game.table.map(String::from).unwrap_or_default();
    let query = query.bind(game.id.to_string()).bind(table).bind(game.number);
    let query = query.bind(game.kind.as_str()).bind(game.options.as_str()).bind(game.revision);
    let query = query.bind(game.result.as_str()).bind(game.reason.as_str()).bind(game.started);
    let query = query.bind(game.ended).bind(game.turns).bind(i64::from(game.logged));
    query.bind(i64::from(game.public)).bind(game.source.as_str()).bind(game.record.as_str())
}

/// The table of a game; an imported game has the empty text.
fn table(text: &str) -> Result<Option<TableId>> {
    if text.is_empty() { Ok(None) } else { read_id(text).map(Some) }
}

fn game(row: &AnyRow) -> Result<GameRow> {
    Ok(GameRow {
        id: id(row, "id")?,
        table: table(row.try_get("table_id")?)?,
        number: row.try_get("number")?,
        kind: row.try_get("kind")?,
        options: row.try_get("options")?,
        revision: row.try_get("revision")?,
        result: Winner::parse(row.try_get("result")?)?,
        reason: row.try_get("reason")?,
        started: row.try_get("started")?,
        ended: row.try_get("ended")?,
        turns: row.try_get("turns")?,
        logged: flag(row, "logged")?,
        public: flag(row, "public")?,
        source: Source::parse(row.try_get("source")?)?,
        record: row.try_get("record")?,
    })
}

fn game_player(row: &AnyRow) -> Result<GamePlayerRow> {
    Ok(GamePlayerRow {
        player: row.try_get::<&str, _>("player")?.parse()?,
        seat: row.try_get("seat")?,
        side: StoredSide::parse(row.try_get("side")?)?,
    })
}
