//! Rated puzzles: what the first try of an account does to its rating, to that of the puzzle, and to its streak.

use crate::{Result, Store};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use taijitu_ids::PlayerId;
use taijitu_ratings::{GameScore, Rating, Standing};

const PUZZLE: &str =
    "SELECT value, deviation, volatility, tried, solved, last FROM puzzle_ratings WHERE puzzle = $1";

const PLAYER: &str = "SELECT value, deviation, volatility, tried, solved, last, streak, best_streak \
                      FROM puzzle_players WHERE player = $1";

/// Inserts what is missing, and locks and returns what is there: the update changes nothing.
const LOCK_PUZZLE: &str = "INSERT INTO puzzle_ratings (puzzle, value, deviation, volatility, tried, solved, last) \
                           VALUES ($1, $2, $3, $4, 0, 0, 0) \
                           ON CONFLICT (puzzle) DO UPDATE SET tried = puzzle_ratings.tried \
                           RETURNING value, deviation, volatility, tried, solved, last";

const LOCK_PLAYER: &str = "INSERT INTO puzzle_players (player, value, deviation, volatility, tried, solved, last, streak, \
                           best_streak) VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 0) \
                           ON CONFLICT (player) DO UPDATE SET tried = puzzle_players.tried \
                           RETURNING value, deviation, volatility, tried, solved, last, streak, best_streak";

/// The decided first try of an account at a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct NewPuzzleTry<'a> {
    /// The account that tried it.
    pub player: PlayerId,
    /// The puzzle.
    pub puzzle: &'a str,
    /// The time of the try.
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// The rating of the puzzle, if nobody has tried it before.
    pub first_rating: Rating,
    /// The day whose puzzle it is, if that is today.
    pub day: Option<i64>,
}

/// The rating of a puzzle, and how many tried and solved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleStanding {
    /// Its rating.
    pub rating: Rating,
    /// Accounts that tried it.
    pub tried: i64,
    /// Accounts that solved it at the first try.
    pub solved: i64,
    /// When it was last tried.
    pub last: i64,
}

/// The puzzle rating, streaks and counts of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverStanding {
    /// The rating, and how many puzzles were tried and solved at the first try.
    pub puzzles: PuzzleStanding,
    /// Puzzles solved since the last one that was not.
    pub streak: i64,
    /// The longest streak.
    pub best_streak: i64,
}

/// What a first try changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedPuzzleTry {
    /// The rating of the account before it.
    pub before: Rating,
    /// The account after it.
    pub solver: SolverStanding,
    /// The puzzle after it.
    pub puzzle: PuzzleStanding,
}

/// A stored first try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleTryRow {
    /// The puzzle.
    pub puzzle: String,
    /// The time of the try.
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// The value of the account's rating before it, in millionths of a point.
    pub value_before: i64,
    /// And after it.
    pub value: i64,
}

impl PuzzleStanding {
    /// The rating at a time: less certain the longer ago the last try was.
    #[must_use]
    pub fn rating_at(&self, now: i64) -> Rating {
        Standing { rating: self.rating, games: self.tried, last: self.last, ..Standing::START }.rating_at(now)
    }

    fn after(self, rating: Rating, solved: bool, at: i64) -> Self {
        Self {
            rating,
            tried: self.tried + 1,
            solved: self.solved + i64::from(solved),
            last: self.last.max(at),
        }
    }
}

impl Store {
    /// Rates a first try; none if this account has tried the puzzle before, however many tries come at once.
    pub async fn rate_puzzle_try(&self, new: &NewPuzzleTry<'_>) -> Result<Option<RatedPuzzleTry>> {
        let mut writing = self.begin().await?;
        if !insert_try(writing.connection(), new).await? {
            return Ok(None);
        }
        let rated = rate(writing.connection(), new).await?;
        writing.commit().await?;
        Ok(Some(rated))
    }

    /// The rating and the counts of a puzzle; none if nobody with an account has tried it.
    pub async fn puzzle_standing(&self, puzzle: &str) -> Result<Option<PuzzleStanding>> {
        let row = sqlx::query(PUZZLE).bind(puzzle).fetch_optional(self.pool()).await?;
        row.as_ref().map(standing).transpose()
    }

    /// The puzzle rating, streaks and counts of an account; none before its first try.
    pub async fn solver_standing(&self, player: PlayerId) -> Result<Option<SolverStanding>> {
        let row = sqlx::query(PLAYER).bind(player.to_string()).fetch_optional(self.pool()).await?;
        row.as_ref().map(solver).transpose()
    }

    /// Whether an account solved a puzzle at its first try; none if it has not tried it.
    pub async fn puzzle_try(&self, player: PlayerId, puzzle: &str) -> Result<Option<bool>> {
        let sql = "SELECT solved FROM puzzle_tries WHERE player = $1 AND puzzle = $2";
        let row = sqlx::query(sql).bind(player.to_string()).bind(puzzle).fetch_optional(self.pool()).await?;
        row.map(|row| Ok(row.try_get::<i64, _>(0)? != 0)).transpose()
    }

    /// The first tries of an account, by puzzle; `after` is the last puzzle of the page before.
    pub async fn puzzle_tries_of(
        &self,
        player: PlayerId,
        after: &str,
        limit: i64,
    ) -> Result<Vec<PuzzleTryRow>> {
        let sql = "SELECT puzzle, at, solved, value_before, value FROM puzzle_tries \
                   WHERE player = $1 AND puzzle > $2 ORDER BY puzzle LIMIT $3";
        let query = sqlx::query(sql).bind(player.to_string()).bind(after).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(try_row).collect()
    }

    /// How many accounts tried and solved the puzzle of a day on that day.
    pub async fn puzzle_day(&self, day: i64) -> Result<(i64, i64)> {
        let sql = "SELECT tried, solved FROM puzzle_days WHERE day = $1";
        match sqlx::query(sql).bind(day).fetch_optional(self.pool()).await? {
            Some(row) => Ok((row.try_get(0)?, row.try_get(1)?)),
            None => Ok((0, 0)),
        }
    }
}

/// Stores that an account has tried a puzzle; whether it is the first try.
async fn insert_try(connection: &mut AnyConnection, new: &NewPuzzleTry<'_>) -> Result<bool> {
    let sql = "INSERT INTO puzzle_tries (player, puzzle, at, solved, value_before, value) \
               VALUES ($1, $2, $3, $4, 0, 0) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(new.player.to_string()).bind(new.puzzle).bind(new.at);
    Ok(query.bind(i64::from(new.solved)).execute(connection).await?.rows_affected() == 1)
}

/// Rates a try that was stored. The puzzle is locked before the player, by everybody.
async fn rate(connection: &mut AnyConnection, new: &NewPuzzleTry<'_>) -> Result<RatedPuzzleTry> {
    let Rating { value, deviation, volatility } = new.first_rating;
    let query = sqlx::query(LOCK_PUZZLE).bind(new.puzzle).bind(value).bind(deviation).bind(volatility);
    let puzzle = standing(&query.fetch_one(&mut *connection).await?)?;
    let Rating { value, deviation, volatility } = Rating::START;
    let query = sqlx::query(LOCK_PLAYER).bind(new.player.to_string()).bind(value).bind(deviation);
    let player = solver(&query.bind(volatility).fetch_one(&mut *connection).await?)?;
    let (before, opponent) = (player.puzzles.rating_at(new.at), puzzle.rating_at(new.at));
    let (score, other) =
        if new.solved { (GameScore::Won, GameScore::Lost) } else { (GameScore::Lost, GameScore::Won) };
    let streak = if new.solved { player.streak + 1 } else { 0 };
    let rated = RatedPuzzleTry {
        before,
        solver: SolverStanding {
            puzzles: player.puzzles.after(before.after(opponent, score), new.solved, new.at),
            streak,
            best_streak: player.best_streak.max(streak),
        },
        puzzle: puzzle.after(opponent.after(before, other), new.solved, new.at),
    };
    store(connection, new, &rated).await?;
    Ok(rated)
}

async fn store(connection: &mut AnyConnection, new: &NewPuzzleTry<'_>, rated: &RatedPuzzleTry) -> Result<()> {
    let PuzzleStanding { rating, tried, solved, last } = rated.puzzle;
    let sql = "UPDATE puzzle_ratings SET value = $2, deviation = $3, volatility = $4, tried = $5, solved = $6, \
               last = $7 WHERE puzzle = $1";
    let query = sqlx::query(sql).bind(new.puzzle).bind(rating.value).bind(rating.deviation);
    let query = query.bind(rating.volatility).bind(tried).bind(solved).bind(last);
    query.execute(&mut *connection).await?;
    let SolverStanding { puzzles: PuzzleStanding { rating, tried, solved, last }, streak, best_streak } =
        rated.solver;
    let sql = "UPDATE puzzle_players SET value = $2, deviation = $3, volatility = $4, tried = $5, solved = $6, \
               last = $7, streak = $8, best_streak = $9 WHERE player = $1";
    let query = sqlx::query(sql).bind(new.player.to_string()).bind(rating.value).bind(rating.deviation);
    let query = query.bind(rating.volatility).bind(tried).bind(solved).bind(last);
    query.bind(streak).bind(best_streak).execute(&mut *connection).await?;
    let sql = "UPDATE puzzle_tries SET value_before = $3, value = $4 WHERE player = $1 AND puzzle = $2";
    let query = sqlx::query(sql).bind(new.player.to_string()).bind(new.puzzle);
    query.bind(rated.before.value).bind(rating.value).execute(&mut *connection).await?;
    if let Some(day) = new.day {
        let sql = "INSERT INTO puzzle_days (day, puzzle, tried, solved) VALUES ($1, $2, 1, $3) \
                   ON CONFLICT (day) DO UPDATE SET tried = puzzle_days.tried + 1, \
                   solved = puzzle_days.solved + excluded.solved";
        let query = sqlx::query(sql).bind(day).bind(new.puzzle).bind(i64::from(new.solved));
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn standing(row: &AnyRow) -> Result<PuzzleStanding> {
    let rating = Rating {
        value: row.try_get("value")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
    };
    let (tried, solved, last) = (row.try_get("tried")?, row.try_get("solved")?, row.try_get("last")?);
    Ok(PuzzleStanding { rating, tried, solved, last })
}

fn solver(row: &AnyRow) -> Result<SolverStanding> {
    let (streak, best_streak) = (row.try_get("streak")?, row.try_get("best_streak")?);
    Ok(SolverStanding { puzzles: standing(row)?, streak, best_streak })
}

fn try_row(row: &AnyRow) -> Result<PuzzleTryRow> {
    Ok(PuzzleTryRow {
        puzzle: row.try_get("puzzle")?,
        at: row.try_get("at")?,
        solved: row.try_get::<i64, _>("solved")? != 0,
        value_before: row.try_get("value_before")?,
        value: row.try_get("value")?,
    })
}
