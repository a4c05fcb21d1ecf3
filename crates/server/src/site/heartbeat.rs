//! Heartbeats: a row every second that says this node is up, and what it learns from that of the time and of outages.
//!
//! A gap between the heartbeats of all nodes is an outage, which is charged to no clock.

use super::Site;
use super::clock::instant;
use crate::error::Result;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Duration;
use taijitu_table::{Moment, Outage, Outages};

/// A longer gap between heartbeats is an outage, in milliseconds.
const TOLERANCE: i64 = 2000;
/// A database that takes longer to tell the time is not believed.
const MAX_TIME_QUERY: Duration = Duration::from_millis(200);
/// Outages older than this concern no running clock, in milliseconds.
const OUTAGES_KEPT: i64 = 60 * 24 * 60 * 60 * 1000;

/// What this node knows of the time.
pub(super) struct Heartbeat {
    /// Time of the last successful heartbeat, in milliseconds.
    last: AtomicI64,
    /// Held while a heartbeat is made out of turn, so that only one is.
    out_of_turn: tokio::sync::Mutex<()>,
    outages: RwLock<Arc<Outages>>,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self {
            last: AtomicI64::new(i64::MIN / 2),
            out_of_turn: tokio::sync::Mutex::default(),
            outages: RwLock::default(),
        }
    }
}

impl Site {
    /// Writes one heartbeat, corrects the clock and learns of outages.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub(crate) async fn heartbeat(&self) -> Result<()> {
        let asked = instant();
        let time = self.store.time().await?;
        let way = asked.elapsed();
        // A database that answers late says what time it was a while ago: then the clock is not corrected.
        let better = time.map_or_else(
            || Some(self.clock.of_machine()),
            |time| (way < MAX_TIME_QUERY).then(|| time + way.as_millis() as i64 / 2),
        );
        let behind = better.and_then(|better| self.clock.behind(better)).unwrap_or(0);
        let now = self.clock.now() + behind;
        let outages = self.store.heartbeat(&self.node, now, TOLERANCE, now - OUTAGES_KEPT).await?;
        // A clock that leaps ahead looks like an outage. It is known before the clock leaps, so that no flag falls.
        self.set_outages(&outages);
        if behind != 0 {
            tracing::warn!(milliseconds = behind, "the clock of this node was behind");
            self.clock.correct(behind);
        }
        self.heartbeat.last.store(now, Ordering::Relaxed);
        Ok(())
    }

    /// Makes sure that this node knows of the outages there have been. A node that was frozen or cut off makes a heartbeat
    /// before anybody's time is charged.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub(crate) async fn ensure_outages_known(&self) -> Result<()> {
        let is_current = || self.clock.now() - self.heartbeat.last.load(Ordering::Relaxed) < TOLERANCE;
        if is_current() {
            return Ok(());
        }
        let _only_one = self.heartbeat.out_of_turn.lock().await;
        if is_current() { Ok(()) } else { self.heartbeat().await }
    }

    /// Sets the outages this node knows of.
    pub fn set_outages(&self, outages: &[taijitu_store::Outage]) {
        let outages = outages.iter().map(|outage| Outage { began: outage.began, ended: outage.ended });
        *self.heartbeat.outages.write().expect("no panic while the lock is held") =
            Arc::new(Outages(outages.collect()));
    }

    /// The outages this node knows of.
    #[must_use]
    pub(crate) fn outages(&self) -> Arc<Outages> {
        self.heartbeat.outages.read().expect("no panic while the lock is held").clone()
    }

    /// Runs something that looks at a table now.
    pub(crate) fn at_moment<T>(&self, look: impl FnOnce(Moment<'_>) -> T) -> T {
        self.with_moment(0, look)
    }

    /// Runs something that decides at a table now, and may leave something to chance.
    pub(crate) fn at_decision<T>(&self, decide: impl FnOnce(Moment<'_>) -> T) -> T {
        self.with_moment(self.entropy.u128(), decide)
    }

    fn with_moment<T>(&self, fresh: u128, then: impl FnOnce(Moment<'_>) -> T) -> T {
        let outages = self.outages();
        then(Moment { now: self.clock.now(), lag: 0, thought: 0, outages: &outages, fresh })
    }
}
