//! The priority of threads that search.

/// Lowers the priority of the calling thread: requests of players come first, engines use what is left.
pub(super) fn lower_priority() {
    // Some containers refuse it; then engines compete with everything else.
    let _ = rustix::process::nice(15);
}
