//! A clock that tests can set.

use super::Clock;
use std::sync::atomic::{AtomicI64, Ordering};

/// How far clocks have been set, in milliseconds.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    /// All clocks there are.
    all: AtomicI64,
    /// The clock of this machine only.
    machine: AtomicI64,
}

impl Offsets {
    pub(super) fn all(&self) -> i64 {
        self.all.load(Ordering::Relaxed)
    }

    pub(super) fn machine(&self) -> i64 {
        self.machine.load(Ordering::Relaxed)
    }
}

impl Clock {
    /// Lets this many milliseconds pass at once, on every clock this one is compared with.
    pub fn step(&self, milliseconds: i64) {
        self.offsets.all.fetch_add(milliseconds, Ordering::Relaxed);
        self.correct(milliseconds);
    }

    /// Sets the clock of this machine forward, as an administrator might do by mistake.
    pub fn set_machine(&self, milliseconds: i64) {
        self.offsets.machine.fetch_add(milliseconds, Ordering::Relaxed);
    }
}
