//! How long each stage of a task took: printed at its end, whether it succeeded or not.

use anyhow::Result;
use std::time::{Duration, Instant};

/// The stages so far.
#[derive(Default)]
pub(crate) struct Stages(Vec<(&'static str, Duration)>);

impl Stages {
    /// Runs a stage and measures its time.
    pub(crate) fn run<T>(&mut self, name: &'static str, stage: impl FnOnce() -> Result<T>) -> Result<T> {
        let began = now();
        let done = stage();
        self.0.push((name, now() - began));
        done
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        let total = self.0.iter().map(|(_, took)| *took).sum();
        eprintln!();
        for (name, took) in self.0.iter().copied().chain([("all", total)]) {
            eprintln!("{:>6.0} s  {name}", took.as_secs_f64());
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "it only reports how long something took")]
fn now() -> Instant {
    Instant::now()
}
