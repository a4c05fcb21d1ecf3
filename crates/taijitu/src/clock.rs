//! The only place of the binary that reads the clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Now.
#[expect(clippy::disallowed_methods, reason = "the clock module is where time is read")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the clock module is where time is read")]
pub(crate) fn since_1970() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
