//! Presence at tables that are in use at other nodes only, as those nodes report it.

use crate::site::bus::TableAttendance;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, TableId};

/// How long a report counts, in milliseconds; nodes repeat it every ten seconds.
const COUNTS_FOR_MS: i64 = 30_000;
/// Maximum number of tables; further reports are ignored until old ones are dropped.
const MAX_TABLES: usize = 10_000;

/// Who is at which table through another node.
#[derive(Default)]
pub(super) struct RemotePresence(Mutex<HashMap<TableId, (i64, Vec<PlayerId>)>>);

impl RemotePresence {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, (i64, Vec<PlayerId>)>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Stores the report of another node.
    pub(super) fn on_report(&self, table: TableId, here: &TableAttendance, now: i64) {
        let mut tables = self.lock();
        if here.players.is_empty() {
            tables.remove(&table);
        } else if tables.len() < MAX_TABLES || tables.contains_key(&table) {
            tables.insert(table, (now, here.players.clone()));
        }
    }

    /// Whether a player is at a table through another node.
    pub(super) fn has(&self, table: TableId, player: PlayerId, now: i64) -> bool {
        let tables = self.lock();
        tables.get(&table).is_some_and(|(at, players)| now - at < COUNTS_FOR_MS && players.contains(&player))
    }

    /// Drops old presence reports.
    pub(super) fn forget_old(&self, now: i64) {
        self.lock().retain(|_, (at, _)| now - *at < COUNTS_FOR_MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_not_mentioned_for_a_while_are_dropped() {
        let (elsewhere, table, ada) = (RemotePresence::default(), TableId(7), PlayerId(1));
        let here = |players| TableAttendance { node: "b".into(), watching: 0, players };
        elsewhere.on_report(table, &here(vec![ada]), 1000);
        assert!(elsewhere.has(table, ada, 30_999) && !elsewhere.has(table, PlayerId(2), 1000));
        assert!(!elsewhere.has(table, ada, 31_000));
        elsewhere.forget_old(31_000);
        assert!(elsewhere.lock().is_empty());
        elsewhere.on_report(table, &here(vec![ada]), 1000);
        elsewhere.on_report(table, &here(vec![]), 2000);
        assert!(!elsewhere.has(table, ada, 2000));
    }
}
