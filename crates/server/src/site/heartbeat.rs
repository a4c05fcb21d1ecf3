//! Heartbeats: each node writes a row every second, and derives the time and outages from these rows.
//!
//! A gap between the heartbeats of all nodes is an outage, which no player's clock is charged for.

use super::Site;
use super::clock::instant;
use crate::error::Result;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};
use taijitu_table::{DecisionContext, Outage, Outages};

/// A longer gap between heartbeats is an outage, in milliseconds.
const TOLERANCE_MS: i64 = 2000;
/// If the query takes longer, the time is too inexact to set the clock by the middle of the query.
const MAX_TIME_QUERY: Duration = Duration::from_millis(200);
/// Outages older than this concern no running clock, in milliseconds.
pub(crate) const OUTAGES_KEPT: i64 = 60 * 24 * 60 * 60 * 1000;

/// A leap of the machine's clock beyond the tolerance is accepted after this many heartbeats in a row have
/// seen it: a clock that is wrong for a moment has no effect.
const BELIEVED_AFTER: u32 = 10;
/// A node without a successful heartbeat for longer than this is not ready.
const STALE: Duration = Duration::from_secs(10);

/// Whether this node can serve requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// Heartbeats are written.
    Ready,
    /// The disk of the database is full.
    DiskFull,
    /// The last heartbeat could not be written, or there was none for a while.
    CannotWrite,
}

/// The state of the last heartbeats.
#[derive(Default)]
struct HeartbeatState {
    /// The last one that was written.
    written: Option<Instant>,
    /// Whether the last one failed.
    failed: bool,
    disk_full: bool,
}

/// A difference between the machine's clock and this node's, and how many heartbeats have seen it.
#[derive(Clone, Copy, Default)]
struct Leap {
    by: i64,
    seen: u32,
}

impl Leap {
    /// Records that a heartbeat found this node behind the machine's clock; returns how far to set it forward
    /// now.
    fn see(&mut self, behind: i64) -> i64 {
        if behind.abs() <= TOLERANCE_MS {
            *self = Self::default();
            return behind;
        }
        let is_same = self.seen > 0 && (behind - self.by).abs() <= TOLERANCE_MS;
        *self = Self { by: behind, seen: if is_same { self.seen + 1 } else { 1 } };
        if self.seen < BELIEVED_AFTER {
            return 0;
        }
        *self = Self::default();
        behind
    }
}

/// This node's state of the time.
pub(super) struct Heartbeat {
    /// Time of the last successful heartbeat, in milliseconds.
    last: AtomicI64,
    /// Held during an extra heartbeat, so that only one is made.
    out_of_turn: tokio::sync::Mutex<()>,
    outages: RwLock<Arc<Outages>>,
    pulse: Mutex<HeartbeatState>,
    leap: Mutex<Leap>,
}

impl Default for Heartbeat {
    fn default() -> Self {
        Self {
            last: AtomicI64::new(i64::MIN / 2),
            out_of_turn: tokio::sync::Mutex::default(),
            outages: RwLock::default(),
            pulse: Mutex::default(),
            leap: Mutex::default(),
        }
    }
}

/// How far a clock is certainly behind, given bounds; negative if it is ahead, 0 if it may be right.
fn between(least: Option<i64>, most: Option<i64>) -> i64 {
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    0_i64.clamp(least.min(most), most.max(least))
}

impl Site {
    /// Writes one heartbeat, corrects the clock and reads outages. Being a write, it is also the probe of
    /// `/readyz`.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub(crate) async fn heartbeat(&self) -> Result<()> {
        let has_room = self.store.has_room().await;
        let written = self.write_heartbeat().await;
        let mut pulse = self.heartbeat.pulse.lock().expect("no panic while the lock is held");
        pulse.disk_full = has_room.is_ok_and(|has_room| !has_room);
        pulse.failed = written.is_err();
        if written.is_ok() {
            pulse.written = Some(instant());
        }
        written
    }

    /// Whether heartbeats are written, as far as the last ones show.
    pub(crate) fn readiness(&self) -> Readiness {
        let pulse = self.heartbeat.pulse.lock().expect("no panic while the lock is held");
        match pulse.written {
            _ if pulse.disk_full => Readiness::DiskFull,
            Some(at) if !pulse.failed && at.elapsed() < STALE => Readiness::Ready,
            _ => Readiness::CannotWrite,
        }
    }

    async fn write_heartbeat(&self) -> Result<()> {
        let sent = instant();
        let time = self.store.time().await?;
        let way = sent.elapsed();
        let (mut behind, mut now) = (0, 0);
        let corrected_time = || {
            behind = match time {
                None => self.behind_machine(),
                Some(time) => {
                    let behind = |since: Duration| self.clock.behind(time + since.as_millis() as i64);
                    let (since_sent, since_answered) = (sent.elapsed(), sent.elapsed().saturating_sub(way));
                    if way < MAX_TIME_QUERY {
                        behind(since_answered + way / 2).unwrap_or(0)
                    } else {
                        between(behind(since_answered), behind(since_sent))
                    }
                }
            };
            now = self.clock.now() + behind;
            now
        };
        let outages = self.store.heartbeat(&self.node, corrected_time, TOLERANCE_MS, OUTAGES_KEPT).await?;
        // A clock that leaps ahead looks like an outage. It is recorded before the clock leaps, so that no
        // player loses on time.
        self.set_outages(&outages);
        if behind != 0 {
            tracing::warn!(milliseconds = behind, "the clock of this node was behind");
            self.clock.correct(behind);
        }
        self.heartbeat.last.store(now, Ordering::Relaxed);
        Ok(())
    }

    /// How far this node is behind the machine's clock, once the difference is accepted.
    fn behind_machine(&self) -> i64 {
        let behind = self.clock.behind(self.clock.of_machine()).unwrap_or(0);
        self.heartbeat.leap.lock().expect("no panic while the lock is held").see(behind)
    }

    /// Makes sure that this node has read all outages. A node that was frozen or cut off makes a heartbeat
    /// before it charges any clock.
    ///
    /// # Errors
    /// `unavailable` if the database does not answer.
    pub(crate) async fn ensure_outages_known(&self) -> Result<()> {
        let is_current = || self.clock.now() - self.heartbeat.last.load(Ordering::Relaxed) < TOLERANCE_MS;
        if is_current() {
            return Ok(());
        }
        let _only_one = self.heartbeat.out_of_turn.lock().await;
        if is_current() { Ok(()) } else { self.heartbeat().await }
    }

    /// Sets the outages this node knows of.
    pub fn set_outages(&self, outages: &[taijitu_store::OutageRow]) {
        let outages = outages.iter().map(|outage| Outage { began: outage.began, ended: outage.ended });
        *self.heartbeat.outages.write().expect("no panic while the lock is held") =
            Arc::new(Outages(outages.collect()));
    }

    /// The outages this node knows of.
    #[must_use]
    pub(crate) fn outages(&self) -> Arc<Outages> {
        self.heartbeat.outages.read().expect("no panic while the lock is held").clone()
    }

    /// Runs a function that reads a table at the current time.
    pub(crate) fn at_moment<T>(&self, look: impl FnOnce(DecisionContext<'_>) -> T) -> T {
        self.with_moment(0, look)
    }

    /// Runs a function that decides at a table at the current time, with a random seed.
    pub(crate) fn at_decision<T>(&self, decide: impl FnOnce(DecisionContext<'_>) -> T) -> T {
        self.with_moment(self.entropy.u128(), decide)
    }

    fn with_moment<T>(&self, seed: u128, then: impl FnOnce(DecisionContext<'_>) -> T) -> T {
        let outages = self.outages();
        let now = self.clock.now();
        then(DecisionContext { now, lag: 0, thought: 0, outages: &outages, seed, guests: &[] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    #[test]
    fn a_slow_database_corrects_only_what_is_certainly_wrong() {
        assert_eq!(between(Some(HOUR), Some(HOUR + 900)), HOUR, "behind by at least that");
        assert_eq!(between(Some(-HOUR - 900), Some(-HOUR)), -HOUR, "ahead by at least that");
        assert_eq!(
            [between(Some(-500), Some(400)), between(None, Some(900)), between(Some(-900), None)],
            [0; 3]
        );
    }

    #[test]
    fn a_clock_that_leaps_is_believed_when_it_stays_there() {
        let mut leap = Leap::default();
        assert_eq!([leap.see(100), leap.see(-1900)], [100, -1900], "small corrections are made at once");
        for n in 1..BELIEVED_AFTER {
            assert_eq!(leap.see(HOUR + i64::from(n)), 0);
        }
        assert_eq!(leap.see(HOUR), HOUR, "suspended for an hour, or set right");
        for _ in 0..3 {
            assert_eq!(leap.see(HOUR), 0);
        }
        assert_eq!(leap.see(60), 60, "it was wrong for a moment");
        for behind in [HOUR, -HOUR, 2 * HOUR].repeat(10) {
            assert_eq!(leap.see(behind), 0, "a clock that does not know the time");
        }
    }
}
