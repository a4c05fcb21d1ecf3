//! Rating every game of the archive again.
//!
//! A first pass over a snapshot compares what comes out with what is stored, and locks nothing. Only if something
//! differs and is to be corrected, a second pass does the same under a lock that keeps rated games from ending.

use super::{
    CHANGE_COLUMNS, RATING_COLUMNS, RatingChangeRow, RatingRow, STORE_RATINGS, bind_rating, change_row,
    rating_row, team, winning_team,
};
use crate::rows::{ManyRows, read_id};
use crate::{Backend, Result, Store, StoredSide, Winner};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::HashMap;
use taijitu_ids::PlayerId;
use taijitu_ratings::{RatedPlayer, RatedTeam, Standing, rate};

/// Rows read at a time.
const PAGE: i64 = 2000;

const CORRECT_CHANGES: ManyRows = ManyRows {
    before: "UPDATE rating_changes SET value_before = v.column3, deviation_before = v.column4, value = v.column5, \
             deviation = v.column6, volatility = v.column7, player = v.column8, at = v.column9 FROM (VALUES",
    columns: 9,
    after: ") AS v WHERE rating_changes.game_id = v.column1 AND rating_changes.seat = v.column2",
};

/// The outcome of a recomputation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recomputation {
    /// Rated games.
    pub games: u64,
    /// Players with a rating.
    pub players: u64,
    /// Rows of games and players whose stored values differ from the computed ones.
    pub differing: u64,
}

/// A player of a rated game: what is stored of the rating, and what the archive says about the game.
struct ReplayedChange {
    stored: RatingChangeRow,
    player: PlayerId,
    team: RatedTeam,
    winner: Option<RatedTeam>,
    ended: i64,
}

impl Store {
    /// The rating classes in which games were rated.
    pub async fn rated_classes(&self) -> Result<Vec<String>> {
        let sql = "SELECT MIN(class) FROM rating_changes WHERE class > $1";
        let mut classes: Vec<String> = vec![];
        loop {
            let last = classes.last().cloned().unwrap_or_default();
            match sqlx::query(sql).bind(last).fetch_one(self.pool()).await?.try_get(0)? {
                Some(class) => classes.push(class),
                None => return Ok(classes),
            }
        }
    }

    /// Rates all games of a rating class again, from their results in the archive and in the order in which they were
    /// rated, and compares what comes out with what is stored.
    pub async fn check_ratings(&self, class: &str) -> Result<Recomputation> {
        let begin = match self.kind() {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ",
        };
        let mut snapshot = self.pool().begin_with(begin).await?;
        let found = pass(&mut snapshot, class, false).await?;
        snapshot.rollback().await?;
        Ok(found)
    }

    /// The same, and stores the computed values where they differ. Rated games cannot end while it runs.
    pub async fn correct_ratings(&self, class: &str) -> Result<Recomputation> {
        let mut writing = self.begin().await?;
        if self.kind() == Backend::Postgres {
            sqlx::raw_sql("LOCK TABLE ratings IN EXCLUSIVE MODE").execute(writing.connection()).await?;
        }
        let found = pass(writing.connection(), class, true).await?;
        writing.commit().await?;
        Ok(found)
    }
}

async fn pass(connection: &mut AnyConnection, class: &str, correct: bool) -> Result<Recomputation> {
    let mut standings: HashMap<PlayerId, Standing> = HashMap::new();
    let mut found = Recomputation::default();
    let mut cursor = (0, String::new());
    loop {
        let mut rows = page(connection, class, &cursor).await?;
        let is_last = (rows.len() as i64) < PAGE;
        if let Some(cut) = rows.last().filter(|_| !is_last).map(|row| row.stored.game) {
            // The last game may go on behind the page.
            rows.retain(|row| row.stored.game != cut);
        }
        let mut wrong = vec![];
        for game in rows.chunk_by(|a, b| a.stored.game == b.stored.game) {
            found.games += 1;
            wrong.extend(rate_again(&mut standings, game));
        }
        found.differing += wrong.len() as u64;
        if correct {
            CORRECT_CHANGES.execute(connection, &wrong, bind_correction).await?;
        }
        match rows.last() {
            Some(last) if !is_last => cursor = (last.stored.number, last.stored.game.to_string()),
            _ => break,
        }
    }
    found.players = standings.len() as u64;
    found.differing += compare_standings(connection, class, standings, correct).await?;
    Ok(found)
}

/// Rates a game again; returns the stored values that differ from the computed ones.
fn rate_again(standings: &mut HashMap<PlayerId, Standing>, game: &[ReplayedChange]) -> Vec<RatingChangeRow> {
    let before = |row: &ReplayedChange| standings.get(&row.player).copied().unwrap_or(Standing::START);
    let entrants: Vec<RatedPlayer> =
        game.iter().map(|row| RatedPlayer { standing: before(row), team: row.team }).collect();
    let Some(first) = game.first() else { return vec![] };
    let after = rate(&entrants, first.winner, first.ended);
    let mut wrong = vec![];
    for ((row, entrant), standing) in game.iter().zip(&entrants).zip(after) {
        let rating_before = entrant.standing.rating_at(row.ended);
        let right = RatingChangeRow {
            player: row.player,
            at: row.ended,
            value_before: rating_before.value,
            deviation_before: rating_before.deviation,
            after: standing.rating,
            ..row.stored.clone()
        };
        if right != row.stored {
            wrong.push(right);
        }
        // The order of the games is given, not computed.
        standings.insert(row.player, Standing { number: row.stored.number, ..standing });
    }
    wrong
}

/// The players of rated games after a place in the order of rating.
async fn page(
    connection: &mut AnyConnection,
    class: &str,
    (number, game): &(i64, String),
) -> Result<Vec<ReplayedChange>> {
    let columns: Vec<String> =
        CHANGE_COLUMNS.split(", ").map(|column| format!("c.{}", column.trim())).collect();
    let sql = format!(
        "SELECT {}, p.player AS played_by, p.side AS side, g.result AS result, g.ended AS ended \
         FROM rating_changes c JOIN games g ON g.id = c.game_id \
         JOIN game_players p ON p.game_id = c.game_id AND p.seat = c.seat \
         WHERE c.class = $1 AND (c.number, c.game_id) > ($2, $3) \
         ORDER BY c.number, c.game_id, c.seat LIMIT $4",
        columns.join(", ")
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(class).bind(number).bind(game.as_str());
    query.bind(PAGE).fetch_all(connection).await?.iter().map(replayed).collect()
}

fn replayed(row: &AnyRow) -> Result<ReplayedChange> {
    Ok(ReplayedChange {
        stored: change_row(row)?,
        player: read_id(row.try_get("played_by")?)?,
        team: team(StoredSide::parse(row.try_get("side")?)?),
        winner: winning_team(Winner::parse(row.try_get("result")?)?),
        ended: row.try_get("ended")?,
    })
}

/// Compares the standings that came out with the stored ones; how many differ.
async fn compare_standings(
    connection: &mut AnyConnection,
    class: &str,
    mut standings: HashMap<PlayerId, Standing>,
    correct: bool,
) -> Result<u64> {
    let sql = format!(
        "SELECT {RATING_COLUMNS} FROM ratings WHERE class = $1 AND player > $2 ORDER BY player LIMIT $3"
    );
    let (mut wrong, mut surplus, mut last) = (vec![], vec![], String::new());
    loop {
        let query = sqlx::query(AssertSqlSafe(sql.as_str())).bind(class).bind(last.as_str()).bind(PAGE);
        let rows: Vec<RatingRow> =
            query.fetch_all(&mut *connection).await?.iter().map(rating_row).collect::<Result<_>>()?;
        let Some(end) = rows.last() else { break };
        last = end.player.to_string();
        for row in rows {
            match standings.remove(&row.player) {
                Some(standing) if standing == row.standing => (),
                Some(standing) => wrong.push(RatingRow { standing, ..row }),
                None => surplus.push(row.player),
            }
        }
    }
    let missing = standings.into_iter();
    wrong.extend(missing.map(|(player, standing)| RatingRow { class: class.to_owned(), player, standing }));
    if correct {
        STORE_RATINGS.execute(connection, &wrong, bind_rating).await?;
        for player in &surplus {
            let delete = sqlx::query("DELETE FROM ratings WHERE class = $1 AND player = $2");
            delete.bind(class).bind(player.to_string()).execute(&mut *connection).await?;
        }
    }
    Ok((wrong.len() + surplus.len()) as u64)
}

fn bind_correction<'q>(
    query: crate::rows::BoundQuery<'q>,
    row: &RatingChangeRow,
) -> crate::rows::BoundQuery<'q> {
    let query = query.bind(row.game.to_string()).bind(row.seat).bind(row.value_before);
    let query = query.bind(row.deviation_before).bind(row.after.value).bind(row.after.deviation);
    let query = query.bind(row.after.volatility).bind(row.player.to_string());
    query.bind(row.at)
}
