//! Presence: which players are connected to this node, or to another one as it reports.

use super::People;
use crate::site::bus::{Online, Signal};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use taijitu_protocol::PlayerId;

/// How long after their last connection players count as here, in milliseconds: a connection that is lost for a moment is not
/// announced, and one lost signal does no harm.
const COUNTS_FOR_MS: i64 = 30_000;
/// How often a node announces who is connected to it, in milliseconds.
const ANNOUNCE_INTERVAL_MS: i64 = 10_000;
/// Players in one signal.
const PER_SIGNAL: usize = 100;
/// Maximum number of players in the cache; more are ignored until old ones are dropped.
const MOST: usize = 200_000;

/// When players were last connected to any node.
#[derive(Default)]
pub(super) struct PresenceCache(Mutex<LastConnected>);

#[derive(Default)]
struct LastConnected {
    players: HashMap<PlayerId, i64>,
    announced: i64,
}

impl PresenceCache {
    fn lock(&self) -> MutexGuard<'_, LastConnected> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Notes that players are connected.
    fn note(&self, players: impl IntoIterator<Item = PlayerId>, now: i64) {
        let mut last = self.lock();
        for player in players {
            if last.players.len() < MOST || last.players.contains_key(&player) {
                last.players.insert(player, now);
            }
        }
    }

    fn has(&self, player: PlayerId, now: i64) -> bool {
        self.lock().players.get(&player).is_some_and(|at| now - at < COUNTS_FOR_MS)
    }

    /// How many were connected lately, not counting some.
    fn count_besides(&self, connected: &HashSet<PlayerId>, now: i64) -> usize {
        let counts =
            |(player, at): &(&PlayerId, &i64)| now - **at < COUNTS_FOR_MS && !connected.contains(*player);
        self.lock().players.iter().filter(counts).count()
    }

    fn forget_old(&self, now: i64) {
        self.lock().players.retain(|_, at| now - *at < COUNTS_FOR_MS);
    }

    /// Whether it is time to announce who is connected.
    fn should_announce(&self, now: i64) -> bool {
        let mut last = self.lock();
        let is_due = !(last.announced..last.announced + ANNOUNCE_INTERVAL_MS).contains(&now);
        if is_due {
            last.announced = now;
        }
        is_due
    }
}

impl People {
    /// Whether a player is here.
    pub(super) fn is_here(&self, player: PlayerId) -> bool {
        self.site.connections.has_player(player) || self.here.has(player, self.site.clock.now())
    }

    /// How many players are here.
    pub(crate) fn count_here(&self) -> u32 {
        let connected: HashSet<PlayerId> = self.site.connections.connected_players().into_iter().collect();
        let count = connected.len() + self.here.count_besides(&connected, self.site.clock.now());
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Notes who is connected to this node, and announces it to the others periodically.
    pub(crate) fn update_presence(&self) {
        let now = self.site.clock.now();
        let connected = self.site.connections.connected_players();
        self.here.note(connected.iter().copied(), now);
        self.here.forget_old(now);
        if self.site.bus.is_up().is_some() && self.here.should_announce(now) {
            for players in connected.chunks(PER_SIGNAL) {
                let online = Online { node: self.site.node.clone(), players: players.to_vec() };
                self.site.bus.publish(Signal::Online(online));
            }
        }
    }

    /// Takes over the announcement of another node.
    pub(crate) fn on_online_report(&self, online: &Online) {
        if online.node != self.site.node {
            self.here.note(online.players.iter().copied(), self.site.clock.now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_connected_lately_is_here() {
        let (here, ada, bob) = (PresenceCache::default(), PlayerId(1), PlayerId(2));
        here.note([ada], 1000);
        assert!(here.has(ada, 30_999) && !here.has(ada, 31_000) && !here.has(bob, 1000));
        assert_eq!(here.count_besides(&HashSet::new(), 1000), 1);
        assert_eq!(here.count_besides(&HashSet::from([ada]), 1000), 0);
        here.forget_old(31_000);
        assert!(here.lock().players.is_empty());
        assert_eq!([20_000, 29_999, 30_000].map(|now| here.should_announce(now)), [true, false, true]);
    }
}
