//! Ratings: beside names, after games, on leaderboards.
//!
//! The numbers are made by the store, in the transactions that end games; this layer reads them.

mod cache;
mod leaderboards;
mod players;

pub(crate) use cache::Standings;
pub(crate) use leaderboards::PLACES;
pub(crate) use players::{HISTORY_PAGE, rated_game_line};

use crate::error::Result;
use crate::site::Site;
use cache::StandingsCache;
use leaderboards::LeaderboardCache;
use std::collections::HashMap;
use std::sync::Arc;
use taijitu_protocol::{GameId, PlayerId, RatingChange, RatingView, Seat};
use taijitu_ratings::Rating;
use taijitu_store::RatingChangeRow;
use taijitu_table::Names;

/// The ratings of a site; cheap to clone.
#[derive(Clone)]
pub struct Ratings(Arc<RatingsInner>);

struct RatingsInner {
    site: Site,
    standings: StandingsCache,
    leaderboards: LeaderboardCache,
}

impl Ratings {
    /// The ratings of a site.
    #[must_use]
    pub fn new(site: Site) -> Self {
        let (standings, leaderboards) = (StandingsCache::default(), LeaderboardCache::default());
        Self(Arc::new(RatingsInner { site, standings, leaderboards }))
    }

    /// The standings of all players who have a name and an account.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn of_names(&self, names: &Names) -> Result<Standings> {
        let accounts = names.0.values().filter(|profile| !profile.guest && profile.name.is_some());
        let players: Vec<PlayerId> = accounts.map(|profile| profile.id).collect();
        self.0.standings.get(&self.0.site, &players).await
    }

    /// Adds the ratings in a class to names.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn add_to(&self, names: &mut Names, class: Option<&str>) -> Result<()> {
        let standings = self.of_names(names).await?;
        for profile in names.0.values_mut() {
            profile.rating = standings.view(profile.id, class);
        }
        Ok(())
    }

    /// To be called when a rated game of a player has ended.
    pub(crate) fn forget(&self, player: PlayerId) {
        self.0.standings.forget(player);
    }

    /// What a game changed, by seat; nothing for casual games.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn changes_of(&self, game: GameId) -> Result<Vec<RatingChange>> {
        Ok(self.changes_of_games(&[game]).await?.remove(&game).unwrap_or_default())
    }

    /// What some games changed, by seat; casual games are left out.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn changes_of_games(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, Vec<RatingChange>>> {
        let mut changes: HashMap<GameId, Vec<RatingChange>> = HashMap::new();
        if games.is_empty() {
            return Ok(changes);
        }
        for row in self.0.site.store.rating_changes_of_games(games).await? {
            changes.entry(row.game).or_default().extend(change(&row));
        }
        Ok(changes)
    }
}

/// A rating in whole points.
#[must_use]
pub(crate) fn view(rating: Rating) -> RatingView {
    taijitu_study::catalogue::rating_view(rating)
}

/// The rating before a game.
#[must_use]
pub(crate) fn before(row: &RatingChangeRow) -> RatingView {
    view(Rating { value: row.value_before, deviation: row.deviation_before, ..row.after })
}

fn change(row: &RatingChangeRow) -> Option<RatingChange> {
    let seat = Seat::new(u8::try_from(row.seat).ok()?);
    Some(RatingChange { seat, before: before(row), after: view(row.after) })
}
