//! The ratings of one player, and how they changed.

use super::leaderboards::{count, find_class};
use super::{Ratings, before, view};
use crate::error::Result;
use taijitu_protocol::{ClassRating, PlayerId, RatedGameLine, RatingHistory, RatingPoint};
use taijitu_ratings::Rating;
use taijitu_rules::games;
use taijitu_store::{RatingChangeRow, RatingPointRow, RatingRow};
use taijitu_study::catalogue::class_view;

/// Games in one answer.
pub(crate) const HISTORY_PAGE: i64 = 500;

impl Ratings {
    /// The ratings of a player in all classes, the most played first.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn of_player(&self, player: PlayerId) -> Result<Vec<ClassRating>> {
        let now = self.0.site.clock.now();
        let mut rows = self.0.site.store.ratings_of(&[player]).await?;
        rows.sort_by_key(|row| std::cmp::Reverse(row.standing.games));
        let rating = |row: &RatingRow| {
            let (game, class) = games::rating_class(&row.class)?;
            Some(ClassRating {
                class: class_view(class),
                game: game.meta().id.into(),
                rating: view(row.standing.rating_at(now)),
                games: count(row.standing.games),
                won: count(row.standing.won),
                lost: count(row.standing.lost),
            })
        };
        Ok(rows.iter().filter_map(rating).collect())
    }

    /// How the rating of a player in a class changed, game by game; `before` is the number of the first game of the page
    /// after.
    ///
    /// # Errors
    /// `no-such-thing` if there is no such class, `unavailable` if the database fails.
    pub(crate) async fn history(
        &self,
        player: PlayerId,
        class: &str,
        before: Option<i64>,
    ) -> Result<RatingHistory> {
        let (_, class) = find_class(class)?;
        let mut rows = self.0.site.store.rating_history(player, class.id, before, HISTORY_PAGE).await?;
        let is_full = rows.len() as i64 == HISTORY_PAGE;
        rows.reverse();
        let next = rows.first().filter(|_| is_full).map(|row| row.number.to_string());
        let point = |row: &RatingPointRow| {
            let (value, deviation) = (row.value, row.deviation);
            RatingPoint {
                game: row.game,
                at: row.at,
                rating: view(Rating { value, deviation, ..Rating::START }),
            }
        };
        Ok(RatingHistory { class: class_view(class), points: rows.iter().map(point).collect(), next })
    }
}

/// A rated game in an export.
#[must_use]
pub(crate) fn rated_game_line(row: &RatingChangeRow) -> RatedGameLine {
    RatedGameLine {
        class: row.class.clone(),
        game: row.game,
        at: row.at,
        before: before(row),
        after: view(row.after),
    }
}
