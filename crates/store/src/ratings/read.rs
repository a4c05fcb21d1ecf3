//! Reading ratings: of players, of games, the best of a class, the history of a player.

use super::{
    CHANGE_COLUMNS, RATING_COLUMNS, RatingChangeRow, RatingPointRow, RatingRow, change_row, point_row,
    rating_row,
};
use crate::rows::by_ids;
use crate::{Result, Store};
use sqlx::AssertSqlSafe;
use taijitu_ids::{GameId, PlayerId};
use taijitu_ratings::Rating;

/// A page of the history of a rating, from an index alone.
const HISTORY: &str = "SELECT game_id, number, at, value, deviation FROM rating_changes \
                       WHERE player = $1 AND class = $2 AND number < $3 ORDER BY number DESC LIMIT $4";

impl Store {
    /// The standings of some players in all rating classes.
    pub async fn ratings_of(&self, players: &[PlayerId]) -> Result<Vec<RatingRow>> {
        let sql = format!("SELECT {RATING_COLUMNS} FROM ratings WHERE player IN");
        let mut connection = self.pool().acquire().await?;
        by_ids(&mut connection, &sql, players, "ORDER BY player, class")
            .await?
            .iter()
            .map(rating_row)
            .collect()
    }

    /// What some games changed, by game and seat. A casual game has nothing.
    pub async fn rating_changes_of_games(&self, games: &[GameId]) -> Result<Vec<RatingChangeRow>> {
        let sql = format!("SELECT {CHANGE_COLUMNS} FROM rating_changes WHERE game_id IN");
        let mut connection = self.pool().acquire().await?;
        by_ids(&mut connection, &sql, games, "ORDER BY game_id, seat").await?.iter().map(change_row).collect()
    }

    /// The best players of a rating class, the best first: those with a settled rating whose last rated game was at a
    /// time or later.
    pub async fn best_ratings(&self, class: &str, since: i64, limit: i64) -> Result<Vec<RatingRow>> {
        let sql = format!(
            "SELECT {RATING_COLUMNS} FROM ratings WHERE class = $1 AND deviation <= $2 AND last >= $3 \
             ORDER BY value DESC, deviation DESC, last DESC LIMIT $4"
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(class).bind(Rating::MAX_SETTLED_DEVIATION);
        query.bind(since).bind(limit).fetch_all(self.pool()).await?.iter().map(rating_row).collect()
    }

    /// The last rated games of a player in a rating class, the latest first; `before` is the number of the last one of
    /// the page before. Only the index `rating_changes_history` is read: its columns are all that is asked for.
    pub async fn rating_history(
        &self,
        player: PlayerId,
        class: &str,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<RatingPointRow>> {
        let query = sqlx::query(HISTORY).bind(player.to_string()).bind(class);
        let query = query.bind(before.unwrap_or(i64::MAX)).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(point_row).collect()
    }

    /// All rated games of a player, class by class, the earliest first; `after` is the class and number of the last one
    /// of the page before.
    pub async fn rating_changes_of(
        &self,
        player: PlayerId,
        after: Option<(&str, i64)>,
        limit: i64,
    ) -> Result<Vec<RatingChangeRow>> {
        let sql = format!(
            "SELECT {CHANGE_COLUMNS} FROM rating_changes WHERE player = $1 AND (class, number) > ($2, $3) \
             ORDER BY class, number LIMIT $4"
        );
        let (class, number) = after.unwrap_or_default();
        let query =
            sqlx::query(AssertSqlSafe(sql)).bind(player.to_string()).bind(class).bind(number).bind(limit);
        query.fetch_all(self.pool()).await?.iter().map(change_row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoreSettings;
    use sqlx::Row;

    #[tokio::test]
    async fn a_history_is_read_from_its_index_alone_and_is_not_sorted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}/site.db", folder.path().display());
        let store = Store::open(&url, StoreSettings::default()).await.unwrap();
        let explain = format!("EXPLAIN QUERY PLAN {HISTORY}");
        let query = sqlx::query(AssertSqlSafe(explain)).bind("ann").bind("yinsh").bind(9_i64).bind(5_i64);
        let plan = query.fetch_all(store.pool()).await.unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.try_get("detail").unwrap()).collect();
        let [step] = &plan[..] else { panic!("one step: {plan:?}") };
        assert!(step.contains("USING COVERING INDEX rating_changes_history"), "{step}");
    }
}
