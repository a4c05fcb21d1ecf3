//! Engines: one pool that finds turns for engine seats, gives hints, analyses positions and reviews games.
//!
//! A caller submits a [`Task`] and gets a stream of [`Progress`]; dropping the stream cancels the task
//! ([`EnginePool::submit`]).
//! All tasks wait in one queue, the most urgent first: turns at tables, hints, analyses, reviews ([`Priority`]).
//! Turns and hints run to their end on a thread of the pool or on a worker on another machine ([`workers`]); the more
//! of them wait, the less time each gets.
//! Analyses and reviews run here when nothing more urgent waits; they are suspended by more urgent tasks and continue
//! where they were.
//! Exact solutions cannot be suspended and have a thread of their own ([`Lane::Exact`](task::Lane)).
//!
//! The layer knows games and positions, not tables, requests or the database.
//! An engine is given only what its side may know.

mod analysis;
mod callers;
mod exact;
mod insight;
mod pool;
mod progress;
mod queue;
mod review;
mod task;
mod turn;
mod workers;

pub(crate) use analysis::Analysis;
pub(crate) use callers::Caller;
pub(crate) use insight::ended;
pub use pool::EnginePool;
pub(crate) use progress::Progress;
pub(crate) use review::{Review, ReviewUpdate};
pub(crate) use turn::{Turn, TurnRequest, TurnResult};
pub use workers::Worker;
pub(crate) use workers::WorkerClient;

/// Lowers the priority of the calling thread: requests of players come first, engines use what is left.
fn lower_priority() {
    // Some containers refuse it; then engines compete with everything else.
    let _ = rustix::process::nice(15);
}
