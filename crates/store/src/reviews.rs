//! Reviews of finished games: each is computed once and stored.

use crate::index::{ACCURACY, Counts, REVIEWS, accuracies, build, write_counts};
use crate::{Result, Store, StoreError};
use sqlx::Row;
use taijitu_ids::GameId;

impl Store {
    /// The review of a game, as text that the store does not parse.
    pub async fn review(&self, game: GameId) -> Result<Option<String>> {
        let row = sqlx::query("SELECT body FROM reviews WHERE game_id = $1").bind(game.to_string());
        Ok(row.fetch_optional(self.pool()).await?.map(|row| row.try_get(0)).transpose()?)
    }

    /// Stores the review of a game, with the accuracy of White and Black, 0 to 100. The first one stays;
    /// returns false if there was one.
    pub async fn keep_review(
        &self,
        game: GameId,
        body: &str,
        white: Option<f64>,
        black: Option<f64>,
    ) -> Result<bool> {
        if body.contains('\0') {
            return Err(StoreError::Invalid("a text with the character NUL"));
        }
        let thousandths = |accuracy: Option<f64>| {
            accuracy.map_or(-1, |value| (value.clamp(0.0, 100.0) * 1000.0).round() as i64)
        };
        let (white, black) = (thousandths(white), thousandths(black));
        let finished = self.game(game).await?;
        let mut writing = self.begin().await?;
        let connection = writing.connection();
        let now = build(connection).await?;
        let sql = "INSERT INTO reviews (game_id, body, white, black) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        let kept = sqlx::query(sql).bind(game.to_string()).bind(body).bind(white).bind(black);
        if kept.execute(&mut *connection).await?.rows_affected() == 0 {
            return Ok(false);
        }
        // A game that is not indexed yet is counted later.
        let sql = "SELECT 1 FROM games WHERE id = $1 AND indexed = $2 AND logged = 1 AND public = 1";
        let indexed =
            sqlx::query(sql).bind(game.to_string()).bind(now).fetch_optional(&mut *connection).await?;
        if let Some(finished) = finished.filter(|_| indexed.is_some()) {
            let mut tallies = Counts::new();
            let kind = finished.game.kind.as_str();
            for (player, thousandths) in accuracies(&finished, white, black) {
                let sql = "SELECT 1 FROM players WHERE deleted = 1 AND id = $1";
                if sqlx::query(sql).bind(player.to_string()).fetch_optional(&mut *connection).await?.is_none()
                {
                    *tallies.entry((player.to_string(), kind, REVIEWS)).or_default() += 1;
                    *tallies.entry((player.to_string(), kind, ACCURACY)).or_default() += thousandths;
                }
            }
            write_counts(connection, tallies).await?;
        }
        writing.commit().await?;
        Ok(true)
    }
}
