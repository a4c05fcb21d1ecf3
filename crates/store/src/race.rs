//! Optimistic concurrency: resolves a batch in which another node or another append took a number first.

use crate::batch::sorted_events;
use crate::log::heads;
use crate::rows::{ManyRows, id};
use crate::{Append, AppendOutcome, Result};
use sqlx::{AnyConnection, Row};
use std::collections::{BTreeSet, HashMap};
use taijitu_ids::TableId;

const INSERT_EVENTS: ManyRows = ManyRows {
    before: "INSERT INTO events (table_id, n, at, body) VALUES",
    columns: 4,
    after: "ON CONFLICT DO NOTHING RETURNING table_id, n",
};

/// Which appends of a batch succeed, and where every log ends.
pub(crate) struct Race<'a> {
    appends: &'a [&'a Append],
    /// For each append whether it may still win.
    wins: Vec<bool>,
    heads: HashMap<TableId, i64>,
}

impl<'a> Race<'a> {
    /// Keeps the appends that follow the head of their log, or an append before them in the batch.
    pub(crate) async fn begin(connection: &mut AnyConnection, appends: &'a [&'a Append]) -> Result<Self> {
        let tables: BTreeSet<TableId> = appends.iter().map(|append| append.table()).collect();
        let tables: Vec<TableId> = tables.into_iter().collect();
        let mut heads: HashMap<TableId, i64> = heads(connection, &tables).await?.into_iter().collect();
        let wins = appends.iter().map(|append| {
            let follows = heads.get(&append.table()).is_none_or(|head| *head + 1 == append.first);
            if follows {
                heads.insert(append.table(), append.last());
            }
            follows
        });
        Ok(Self { wins: wins.collect(), appends, heads })
    }

    /// Inserts the events; those that are not returned were written by another node a moment ago.
    ///
    /// They are inserted in order, so that two nodes cannot deadlock.
    pub(crate) async fn insert_events(&mut self, connection: &mut AnyConnection) -> Result<()> {
        let events = sorted_events(&self.winners());
        let returned = INSERT_EVENTS
            .run(connection, &events, |query, (table, n, at, body)| {
                query.bind(table.to_string()).bind(n).bind(at).bind(*body)
            })
            .await?;
        if returned.len() < events.len() {
            let mut inserted = BTreeSet::new();
            for row in &returned {
                inserted.insert((id::<TableId>(row, 0)?, row.try_get::<i64, _>(1)?));
            }
            self.remove_losers(connection, &inserted).await?;
        }
        Ok(())
    }

    /// Removes what losers inserted: an append is written entirely or not at all, and decisions based on a
    /// lost event must not stay.
    async fn remove_losers(
        &mut self,
        connection: &mut AnyConnection,
        inserted: &BTreeSet<(TableId, i64)>,
    ) -> Result<()> {
        let mut lost = BTreeSet::new();
        for (append, wins) in self.appends.iter().zip(&mut self.wins).filter(|(_, wins)| **wins) {
            let entire = (append.first..=append.last()).all(|n| inserted.contains(&(append.table(), n)));
            if entire && !lost.contains(&append.table()) {
                continue;
            }
            *wins = false;
            lost.insert(append.table());
            for n in (append.first..=append.last()).filter(|n| inserted.contains(&(append.table(), *n))) {
                let delete = sqlx::query("DELETE FROM events WHERE table_id = $1 AND n = $2");
                delete.bind(append.table().to_string()).bind(n).execute(&mut *connection).await?;
            }
        }
        let lost: Vec<TableId> = lost.into_iter().collect();
        self.heads.extend(heads(connection, &lost).await?);
        Ok(())
    }

    pub(crate) fn winners(&self) -> Vec<&'a Append> {
        let pairs = self.appends.iter().zip(&self.wins);
        pairs.filter(|(_, wins)| **wins).map(|(append, _)| *append).collect()
    }

    pub(crate) fn results(&self) -> Vec<AppendOutcome> {
        let answer = |append: &Append, wins: bool| match self.heads.get(&append.table()) {
            _ if wins => AppendOutcome::Committed,
            Some(head) => AppendOutcome::Conflict { head: *head },
            None => AppendOutcome::Conflict { head: append.first - 1 },
        };
        self.appends.iter().zip(&self.wins).map(|(append, wins)| answer(append, *wins)).collect()
    }
}
