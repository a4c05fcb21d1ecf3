//! Reads of the database on behalf of listeners: streams of own events, and the bells of open pages.
//!
//! An event of a player wakes every stream and every socket of that player. They share one read; few reads run at the same time,
//! and each is followed by a pause of the same length. So turns of games come first, for any number of listeners.

use crate::error::{ApiError, Result};
use crate::site::clock::instant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::time::Instant;
use taijitu_protocol::PlayerId;
use tokio::sync::Semaphore;

/// Below this number of players, those without listeners are not dropped.
const FEW: usize = 64;

/// Permits to read, shared by all kinds of reads of a node.
pub(super) type ReadPermits = Arc<Semaphore>;

/// The last read of each player.
pub(super) struct SharedReads<T> {
    turns: ReadPermits,
    players: Mutex<ReadsByPlayer<T>>,
}

struct ReadsByPlayer<T> {
    of: HashMap<PlayerId, Weak<PlayerReads<T>>>,
    /// At this number of players those without listeners are dropped.
    most: usize,
}

/// The last read of one player: when it began, and its result.
pub(super) struct PlayerReads<T>(tokio::sync::Mutex<Option<(Instant, Arc<T>)>>);

impl<T> SharedReads<T> {
    /// No reads yet.
    pub(super) fn new(turns: ReadPermits) -> Self {
        Self { turns, players: Mutex::new(ReadsByPlayer { of: HashMap::new(), most: FEW }) }
    }

    fn lock(&self) -> MutexGuard<'_, ReadsByPlayer<T>> {
        self.players.lock().expect("no panic while the lock is held")
    }

    /// The reads of a player, shared by all listeners that hold them.
    pub(super) fn of(&self, player: PlayerId) -> Arc<PlayerReads<T>> {
        let mut players = self.lock();
        if players.of.len() >= players.most {
            players.of.retain(|_, read| read.strong_count() > 0);
            players.most = FEW.max(2 * players.of.len());
        }
        if let Some(read) = players.of.get(&player).and_then(Weak::upgrade) {
            return read;
        }
        let read = Arc::new(PlayerReads(tokio::sync::Mutex::default()));
        players.of.insert(player, Arc::downgrade(&read));
        read
    }

    /// The result of a read that began after a time. If no other listener has made one, `make` does.
    ///
    /// # Errors
    /// The error of `make`.
    pub(super) async fn after(
        &self,
        read: &PlayerReads<T>,
        time: Instant,
        make: impl Future<Output = Result<T>>,
    ) -> Result<Arc<T>> {
        let mut last = read.0.lock().await;
        if let Some((_, result)) = last.as_ref().filter(|(begun, _)| *begun >= time) {
            return Ok(result.clone());
        }
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| ApiError::unavailable())?;
        let begun = instant();
        let result = make.await.map(Arc::new);
        // The next read waits for as long as this one took.
        let rest = begun.elapsed();
        tokio::spawn(async move {
            tokio::time::sleep(rest).await;
            drop(turn);
        });
        let result = result?;
        *last = Some((begun, result.clone()));
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    #[tokio::test]
    async fn the_listeners_of_a_player_share_a_look() {
        let reads = SharedReads::new(Arc::new(Semaphore::new(1)));
        let count = AtomicU32::new(0);
        let make = || async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            Ok(count.fetch_add(1, Ordering::Relaxed) + 1)
        };
        let (woken, ada) = (instant(), reads.of(PlayerId(1)));
        let listeners: Vec<_> = (0..8).map(|_| reads.of(PlayerId(1))).collect();
        let result = listeners.iter().map(|read| reads.after(read, woken, make()));
        let result = futures_util::future::join_all(result).await;
        assert!(result.iter().all(|result| **result.as_ref().unwrap() == 1));
        assert_eq!(*reads.after(&ada, instant(), make()).await.unwrap(), 2, "something has happened since");
        assert_eq!(*reads.after(&reads.of(PlayerId(2)), woken, make()).await.unwrap(), 3, "somebody else");
    }

    #[tokio::test]
    async fn few_look_at_a_time_and_rest_between() {
        let reads = SharedReads::new(Arc::new(Semaphore::new(1)));
        let now = AtomicU32::new(0);
        let make = || async {
            assert_eq!(now.fetch_add(1, Ordering::Relaxed), 0, "one at a time");
            tokio::time::sleep(Duration::from_millis(10)).await;
            now.fetch_sub(1, Ordering::Relaxed);
            Ok(())
        };
        let begun = instant();
        let players: Vec<_> = (0..5).map(|player| reads.of(PlayerId(player))).collect();
        futures_util::future::join_all(players.iter().map(|read| reads.after(read, begun, make()))).await;
        assert!(begun.elapsed() >= Duration::from_millis(5 * 10 + 4 * 10));
    }

    #[tokio::test]
    async fn a_failed_look_is_made_again() {
        let reads = SharedReads::new(Arc::new(Semaphore::new(1)));
        let (ada, time) = (reads.of(PlayerId(1)), instant());
        assert!(reads.after(&ada, time, async { Err(ApiError::unavailable()) }).await.is_err());
        assert_eq!(*reads.after(&ada, time, async { Ok(7) }).await.unwrap(), 7);
    }

    #[test]
    fn players_without_listeners_are_forgotten() {
        let reads = SharedReads::<()>::new(Arc::new(Semaphore::new(1)));
        let ada = reads.of(PlayerId(0));
        for player in 1..10_000 {
            drop(reads.of(PlayerId(player)));
        }
        assert!(reads.lock().of.len() <= FEW && reads.lock().of.contains_key(&PlayerId(0)));
        assert!(Arc::ptr_eq(&ada, &reads.of(PlayerId(0))));
    }
}
