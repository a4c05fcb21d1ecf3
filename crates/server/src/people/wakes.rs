//! Listeners for changes that concern a player: sockets, and event streams.
//!
//! A wake says where to look, never what happened. It is not lost while its listener is busy, and several at once count as one.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, TableId};
use tokio::sync::Notify;

/// The listeners of a node.
#[derive(Clone, Default)]
pub(crate) struct Wakes(Arc<Mutex<WakeLists>>);

#[derive(Default)]
struct WakeLists {
    next: u64,
    players: HashMap<PlayerId, HashMap<u64, Arc<Notify>>>,
    /// Tables whose events concern a listener.
    tables: HashMap<TableId, HashMap<u64, Arc<Notify>>>,
}

fn lock(lists: &Mutex<WakeLists>) -> MutexGuard<'_, WakeLists> {
    lists.lock().expect("no panic while the lock is held")
}

/// A listener that is woken when something may have changed for a player. Dropping it unsubscribes.
pub(crate) struct WakeListener {
    lists: Arc<Mutex<WakeLists>>,
    player: PlayerId,
    number: u64,
    notify: Arc<Notify>,
    tables: HashSet<TableId>,
}

impl Wakes {
    /// Begins to listen for a player.
    pub(crate) fn listen(&self, player: PlayerId) -> WakeListener {
        let notify: Arc<Notify> = Arc::default();
        let mut lists = lock(&self.0);
        lists.next += 1;
        let number = lists.next;
        lists.players.entry(player).or_default().insert(number, notify.clone());
        WakeListener { lists: self.0.clone(), player, number, notify, tables: HashSet::new() }
    }

    /// How many listen for a player.
    pub(crate) fn count(&self, player: PlayerId) -> usize {
        lock(&self.0).players.get(&player).map_or(0, HashMap::len)
    }

    /// Wakes the listeners of a player.
    pub(crate) fn wake(&self, player: PlayerId) {
        let lists = lock(&self.0);
        lists
            .players
            .get(&player)
            .into_iter()
            .flat_map(HashMap::values)
            .for_each(|notify| notify.notify_one());
    }

    /// Wakes the listeners of a table.
    pub(crate) fn wake_table(&self, table: TableId) {
        let lists = lock(&self.0);
        lists.tables.get(&table).into_iter().flat_map(HashMap::values).for_each(|notify| notify.notify_one());
    }
}

impl WakeListener {
    /// Waits until something may have happened.
    pub(crate) async fn woken(&self) {
        self.notify.notified().await;
    }

    /// Replaces the tables whose events wake the listener.
    pub(crate) fn listen_to_tables(&mut self, tables: HashSet<TableId>) {
        let mut lists = lock(&self.lists);
        for table in self.tables.difference(&tables) {
            remove(&mut lists.tables, table, self.number);
        }
        for table in tables.difference(&self.tables) {
            lists.tables.entry(*table).or_default().insert(self.number, self.notify.clone());
        }
        drop(lists);
        self.tables = tables;
    }
}

impl Drop for WakeListener {
    fn drop(&mut self) {
        let mut lists = lock(&self.lists);
        remove(&mut lists.players, &self.player, self.number);
        for table in &self.tables {
            remove(&mut lists.tables, table, self.number);
        }
    }
}

fn remove<K: std::hash::Hash + Eq>(from: &mut HashMap<K, HashMap<u64, Arc<Notify>>>, key: &K, number: u64) {
    if let Some(listeners) = from.get_mut(key) {
        listeners.remove(&number);
        if listeners.is_empty() {
            from.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_listener_is_woken_for_its_player_and_its_tables() {
        let (wakes, ada, bob) = (Wakes::default(), PlayerId(1), PlayerId(2));
        let mut listener = wakes.listen(ada);
        let is_woken = async |listener: &WakeListener| {
            tokio::time::timeout(Duration::from_millis(20), listener.woken()).await.is_ok()
        };
        wakes.wake(bob);
        assert!(!is_woken(&listener).await);
        wakes.wake(ada);
        wakes.wake(ada);
        assert!(is_woken(&listener).await, "also if it was not waiting");
        assert!(!is_woken(&listener).await, "several are one");
        listener.listen_to_tables(HashSet::from([TableId(7), TableId(8)]));
        wakes.wake_table(TableId(7));
        assert!(is_woken(&listener).await);
        listener.listen_to_tables(HashSet::from([TableId(8)]));
        wakes.wake_table(TableId(7));
        assert!(!is_woken(&listener).await);
        drop(listener);
        let lists = lock(&wakes.0);
        assert!(lists.players.is_empty() && lists.tables.is_empty(), "nothing is left of it");
    }
}
