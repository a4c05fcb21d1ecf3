//! Heartbeats of the nodes, and the outages derived from them: times when no node was alive, which no clock
//! is charged for.

use crate::{Backend, Result, Store};
use sqlx::AnyConnection;
use sqlx::Row;

/// A time during which no node was alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutageRow {
    /// The last heartbeat before it.
    pub began: i64,
    /// The first heartbeat after it.
    pub ended: i64,
}

impl Store {
    /// Records a heartbeat of a node, and returns the outages that ended in the last `kept` milliseconds,
    /// oldest first.
    ///
    /// If the newest heartbeat of any node is more than `tolerance` old, an outage has just ended. `now` is read once
    /// the transaction has begun, so that on SQLite no heartbeat is older than one that was committed before it.
    ///
    /// An outage never ends after now: anything further ahead than `tolerance` was written by a wrong clock.
    /// Such heartbeats are deleted, and such outages are cut off here for good: a clock that was an hour
    /// ahead for a moment must not stop the clocks of games for an hour.
    pub async fn heartbeat(
        &self,
        node: &str,
        now: impl FnOnce() -> i64 + Send,
        tolerance: i64,
        kept: i64,
    ) -> Result<Vec<OutageRow>> {
        let mut writing = self.begin().await?;
        let now = now();
        let connection = writing.connection();
        undo_future(connection, now, now.saturating_add(tolerance)).await?;
        if let Some(newest) = newest_heartbeat(connection).await?.filter(|newest| now - newest > tolerance) {
            let sql = "INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT (began) DO UPDATE \
                       SET ended = CASE WHEN outages.ended < excluded.ended THEN excluded.ended ELSE outages.ended END";
            sqlx::query(sql).bind(newest).bind(now).execute(&mut *connection).await?;
        }
        let sql = "INSERT INTO heartbeats (node, at) VALUES ($1, $2) \
                   ON CONFLICT (node) DO UPDATE SET at = excluded.at";
        sqlx::query(sql).bind(node).bind(now).execute(&mut *connection).await?;
        let outages = outages(connection, now.saturating_sub(kept), now).await?;
        writing.commit().await?;
        Ok(outages)
    }

    /// The time of the database in milliseconds since 1970, if its nodes share its clock.
    pub async fn time(&self) -> Result<Option<i64>> {
        if self.kind() == Backend::Sqlite {
            return Ok(None);
        }
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
        Ok(Some(sqlx::query(sql).fetch_one(self.pool()).await?.try_get(0)?))
    }

    /// The outages that ended after `since`, oldest first, as far as they are over `now`.
    pub async fn outages(&self, since: i64, now: i64) -> Result<Vec<OutageRow>> {
        let mut connection = self.pool().acquire().await?;
        outages(&mut connection, since, now).await
    }
}

/// Undoes what a clock that was ahead has written.
async fn undo_future(connection: &mut AnyConnection, now: i64, limit: i64) -> Result<()> {
    sqlx::query("DELETE FROM heartbeats WHERE at > $1").bind(limit).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM outages WHERE began > $1").bind(limit).execute(&mut *connection).await?;
    let cut = sqlx::query("UPDATE outages SET ended = $1 WHERE ended > $2").bind(now).bind(limit);
    let cut = cut.execute(&mut *connection).await?.rows_affected();
    if cut > 0 {
        tracing::warn!("the clock was ahead: an outage that would end later ends now");
    }
    Ok(())
}

async fn newest_heartbeat(connection: &mut AnyConnection) -> Result<Option<i64>> {
    Ok(sqlx::query("SELECT MAX(at) FROM heartbeats").fetch_one(connection).await?.try_get(0)?)
}

async fn outages(connection: &mut AnyConnection, since: i64, now: i64) -> Result<Vec<OutageRow>> {
    let sql = "SELECT began, ended FROM outages WHERE ended > $1 ORDER BY began";
    let rows = sqlx::query(sql).bind(since).fetch_all(connection).await?;
    let rows: Result<Vec<OutageRow>> = rows
        .iter()
        .map(|row| Ok(OutageRow { began: row.try_get("began")?, ended: row.try_get("ended")? }))
        .collect();
    Ok(over_by(joined(rows?), now))
}

/// The parts of these outages that are over now.
fn over_by(outages: Vec<OutageRow>, now: i64) -> Vec<OutageRow> {
    let begun = outages.into_iter().filter(|outage| outage.began < now);
    begun.map(|outage| OutageRow { ended: outage.ended.min(now), ..outage }).collect()
}

/// Nodes that return together may each record the same outage, with different beginnings: overlapping ones
/// are joined.
fn joined(outages: Vec<OutageRow>) -> Vec<OutageRow> {
    let mut joined: Vec<OutageRow> = vec![];
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
        let out = |began: i64, ended: i64| OutageRow { began, ended };
        let written = vec![out(10, 50), out(12, 49), out(13, 60), out(80, 90)];
        assert_eq!(joined(written), [out(10, 60), out(80, 90)]);
        assert_eq!(over_by(vec![out(10, 60), out(80, 90)], 85), [out(10, 60), out(80, 85)]);
        assert_eq!(over_by(vec![out(10, 60), out(80, 90)], 70), [out(10, 60)]);
    }
}
