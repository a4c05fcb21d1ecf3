//! The only place where the load test reads the time.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The current instant, for measurements.
#[expect(clippy::disallowed_methods, reason = "this module is where the load test reads the time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Milliseconds since 1970: the clock of this machine at the first call, plus the monotonic time since.
#[expect(clippy::disallowed_methods, reason = "this module is where the load test reads the time")]
pub(crate) fn since_1970() -> i64 {
    static BEGAN: OnceLock<(Instant, i64)> = OnceLock::new();
    let (began, at) = BEGAN.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (now(), i64::try_from(since.as_millis()).unwrap_or(0))
    });
    at + i64::try_from(began.elapsed().as_millis()).unwrap_or(0)
}
