//! Blocks between players. Messages of a blocked player are hidden from those who blocked them, and the two are not paired.

use super::Accounts;
use crate::error::Result;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::PlayerId;

/// How long a cached answer of the database is used, in milliseconds: the signal of another node that stored a block may be lost.
const BELIEVED_MS: i64 = 10_000;
/// Maximum number of players in the cache.
const MOST: usize = 50_000;

/// Those who have blocked a player.
type BlockerSet = Arc<HashSet<PlayerId>>;

/// Those who have blocked some players, by the blocked player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blockers(HashMap<PlayerId, BlockerSet>);

impl Blockers {
    /// Whether a player has blocked another one of those this was loaded for.
    #[must_use]
    pub(crate) fn has_blocked(&self, player: Option<PlayerId>, other: PlayerId) -> bool {
        player.is_some_and(|player| self.0.get(&other).is_some_and(|set| set.contains(&player)))
    }
}

/// A cache of blocks, each with the time it was read.
#[derive(Default)]
pub(crate) struct BlockCache(Mutex<HashMap<PlayerId, (i64, BlockerSet)>>);

impl BlockCache {
    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, (i64, BlockerSet)>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    fn get(&self, player: PlayerId, now: i64) -> Option<BlockerSet> {
        self.lock().get(&player).filter(|(at, _)| now - at < BELIEVED_MS).map(|(_, set)| set.clone())
    }

    fn put(&self, player: PlayerId, now: i64, set: BlockerSet) {
        let mut known = self.lock();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(player, (now, set));
    }

    /// Forgets who has blocked a player.
    pub(super) fn forget(&self, player: PlayerId) {
        self.lock().remove(&player);
    }

    /// Forgets everything.
    pub(super) fn forget_all(&self) {
        self.lock().clear();
    }

    /// Drops entries that are too old to be used.
    pub(crate) fn forget_old(&self, now: i64) {
        self.lock().retain(|_, (at, _)| now - *at < BELIEVED_MS);
    }
}

impl Accounts {
    /// Those who have blocked some players.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn blockers(&self, players: &[PlayerId]) -> Result<Blockers> {
        let mut blockers = Blockers::default();
        for &player in players {
            if blockers.0.contains_key(&player) {
                continue;
            }
            let now = self.site.clock.now();
            let set = match self.blocks.get(player, now) {
                Some(set) => set,
                None => {
                    let set: BlockerSet =
                        Arc::new(self.site.store.blockers_of(player).await?.into_iter().collect());
                    self.blocks.put(player, now, set.clone());
                    set
                }
            };
            if !set.is_empty() {
                blockers.0.insert(player, set);
            }
        }
        Ok(blockers)
    }

    /// Whether one of two players has blocked the other.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn has_block_between(&self, one: PlayerId, other: PlayerId) -> Result<bool> {
        let blockers = self.blockers(&[one, other]).await?;
        Ok(blockers.has_blocked(Some(one), other) || blockers.has_blocked(Some(other), one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_believed_for_a_while() {
        let cache = BlockCache::default();
        let (ada, bob) = (PlayerId(1), PlayerId(2));
        cache.put(bob, 0, Arc::new(HashSet::from([ada])));
        let set = cache.get(bob, BELIEVED_MS - 1).unwrap();
        let blockers = Blockers(HashMap::from([(bob, set)]));
        assert!(blockers.has_blocked(Some(ada), bob) && !blockers.has_blocked(Some(bob), ada));
        assert!(!blockers.has_blocked(None, bob), "a visitor without a name has blocked nobody");
        assert!(cache.get(bob, BELIEVED_MS).is_none());
        cache.forget_old(BELIEVED_MS);
        assert!(cache.lock().is_empty());
        cache.put(bob, 0, Arc::default());
        cache.forget(bob);
        assert!(cache.get(bob, 0).is_none());
    }
}
