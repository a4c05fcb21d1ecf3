//! Puzzles that were found: positions with exactly one winning turn.

use crate::rows::{ManyRows, optional_id};
use crate::{Result, Store, StoreError, StoredSide};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use taijitu_ids::GameId;

const COLUMNS: &str = "id, kind, number, side, wins_in, study, solution, game_id, made, themes";

const INSERT: ManyRows = ManyRows {
    before: "INSERT INTO puzzles (id, kind, number, side, wins_in, study, solution, game_id, made, themes) VALUES",
    columns: 10,
    after: "ON CONFLICT DO NOTHING RETURNING id",
};

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    /// Its id.
    pub id: String,
    /// Which game.
    pub kind: String,
    /// Its number among the puzzles of the game.
    pub number: i64,
    /// The side that has to win.
    pub side: StoredSide,
    /// In how many own turns.
    pub wins_in: i64,
    /// The position, as text that the store does not parse.
    pub study: String,
    /// The solution, as text that the store does not parse.
    pub solution: String,
    /// The game it comes from.
    pub game: Option<GameId>,
    /// When it was made.
    pub made: i64,
    /// What it is about, as text that the store does not parse; `None` if nobody has looked yet.
    pub themes: Option<String>,
}

impl Store {
    /// Stores puzzles; existing ones are not changed. Returns how many are new.
    pub async fn keep_puzzles(&self, puzzles: &[PuzzleRow]) -> Result<usize> {
        let texts = |row: &PuzzleRow| {
            [&row.id, &row.kind, &row.study, &row.solution].iter().any(|text| text.contains('\0'))
        };
        if puzzles.iter().any(texts) {
            return Err(StoreError::Invalid("a text with the character NUL"));
        }
        let mut writing = self.begin().await?;
        let kept = INSERT.run(writing.connection(), puzzles, |query, row| {
            let query = query.bind(row.id.as_str()).bind(row.kind.as_str()).bind(row.number);
            let query = query.bind(row.side.as_str()).bind(row.wins_in).bind(row.study.as_str());
            let query = query.bind(row.solution.as_str()).bind(row.game.map(String::from)).bind(row.made);
            query.bind(row.themes.clone())
        });
        let kept = kept.await?.len();
        writing.commit().await?;
        Ok(kept)
    }

    /// The puzzles of a game, the easiest first; without a game all of them.
    pub async fn puzzles(&self, kind: Option<&str>) -> Result<Vec<PuzzleRow>> {
        let rows = match kind {
            Some(kind) => {
                let sql = format!("SELECT {COLUMNS} FROM puzzles WHERE kind = $1 ORDER BY wins_in, number");
                sqlx::query(AssertSqlSafe(sql)).bind(kind).fetch_all(self.pool()).await?
            }
            None => {
                let sql = format!("SELECT {COLUMNS} FROM puzzles ORDER BY kind, wins_in, number");
                sqlx::query(AssertSqlSafe(sql)).fetch_all(self.pool()).await?
            }
        };
        rows.iter().map(puzzle).collect()
    }

    /// Stores what puzzles are about, by id; the rest of a puzzle never changes.
    pub async fn set_puzzle_themes(&self, themes: &[(String, String)]) -> Result<()> {
        let mut writing = self.begin().await?;
        for (id, themes) in themes {
            let update = sqlx::query("UPDATE puzzles SET themes = $2 WHERE id = $1");
            update.bind(id.as_str()).bind(themes.as_str()).execute(writing.connection()).await?;
        }
        writing.commit().await
    }

    /// How many puzzles there are.
    pub async fn count_puzzles(&self) -> Result<i64> {
        Ok(sqlx::query("SELECT COUNT(*) FROM puzzles").fetch_one(self.pool()).await?.try_get(0)?)
    }

    /// One puzzle.
    pub async fn puzzle(&self, id: &str) -> Result<Option<PuzzleRow>> {
        let sql = format!("SELECT {COLUMNS} FROM puzzles WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(self.pool()).await?;
        row.as_ref().map(puzzle).transpose()
    }
}

fn puzzle(row: &AnyRow) -> Result<PuzzleRow> {
    Ok(PuzzleRow {
        id: row.try_get("id")?,
        kind: row.try_get("kind")?,
        number: row.try_get("number")?,
        side: StoredSide::parse(row.try_get("side")?)?,
        wins_in: row.try_get("wins_in")?,
        study: row.try_get("study")?,
        solution: row.try_get("solution")?,
        game: optional_id(row, "game_id")?,
        made: row.try_get("made")?,
        themes: row.try_get("themes")?,
    })
}
