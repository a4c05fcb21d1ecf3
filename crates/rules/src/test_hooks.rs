//! Hooks for tests, compiled only with the feature `test-hooks`, which no released program has.

use std::sync::atomic::{AtomicU32, Ordering};

static NEWER_BY: AtomicU32 = AtomicU32::new(0);

/// Adds to the revision of every game, so that an older and a newer program can be tested together although
/// no rule has changed.
pub fn pretend_newer(by: u32) {
    NEWER_BY.store(by, Ordering::Relaxed);
}

/// The value set by [`pretend_newer`].
pub(crate) fn newer_by() -> u32 {
    NEWER_BY.load(Ordering::Relaxed)
}
