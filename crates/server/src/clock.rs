//! The only place where the server reads the time.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The server's clock. The offset lets a test step it.
#[derive(Debug, Default)]
pub struct Clock {
    offset: AtomicI64,
}

impl Clock {
    /// Milliseconds since 1970.
    #[expect(clippy::disallowed_methods, reason = "this module is where the server reads the time")]
    pub fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX) + self.offset.load(Ordering::Relaxed)
    }

    /// Steps the clock by so many milliseconds.
    pub fn step(&self, milliseconds: i64) {
        self.offset.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

/// A point in time for measuring how long something takes.
#[expect(clippy::disallowed_methods, reason = "this module is where the server reads the time")]
pub(crate) fn instant() -> Instant {
    Instant::now()
}
