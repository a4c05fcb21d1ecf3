//! The best active players of each rating class.

use super::{Ratings, view};
use crate::accounts::Accounts;
use crate::error::{ApiError, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use taijitu_protocol::{Code, Leaderboard, PlayerId, Profile, RankedPlayer};
use taijitu_rules::{GameType, RatingClass, games};
use taijitu_store::RatingRow;
use taijitu_study::catalogue::class_view;

/// Players on a leaderboard.
pub(crate) const PLACES: usize = 100;
/// Rows read for it: accounts that were deleted lately are left out.
const ROWS: i64 = PLACES as i64 + 20;
/// Players whose last rated game is longer ago are not active, in milliseconds.
pub(crate) const ACTIVE_FOR: i64 = 30 * 24 * 60 * 60 * 1000;
/// How long cached rows are used, in milliseconds.
const FRESH_FOR_MS: i64 = 10_000;

/// Rows of a leaderboard and the time they were read.
type ReadRows = (i64, Arc<Vec<RatingRow>>);

/// The rows of each leaderboard: one entry for each rating class at most.
#[derive(Default)]
pub(super) struct LeaderboardCache(Mutex<HashMap<&'static str, ReadRows>>);

/// The rating class with an id, and its game.
///
/// # Errors
/// `no_such_thing` if there is no such rating class.
pub(crate) fn find_class(id: &str) -> Result<(&'static dyn GameType, &'static RatingClass)> {
    games::rating_class(id).ok_or_else(|| {
        let ids: Vec<&str> =
            games::GAMES.iter().flat_map(|game| game.meta().rating_classes).map(|class| class.id).collect();
        let ids = ids.join(", ");
        ApiError::new(
            Code::NoSuchThing,
            format!("unknown rating class `{id}`; the classes are {ids}"),
            format!("catégorie « {id} » inconnue ; les catégories sont {ids}"),
        )
    })
}

impl Ratings {
    /// The best active players of a rating class: those with a settled rating who have played a rated game in the last
    /// 30 days.
    ///
    /// # Errors
    /// `no-such-thing` if there is no such class, `unavailable` if the database fails.
    pub(crate) async fn leaderboard(&self, accounts: &Accounts, class: &str) -> Result<Leaderboard> {
        let (game, class) = find_class(class)?;
        let now = self.0.site.clock.now();
        let rows = self.best(class.id, now).await?;
        let names = accounts.names(rows.iter().map(|row| row.player).collect::<Vec<PlayerId>>()).await?;
        let ranked = |row: &RatingRow| {
            let profile = names.profile(row.player);
            // The account was deleted.
            profile.name.as_ref()?;
            Some(RankedPlayer {
                player: Profile { rating: Some(view(row.standing.rating_at(now))), ..profile },
                games: count(row.standing.games),
                won: count(row.standing.won),
                lost: count(row.standing.lost),
            })
        };
        let players = rows.iter().filter_map(ranked).take(PLACES).collect();
        Ok(Leaderboard { class: class_view(class), game: game.meta().id.into(), players })
    }

    async fn best(&self, class: &'static str, now: i64) -> Result<Arc<Vec<RatingRow>>> {
        let cache = &self.0.leaderboards.0;
        let known = cache.lock().expect("no panic while the lock is held").get(class).cloned();
        if let Some((_, rows)) = known.filter(|(read, _)| now - read < FRESH_FOR_MS) {
            return Ok(rows);
        }
        let rows = Arc::new(self.0.site.store.best_ratings(class, now - ACTIVE_FOR, ROWS).await?);
        cache.lock().expect("no panic while the lock is held").insert(class, (now, rows.clone()));
        Ok(rows)
    }
}

/// A stored count.
#[must_use]
pub(super) fn count(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}
