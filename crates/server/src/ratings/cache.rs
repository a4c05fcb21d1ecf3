//! A cache of standings for a few seconds: every list shows some.

use super::view;
use crate::error::Result;
use crate::site::Site;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, Profile, RatingView};
use taijitu_ratings::Standing;
use taijitu_store::RatingRow;

/// How long cached standings are used, in milliseconds. Games that end on this node or at a table in use here update them at
/// once.
const FRESH_FOR_MS: i64 = 5_000;
/// Maximum number of players in the cache.
const MOST: usize = 20_000;

/// The standings of one player by class.
type PlayerStandings = Arc<[(String, Standing)]>;

/// The standings of some players at one moment.
#[derive(Default)]
pub(crate) struct Standings {
    now: i64,
    by_player: HashMap<PlayerId, PlayerStandings>,
}

impl Standings {
    /// The rating of a player in a class; none before the first rated game.
    #[must_use]
    pub(crate) fn view(&self, player: PlayerId, class: Option<&str>) -> Option<RatingView> {
        let own = self.by_player.get(&player)?;
        let (_, standing) = own.iter().find(|(of, _)| Some(of.as_str()) == class)?;
        Some(view(standing.rating_at(self.now)))
    }

    /// A profile with the rating in a class.
    #[must_use]
    pub(crate) fn rated(&self, profile: Profile, class: Option<&str>) -> Profile {
        Profile { rating: self.view(profile.id, class), ..profile }
    }
}

/// Standings with the time they were read.
#[derive(Default)]
pub(super) struct StandingsCache(Mutex<HashMap<PlayerId, (i64, PlayerStandings)>>);

impl StandingsCache {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, (i64, PlayerStandings)>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    pub(super) fn forget(&self, player: PlayerId) {
        self.lock().remove(&player);
    }

    /// The standings of some players; those not read lately are read.
    pub(super) async fn get(&self, site: &Site, players: &[PlayerId]) -> Result<Standings> {
        let now = site.clock.now();
        let mut standings = Standings { now, by_player: HashMap::new() };
        let mut missing = vec![];
        {
            let known = self.lock();
            for player in players {
                match known.get(player).filter(|(read, _)| now - read < FRESH_FOR_MS) {
                    Some((_, own)) => drop(standings.by_player.insert(*player, own.clone())),
                    None => missing.push(*player),
                }
            }
        }
        if missing.is_empty() {
            return Ok(standings);
        }
        let mut read: HashMap<PlayerId, Vec<(String, Standing)>> =
            missing.iter().map(|player| (*player, vec![])).collect();
        for RatingRow { class, player, standing } in site.store.ratings_of(&missing).await? {
            read.entry(player).or_default().push((class, standing));
        }
        let mut known = self.lock();
        if known.len() + read.len() > MOST {
            known.clear();
        }
        for (player, own) in read {
            let own: PlayerStandings = own.into();
            known.insert(player, (now, own.clone()));
            standings.by_player.insert(player, own);
        }
        Ok(standings)
    }
}
