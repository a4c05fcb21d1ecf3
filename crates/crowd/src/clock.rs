//! The only place where the crowd reads the time.

use std::time::Instant;

/// Now, for measuring how long something takes.
#[expect(clippy::disallowed_methods, reason = "this module is where the crowd reads the time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
