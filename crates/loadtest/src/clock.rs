//! The only place where the load test reads the time.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Now, for measuring how long something takes.
#[expect(clippy::disallowed_methods, reason = "this module is where the load test reads the time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Milliseconds since 1970: what the clock of this machine showed when this was first asked, and what has passed since
/// then by what nobody can set.
#[expect(clippy::disallowed_methods, reason = "this module is where the load test reads the time")]
pub(crate) fn since_1970() -> i64 {
    static BEGAN: OnceLock<(Instant, i64)> = OnceLock::new();
    let (began, at) = BEGAN.get_or_init(|| {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        (now(), i64::try_from(since.as_millis()).unwrap_or(0))
    });
    at + i64::try_from(began.elapsed().as_millis()).unwrap_or(0)
}
