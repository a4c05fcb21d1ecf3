//! Who is at tables that are in use at other nodes only, as those nodes say.

use crate::site::bus::TableAttendance;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};
use taijitu_protocol::{PlayerId, TableId};

/// Who was not mentioned for this long is gone, in milliseconds; nodes say it every ten seconds.
const COUNTS_FOR: i64 = 30_000;
/// Tables remembered; beyond that nothing more is until old ones are forgotten.
const MAX_TABLES: usize = 10_000;

/// Who is at which table through another node.
#[derive(Default)]
pub(super) struct Elsewhere(Mutex<HashMap<TableId, (i64, Vec<PlayerId>)>>);

impl Elsewhere {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, (i64, Vec<PlayerId>)>> {
        self.0.lock().expect("no panic while the lock is held")
    }

    /// Another node says who is at a table.
    pub(super) fn hear(&self, table: TableId, here: &TableAttendance, now: i64) {
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
        tables.get(&table).is_some_and(|(at, players)| now - at < COUNTS_FOR && players.contains(&player))
    }

    /// Drops old presence reports.
    pub(super) fn forget_old(&self, now: i64) {
        self.lock().retain(|_, (at, _)| now - *at < COUNTS_FOR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_mentioned_for_a_while_is_gone() {
        let (elsewhere, table, ada) = (Elsewhere::default(), TableId(7), PlayerId(1));
        let here = |players| TableAttendance { node: "b".into(), watching: 0, players };
        elsewhere.hear(table, &here(vec![ada]), 1000);
        assert!(elsewhere.has(table, ada, 30_999) && !elsewhere.has(table, PlayerId(2), 1000));
        assert!(!elsewhere.has(table, ada, 31_000));
        elsewhere.forget_old(31_000);
        assert!(elsewhere.lock().is_empty());
        elsewhere.hear(table, &here(vec![ada]), 1000);
        elsewhere.hear(table, &here(vec![]), 2000);
        assert!(!elsewhere.has(table, ada, 2000));
    }
}
