//! The only place where the server reads the time.
//!
//! A node measures time by a monotonic clock, and compares it at every heartbeat with a reference:
//! PostgreSQL, which all nodes of a site share, or the machine's clock where there is one node. So a wrong
//! clock, or one that is set during a game, charges no player.

#[cfg(any(test, feature = "test-hooks"))]
mod hooks;

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Smaller differences are the latency of the database, in milliseconds.
const SMALL_MS: i64 = 50;

/// The server's clock.
#[derive(Debug)]
pub struct Clock {
    began: Instant,
    /// The time at `began`, as far as it is known.
    at: AtomicI64,
    #[cfg(any(test, feature = "test-hooks"))]
    offsets: hooks::Offsets,
}

impl Default for Clock {
    fn default() -> Self {
        let clock = Self {
            began: instant(),
            at: AtomicI64::new(0),
            #[cfg(any(test, feature = "test-hooks"))]
            offsets: hooks::Offsets::default(),
        };
        clock.at.store(clock.of_machine(), Ordering::Relaxed);
        clock
    }
}

impl Clock {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        let since = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.at.load(Ordering::Relaxed) + since
    }

    /// What the clock of this machine shows.
    #[expect(clippy::disallowed_methods, reason = "this module is where the server reads the time")]
    pub fn of_machine(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let shown = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        #[cfg(any(test, feature = "test-hooks"))]
        let shown = shown + self.offsets.machine();
        shown
    }

    /// How far this clock is behind a reference; `None` if the difference is negligible.
    pub(crate) fn behind(&self, better: i64) -> Option<i64> {
        #[cfg(any(test, feature = "test-hooks"))]
        let better = better + self.offsets.all();
        Some(better - self.now()).filter(|behind| behind.abs() > SMALL_MS)
    }

    /// Corrects the clock.
    pub(crate) fn correct(&self, behind: i64) {
        self.at.fetch_add(behind, Ordering::Relaxed);
    }
}

/// A point in time for measuring how long something takes.
#[expect(clippy::disallowed_methods, reason = "this module is where the server reads the time")]
pub(crate) fn instant() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_the_machines_clock_moves_nothing_until_it_is_believed() {
        let clock = Clock::default();
        let before = clock.now();
        clock.set_machine(3_600_000);
        assert!(clock.now() - before < 60_000);
        let behind = clock.behind(clock.of_machine()).expect("an hour");
        assert!((3_599_000..3_601_000).contains(&behind), "{behind}");
        clock.correct(behind);
        assert!(clock.now() - before >= 3_599_000);
        assert_eq!(clock.behind(clock.now()), None);
    }

    #[test]
    fn time_that_a_test_lets_pass_is_not_taken_back() {
        let clock = Clock::default();
        clock.step(-7_200_000);
        assert_eq!(clock.behind(Clock::default().now()), None);
    }
}
