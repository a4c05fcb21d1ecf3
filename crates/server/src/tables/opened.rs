//! Which tables were opened from which address through this node: their number is limited, and engines serve
//! addresses in turn. This is lost when the node stops.

use crate::site::limits::network;
use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, TableId};

/// A player who opens a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opener {
    /// The player.
    pub(crate) player: PlayerId,
    /// The client's address.
    pub(crate) address: Option<IpAddr>,
}

/// The tables opened through this node that were open when last checked.
#[derive(Default)]
pub(super) struct OpenedTables(Mutex<OpenedByPlayer>);

#[derive(Default)]
struct OpenedByPlayer {
    openers: HashMap<TableId, Opener>,
    by_player: HashMap<PlayerId, HashSet<TableId>>,
    /// `None` for all unknown addresses.
    by_address: HashMap<Option<IpAddr>, HashSet<TableId>>,
    /// All of them, the one that was checked longest ago first.
    to_check: VecDeque<TableId>,
}

impl OpenedTables {
    fn lock(&self) -> MutexGuard<'_, OpenedByPlayer> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Notes a table that is about to be opened.
    pub(super) fn note(&self, table: TableId, opener: Opener) {
        let opener = Opener { address: opener.address.map(network), ..opener };
        let mut opened = self.lock();
        opened.by_player.entry(opener.player).or_default().insert(table);
        opened.by_address.entry(opener.address).or_default().insert(table);
        if opened.openers.insert(table, opener).is_none() {
            opened.to_check.push_back(table);
        }
    }

    /// The address a table was opened from.
    pub(super) fn address_of(&self, table: TableId) -> Option<IpAddr> {
        self.lock().openers.get(&table)?.address
    }

    /// The tables a player has opened.
    pub(super) fn by_player(&self, player: PlayerId) -> Vec<TableId> {
        self.lock().by_player.get(&player).into_iter().flatten().copied().collect()
    }

    /// The tables opened from an address, or from all that are not known.
    pub(super) fn by_address(&self, address: Option<IpAddr>) -> Vec<TableId> {
        self.lock().by_address.get(&address.map(network)).into_iter().flatten().copied().collect()
    }

    /// Some of the tables, those first that were checked longest ago.
    pub(super) fn next_to_check(&self, count: usize) -> Vec<TableId> {
        let mut opened = self.lock();
        let count = count.min(opened.to_check.len());
        opened.to_check.rotate_left(count);
        opened.to_check.iter().rev().take(count).copied().collect()
    }

    /// Forgets a table that is no longer open.
    pub(super) fn forget(&self, table: TableId) {
        let mut opened = self.lock();
        let Some(Opener { player, address }) = opened.openers.remove(&table) else { return };
        opened.to_check.retain(|other| *other != table);
        remove(&mut opened.by_player, &player, table);
        remove(&mut opened.by_address, &address, table);
    }
}

fn remove<K: std::hash::Hash + Eq>(from: &mut HashMap<K, HashSet<TableId>>, key: &K, table: TableId) {
    if let Some(tables) = from.get_mut(key) {
        tables.remove(&table);
        if tables.is_empty() {
            from.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_tables_are_dropped() {
        let opened = OpenedTables::default();
        let home = |n: u32| Opener { player: PlayerId(1), address: format!("2001:db8::{n}").parse().ok() };
        for n in 1..=3 {
            opened.note(TableId(n.into()), home(n));
        }
        opened.note(TableId(4), Opener { player: PlayerId(2), address: None });
        assert_eq!(opened.by_address(None), [TableId(4)], "those that are not known are one address");
        opened.forget(TableId(4));
        let address = "2001:db8::9".parse().ok();
        assert_eq!((opened.by_player(PlayerId(1)).len(), opened.by_address(address).len()), (3, 3));
        assert_eq!(opened.address_of(TableId(2)), "2001:db8::".parse().ok());
        let mut checked = opened.next_to_check(2);
        checked.extend(opened.next_to_check(2));
        assert_eq!(checked.iter().collect::<HashSet<_>>().len(), 3, "all of them in turn");
        for n in 1..=3 {
            opened.forget(TableId(n));
        }
        let OpenedByPlayer { openers, by_player, by_address, to_check } = &*opened.lock();
        assert!(openers.is_empty() && by_player.is_empty() && by_address.is_empty() && to_check.is_empty());
    }
}
