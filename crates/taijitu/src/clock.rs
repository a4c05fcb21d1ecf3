//! The only place of the binary that looks at the clock.

use std::time::Instant;

/// Now.
#[expect(clippy::disallowed_methods, reason = "the clock module is where time is read")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
