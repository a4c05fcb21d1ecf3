//! What has to happen when: each table's next deadline, and the task that waits for them.

use crate::house::House;
use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use taijitu_protocol::TableId;
use taijitu_table::Notice;

/// The deadlines of the tables this node knows of, the earliest first.
#[derive(Default)]
pub struct Deadlines(Mutex<Agenda>);

#[derive(Default)]
struct Agenda {
    order: BTreeSet<(i64, TableId)>,
    of: HashMap<TableId, i64>,
}

impl Deadlines {
    /// Sets or clears the deadline of a table.
    pub fn set(&self, table: TableId, deadline: Option<i64>) {
        let mut agenda = self.0.lock().expect("nothing panics while it notes");
        if let Some(old) = agenda.of.remove(&table) {
            agenda.order.remove(&(old, table));
        }
        if let Some(deadline) = deadline {
            agenda.of.insert(table, deadline);
            agenda.order.insert((deadline, table));
        }
    }

    /// The tables whose deadline has passed; each is told once.
    pub fn take_due(&self, now: i64) -> Vec<TableId> {
        let mut agenda = self.0.lock().expect("nothing panics while it notes");
        let mut due = vec![];
        while let Some(&(deadline, table)) = agenda.order.first() {
            if deadline > now {
                break;
            }
            agenda.order.pop_first();
            agenda.of.remove(&table);
            due.push(table);
        }
        due
    }
}

/// Lets the tables whose deadline has passed consider it.
pub(crate) async fn let_pass(house: &House) {
    for id in house.deadlines.take_due(house.clock.now()) {
        let house = house.clone();
        tokio::spawn(async move {
            let noticed = match house.table(id).await {
                Ok(live) => live.notice(&house, Notice::Deadline).await.map(|()| live),
                Err(refused) => Err(refused),
            };
            match noticed {
                // Whatever the deadline is now: an outage may have moved it.
                Ok(live) => {
                    if let Ok(state) = live.lock(&house).await {
                        let deadline = house.at_moment(|moment| state.table.deadline(moment.outages));
                        house.deadlines.set(id, deadline);
                    }
                }
                Err(refused) if refused.0.code == taijitu_protocol::Code::Unavailable => {
                    house.deadlines.set(id, Some(house.clock.now() + 1000));
                }
                Err(_) => (),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_told_once_and_can_be_moved() {
        let deadlines = Deadlines::default();
        let (a, b) = (TableId(1), TableId(2));
        deadlines.set(a, Some(10));
        deadlines.set(b, Some(20));
        deadlines.set(a, Some(30));
        assert_eq!(deadlines.take_due(25), [b]);
        assert_eq!(deadlines.take_due(25), []);
        deadlines.set(a, None);
        assert_eq!(deadlines.take_due(i64::MAX), []);
    }
}
