//! Limits of a search: nodes, time, depth, or a stop from another thread.
//!
//! The only module of the crate that reads a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// What bounds a search. Several bounds may hold at once; without any, only [`Stop`] ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Steps played in the search, or playouts.
    pub nodes: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Turns looked ahead.
    pub depth: Option<u32>,
}

impl Limits {
    /// A number of nodes: the same result on every machine.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), time: None, depth: None }
    }

    /// A time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { nodes: None, time: Some(time), depth: None }
    }

    /// A depth in turns.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { nodes: None, time: None, depth: Some(depth) }
    }
}

/// Stops a running search, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Stops the search at its next check.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was stopped.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Nodes between two reads of the clock: a few tens of microseconds.
const LOOK_EVERY: u64 = 32;

/// Watches the limits while a search runs.
/// The threads of one search take their nodes from a shared counter, a few at a time, so that together they
/// keep within the limit.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    stop: Stop,
    begun: Instant,
    /// Nodes taken by all threads.
    taken: Arc<AtomicU64>,
    /// Nodes this thread has taken and not yet used.
    left: u64,
    over: bool,
}

impl Watch {
    /// Begins to watch now.
    #[must_use]
    pub fn start(limits: Limits, stop: Stop) -> Self {
        Self { limits, stop, begun: now(), taken: Arc::default(), left: 0, over: false }
    }

    /// A watch for another thread of the same search, which ends with `stop` too.
    #[must_use]
    pub fn for_helper(&self, stop: Stop) -> Self {
        Self { limits: self.limits, stop, begun: self.begun, taken: self.taken.clone(), left: 0, over: false }
    }

    /// Counts a node; true if the search has to end.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.left == 0 {
            self.check();
        }
        self.left = self.left.saturating_sub(1);
        self.over
    }

    /// Reads the clock and takes more nodes.
    #[cold]
    fn check(&mut self) {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let before = self.taken.fetch_add(LOOK_EVERY, Ordering::Relaxed);
        self.left = most.saturating_sub(before).min(LOOK_EVERY);
        // Give back the nodes beyond the limit.
        self.taken.fetch_sub(LOOK_EVERY - self.left, Ordering::Relaxed);
        let late = self.limits.time.is_some_and(|most| self.elapsed() >= most);
        self.over |= self.left == 0 || late || self.stop.is_set();
    }

    /// Whether the search has to end.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Nodes of all threads so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.taken.load(Ordering::Relaxed) - self.left
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        now().duration_since(self.begun)
    }

    /// Whether to begin another iteration, which takes longer than all before it.
    #[must_use]
    pub fn has_time_for_another(&self) -> bool {
        !self.over && self.limits.time.is_none_or(|most| self.elapsed() < most.mul_f64(0.6))
    }
}

/// How many of the threads that are wanted can be had: in a browser one.
pub(crate) const fn usable_threads(wanted: usize) -> usize {
    if cfg!(target_arch = "wasm32") { 1 } else { wanted }
}

/// Does some work while helpers run on other threads. In a browser there are no helpers, and their code is not loaded.
pub(crate) fn with_helpers<H: FnOnce() + Send, T>(
    helpers: impl Iterator<Item = H>,
    own: impl FnOnce() -> T,
) -> T {
    #[cfg(target_family = "wasm")]
    drop(helpers);
    #[cfg(target_family = "wasm")]
    return own();
    #[cfg(not(target_family = "wasm"))]
    std::thread::scope(|scope| {
        helpers.for_each(|helper| drop(scope.spawn(helper)));
        own()
    })
}

/// The time now: that of the machine, or in a browser that of the page.
#[cfg_attr(
    not(target_family = "wasm"),
    expect(clippy::disallowed_methods, reason = "this module is where the search reads the time")
)]
#[must_use]
pub fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_nodes_holds_for_all_threads_together() {
        for most in [0, 1, 31, 32, 33, 1000] {
            let mut first = Watch::start(Limits::nodes(most), Stop::default());
            let mut second = first.for_helper(Stop::default());
            let mut played = 0;
            while !(first.is_over() && second.is_over()) {
                played += u64::from(!first.tick()) + u64::from(!second.tick());
            }
            assert_eq!((played, first.nodes()), (most, most));
        }
    }

    #[test]
    fn a_search_that_is_told_to_stop_stops() {
        let stop = Stop::default();
        let mut watch = Watch::start(Limits::default(), stop.clone());
        assert!(!watch.tick());
        stop.stop();
        assert!((0..=LOOK_EVERY).any(|_| watch.tick()));
    }
}
