//! The next deadline of each table.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use taijitu_protocol::TableId;

/// The deadlines of the tables that this node has in memory, the earliest first.
#[derive(Default)]
pub(super) struct Schedule(Mutex<Deadlines>);

#[derive(Default)]
struct Deadlines {
    order: BTreeSet<(i64, TableId)>,
    of: HashMap<TableId, i64>,
}

impl Schedule {
    /// Sets or clears the deadline of a table.
    pub(super) fn set(&self, table: TableId, deadline: Option<i64>) {
        let mut deadlines = self.0.lock().expect("no panic while the lock is held");
        if let Some(old) = deadlines.of.remove(&table) {
            deadlines.order.remove(&(old, table));
        }
        if let Some(deadline) = deadline {
            deadlines.of.insert(table, deadline);
            deadlines.order.insert((deadline, table));
        }
    }

    /// The tables whose deadline has passed; each is returned once.
    pub(super) fn take_due(&self, now: i64) -> Vec<TableId> {
        let mut deadlines = self.0.lock().expect("no panic while the lock is held");
        let mut due = vec![];
        while let Some(&(deadline, table)) = deadlines.order.first() {
            if deadline > now {
                break;
            }
            deadlines.order.pop_first();
            deadlines.of.remove(&table);
            due.push(table);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_told_once_and_can_be_moved() {
        let schedule = Schedule::default();
        let (a, b) = (TableId(1), TableId(2));
        schedule.set(a, Some(10));
        schedule.set(b, Some(20));
        schedule.set(a, Some(30));
        assert_eq!(schedule.take_due(25), [b]);
        assert_eq!(schedule.take_due(25), []);
        schedule.set(a, None);
        assert_eq!(schedule.take_due(i64::MAX), []);
    }
}
