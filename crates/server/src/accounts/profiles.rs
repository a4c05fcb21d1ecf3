//! Profiles of players, cached because every event contains names.

use super::held_names::as_shown;
use crate::error::Result;
use std::collections::HashMap;
use std::sync::{RwLock, RwLockWriteGuard};
use taijitu_protocol::{PlayerId, Profile};
use taijitu_store::{PlayerRow, Store};
use taijitu_table::Names;

/// More profiles than this are not kept.
const MOST: usize = 100_000;

/// Profiles by id.
#[derive(Default)]
pub(crate) struct ProfileCache(RwLock<Generations>);

/// Profiles requested since the last [`ProfileCache::start_generation`], and those that were not.
#[derive(Default)]
struct Generations {
    fresh: HashMap<PlayerId, Profile>,
    old: HashMap<PlayerId, Profile>,
}

impl ProfileCache {
    fn write(&self) -> RwLockWriteGuard<'_, Generations> {
        self.0.write().expect("nothing panics while it learns")
    }

    /// Remembers a player as others are shown it.
    fn insert(&self, row: &PlayerRow, bot: bool) -> Profile {
        let profile = Profile { id: row.id, name: row.name.clone(), guest: row.guest, bot, rating: None };
        let mut known = self.write();
        if known.fresh.len() >= MOST {
            *known = Generations::default();
        }
        known.fresh.insert(row.id, profile.clone());
        profile
    }

    /// Drops a player whose name was changed elsewhere.
    pub(crate) fn forget(&self, id: PlayerId) {
        let mut known = self.write();
        known.fresh.remove(&id);
        known.old.remove(&id);
    }

    /// Drops all profiles.
    pub(crate) fn forget_all(&self) {
        *self.write() = Generations::default();
    }

    /// Drops profiles not requested since the previous call (two-generation cache).
    pub(crate) fn start_generation(&self) {
        let mut known = self.write();
        known.old = std::mem::take(&mut known.fresh);
    }

    /// The names of some players; names that are not cached are read from the database.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn names(
        &self,
        store: &Store,
        ids: impl IntoIterator<Item = PlayerId>,
    ) -> Result<Names> {
        let mut names = Names::default();
        let mut missing = vec![];
        let mut again = vec![];
        {
            let known = self.0.read().expect("nothing panics while it learns");
            for id in ids {
                if let Some(profile) = known.fresh.get(&id) {
                    names.0.insert(id, profile.clone());
                } else if known.old.contains_key(&id) {
                    again.push(id);
                } else {
                    missing.push(id);
                }
            }
        }
        self.promote(&again, &mut names, &mut missing);
        missing.sort_unstable();
        missing.dedup();
        for id in missing {
            if let Some(row) = store.player(id).await? {
                let row = as_shown(store, row).await?;
                let bot = !row.guest && !row.deleted && store.is_bot(id).await?;
                names.0.insert(id, self.insert(&row, bot));
            }
        }
        Ok(names)
    }

    /// Moves requested profiles into the current generation; a profile dropped meanwhile is added to
    /// `missing`.
    fn promote(&self, again: &[PlayerId], names: &mut Names, missing: &mut Vec<PlayerId>) {
        if again.is_empty() {
            return;
        }
        let mut known = self.write();
        for id in again {
            let Some(profile) = known.old.remove(id).or_else(|| known.fresh.get(id).cloned()) else {
                missing.push(*id);
                continue;
            };
            names.0.insert(*id, profile.clone());
            known.fresh.insert(*id, profile);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requested_profiles_stay_and_others_are_dropped() {
        let cache = ProfileCache::default();
        let profile = |id| Profile { id, name: Some("Ada".into()), guest: true, bot: false, rating: None };
        cache.write().fresh.extend([1, 2].map(|id| (PlayerId(id), profile(PlayerId(id)))));
        cache.start_generation();
        let (mut names, mut missing) = (Names::default(), vec![]);
        cache.promote(&[PlayerId(1), PlayerId(3)], &mut names, &mut missing);
        assert_eq!((names.0.len(), missing), (1, vec![PlayerId(3)]));
        cache.start_generation();
        let known = cache.0.read().unwrap();
        assert!(known.old.contains_key(&PlayerId(1)) && known.old.len() == 1 && known.fresh.is_empty());
    }
}
