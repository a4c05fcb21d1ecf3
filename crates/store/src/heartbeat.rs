//! Heartbeats of the nodes, and from them the times when none was alive: those are charged to nobody's clock.

use crate::{Kind, Result, Store};
use sqlx::AnyConnection;
use sqlx::Row;

/// A time during which no node was alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it.
    pub began: i64,
    /// The first heartbeat after it.
    pub ended: i64,
}

impl Store {
    /// Says that a node is alive at `now`, and answers the outages that ended after `since`, oldest first.
    ///
    /// If the newest heartbeat of any node is more than `tolerance` old, an outage has just ended.
    pub async fn heartbeat(&self, node: &str, now: i64, tolerance: i64, since: i64) -> Result<Vec<Outage>> {
        let mut writing = self.begin().await?;
        let connection = writing.connection();
        if let Some(newest) = newest_heartbeat(connection).await?.filter(|newest| now - newest > tolerance) {
            let sql = "INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            sqlx::query(sql).bind(newest).bind(now).execute(&mut *connection).await?;
        }
        let sql = "INSERT INTO heartbeats (node, at) VALUES ($1, $2) \
                   ON CONFLICT (node) DO UPDATE SET at = excluded.at";
        sqlx::query(sql).bind(node).bind(now).execute(&mut *connection).await?;
        let outages = outages(connection, since).await?;
        writing.commit().await?;
        Ok(outages)
    }

    /// What the clock of the database shows, if it has one that its users share: milliseconds since 1970.
    pub async fn time(&self) -> Result<Option<i64>> {
        if self.kind() == Kind::Sqlite {
            return Ok(None);
        }
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        Ok(Some(sqlx::query(sql).fetch_one(self.pool()).await?.try_get(0)?))
    }

    /// The outages that ended after `since`, oldest first.
    pub async fn outages(&self, since: i64) -> Result<Vec<Outage>> {
        let mut connection = self.pool().acquire().await?;
        outages(&mut connection, since).await
    }
}

async fn newest_heartbeat(connection: &mut AnyConnection) -> Result<Option<i64>> {
    Ok(sqlx::query("SELECT MAX(at) FROM heartbeats").fetch_one(connection).await?.try_get(0)?)
}

async fn outages(connection: &mut AnyConnection, since: i64) -> Result<Vec<Outage>> {
    let sql = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began";
    let rows = sqlx::query(sql).bind(since).fetch_all(connection).await?;
    let rows: Result<Vec<Outage>> = rows
        .iter()
        .map(|row| Ok(Outage { began: row.try_get("began")?, ended: row.try_get("ended")? }))
        .collect();
    Ok(joined(rows?))
}

/// Nodes that come back together may each write down the same outage, with another begin: what overlaps is one.
fn joined(outages: Vec<Outage>) -> Vec<Outage> {
    let mut joined: Vec<Outage> = vec![];
    for outage in outages {
        match joined.last_mut() {
            Some(last) if outage.began <= last.ended => last.ended = last.ended.max(outage.ended),
            _ => joined.push(outage),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_that_overlap_are_one() {
        let out = |began: i64, ended: i64| Outage { began, ended };
        let written = vec![out(10, 50), out(12, 49), out(13, 60), out(80, 90)];
        assert_eq!(joined(written), [out(10, 60), out(80, 90)]);
    }
}
